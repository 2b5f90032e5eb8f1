package config

import (
	"fmt"
	"strings"
	"time"
)

// Settings is the outcome of all layers: a plain value, read by whoever needs it and changed by nobody.
type Settings struct {
	Model  string // "provider/model", or "" for the first provider that has a key
	Format Format
	Color  Color
	Width  int // declared columns for what has to fit in a line, as tool calls; 0 = measure

	WaitingDelay time.Duration // before the waiting region appears
	TextDelay    time.Duration // typewriter, for each cluster of text
	CodeDelay    time.Duration // the same inside a code fence
	MaxLatency   time.Duration // how far the typewriter may fall behind; below 0 = no bound
	OfflinePace  time.Duration // between two pieces of the offline assistant's answer
	RetriesMax   int           // attempts after the first one
}

// Format is the shape of what is written.
type Format string

// The formats. Auto is TextPretty for a channel that is a terminal and Text for any other, decided per channel.
const (
	Auto       Format = "auto"
	Text       Format = "text"
	TextPretty Format = "text-pretty"
	JSON       Format = "json"
)

// Color says whether colours may be used. Auto leaves it to the terminal and the usual variables.
type Color string

// The colour choices.
const (
	ColorAuto   Color = "auto"
	ColorAlways Color = "always"
	ColorNever  Color = "never"
)

// FormatEnv is the variable of the format: who reports a mistake in the settings needs it before they are resolved.
func FormatEnv() string { return Key{Name: "format"}.Env() }

// Lookup finds an environment variable, as os.LookupEnv does.
type Lookup func(name string) (string, bool)

// Resolve applies the layers. flags holds the keys that were given on the command line; environ is the list of
// variable names to check for typos, may be nil.
func Resolve(env Lookup, environ []string, flags map[string]string) (Settings, error) {
	var s Settings
	for _, k := range Keys {
		value, origin := k.Default, "default of "+k.Name
		if v, ok := env(k.Env()); ok {
			value, origin = v, k.Env()
		}
		if v, ok := flags[k.Name]; ok {
			value, origin = v, "--"+k.Name
		}
		if err := k.set(&s, value); err != nil {
			return Settings{}, &ValueError{Origin: origin, Value: value, Want: k.Want}
		}
	}
	if err := unknown(environ); err != nil {
		return Settings{}, err
	}
	return s, nil
}

// ValueError is a value that its key does not take.
type ValueError struct {
	Origin string // where the value came from: "--format", "JP_CFG_FORMAT"
	Value  string
	Want   string
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s %q: want %s", e.Origin, e.Value, e.Want)
}

// UnknownError is a variable that looks like ours and is none.
type UnknownError struct {
	Name    string
	Nearest string // the key that was probably meant, or ""
}

func (e *UnknownError) Error() string { return fmt.Sprintf("%s: no such setting", e.Name) }

func unknown(environ []string) error {
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, envPrefix) || isKey(name) {
			continue
		}
		return &UnknownError{Name: name, Nearest: nearest(name)}
	}
	return nil
}
