package provider_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"jp/internal/provider"
	"jp/internal/provider/anthropic"
	"jp/internal/provider/guard"
	"jp/internal/provider/openai"
)

// protocols is what every test of streams runs over.
var protocols = []provider.Protocol{provider.Messages, provider.Responses, provider.Completions}

const testKey = "sk-test-0123456789abcdef"

// open makes a provider that speaks p at url. Its connections end with the test.
func open(t *testing.T, p provider.Protocol, url string, limits guard.Limits) provider.Provider {
	t.Helper()
	client := guard.NewClient(nil)
	t.Cleanup(client.CloseIdleConnections)
	return openWith(p, provider.Plain, url, limits, client)
}

func openWith(p provider.Protocol, d provider.Dialect, url string, limits guard.Limits, client *http.Client) provider.Provider {
	return openEndpoint(provider.Endpoint{
		Provider: "test", Protocol: p, Dialect: d, BaseURL: url, Key: testKey, KeyName: "TEST_API_KEY",
	}, limits, client)
}

func openEndpoint(ep provider.Endpoint, limits guard.Limits, client *http.Client) provider.Provider {
	if ep.Protocol == provider.Messages {
		return anthropic.New(ep, anthropic.Options{HTTP: client, Limits: limits})
	}
	return openai.New(ep, openai.Options{HTTP: client, Limits: limits})
}

func question() provider.Request {
	return provider.Request{Model: "m", Messages: []provider.Message{provider.UserText("hi")}}
}

// result is all of a stream, sorted by what it is about.
type result struct {
	events    []provider.Event
	fragments []string // texts and reasoning as they came, and calls
	text      string
	reasoning string
	signature string
	calls     []provider.ToolCall
	broken    []provider.Event
	usage     provider.Usage
	stop      provider.StopReason
	done      bool
	pings     int
	err       error
}

// run streams req and collects what comes.
func run(t *testing.T, p provider.Provider, req provider.Request) result {
	t.Helper()
	return runContext(t.Context(), p, req)
}

func runContext(ctx context.Context, p provider.Provider, req provider.Request) result {
	var r result
	r.err = p.Stream(ctx, req, func(e provider.Event) { r.add(e) })
	return r
}

func (r *result) add(e provider.Event) {
	r.events = append(r.events, e)
	switch e.Kind {
	case provider.TextDelta:
		r.text += e.Text
		r.fragments = append(r.fragments, "text "+e.Text)
	case provider.ReasoningDelta:
		r.reasoning += e.Text
		r.fragments = append(r.fragments, "reasoning "+e.Text)
	case provider.ReasoningDone:
		r.signature += e.Signature
	case provider.ToolCallStart:
		r.fragments = append(r.fragments, "call "+e.ToolCall.ID+" "+e.ToolCall.Name)
	case provider.ToolCallDelta:
		r.fragments = append(r.fragments, "args "+e.Text)
	case provider.ToolCallDone:
		r.calls = append(r.calls, e.ToolCall)
	case provider.ToolCallBroken:
		r.broken = append(r.broken, e)
	case provider.UsageUpdate:
		r.usage = e.Usage
	case provider.Ping:
		r.pings++
	case provider.Done:
		r.done, r.stop = true, e.Stop
	}
}

// String is the stream without the phases of the connection, one event a line.
func (r result) String() string {
	var b strings.Builder
	for _, e := range r.events {
		switch e.Kind {
		case provider.Connecting, provider.Sending, provider.Waiting:
			continue
		}
		fmt.Fprintf(&b, "%s", e.Kind)
		if e.Index != 0 || e.IsContent() || e.Kind == provider.ReasoningDone {
			fmt.Fprintf(&b, " [%d]", e.Index)
		}
		if e.ToolCall.ID != "" {
			fmt.Fprintf(&b, " %s %s %s", e.ToolCall.ID, e.ToolCall.Name, e.ToolCall.Args)
		}
		if e.Text != "" {
			fmt.Fprintf(&b, " %q", e.Text)
		}
		if e.Signature != "" {
			fmt.Fprintf(&b, " signature %q", e.Signature)
		}
		if e.Kind == provider.UsageUpdate {
			fmt.Fprintf(&b, " %+v", e.Usage)
		}
		if e.Kind == provider.Done {
			fmt.Fprintf(&b, " %s", e.Stop)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
