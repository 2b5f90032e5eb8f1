package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"jp/internal/provider"
)

func env(pairs ...string) func(string) (string, bool) {
	m := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return func(name string) (string, bool) { v, ok := m[name]; return v, ok }
}

func TestResolve(t *testing.T) {
	tests := []struct {
		spec  string
		env   []string
		want  string // endpoint
		key   string
		model string
	}{
		{"anthropic/claude-opus-4-6", []string{"ANTHROPIC_API_KEY", " k \n"}, "anthropic (anthropic-messages at https://api.anthropic.com)", "k", "claude-opus-4-6"},
		{"anthropic", []string{"ANTHROPIC_API_KEY", "k"}, "anthropic (anthropic-messages at https://api.anthropic.com)", "k", "claude-sonnet-5-5"},
		{"anthropic/m", []string{"ANTHROPIC_BASE_URL", "http://127.0.0.1:18080/v1/"}, "anthropic (anthropic-messages at http://127.0.0.1:18080)", "", "m"},
		{"openai/gpt-5-mini", []string{"OPENAI_API_KEY", "k"}, "openai (openai-responses at https://api.openai.com/v1)", "k", "gpt-5-mini"},
		{"openai/m", []string{"OPENAI_BASE_URL", "http://localhost:1"}, "openai (openai-responses at http://localhost:1/v1)", "", "m"},
		{"openai/m", []string{"OPENAI_BASE_URL", "https://gw.example/openai/v2?x=1#y"}, "openai (openai-responses at https://gw.example/openai/v2)", "", "m"},
		{"openai-chat/m", []string{"OPENAI_BASE_URL", "http://a:1", "OPENAI_CHAT_BASE_URL", "http://b:2"}, "openai-chat (openai-chat-completions at http://b:2/v1)", "", "m"},
		{"openrouter/openai/gpt-5-mini", []string{"OPENROUTER_API_KEY", "k"}, "openrouter (openai-chat-completions at https://openrouter.ai/api/v1)", "k", "openai/gpt-5-mini"},
		{"llamacpp/", nil, "llamacpp (openai-chat-completions at http://127.0.0.1:8080/v1)", "", "default"},
		{"ollama/qwen3:8b", []string{"OLLAMA_HOST", "box:11434"}, "ollama (openai-chat-completions at http://box:11434/v1)", "", "qwen3:8b"},
		{"vllm/m", nil, "vllm (openai-chat-completions at http://127.0.0.1:8000/v1)", "", "m"},
		{"offline", nil, "offline (offline at )", "", "guide"},
	}
	for _, tt := range tests {
		ep, model, err := provider.Resolve(tt.spec, env(tt.env...))
		if err != nil || ep.String() != tt.want || ep.Key != tt.key || model != tt.model {
			t.Errorf("%s: got %v, key %q, model %q, %v; want %s, %q, %q", tt.spec, ep, ep.Key, model, err, tt.want, tt.key, tt.model)
		}
	}
}

func TestResolve_Errors(t *testing.T) {
	tests := []struct {
		spec    string
		env     []string
		kind    provider.Kind
		message string
		hint    string
	}{
		{"antropic/claude-opus-4-6", nil, provider.BadRequest, `there is no provider "antropic"`, "did you mean anthropic/claude-opus-4-6?"},
		{"claude-opus-4-6", nil, provider.BadRequest, "there is no provider", "did you mean anthropic/claude-opus-4-6?"},
		{"gpt-5-mini", nil, provider.BadRequest, "there is no provider", "did you mean openai/gpt-5-mini?"},
		{"Ollama/x", nil, provider.BadRequest, "there is no provider", "did you mean ollama/x?"},
		{"", nil, provider.BadRequest, "there is no provider", "known are anthropic, openai,"},
		{"\x1b[31mevil/x", nil, provider.BadRequest, `"evil/x": there is no provider`, "known are"},
		{"ollama", nil, provider.UnknownModel, "no model is named", "write ollama/MODEL"},
		{"anthropic/m", nil, provider.Auth, "ANTHROPIC_API_KEY is not set", "offline"},
		{"anthropic/m", []string{"ANTHROPIC_API_KEY", "  "}, provider.Auth, "ANTHROPIC_API_KEY is not set", "offline"},
		{"openai/m", []string{"OPENAI_BASE_URL", "ftp://x"}, provider.BadRequest, "OPENAI_BASE_URL", ""},
		{"openai/m", []string{"OPENAI_BASE_URL", "https://user:secret@x/v1"}, provider.BadRequest, "user name or password", ""},
	}
	for _, tt := range tests {
		_, _, err := provider.Resolve(tt.spec, env(tt.env...))
		e := asError(t, tt.spec, err)
		if e.Kind != tt.kind || !strings.Contains(e.Message, tt.message) || !strings.Contains(e.Hint, tt.hint) || strings.Contains(e.Message, "secret") {
			t.Errorf("%q: got %v, %q, hint %q; want %v, %q, %q", tt.spec, e.Kind, e.Message, e.Hint, tt.kind, tt.message, tt.hint)
		}
	}
}

