package provider_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"jp/internal/provider"
	"jp/internal/provider/guard"
)

// TestE2E talks to a real inference server over all three protocols. It needs
// one at JP_E2E_BASE_URL that speaks them, such as llama.cpp's.
func TestE2E(t *testing.T) {
	base := os.Getenv("JP_E2E_BASE_URL")
	if base == "" {
		t.Skip("JP_E2E_BASE_URL is not set: no real server to talk to")
	}
	base = strings.TrimSuffix(strings.TrimSuffix(base, "/"), "/v1")
	for _, p := range protocols {
		url := base
		if p != provider.Messages {
			url += "/v1"
		}
		client := guard.NewClient(nil)
		defer client.CloseIdleConnections()
		prov := openWith(p, provider.Template, url, guard.Limits{}, client)
		t.Run(string(p)+"/text", func(t *testing.T) { e2eText(t, prov) })
		t.Run(string(p)+"/tools", func(t *testing.T) { e2eTools(t, prov) })
		t.Run(string(p)+"/reasoning", func(t *testing.T) { e2eReasoning(t, prov) })
		t.Run(string(p)+"/cancel", func(t *testing.T) { e2eCancel(t, prov) })
		t.Run(string(p)+"/refused", func(t *testing.T) { e2eRefused(t, prov) })
	}
}

func e2eRequest(text string) provider.Request {
	return provider.Request{
		Model: "tiny", System: "Be brief.", MaxTokens: 200, Messages: []provider.Message{provider.UserText(text)},
	}
}

func e2eText(t *testing.T, p provider.Provider) {
	req := e2eRequest("Say something about terminals.")
	r := run(t, p, req)
	if r.err != nil || !r.done {
		t.Fatalf("got %v", r.err)
	}
	if r.text == "" && r.reasoning == "" {
		t.Error("no text at all")
	}
	if r.usage.OutputTokens == 0 {
		t.Errorf("usage %+v", r.usage)
	}
	t.Logf("%d events, %d bytes of reasoning, %d of text, stop %s, usage %+v", len(r.events), len(r.reasoning), len(r.text), r.stop, r.usage)
}

// e2eTools plays two turns: a call, and its result.
func e2eTools(t *testing.T, p provider.Provider) {
	req := e2eRequest("List the files.")
	req.Tools = []provider.ToolSpec{{
		Name: "list_files", Description: "Lists files.",
		Schema: json.RawMessage(`{"type":"object","properties":{"dir":{"type":"string"},"deep":{"type":"boolean"}},"required":["dir"]}`),
	}}
	r := run(t, p, req)
	if r.err != nil {
		t.Fatal(r.err)
	}
	t.Logf("%d calls, %d broken, stop %s: %s", len(r.calls), len(r.broken), r.stop, r.calls)
	if len(r.calls) == 0 {
		if r.stop != provider.StopLength {
			t.Errorf("no call, and the stop reason is %s", r.stop)
		}
		return
	}
	answer := provider.Message{Role: provider.Assistant}
	result := provider.Message{Role: provider.User}
	if r.reasoning != "" {
		answer.Parts = append(answer.Parts, provider.Part{Kind: provider.PartReasoning, Text: r.reasoning, Signature: r.signature})
	}
	for _, c := range r.calls {
		answer.Parts = append(answer.Parts, provider.Part{Kind: provider.PartToolCall, ToolCall: &c})
		result.Parts = append(result.Parts, provider.Part{Kind: provider.PartToolResult, ToolResult: &provider.ToolResult{CallID: c.ID, Text: "a.txt b.txt"}})
	}
	req.Messages = append(req.Messages, answer, result)
	if r := run(t, p, req); r.err != nil || !r.done {
		t.Errorf("the turn after the result: %v", r.err)
	}
}

// e2eReasoning: every way to ask for reasoning is accepted.
func e2eReasoning(t *testing.T, p provider.Provider) {
	for _, r := range []provider.Reasoning{
		{Mode: provider.ReasoningOff},
		{Mode: provider.ReasoningOn},
		{Mode: provider.ReasoningOn, Effort: "low"},
		{Mode: provider.ReasoningOn, BudgetTokens: 1024},
	} {
		req := e2eRequest("Think, then say something.")
		req.Reasoning = r
		got := run(t, p, req)
		t.Logf("%+v: %d bytes of reasoning, %d of text, %v", r, len(got.reasoning), len(got.text), got.err)
		if got.err != nil || !got.done {
			t.Errorf("%+v: %v", r, got.err)
		}
	}
}

func e2eCancel(t *testing.T, p provider.Provider) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	content := 0
	req := e2eRequest("Write a long story.")
	req.MaxTokens = 2000
	err := p.Stream(ctx, req, func(e provider.Event) {
		if e.IsContent() {
			if content++; content == 3 {
				cancel()
			}
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v after %d events of content, want context.Canceled", err, content)
	}
}

func e2eRefused(t *testing.T, p provider.Provider) {
	req := e2eRequest(strings.Repeat("word ", 60000))
	r := run(t, p, req)
	e := asError(t, "a prompt that is too long", r.err)
	if e.Status != 400 || e.Retryable() || r.done {
		t.Errorf("got %v, status %d, retryable %v", e, e.Status, e.Retryable())
	}
	t.Logf("%v: %v", e.Kind, e)
}
