// Package config is what jp can be told: a list of keys, each with a default, an environment variable and,
// where there is one, a flag.
//
//	defaults < environment (JP_CFG_…) < flags
//
//	s, err := config.Resolve(os.LookupEnv, os.Environ(), map[string]string{"model": "offline/assistant"})
//
// Later layers win key by key. A value that does not parse is an error that names the layer it came from, and an
// environment variable that looks like ours but is none is an error with a suggestion: a typo must not be silent.
//
// # Limits
//
// Files are not read yet; they come between the defaults and the environment. There is no key here that nothing reads.
package config
