package provider

import (
	"fmt"
	"strings"
)

// entry is one row of the registry: how a provider's name becomes an endpoint.
type entry struct {
	name     string
	protocol Protocol
	dialect  Dialect
	base     string   // where it lives unless a variable says otherwise
	baseVars []string // environment variables with another address, first wins
	keyVars  []string // environment variables with a key, first wins
	needsKey bool     // at its own base; another base may do without
	model    string   // used when none is named; "" = one must be named
}

// registry is data on purpose: a service that speaks a known protocol is one
// more row. The order is that of [Names] and of the default's choice.
var registry = []entry{
	{
		name: "anthropic", protocol: Messages, base: "https://api.anthropic.com",
		baseVars: []string{"ANTHROPIC_BASE_URL"}, keyVars: []string{"ANTHROPIC_API_KEY"},
		needsKey: true, model: "claude-sonnet-5-5",
	},
	{
		name: "openai", protocol: Responses, base: "https://api.openai.com/v1",
		baseVars: []string{"OPENAI_BASE_URL"}, keyVars: []string{"OPENAI_API_KEY"},
		needsKey: true, model: "gpt-5-mini",
	},
	{
		name: "openai-chat", protocol: Completions, base: "https://api.openai.com/v1",
		baseVars: []string{"OPENAI_CHAT_BASE_URL", "OPENAI_BASE_URL"}, keyVars: []string{"OPENAI_CHAT_API_KEY", "OPENAI_API_KEY"},
		needsKey: true, model: "gpt-5-mini",
	},
	{
		name: "openrouter", protocol: Completions, dialect: OpenRouter, base: "https://openrouter.ai/api/v1",
		baseVars: []string{"OPENROUTER_BASE_URL"}, keyVars: []string{"OPENROUTER_API_KEY"},
		needsKey: true, model: "openrouter/auto",
	},
	{
		name: "cerebras", protocol: Completions, base: "https://api.cerebras.ai/v1",
		baseVars: []string{"CEREBRAS_BASE_URL"}, keyVars: []string{"CEREBRAS_API_KEY"}, needsKey: true,
	},
	{
		name: "llamacpp", protocol: Completions, dialect: Template, base: "http://127.0.0.1:8080/v1",
		baseVars: []string{"LLAMACPP_BASE_URL"}, keyVars: []string{"LLAMACPP_API_KEY"}, model: "default",
	},
	{
		name: "ollama", protocol: Completions, dialect: Ollama, base: "http://127.0.0.1:11434/v1",
		baseVars: []string{"OLLAMA_BASE_URL", "OLLAMA_HOST"}, keyVars: []string{"OLLAMA_API_KEY"},
	},
	{
		name: "vllm", protocol: Completions, dialect: Template, base: "http://127.0.0.1:8000/v1",
		baseVars: []string{"VLLM_BASE_URL"}, keyVars: []string{"VLLM_API_KEY"},
	},
	{name: "offline", protocol: Offline, model: "guide"},
}

// Names lists the known providers.
func Names() []string {
	names := make([]string, len(registry))
	for i, e := range registry {
		names[i] = e.name
	}
	return names
}

// KeyNames lists every environment variable that may hold a key, for scrubbing
// the environment of tools and for redaction.
func KeyNames() []string {
	var names []string
	seen := map[string]bool{}
	for _, e := range registry {
		for _, v := range e.keyVars {
			if !seen[v] {
				seen[v] = true
				names = append(names, v)
			}
		}
	}
	return names
}

// DefaultSpec is what to use when nobody names a model: the first provider for
// which a key is there, else "offline".
func DefaultSpec(lookup func(string) (string, bool)) string {
	for _, e := range registry {
		if e.model == "" || !e.needsKey {
			continue
		}
		if key, _ := first(lookup, e.keyVars); key != "" {
			return e.name + "/" + e.model
		}
	}
	return "offline/guide"
}

