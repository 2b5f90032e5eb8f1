package lineui_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jp/engine"
	"jp/internal/agent"
	"jp/internal/lineui"
	"jp/internal/provider"
	"jp/internal/theme"
	"jp/printer"
	"jp/vtmodel"
)

// Two pipes: what a run leaves in files.
func TestUI_WritesTextToPipes(t *testing.T) {
	called := agent.ToolCalled{ToolTrace: agent.ToolTrace{ID: "1", Tool: "list_files", Display: `list_files(path: ".")`}}
	for _, c := range []struct {
		name     string
		o        lineui.Options
		events   []agent.Event
		out, err string
	}{
		{
			"answer", lineui.Options{}, []agent.Event{
				agent.TextDelta{Text: "\nHello "}, agent.TextDelta{Text: "world\n\n"}, agent.TextEnded{},
			}, "Hello world\n", "",
		},
		{
			"reasoning is not told from an answer, so it is left out", lineui.Options{}, []agent.Event{
				agent.ReasoningDelta{Text: "hm"}, agent.ReasoningEnded{}, agent.TextDelta{Text: "a"}, agent.TextEnded{},
			}, "a\n", "",
		},
		{
			"reasoning goes where styles are", lineui.Options{Err: theme.Theme{Styled: true}}, []agent.Event{
				agent.ReasoningDelta{Text: "hm"}, agent.ReasoningEnded{}, agent.TextDelta{Text: "a"}, agent.TextEnded{},
			}, "a\n", "hm\n",
		},
		{
			"tool call between two texts", lineui.Options{}, []agent.Event{
				agent.TextDelta{Text: "a"},
				agent.TextEnded{},
				agent.RequestEnded{},
				called,
				agent.ToolReturned{ID: "1", Tool: "list_files", Output: "x"},
				agent.TextDelta{Text: "b"},
				agent.TextEnded{},
				agent.RequestEnded{},
			}, "a\n\nb\n", "▸ list_files(path: \".\")\n",
		},
		{
			"tool call in a declared width", lineui.Options{Cols: 12}, []agent.Event{called}, "", "▸ list_…\".\")\n",
		},
		{
			"failed tool", lineui.Options{}, []agent.Event{
				called, agent.ToolReturned{ID: "1", Tool: "list_files", Output: "no such directory", IsError: true},
			}, "", "▸ list_files(path: \".\")\n⚠ list_files failed: no such directory\n",
		},
		{
			"retry is a line each", lineui.Options{}, []agent.Event{
				agent.RetryScheduled{Kind: provider.RateLimited, Attempt: 1, Of: 3, Wait: time.Second},
				agent.RetryScheduled{Kind: provider.RateLimited, Attempt: 2, Of: 3, Wait: 2 * time.Second},
			}, "", "⚠ Rate limited, retrying (1/2) in 1.0s\n⚠ Rate limited, retrying (2/2) in 2.0s\n",
		},
		{
			"quiet", lineui.Options{Quiet: true}, []agent.Event{
				called, agent.Warned{Kind: agent.WarnLength}, agent.TextDelta{Text: "a"}, agent.TextEnded{},
			}, "a\n", "",
		},
		{
			"verbose", lineui.Options{Verbose: true}, []agent.Event{
				agent.TurnStarted{Provider: "p", Model: "m"}, agent.TurnEnded{Reason: agent.ReasonCompleted, Requests: 1},
			}, "", "p/m\ncompleted: 1 request\n",
		},
		{
			"notice in the middle of a block", lineui.Options{}, []agent.Event{
				agent.TextDelta{Text: "half"}, agent.Warned{Kind: agent.WarnLength},
			}, "half\n", "⚠ the answer was cut by a token limit; ask for the rest\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, err bytes.Buffer
			p := printer.New(printer.Options{
				Out: &out, Err: &err,
				Terminal: printer.Terminal{Out: engine.PortPlain, Err: engine.PortPlain},
			})
			ui := lineui.New(p, c.o)
			for _, e := range c.events {
				ui.Event(e)
			}
			ui.Close()
			if e := p.Close(); e != nil {
				t.Fatal(e)
			}
			if out.String() != c.out {
				t.Errorf("out: got %q, want %q", out.String(), c.out)
			}
			if err.String() != c.err {
				t.Errorf("err: got %q, want %q", err.String(), c.err)
			}
		})
	}
}

// bench is a UI on a screen, in a bubble where time is virtual.
type bench struct {
	*lineui.UI
	p      *printer.Printer
	screen *screen
}

// screen is a terminal that the printer writes to and the test looks at.
type screen struct {
	mu    sync.Mutex // guards model
	model *vtmodel.VT10x
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.model.Write(p)
}

// text is what one sees, without the blank rows at the end.
func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.TrimRight(strings.Join(s.model.Screen().Text(), "\n"), "\n ")
}

func newBench(o lineui.Options) *bench {
	const cols, rows = 60, 12
	b := &bench{screen: &screen{model: vtmodel.NewVT10x(cols, rows)}}
	b.p = printer.New(printer.Options{
		Out: b.screen, Err: b.screen,
		Terminal: printer.Terminal{
			Out: engine.PortScreen, Err: engine.PortScreen,
			Verdict: printer.Verdict{On: true},
			Size:    func() (int, int) { return cols, rows },
		},
	})
	o.Shared = true
	o.Out, o.Err = theme.Theme{Styled: true}, theme.Theme{Styled: true}
	b.UI = lineui.New(b.p, o)
	return b
}

