package provider_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/internal/provider/guard"
)

// conversation has one of everything that a request can hold, and what must not
// be sent: empty texts, and reasoning that another provider sealed.
func conversation() provider.Request {
	call := &provider.ToolCall{ID: "c1", Name: "read", Args: json.RawMessage(`{"path":"a"}`)}
	bare := &provider.ToolCall{ID: "c2", Name: "now"}
	return provider.Request{
		Model: "m", System: "Be brief.", MaxTokens: 100,
		Tools: []provider.ToolSpec{
			{Name: "read", Description: "Reads.", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)},
			{Name: "now"},
		},
		Messages: []provider.Message{
			provider.UserText("hi"),
			{Role: provider.Assistant, Parts: []provider.Part{
				{Kind: provider.PartReasoning, Text: "hm", Signature: "anthropic:sig"},
				{Kind: provider.PartReasoning, Signature: "anthropic-redacted:data"},
				{Kind: provider.PartReasoning, Text: "ho", Signature: `openai:{"id":"rs","encrypted_content":"enc"}`},
				{Kind: provider.PartReasoning, Text: "he", Signature: `openrouter:[{"type":"reasoning.text"}]`},
				{Kind: provider.PartReasoning, Text: "unsigned"},
				provider.TextPart(""), provider.TextPart("I look."),
				{Kind: provider.PartToolCall, ToolCall: call},
				{Kind: provider.PartToolCall, ToolCall: bare},
			}},
			{Role: provider.User, Parts: []provider.Part{
				{Kind: provider.PartToolResult, ToolResult: &provider.ToolResult{CallID: "c1", Text: "gone", IsError: true}},
				{Kind: provider.PartToolResult, ToolResult: &provider.ToolResult{CallID: "c2"}},
				provider.TextPart("and?"),
			}},
			{Role: provider.Assistant, Parts: []provider.Part{provider.TextPart("")}},
		},
	}
}

// TestRequest_Whole pins the complete bodies of one conversation.
func TestRequest_Whole(t *testing.T) {
	schema := `{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`
	tests := []struct {
		protocol provider.Protocol
		dialect  provider.Dialect
		want     string
	}{
		{provider.Messages, provider.Plain, `{"model":"m","max_tokens":100,"stream":true,"cache_control":{"type":"ephemeral"},
			"system":[{"type":"text","text":"Be brief."}],
			"tools":[{"name":"read","description":"Reads.","input_schema":` + schema + `},{"name":"now","input_schema":{"type":"object","properties":{}}}],
			"messages":[
				{"role":"user","content":[{"type":"text","text":"hi"}]},
				{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"sig"},{"type":"redacted_thinking","data":"data"},{"type":"text","text":"I look."},
					{"type":"tool_use","id":"c1","name":"read","input":{"path":"a"}},{"type":"tool_use","id":"c2","name":"now","input":{}}]},
				{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":[{"type":"text","text":"gone"}]},
					{"type":"tool_result","tool_use_id":"c2","is_error":false},{"type":"text","text":"and?"}]}]}`},
		{provider.Responses, provider.Plain, `{"model":"m","max_output_tokens":100,"stream":true,"store":false,"include":["reasoning.encrypted_content"],"instructions":"Be brief.",
			"tools":[{"type":"function","name":"read","description":"Reads.","strict":false,"parameters":` + schema + `},{"type":"function","name":"now","strict":false,"parameters":{"type":"object","properties":{}}}],
			"input":[
				{"role":"user","content":"hi"},
				{"type":"reasoning","id":"rs","encrypted_content":"enc","summary":[{"type":"summary_text","text":"ho"}]},
				{"role":"assistant","content":"I look."},
				{"type":"function_call","call_id":"c1","name":"read","arguments":"{\"path\":\"a\"}"},{"type":"function_call","call_id":"c2","name":"now","arguments":"{}"},
				{"type":"function_call_output","call_id":"c1","output":"error: gone"},{"type":"function_call_output","call_id":"c2","output":""},
				{"role":"user","content":"and?"}]}`},
		{provider.Completions, provider.OpenRouter, `{"model":"m","max_tokens":100,"stream":true,"stream_options":{"include_usage":true},
			"tools":[{"type":"function","function":{"name":"read","description":"Reads.","parameters":` + schema + `}},{"type":"function","function":{"name":"now","parameters":{"type":"object","properties":{}}}}],
			"messages":[
				{"role":"system","content":"Be brief."},
				{"role":"user","content":"hi"},
				{"role":"assistant","content":"I look.","reasoning_details":[{"type":"reasoning.text"}],"tool_calls":[
					{"type":"function","id":"c1","function":{"name":"read","arguments":"{\"path\":\"a\"}"}},{"type":"function","id":"c2","function":{"name":"now","arguments":"{}"}}]},
				{"role":"tool","tool_call_id":"c1","content":"error: gone"},{"role":"tool","tool_call_id":"c2","content":""},
				{"role":"user","content":"and?"}]}`},
	}
	for _, tt := range tests {
		var want map[string]any
		if err := json.Unmarshal([]byte(tt.want), &want); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, requestBody(t, tt.protocol, tt.dialect, conversation())); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.protocol, d)
		}
	}
}