// Resolve turns "provider/model" (or "provider", when it has a default model)
// and an environment into an endpoint and the model's name for it. The model may
// contain slashes itself. lookup is asked like os.LookupEnv.
func Resolve(spec string, lookup func(string) (string, bool)) (Endpoint, string, error) {
	name, model, _ := strings.Cut(spec, "/")
	e, ok := find(name)
	if !ok {
		return Endpoint{}, "", unknownProvider(spec, name)
	}
	if model == "" {
		model = e.model
	}
	if model == "" {
		return Endpoint{}, "", &Error{
			Kind: UnknownModel, Provider: name, Message: "no model is named",
			Hint: fmt.Sprintf("write %s/MODEL", name),
		}
	}
	ep := Endpoint{Provider: e.name, Protocol: e.protocol, Dialect: e.dialect, BaseURL: e.base}
	ep.Key, ep.KeyName = first(lookup, e.keyVars)
	if raw, from := first(lookup, e.baseVars); raw != "" {
		base, err := baseURL(from, raw, e.protocol)
		if err != nil {
			return Endpoint{}, "", &Error{Kind: BadRequest, Provider: name, Message: err.Error()}
		}
		ep.BaseURL = base
	}
	if e.needsKey && ep.Key == "" && ep.BaseURL == e.base {
		return Endpoint{}, "", &Error{
			Kind: Auth, Provider: name, Message: "no key: " + e.keyVars[0] + " is not set",
			Hint: "export " + e.keyVars[0] + "=…, or use the built-in assistant: offline",
		}
	}
	return ep, model, nil
}

// Open builds the provider of an endpoint with the constructor for its protocol.
// The table comes from the caller, so that this package depends on none of them.
func Open(ep Endpoint, build map[Protocol]func(Endpoint) (Provider, error)) (Provider, error) {
	f, ok := build[ep.Protocol]
	if !ok {
		return nil, &Error{Kind: BadRequest, Provider: ep.Provider, Message: "nothing here speaks " + string(ep.Protocol)}
	}
	return f(ep)
}

func find(name string) (entry, bool) {
	for _, e := range registry {
		if e.name == name {
			return e, true
		}
	}
	return entry{}, false
}

// first is the first non-empty variable, cleaned of the blanks and line ends
// that come with copied keys, and its name; without one, the first name.
func first(lookup func(string) (string, bool), vars []string) (value, name string) {
	for _, v := range vars {
		if s, ok := lookup(v); ok && strings.TrimSpace(s) != "" {
			return strings.TrimSpace(s), v
		}
	}
	if len(vars) > 0 {
		name = vars[0]
	}
	return "", name
}

func unknownProvider(spec, name string) error {
	e := &Error{
		Kind:    BadRequest,
		Message: fmt.Sprintf("there is no provider %q", Clean(name, 40)),
		Hint:    "known are " + strings.Join(Names(), ", "),
	}
	if spec != name {
		e.Message = fmt.Sprintf("%q: %s", Clean(spec, 80), e.Message)
	}
	if s := suggestion(spec, name); s != "" {
		e.Hint = fmt.Sprintf("did you mean %s? %s", s, e.Hint)
	}
	return e
}

// suggestion guesses what was meant: a model without its provider, or a typing
// error of at most two letters.
func suggestion(spec, name string) string {
	for _, family := range []struct{ prefix, provider string }{
		{"claude", "anthropic"}, {"gpt", "openai"}, {"o1", "openai"}, {"o3", "openai"}, {"o4", "openai"},
	} {
		if strings.HasPrefix(spec, family.prefix) {
			return family.provider + "/" + Clean(spec, 80)
		}
	}
	best, bestDistance := "", 3
	for _, n := range Names() {
		if d := distance(strings.ToLower(Clean(name, 40)), n); d < bestDistance {
			best, bestDistance = n, d
		}
	}
	if best == "" {
		return ""
	}
	return best + strings.TrimPrefix(Clean(spec, 80), Clean(name, 40))
}

// distance is the number of single letters to insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
