package agent_test

import (
	"errors"
	"fmt"
	"testing"

	"jp/internal/agent"
	"jp/internal/provider"
	"jp/internal/tool"
)

// A model that repeats a call that fails is stopped at the third time, not at the limit of requests.
func TestTools_RepeatedFailureEndsTheTurn(t *testing.T) {
	again := func(n int, call func(i int) []provider.Event) (steps []step) {
		for i := range n {
			steps = append(steps, step{events: events(call(i), stop(provider.StopTools))})
		}
		return append(steps, step{events: events(text(0, "x"), stop(provider.StopEnd))})
	}
	same := func(name, args string) func(int) []provider.Event {
		return func(i int) []provider.Event { return calls(0, fmt.Sprint("c", i), name, args) }
	}
	broken := func(i int) []provider.Event {
		id := fmt.Sprint("c", i)
		return []provider.Event{
			callEvent(provider.ToolCallStart, 0, id, "echo", ""),
			{Kind: provider.ToolCallBroken, Index: 0, Text: `{"a":`, ToolCall: provider.ToolCall{ID: id, Name: "echo"}},
		}
	}
	for _, c := range []struct {
		name     string
		steps    []step
		requests int
		stuck    *agent.StuckError // without its output
	}{
		{"twice", again(2, same("nope", `{}`)), 3, nil},
		{"three times", again(3, same("nope", `{}`)), 3, &agent.StuckError{Tool: "nope", Times: 3}},
		{"more", again(9, same("nope", `{}`)), 3, &agent.StuckError{Tool: "nope", Times: 3}},
		{"denied", again(9, same("change", `{}`)), 3, &agent.StuckError{Tool: "change", Times: 3, Denied: true}},
		{"arguments that never arrive whole", again(9, broken), 3, &agent.StuckError{Tool: "echo", Times: 3}},
		{"it works", again(9, same("echo", `{}`)), 10, nil},
		{"other arguments each time", again(9, func(i int) []provider.Event {
			return calls(0, fmt.Sprint("c", i), "nope", fmt.Sprintf(`{"n":%d}`, i))
		}), 10, nil},
		{"three in one answer", again(1, func(int) []provider.Event {
			return events(calls(0, "a", "nope", `{}`), calls(1, "b", "nope", `{}`), calls(2, "c", "nope", `{}`))
		}), 2, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(c.steps...)
			b.cfg.Tools = tool.NewSet(echo{name: "echo"}, echo{name: "change", writes: true})
			out, err := b.run(t, t.Context())
			if got := len(b.script.requests); got != c.requests {
				t.Errorf("%d requests, want %d", got, c.requests)
			}
			got, ok := errors.AsType[*agent.StuckError](err)
			switch {
			case c.stuck == nil:
				if err != nil || out.Reason != agent.ReasonCompleted {
					t.Errorf("outcome = %+v, %v", out, err)
				}
			case !ok || got.Tool != c.stuck.Tool || got.Times != c.stuck.Times || got.Denied != c.stuck.Denied || out.Reason != agent.ReasonFailed:
				t.Errorf("outcome = %+v, %+v, want %+v", out, err, c.stuck)
			}
		})
	}
}