// TestRequest_Reasoning is how each protocol and dialect states how much to think.
func TestRequest_Reasoning(t *testing.T) {
	off := provider.Reasoning{Mode: provider.ReasoningOff}
	on := provider.Reasoning{Mode: provider.ReasoningOn}
	high := provider.Reasoning{Mode: provider.ReasoningOn, Effort: "high"}
	budget := provider.Reasoning{Mode: provider.ReasoningOn, BudgetTokens: 2000}
	tiny := provider.Reasoning{Mode: provider.ReasoningOn, BudgetTokens: 1}
	tests := []struct {
		protocol  provider.Protocol
		dialect   provider.Dialect
		model     string
		reasoning provider.Reasoning
		want      string // of the fields that state it
	}{
		{provider.Messages, "", "claude-opus-4-6", provider.Reasoning{}, `{}`},
		{provider.Messages, "", "claude-opus-4-6", off, `{"thinking":{"type":"disabled"}}`},
		{provider.Messages, "", "claude-opus-4-6", on, `{"thinking":{"type":"adaptive","display":"summarized"}}`},
		{provider.Messages, "", "claude-opus-4-6", high, `{"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"high"}}`},
		{provider.Messages, "", "claude-opus-4-6", budget, `{"thinking":{"type":"enabled","budget_tokens":2000,"display":"summarized"}}`},
		{provider.Messages, "", "claude-haiku-4-5", tiny, `{"thinking":{"type":"enabled","budget_tokens":1024,"display":"summarized"}}`},
		{provider.Messages, "", "claude-haiku-4-5", high, `{"thinking":{"type":"enabled","budget_tokens":25600,"display":"summarized"}}`},
		{provider.Responses, "", "gpt-5-mini", provider.Reasoning{}, `{}`},
		{provider.Responses, "", "gpt-5-mini", off, `{"reasoning":{"effort":"minimal"}}`},
		{provider.Responses, "", "gpt-5.6", off, `{"reasoning":{"effort":"none"}}`},
		{provider.Responses, "", "o3-mini", off, `{"reasoning":{"effort":"low"}}`},
		{provider.Responses, "", "gpt-5.6", on, `{"reasoning":{"summary":"auto"}}`},
		{provider.Responses, "", "gpt-5.6", high, `{"reasoning":{"effort":"high","summary":"auto"}}`},
		{provider.Responses, "", "gpt-5.6", budget, `{"reasoning":{"effort":"low","summary":"auto"}}`},
		{provider.Responses, "", "gpt-4o", high, `{}`},
		{provider.Completions, provider.Plain, "gpt-5-mini", off, `{"reasoning_effort":"minimal"}`},
		{provider.Completions, provider.Plain, "gpt-4o", off, `{}`},
		{provider.Completions, provider.Plain, "gpt-5-mini", high, `{"reasoning_effort":"high"}`},
		{provider.Completions, provider.Template, "qwen", off, `{"chat_template_kwargs":{"enable_thinking":false}}`},
		{provider.Completions, provider.Template, "qwen", on, `{"chat_template_kwargs":{"enable_thinking":true}}`},
		{provider.Completions, provider.Ollama, "qwen", off, `{"reasoning_effort":"none"}`},
		{provider.Completions, provider.Ollama, "qwen", provider.Reasoning{}, `{}`},
		{provider.Completions, provider.OpenRouter, "x/y", off, `{"reasoning":{"enabled":false}}`},
		{provider.Completions, provider.OpenRouter, "x/y", on, `{"reasoning":{"enabled":true}}`},
		{provider.Completions, provider.OpenRouter, "x/y", high, `{"reasoning":{"effort":"high"}}`},
		{provider.Completions, provider.OpenRouter, "x/y", budget, `{"reasoning":{"max_tokens":2000}}`},
	}
	for _, tt := range tests {
		req := question()
		req.Model, req.Reasoning = tt.model, tt.reasoning
		got := map[string]any{}
		for k, v := range requestBody(t, tt.protocol, tt.dialect, req) {
			switch k {
			case "thinking", "output_config", "reasoning", "reasoning_effort", "chat_template_kwargs":
				got[k] = v
			}
		}
		var want map[string]any
		if err := json.Unmarshal([]byte(tt.want), &want); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s %s %s %+v (-want +got):\n%s", tt.protocol, tt.dialect, tt.model, tt.reasoning, d)
		}
	}
}

