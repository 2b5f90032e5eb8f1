package agent_test

import (
	"strings"
	"testing"

	"jp/internal/agent"
	"jp/internal/provider"
	"jp/internal/tool"
)

func TestToolCalled_DisplaysTheCallOnOneLine(t *testing.T) {
	tests := []struct{ name, args, want string }{
		{"none", `{}`, `echo()`},
		{"in-the-model's-order", `{"b":1,"a":2}`, `echo(b: 1, a: 2)`},
		{"false-zero-empty", `{"a":false,"b":0,"c":"","d":null}`, `echo(a: false, b: 0, c: "", d: null)`},
		{"nested-and-spaced", `{ "a" : { "x" : [ 1, 2 ] } }`, `echo(a: {"x":[1,2]})`},
		{"line-break", `{"a":"x\ny"}`, `echo(a: "x\ny")`},
		{"strange-key", `{"a b\n":1,"":2}`, `echo("a b\n": 1, "": 2)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(
				step{events: events(calls(0, "c", "echo", tt.args), stop(provider.StopTools))},
				step{events: events(text(0, "x"), stop(provider.StopEnd))},
			)
			if _, err := b.run(t, t.Context()); err != nil {
				t.Fatal(err)
			}
			got := called(t, b.events)
			if got.Display != tt.want || got.Short != tt.want || !got.ReadOnly || got.Presentation != agent.PresentCommand {
				t.Errorf("trace = %+v, want %s", got, tt.want)
			}
		})
	}
}

func TestToolCalled_ShortLeavesOutTheMiddle(t *testing.T) {
	b := newBench(
		step{events: events(calls(0, "c", "change", `{"a":"`+strings.Repeat("x", 200)+`"}`), stop(provider.StopTools))},
		step{events: events(text(0, "x"), stop(provider.StopEnd))},
	)
	b.cfg.Tools = tool.NewSet(echo{name: "change", writes: true})
	if _, err := b.run(t, t.Context()); err != nil {
		t.Fatal(err)
	}
	got := called(t, b.events)
	if n := len([]rune(got.Short)); n != 100 || !strings.HasPrefix(got.Short, `change(a: "x`) || !strings.HasSuffix(got.Short, `x")`) || got.ReadOnly {
		t.Errorf("%d runes: %s, read-only %v", n, got.Short, got.ReadOnly)
	}
}

func called(t *testing.T, list []agent.Event) agent.ToolCalled {
	t.Helper()
	for _, e := range list {
		if c, ok := e.(agent.ToolCalled); ok {
			return c
		}
	}
	t.Fatal("no call")
	return agent.ToolCalled{}
}