// repaintMin is how long a change of a row may wait: there are at most 30 repaints a second.
const repaintMin = 40 * time.Millisecond

// want waits until everything has been written, and compares.
func (b *bench) want(t *testing.T, when, want string) {
	t.Helper()
	synctest.Wait()
	if got := b.screen.text(); got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", when, got, want)
	}
}

func TestUI_WaitingRowNamesThePhaseAndLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(lineui.Options{WaitingDelay: 3 * time.Second})
		b.Event(agent.RequestStarted{Request: 1, Attempt: 1})
		b.Event(agent.PhaseChanged{Phase: agent.PhaseConnecting})
		time.Sleep(2900 * time.Millisecond)
		b.want(t, "before the delay", "")
		time.Sleep(200 * time.Millisecond)
		b.want(t, "after the delay", "⏱ Waiting… 3.1s (connecting)")
		b.Event(agent.PhaseChanged{Phase: agent.PhaseSending})
		time.Sleep(repaintMin)
		b.want(t, "sending", "⏱ Waiting… 3.1s (sending)")
		b.Event(agent.PhaseChanged{Phase: agent.PhaseWaiting})
		time.Sleep(time.Second)
		b.want(t, "waiting", "⏱ Waiting… 4.1s (waiting for first token)")
		b.Event(agent.Pinged{})
		time.Sleep(repaintMin)
		b.want(t, "keep-alive", "⏱ Waiting… 4.1s (receiving)")
		b.Event(agent.TextDelta{Text: "Blue."})
		b.Event(agent.TextEnded{})
		b.want(t, "first text", "Blue.")
		b.Event(agent.RequestEnded{})
		b.p.Close()
		b.want(t, "end", "Blue.")
	})
}

func TestUI_AStreamThatStallsIsSeenUnderTheUnfinishedLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(lineui.Options{WaitingDelay: 3 * time.Second})
		b.Event(agent.RequestStarted{Request: 1, Attempt: 1})
		b.Event(agent.TextDelta{Text: "Hello"})
		time.Sleep(2900 * time.Millisecond)
		b.want(t, "before the delay", "Hello")
		b.Event(agent.TextDelta{Text: " wor"})
		time.Sleep(2900 * time.Millisecond)
		b.want(t, "the delay starts anew", "Hello wor")
		time.Sleep(200 * time.Millisecond)
		b.want(t, "after the delay", "Hello wor\n⏱ Waiting… 3.1s")
		b.Event(agent.TextDelta{Text: "ld"})
		b.Event(agent.TextEnded{})
		b.want(t, "it goes on", "Hello world")
		b.Event(agent.RequestEnded{})
		time.Sleep(time.Minute)
		b.p.Close()
		b.want(t, "end", "Hello world")
	})
}

func TestUI_RetryCountsDownAndGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(lineui.Options{WaitingDelay: 3 * time.Second})
		b.Event(agent.RetryScheduled{Kind: provider.Overloaded, Attempt: 1, Of: 6, Wait: 2 * time.Second})
		b.want(t, "at once", "⚠ Service overloaded, retrying (1/5)… 2.0s")
		time.Sleep(time.Second)
		b.want(t, "half way", "⚠ Service overloaded, retrying (1/5)… 1.0s")
		b.Event(agent.RequestStarted{Request: 1, Attempt: 2})
		b.want(t, "next attempt", "")
		b.Event(agent.TextDelta{Text: "a"})
		b.Close()
		b.p.Close()
		b.want(t, "end", "a")
	})
}

func TestUI_BlocksOnOneScreenAreSeparatedByOneBlankLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(lineui.Options{})
		for _, e := range []agent.Event{
			agent.ReasoningDelta{Text: "let me\n\n"},
			agent.ReasoningDelta{Index: 0, Text: "look\n\n"},
			agent.ReasoningEnded{},
			agent.RequestEnded{},
			agent.ToolCalled{ToolTrace: agent.ToolTrace{ID: "1", Tool: "a", Display: "a()"}},
			agent.ToolCalled{ToolTrace: agent.ToolTrace{ID: "2", Tool: "b", Display: "b()"}},
			agent.ToolReturned{ID: "1", Tool: "a"},
			agent.ToolReturned{ID: "2", Tool: "b"},
			agent.TextDelta{Text: "Done."},
			agent.TextEnded{},
			agent.RequestEnded{},
		} {
			b.Event(e)
		}
		b.UI.Close()
		b.p.Close()
		b.want(t, "end", "let me\n\nlook\n\n▸ a()\n▸ b()\n\nDone.")
	})
}

func TestUI_LinesFromElsewhereStandWithTheRemarks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(lineui.Options{})
		b.Write([]byte("note\nhint\n"))
		b.Event(agent.TextDelta{Text: "half"})
		b.Write([]byte("late\n"))
		b.p.Close()
		b.want(t, "end", "note\nhint\n\nhalf\n\nlate")
	})
}

func TestUI_TypesTextSlowlyAndCodeFaster(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(lineui.Options{TextDelay: 100 * time.Millisecond, CodeDelay: 10 * time.Millisecond})
		b.Event(agent.TextDelta{Text: "ab"})
		b.want(t, "first character is immediate", "a")
		time.Sleep(99 * time.Millisecond)
		b.want(t, "before the second", "a")
		time.Sleep(11 * time.Millisecond)
		b.want(t, "after the second", "ab")
		b.Close()
		b.p.Close()
		b.want(t, "end", "ab")
	})
}
