package provider_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/internal/provider/guard"
)

// requestBody is what p sends for req, decoded.
func requestBody(t *testing.T, p provider.Protocol, d provider.Dialect, req provider.Request) map[string]any {
	t.Helper()
	transport := faultserver.NewTransport(faultserver.Stream())
	_ = openWith(p, d, "http://in.memory/v1", guard.Limits{}, &http.Client{Transport: transport}).Stream(t.Context(), req, func(provider.Event) {})
	requests := transport.Requests()
	if len(requests) != 1 {
		t.Fatalf("%d requests", len(requests))
	}
	var body map[string]any
	if err := json.Unmarshal(requests[0].Body, &body); err != nil {
		t.Fatal(err)
	}
	return body
}

// TestRecorded_SameRequest reads every recorded request into ours, sends it, and
// compares what both say: model, system, messages with their texts, thinking,
// calls and results, tools with their schemas, and how much to reason. What we
// never send (attachments) is counted, not compared. Left out of the comparison:
// cache marks, ids of items, strictness, forced tools, output schemas, how texts
// are wrapped in parts, and include, which we send whenever a model may think.
func TestRecorded_SameRequest(t *testing.T) {
	compared, skipped := 0, 0
	for _, c := range loadCassettes(t) {
		for _, x := range c.exchanges {
			p := x.protocol()
			if p == "" {
				continue
			}
			var theirs map[string]any
			if err := json.Unmarshal([]byte(x.request), &theirs); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if hasUnknown(x.request) {
				skipped++
				continue
			}
			d := map[string]provider.Dialect{"llamacpp": provider.Template, "openrouter": provider.OpenRouter}[strings.SplitN(c.name, "/", 2)[0]]
			want := essence(p, theirs)
			got := essence(p, requestBody(t, p, d, asRequest(t, p, theirs)))
			if diff := cmp.Diff(want, got); diff != "" && requestDifferences[c.name] == "" {
				t.Errorf("%s (-recorded +got):\n%s", c.name, diff)
			}
			compared++
		}
	}
	t.Logf("compared %d requests, left out %d with parts that we do not send", compared, skipped)
	if compared < 100 {
		t.Errorf("only %d requests were compared", compared)
	}
}

// requestDifferences are the recordings that we want to differ from.
var requestDifferences = map[string]string{
	"openai/test_reasoning_history_replayed_to_reasoning_unsupported_model": "what another model thought is not sent to one that does not reason: " +
		"the service takes it, and it only costs",
}

func hasUnknown(request string) bool {
	for _, s := range []string{`"document"`, `"image_url"`, `"input_image"`, `"input_file"`, `"image"`} {
		if strings.Contains(request, s) {
			return true
		}
	}
	return false
}

// obj and list look into decoded JSON without complaint.
type obj = map[string]any

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func str(v any) string {
	s, _ := v.(string)
	return s
}

// textOf is a content that is a string or a list of parts with a text.
func textOf(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	var b strings.Builder
	for _, p := range list(v) {
		b.WriteString(str(p.(obj)["text"]))
	}
	return b.String()
}

// asRequest reads a recorded body into our own request.
func asRequest(t *testing.T, p provider.Protocol, body obj) provider.Request {
	t.Helper()
	req := provider.Request{Model: str(body["model"]), System: textOf(body["system"])}
	if n, ok := body["max_tokens"].(float64); ok {
		req.MaxTokens = int(n)
	}
	for _, v := range list(body["tools"]) {
		tool := v.(obj)
		if f, ok := tool["function"].(obj); ok {
			tool = f
		}
		schema := tool["parameters"]
		if schema == nil {
			schema = tool["input_schema"]
		}
		raw, err := json.Marshal(schema)
		if err != nil {
			t.Fatal(err)
		}
		req.Tools = append(req.Tools, provider.ToolSpec{Name: str(tool["name"]), Description: str(tool["description"]), Schema: raw})
	}
	req.Reasoning = reasoningOf(body)
	for _, v := range list(body["messages"]) {
		addMessage(&req, p, v.(obj))
	}
	for _, v := range list(body["input"]) {
		addItem(&req, v.(obj))
	}
	return req
}

func reasoningOf(body obj) provider.Reasoning {
	on := func(effort string) provider.Reasoning {
		return provider.Reasoning{Mode: provider.ReasoningOn, Effort: effort}
	}
	off := provider.Reasoning{Mode: provider.ReasoningOff}
	if th, ok := body["thinking"].(obj); ok {
		config, _ := body["output_config"].(obj)
		switch th["type"] {
		case "disabled":
			return off
		case "enabled":
			return provider.Reasoning{Mode: provider.ReasoningOn, BudgetTokens: int(th["budget_tokens"].(float64))}
		}
		return on(str(config["effort"]))
	}
	if r, ok := body["reasoning"].(obj); ok {
		return on(str(r["effort"]))
	}
	if k, ok := body["chat_template_kwargs"].(obj); ok {
		if k["enable_thinking"] == true {
			return on("")
		}
		return off
	}
	switch effort := str(body["reasoning_effort"]); effort {
	case "":
		return provider.Reasoning{}
	default:
		return on(effort)
	}
}

func (r *requestBuilder) add(role provider.Role, p provider.Part) {
	n := len(r.req.Messages)
	if n == 0 || r.req.Messages[n-1].Role != role {
		r.req.Messages = append(r.req.Messages, provider.Message{Role: role})
		n++
	}
	r.req.Messages[n-1].Parts = append(r.req.Messages[n-1].Parts, p)
}

type requestBuilder struct{ req *provider.Request }