func TestDefaultSpec(t *testing.T) {
	tests := []struct {
		env  []string
		want string
	}{
		{nil, "offline/guide"},
		{[]string{"ANTHROPIC_API_KEY", ""}, "offline/guide"},
		{[]string{"OPENAI_API_KEY", "k"}, "openai/gpt-5-mini"},
		{[]string{"OPENAI_API_KEY", "k", "ANTHROPIC_API_KEY", "k"}, "anthropic/claude-sonnet-5-5"},
		{[]string{"OPENROUTER_API_KEY", "k"}, "openrouter/openrouter/auto"},
	}
	for _, tt := range tests {
		got := provider.DefaultSpec(env(tt.env...))
		if got != tt.want {
			t.Errorf("%v: got %s, want %s", tt.env, got, tt.want)
		}
		if _, _, err := provider.Resolve(got, env(tt.env...)); err != nil {
			t.Errorf("%s does not resolve: %v", got, err)
		}
	}
}

func TestEndpoint_HidesItsKeyAndWarns(t *testing.T) {
	ep := provider.Endpoint{Provider: "p", Protocol: provider.Responses, BaseURL: "http://box.example/v1", Key: testKey, KeyName: "P_API_KEY"}
	for _, format := range []string{"%v", "%+v", "%s", "%#v"} {
		if text := fmt.Sprintf(format, ep); strings.Contains(text, testKey) {
			t.Errorf("%s shows the key: %s", format, text)
		}
	}
	if data, err := json.Marshal(ep); err != nil || strings.Contains(string(data), testKey) {
		t.Errorf("as JSON: %s, %v", data, err)
	}
	for base, want := range map[string]bool{
		"http://box.example/v1": true, "http://10.0.0.1:8000/v1": true, "https://box.example/v1": false,
		"http://127.0.0.1:1/v1": false, "http://localhost:1/v1": false, "http://[::1]:1/v1": false,
	} {
		ep.BaseURL = base
		if got := ep.Warning() != ""; got != want {
			t.Errorf("%s: warns %v, want %v", base, got, want)
		}
	}
	ep.BaseURL, ep.Key = "http://box.example/v1", ""
	if ep.Warning() != "" {
		t.Error("warns without a key")
	}
}

func TestOpen_UsesTheCallersTable(t *testing.T) {
	_, err := provider.Open(provider.Endpoint{Provider: "x", Protocol: provider.Offline}, nil)
	if e := asError(t, "empty table", err); e.Kind != provider.BadRequest {
		t.Errorf("got %v", e)
	}
	want := errors.New("built")
	_, err = provider.Open(provider.Endpoint{Protocol: provider.Offline}, map[provider.Protocol]func(provider.Endpoint) (provider.Provider, error){
		provider.Offline: func(provider.Endpoint) (provider.Provider, error) { return nil, want },
	})
	if !errors.Is(err, want) {
		t.Errorf("got %v, want the constructor's result", err)
	}
}

func TestClean(t *testing.T) {
	tests := []struct {
		in    string
		limit int
		want  string
	}{
		{"plain", 10, "plain"},
		{"  a \r\n\t b  ", 10, "a b"},
		{"a\x1b[31mb\x07\x00c", 20, "abc"},
		{"a\x1b]0;evil\x07b\x1b]52;c;aGk=\x1b\\c\u009b2Jd", 20, "abcd"},
		{"a\x1bPq\x1b\\b\x1b(0c\x1b", 20, "abc"},
		{"rm \u202e\u2066x", 30, "rm <U+202E><U+2066>x"},
		{"\u200b\ufeff\u00ad\u2060", 40, "<U+200B><U+FEFF><U+00AD><U+2060>"},
		{"a\u2028b\u2029c", 20, "a b c"},
		{"\u200d\ufe0f\U000e0041\ue000\u3164", 60, "<U+200D><U+FE0F><U+E0041><U+E000><U+3164>"},
		{"ab\u202e", 10, "ab<U+202E>"},
		{"ab\u202e", 9, "ab…"},
		{"bad \xff byte", 20, "bad \uFFFD byte"},
		{"ünïcödé 🚀", 20, "ünïcödé 🚀"},
		{"abcdef", 7, "abcdef"},
		{"abcdef", 6, "abcdef"},
		{"abcdef", 5, "abcd…"},
		{"ab cdef", 4, "ab…"},
		{"abc", 1, "…"},
		{"abc", 0, ""},
		{"", 5, ""},
		{strings.Repeat("\x00", 1<<20) + "end", 5, "end"},
	}
	for _, tt := range tests {
		if got := provider.Clean(tt.in, tt.limit); got != tt.want {
			t.Errorf("%.30q to %d: got %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}
