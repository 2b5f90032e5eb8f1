package agent_test

import (
	"context"
	"strings"
	"testing"

	"jp/internal/agent"
	"jp/internal/provider"
	"jp/internal/tool"
)

func TestTools_RunSideBySideAndAreStoredInOrder(t *testing.T) {
	// The first call waits for the second: it would hang if they ran one by one.
	second := make(chan struct{})
	b := newBench(
		step{events: events(calls(0, "a", "echo", `{"n":1}`), calls(1, "b", "echo", `{"n":2}`), stop(provider.StopTools))},
		step{events: events(text(0, "x"), stop(provider.StopEnd))},
	)
	b.cfg.Tools = tool.NewSet(echo{name: "echo", hook: func(_ context.Context, args string) {
		if args == `{"n":2}` {
			close(second)
			return
		}
		<-second
	}})
	if _, err := b.run(t, t.Context()); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(b.memory.lines, "\n")
	if i, j := strings.Index(got, `tool_result {"id":"a"`), strings.Index(got, `tool_result {"id":"b"`); i < 0 || j < i {
		t.Errorf("record:\n%s", got)
	}
	same(t, "results", messages(b.script.requests[1].Messages[2:]), `user: result a "echo {\"n\":1}", result b "echo {\"n\":2}"`)
}

func TestTools_NoMoreThanTheLimitRunAtOnce(t *testing.T) {
	for _, parallel := range []int{1, 2, 3} {
		entered, leave := make(chan struct{}, 10), make(chan struct{})
		b := newBench(
			step{events: events(
				calls(0, "a", "echo", `{}`), calls(1, "b", "echo", `{}`), calls(2, "c", "echo", `{}`), calls(3, "d", "echo", `{}`),
				stop(provider.StopTools))},
			step{events: events(text(0, "x"), stop(provider.StopEnd))},
		)
		b.cfg.Limits.Parallel = parallel
		b.cfg.Tools = tool.NewSet(echo{name: "echo", hook: func(context.Context, string) {
			entered <- struct{}{}
			<-leave
		}})
		done := make(chan error)
		go func() { _, err := b.run(t, t.Context()); done <- err }()
		for range parallel {
			<-entered
		}
		select {
		case <-entered:
			t.Errorf("parallel %d: one more is running", parallel)
		default:
		}
		close(leave)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

func TestTools_InterruptMakesUpTheMissingResults(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := newBench(step{events: events(
		calls(0, "a", "quick", `{}`), calls(1, "b", "slow", `{}`), calls(2, "c", "quick", `{}`), stop(provider.StopTools))})
	b.cfg.Limits.Parallel = 1
	b.cfg.Tools = tool.NewSet(
		echo{name: "quick"},
		echo{name: "slow", hook: func(ctx context.Context, _ string) { cancel(); <-ctx.Done() }},
	)
	out, err := b.run(t, ctx)
	if err != nil || out.Reason != agent.ReasonInterrupted || len(b.script.requests) != 1 {
		t.Errorf("outcome = %+v, %v", out, err)
	}
	got := show(b.events)
	for _, want := range []string{
		`tool_returned a "echo {}" error=false denied=false interrupted=false`,
		`tool_returned b "interrupted: `, `tool_returned c "interrupted: `,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("events lack %s:\n%s", want, got)
		}
	}
	last := out.Messages[len(out.Messages)-1]
	if last.Role != provider.User || len(last.Parts) != 3 {
		t.Errorf("history:\n%s", messages(out.Messages))
	}
}

func TestTools_WhatMustNotRunDoesNot(t *testing.T) {
	ran := 0
	count := func(context.Context, string) { ran++ }
	b := newBench(
		step{events: events(
			callEvent(provider.ToolCallStart, 0, "bad", "echo", ""),
			provider.Event{Kind: provider.ToolCallBroken, Index: 0, Text: `{"a":`, ToolCall: provider.ToolCall{ID: "bad", Name: "echo"}},
			callEvent(provider.ToolCallStart, 1, "open", "echo", ""), // no end
			calls(2, "none", "nope", `{}`),
			calls(3, "write", "change", `{}`),
			stop(provider.StopTools),
		)},
		step{events: events(text(0, "x"), stop(provider.StopEnd))},
	)
	b.cfg.Tools = tool.NewSet(echo{name: "echo", hook: count}, echo{name: "change", writes: true, hook: count})
	out, err := b.run(t, t.Context())
	if err != nil || ran != 0 || out.ToolCalls != 4 || out.Denied != 1 {
		t.Errorf("outcome = %+v, %v, %d ran", out, err, ran)
	}
	got := show(b.events)
	for _, want := range []string{"warned bad_call echo", "warned denied change", "denied=true", `no tool \"nope\"`} {
		if !strings.Contains(got, want) {
			t.Errorf("events lack %s:\n%s", want, got)
		}
	}
	results := b.script.requests[1].Messages[2].Parts
	if len(results) != 4 {
		t.Fatalf("%d results, want one for each call", len(results))
	}
	for _, p := range results {
		if !p.ToolResult.IsError {
			t.Errorf("result %+v, want an error", p.ToolResult)
		}
	}
}

func TestTools_IdsAreMadeUpAndNeverRunTwice(t *testing.T) {
	b := newBench(
		step{events: events(
			calls(0, "", "echo", `{"n":1}`), calls(1, "", "echo", `{"n":2}`),
			calls(2, "same", "echo", `{"n":3}`), calls(3, "same", "echo", `{"n":3}`), stop(provider.StopTools))},
		step{events: events(text(0, "x"), stop(provider.StopEnd))},
	)
	out, err := b.run(t, t.Context())
	if err != nil || out.ToolCalls != 3 {
		t.Errorf("outcome = %+v, %v", out, err)
	}
	same(t, "results", messages(b.script.requests[1].Messages[2:]),
		`user: result call_1_0 "echo {\"n\":1}", result call_1_1 "echo {\"n\":2}", result same "echo {\"n\":3}"`)
}