// TestRequest_TheLimitIncludesTheBudget: the API refuses a budget that is not
// below the limit.
func TestRequest_TheLimitIncludesTheBudget(t *testing.T) {
	for _, limit := range []int{1999, 2000, 2001} {
		req := question()
		req.MaxTokens = limit
		req.Reasoning = provider.Reasoning{Mode: provider.ReasoningOn, BudgetTokens: 2000}
		if got := requestBody(t, provider.Messages, "", req)["max_tokens"].(float64); got <= 2000 || (limit == 2001 && got != 2001) {
			t.Errorf("limit %d, budget 2000: max_tokens is %v", limit, got)
		}
	}
}

// TestRequest_Keys: each protocol's header has the key, and nothing has one that
// is not there.
func TestRequest_Keys(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "from-the-environment")
	t.Setenv("OPENAI_API_KEY", "from-the-environment")
	t.Setenv("ANTHROPIC_BASE_URL", "http://elsewhere.invalid")
	t.Setenv("OPENAI_BASE_URL", "http://elsewhere.invalid")
	for _, p := range protocols {
		for _, key := range []string{testKey, ""} {
			transport := faultserver.NewTransport(faultserver.Stream(faultserver.Events(p, fullTurn())...))
			prov := openKey(p, key, &http.Client{Transport: transport})
			if r := run(t, prov, question()); r.err != nil {
				t.Errorf("%s: %v", p, r.err)
				continue
			}
			header := transport.Requests()[0].Header
			sent := header.Get("Authorization") + header.Get("X-Api-Key")
			if strings.TrimPrefix(sent, "Bearer ") != key {
				t.Errorf("%s: key %q, sent %q", p, key, sent)
			}
			for name, values := range header {
				if strings.Contains(strings.Join(values, " "), "from-the-environment") {
					t.Errorf("%s: %s comes from the environment", p, name)
				}
			}
		}
	}
}

func openKey(p provider.Protocol, key string, client *http.Client) provider.Provider {
	return openEndpoint(provider.Endpoint{Provider: "test", Protocol: p, BaseURL: "http://in.memory/v1", Key: key}, guard.Limits{}, client)
}
