package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"jp/internal/agent"
	"jp/internal/provider"
	"jp/internal/store"
	"jp/internal/tool"
)

// step is one answer of the scripted provider: its events, then its error. The hook
// runs after the events, to cancel or to look.
type step struct {
	events []provider.Event
	err    error
	hook   func()
}

// script is a provider that plays its steps and keeps the requests. An interrupted
// step reports the context's error as a real provider does.
type script struct {
	steps    []step
	requests []provider.Request
}

func (s *script) Name() string { return "script" }

func (s *script) Stream(ctx context.Context, req provider.Request, emit func(provider.Event)) error {
	n := len(s.requests)
	s.requests = append(s.requests, req)
	if n >= len(s.steps) {
		return errors.New("the script has ended")
	}
	for _, e := range s.steps[n].events {
		emit(e)
	}
	if s.steps[n].hook != nil {
		s.steps[n].hook()
	}
	if err := ctx.Err(); err != nil && s.steps[n].err == nil && !ended(s.steps[n].events) {
		return fmt.Errorf("stream: %w", err)
	}
	return s.steps[n].err
}

func ended(events []provider.Event) bool {
	return len(events) > 0 && events[len(events)-1].Kind == provider.Done
}

func text(index int, s string) provider.Event {
	return provider.Event{Kind: provider.TextDelta, Index: index, Text: s}
}

func think(index int, s string) provider.Event {
	return provider.Event{Kind: provider.ReasoningDelta, Index: index, Text: s}
}

func thought(index int, signature string) provider.Event {
	return provider.Event{Kind: provider.ReasoningDone, Index: index, Signature: signature}
}

func callEvent(kind provider.EventKind, index int, id, name, args string) provider.Event {
	e := provider.Event{Kind: kind, Index: index, ToolCall: provider.ToolCall{ID: id, Name: name}}
	if args != "" {
		e.ToolCall.Args = json.RawMessage(args)
	}
	return e
}

func calls(index int, id, name, args string) []provider.Event {
	return []provider.Event{
		callEvent(provider.ToolCallStart, index, id, name, ""),
		{Kind: provider.ToolCallDelta, Index: index, Text: args, ToolCall: provider.ToolCall{ID: id}},
		callEvent(provider.ToolCallDone, index, id, name, args),
	}
}

func stop(reason provider.StopReason) provider.Event {
	return provider.Event{Kind: provider.Done, Stop: reason}
}

func usage(in, out int64) provider.Event {
	return provider.Event{Kind: provider.UsageUpdate, Usage: provider.Usage{InputTokens: in, OutputTokens: out}}
}

func events(list ...any) (all []provider.Event) {
	for _, x := range list {
		switch x := x.(type) {
		case provider.Event:
			all = append(all, x)
		case []provider.Event:
			all = append(all, x...)
		}
	}
	return all
}

// memory is a recorder whose appends can fail.
type memory struct {
	lines []string
	fail  func(kind store.Kind) error
}

func (m *memory) Append(kind store.Kind, data any) error {
	b, err := json.Marshal(data)
	if err != nil {
		return err
	}
	m.lines = append(m.lines, string(kind)+" "+string(b))
	if m.fail != nil {
		return m.fail(kind)
	}
	return nil
}

// echo is a read-only tool that returns its arguments; its hook runs inside.
type echo struct {
	name   string
	writes bool
	hook   func(ctx context.Context, args string)
}

func (e echo) Name() string            { return e.name }
func (e echo) Description() string     { return "" }
func (e echo) Schema() json.RawMessage { return nil }
func (e echo) ReadOnly() bool          { return !e.writes }

func (e echo) Run(ctx context.Context, args json.RawMessage) (tool.Result, error) {
	if e.hook != nil {
		e.hook(ctx, string(args))
	}
	if err := ctx.Err(); err != nil {
		return tool.Result{}, err
	}
	return tool.Result{Text: "echo " + string(args)}, nil
}

// bench is a run with everything recorded.
type bench struct {
	script *script
	memory *memory
	events []agent.Event
	waits  []time.Duration
	cfg    agent.Config
}

func newBench(steps ...step) *bench {
	b := &bench{script: &script{steps: steps}, memory: &memory{}}
	b.cfg = agent.Config{
		Provider: b.script, Model: "m", Recorder: b.memory,
		Sink:  func(e agent.Event) { b.events = append(b.events, e) },
		Sleep: func(ctx context.Context, d time.Duration) error { b.waits = append(b.waits, d); return ctx.Err() },
		Tools: tool.NewSet(echo{name: "echo"}),
	}
	return b
}

func (b *bench) run(t *testing.T, ctx context.Context) (agent.Outcome, error) {
	t.Helper()
	return agent.Run(ctx, b.cfg, "hello")
}

// show writes events one a line, each with the facts that tests are about.
func show(list []agent.Event) string {
	var s strings.Builder
	for _, e := range list {
		s.WriteString(agent.Name(e))
		switch e := e.(type) {
		case agent.TurnStarted:
			fmt.Fprintf(&s, " %q", e.Input)
		case agent.RequestStarted:
			fmt.Fprintf(&s, " %d.%d", e.Request, e.Attempt)
		case agent.PhaseChanged:
			fmt.Fprintf(&s, " %s", e.Phase)
		case agent.TextDelta:
			fmt.Fprintf(&s, " %d %q", e.Index, e.Text)
		case agent.ReasoningDelta:
			fmt.Fprintf(&s, " %d %q", e.Index, e.Text)
		case agent.TextEnded:
			fmt.Fprintf(&s, " %d", e.Index)
		case agent.ReasoningEnded:
			fmt.Fprintf(&s, " %d", e.Index)
		case agent.ToolCallStarted:
			fmt.Fprintf(&s, " %s %s", e.ID, e.Tool)
		case agent.ToolCallGrew:
			fmt.Fprintf(&s, " %s %d", e.ID, e.Bytes)
		case agent.ToolCalled:
			fmt.Fprintf(&s, " %s %s", e.ID, e.Display)
		case agent.ToolReturned:
			fmt.Fprintf(&s, " %s %q error=%v denied=%v interrupted=%v", e.ID, e.Output, e.IsError, e.Denied, e.Interrupted)
		case agent.RequestEnded:
			fmt.Fprintf(&s, " stop=%s mark=%s", e.Stop, e.Mark)
		case agent.RetryScheduled:
			fmt.Fprintf(&s, " %v %d/%d %v", e.Kind, e.Attempt, e.Of, e.Wait)
		case agent.Warned:
			fmt.Fprintf(&s, " %s %s", e.Kind, e.Name)
		case agent.Failed:
			fmt.Fprintf(&s, " kept=%v %v", e.Kept, e.Err)
		case agent.TurnEnded:
			fmt.Fprintf(&s, " %s requests=%d calls=%d", e.Reason, e.Requests, e.ToolCalls)
		}
		s.WriteString("\n")
	}
	return s.String()
}

// same compares texts line by line and names the first line that differs.
func same(t *testing.T, what, got, want string) {
	t.Helper()
	g, w := strings.Split(strings.TrimSpace(got), "\n"), strings.Split(strings.TrimSpace(want), "\n")
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = strings.TrimSpace(w[i])
		}
		if strings.TrimRight(a, " ") != b {
			t.Errorf("%s, line %d:\n got %s\nwant %s\n\nall of it:\n%s", what, i+1, a, b, got)
			return
		}
	}
}