func addMessage(req *provider.Request, p provider.Protocol, m obj) {
	r := requestBuilder{req}
	role := provider.User
	switch m["role"] {
	case "assistant":
		role = provider.Assistant
	case "system":
		req.System = textOf(m["content"])
		return
	case "tool":
		r.add(role, provider.Part{Kind: provider.PartToolResult, ToolResult: &provider.ToolResult{CallID: str(m["tool_call_id"]), Text: textOf(m["content"])}})
		return
	}
	if p == provider.Messages {
		for _, v := range list(m["content"]) {
			r.add(role, messagePart(v.(obj)))
		}
		return
	}
	if text := textOf(m["content"]); text != "" {
		r.add(role, provider.TextPart(text))
	}
	for _, v := range list(m["tool_calls"]) {
		call := v.(obj)
		f := call["function"].(obj)
		r.add(role, provider.Part{Kind: provider.PartToolCall, ToolCall: &provider.ToolCall{ID: str(call["id"]), Name: str(f["name"]), Args: json.RawMessage(str(f["arguments"]))}})
	}
}

func messagePart(b obj) provider.Part {
	switch b["type"] {
	case "thinking":
		return provider.Part{Kind: provider.PartReasoning, Text: str(b["thinking"]), Signature: "anthropic:" + str(b["signature"])}
	case "redacted_thinking":
		return provider.Part{Kind: provider.PartReasoning, Signature: "anthropic-redacted:" + str(b["data"])}
	case "tool_use":
		args, _ := json.Marshal(b["input"])
		return provider.Part{Kind: provider.PartToolCall, ToolCall: &provider.ToolCall{ID: str(b["id"]), Name: str(b["name"]), Args: args}}
	case "tool_result":
		return provider.Part{Kind: provider.PartToolResult, ToolResult: &provider.ToolResult{CallID: str(b["tool_use_id"]), Text: textOf(b["content"]), IsError: b["is_error"] == true}}
	}
	return provider.TextPart(str(b["text"]))
}

func addItem(req *provider.Request, it obj) {
	r := requestBuilder{req}
	switch it["type"] {
	case "reasoning":
		seal, _ := json.Marshal(obj{"id": it["id"], "encrypted_content": it["encrypted_content"]})
		r.add(provider.Assistant, provider.Part{Kind: provider.PartReasoning, Text: textOf(it["summary"]), Signature: "openai:" + string(seal)})
	case "function_call":
		r.add(provider.Assistant, provider.Part{Kind: provider.PartToolCall, ToolCall: &provider.ToolCall{ID: str(it["call_id"]), Name: str(it["name"]), Args: json.RawMessage(str(it["arguments"]))}})
	case "function_call_output":
		r.add(provider.User, provider.Part{Kind: provider.PartToolResult, ToolResult: &provider.ToolResult{CallID: str(it["call_id"]), Text: str(it["output"])}})
	default:
		text := textOf(it["content"])
		switch {
		case text == "":
		case it["role"] == "system":
			req.System = text
		default:
			r.add(map[bool]provider.Role{true: provider.Assistant, false: provider.User}[it["role"] == "assistant"], provider.TextPart(text))
		}
	}
}

// essence is what a body says, in one shape for both sides.
func essence(p provider.Protocol, body obj) obj {
	out := obj{"model": body["model"], "stream": body["stream"], "system": textOf(body["system"]) + str(body["instructions"])}
	var messages, tools []any
	for _, v := range append(list(body["messages"]), list(body["input"])...) {
		m := v.(obj)
		switch {
		case m["role"] == "system":
			out["system"] = textOf(m["content"])
			continue
		case p == provider.Messages:
			messages = append(messages, plainResults(without(m, "cache_control").(obj)))
		case m["type"] == "message" || m["type"] == nil && m["tool_calls"] == nil:
			messages = append(messages, obj{"role": m["role"], "text": textOf(m["content"]), "call": m["tool_call_id"]})
		default:
			m = without(m, "status", "phase", "reasoning", "reasoning_content", "index").(obj)
			if m["type"] != "reasoning" {
				delete(m, "id")
			}
			if m["content"] != nil {
				m["content"] = textOf(m["content"])
			}
			if m["summary"] != nil {
				m["summary"] = textOf(m["summary"])
			}
			messages = append(messages, m)
		}
	}
	for _, v := range list(body["tools"]) {
		tools = append(tools, without(v, "cache_control", "strict"))
	}
	for _, tool := range tools {
		if tool.(obj)["type"] == "custom" {
			delete(tool.(obj), "type")
		}
	}
	out["messages"], out["tools"] = messages, tools
	for _, key := range []string{"max_tokens", "thinking", "chat_template_kwargs", "reasoning_effort", "store"} {
		if body[key] != nil {
			out[key] = body[key]
		}
	}
	if r, ok := body["reasoning"].(obj); ok {
		out["effort"] = r["effort"]
	}
	if c, ok := body["output_config"].(obj); ok && c["effort"] != nil {
		out["effort"] = c["effort"]
	}
	return out
}

// without copies v without the given keys and without nulls, at any depth.
func without(v any, keys ...string) any {
	switch v := v.(type) {
	case obj:
		out := obj{}
		for k, x := range v {
			if x != nil && !slices.Contains(keys, k) && (k != "description" || x != "") {
				out[k] = without(x, keys...)
			}
		}
		return out
	case []any:
		out := []any{}
		for _, x := range v {
			out = append(out, without(x, keys...))
		}
		return out
	}
	return v
}

// plainResults unwraps the texts of a message's tool results.
func plainResults(m obj) obj {
	for _, v := range list(m["content"]) {
		if b := v.(obj); b["type"] == "tool_result" {
			b["content"] = textOf(b["content"])
		}
	}
	return m
}
