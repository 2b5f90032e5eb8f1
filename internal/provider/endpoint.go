package provider

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Protocol is the language that an [Endpoint] speaks. The caller of [Open] has
// one constructor for each that it supports.
type Protocol string

// The protocols.
const (
	Messages    Protocol = "anthropic-messages"
	Responses   Protocol = "openai-responses"
	Completions Protocol = "openai-chat-completions"
	Offline     Protocol = "offline" // built in; no network
)

// Dialect is how a Chat Completions service deviates where it matters to us.
type Dialect string

// The dialects.
const (
	Plain      Dialect = ""           // what OpenAI documents
	Template   Dialect = "template"   // llama.cpp, vLLM: max_tokens, thinking is switched in the chat template
	Ollama     Dialect = "ollama"     // max_tokens, reasoning_effort "none" switches thinking off
	OpenRouter Dialect = "openrouter" // a reasoning object instead of reasoning_effort
)

// Endpoint is everything that a constructor needs to know about a service. It
// holds a key, so it has a String that does not show it, and is never stored.
type Endpoint struct {
	Provider string // name as in "provider/model"
	Protocol Protocol
	Dialect  Dialect
	BaseURL  string // without a trailing slash
	Key      string `json:"-"` // may be empty for local services; in no log, whatever writes it
	KeyName  string // the environment variable the key comes from, for hints
}

// String names the endpoint without its key.
func (e Endpoint) String() string {
	return fmt.Sprintf("%s (%s at %s)", e.Provider, e.Protocol, e.BaseURL)
}

// GoString keeps the key out of %#v, too.
func (e Endpoint) GoString() string { return "provider.Endpoint{" + e.String() + "}" }

// Warning is one line about a risk of using e, or empty: a key that travels
// unencrypted to another machine.
func (e Endpoint) Warning() string {
	u, err := url.Parse(e.BaseURL)
	if err != nil || e.Key == "" || u.Scheme != "http" || isLoopback(u.Hostname()) {
		return ""
	}
	return fmt.Sprintf("the key in %s goes to %s unencrypted", e.KeyName, Clean(u.Host, 80))
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// baseURL checks and normalises a base URL that somebody configured. An
// OpenAI-style service without a path gets "/v1", since leaving it out is the
// most common slip; the Messages API adds its own version, so it goes there.
func baseURL(name, raw string, proto Protocol) (string, error) {
	if !strings.Contains(raw, "://") {
		raw = "http://" + raw // OLLAMA_HOST is host:port by convention
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return "", fmt.Errorf("%s: %q is no http or https address", name, Clean(raw, 80))
	}
	if u.User != nil {
		return "", fmt.Errorf("%s: an address with a user name or password in it is not used; give the key by its own variable", name)
	}
	u.RawQuery, u.Fragment = "", ""
	path := strings.TrimRight(u.Path, "/")
	switch {
	case proto == Messages:
		path = strings.TrimSuffix(path, "/v1")
	case path == "":
		path = "/v1"
	}
	u.Path = path
	return u.String(), nil
}
