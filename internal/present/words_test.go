package present_test

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"jp/internal/agent"
	"jp/internal/present"
	"jp/internal/provider"
	"jp/internal/store"
)

func TestWaiting_NamesEachPhase(t *testing.T) {
	for _, c := range []struct {
		phase  agent.Phase
		detail string
	}{
		{agent.PhaseConnecting, "connecting"},
		{agent.PhaseSending, "sending"},
		{agent.PhaseWaiting, "waiting for first token"},
		{agent.PhaseReceiving, "receiving"},
		{"", ""},
	} {
		want := present.Row{Glyph: "⏱", Subject: "Waiting…", Detail: c.detail}
		if got := (present.Words{}).Waiting(c.phase); got != want {
			t.Errorf("%q: got %+v, want %+v", c.phase, got, want)
		}
	}
}

func TestRetry_CountsTheAttemptsAfterTheFirst(t *testing.T) {
	for _, c := range []struct {
		e    agent.RetryScheduled
		want string
	}{
		{agent.RetryScheduled{Kind: provider.RateLimited, Attempt: 1, Of: 6}, "Rate limited, retrying (1/5)"},
		{agent.RetryScheduled{Kind: provider.Timeout, Attempt: 5, Of: 6}, "Timeout, retrying (5/5)"},
		{agent.RetryScheduled{Kind: provider.Connection, Attempt: 2}, "Connection error, retrying (2/2)"},
		{agent.RetryScheduled{Kind: provider.Server, Attempt: 1, Of: 2}, "Server error, retrying (1/1)"},
		{agent.RetryScheduled{Kind: provider.Overloaded, Attempt: 1, Of: 2}, "Service overloaded, retrying (1/1)"},
		{agent.RetryScheduled{Kind: provider.Quota, Attempt: 1, Of: 2}, "Insufficient quota, retrying (1/1)"},
		{agent.RetryScheduled{Kind: provider.Cut, Attempt: 1, Of: 2}, "Stream cut, retrying (1/1)"},
		{agent.RetryScheduled{Kind: provider.Malformed, Attempt: 1, Of: 2}, "Stream error, retrying (1/1)"},
	} {
		if got := (present.Words{}).Retry(c.e); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Without Unicode no glyph is left, in any row.
func TestWords_ASCIIHasNoOtherCharacters(t *testing.T) {
	w := present.Words{ASCII: true}
	header, _ := w.Call(agent.ToolTrace{Display: "read_file(path: a)"}, 80)
	rows := []present.Row{w.Waiting(agent.PhaseWaiting), w.Preparing("t"), w.Running([]string{"t"}), w.Running([]string{"t", "u"}), w.Reading(), w.Retrying(agent.RetryScheduled{})}
	line := w.Line(present.Notice{Text: "a", Hint: "b"})
	for _, row := range append(rows, present.Row{Subject: header}, present.Row{Subject: line}) {
		for _, r := range row.Glyph + row.Subject + row.Detail {
			if r > 0x7e || r < 0x20 {
				t.Errorf("%+v: has %q", row, r)
			}
		}
	}
}

func TestRows_AreCleanOfWhatTheModelMadeUp(t *testing.T) {
	w := present.Words{}
	hostile := "x\x1b[2J\ny"
	for _, got := range []string{w.Preparing(hostile).Subject, w.Running([]string{hostile}).Subject} {
		for _, r := range got {
			if r < 0x20 {
				t.Errorf("%q has the control %q", got, r)
			}
		}
	}
}

func TestCall_FitsAndHides(t *testing.T) {
	trace := agent.ToolTrace{Display: "read_file(path: a/very/long/path/to/some/file.go)"}
	for _, cols := range []int{1, 2, 3, 10, 20, 60} {
		got, ok := (present.Words{}).Call(trace, cols)
		if n := len([]rune(got)); !ok || n > max(cols, 3) {
			t.Errorf("%d columns: got %q (%d)", cols, got, n)
		}
	}
	if got, ok := (present.Words{}).Call(trace, 0); !ok || got != "▸ "+trace.Display {
		t.Errorf("unknown width: got %q", got)
	}
	trace.Presentation = agent.PresentSelf
	if got, ok := (present.Words{}).Call(trace, 80); ok {
		t.Errorf("a tool that talks for itself: got %q", got)
	}
}

func TestResult_SpeaksOfFailureOnly(t *testing.T) {
	for _, c := range []struct {
		name string
		e    agent.ToolReturned
		want string
	}{
		{"fine", agent.ToolReturned{Tool: "t", Output: "x"}, ""},
		{"failed", agent.ToolReturned{Tool: "t", Output: "\nno such file\nmore", IsError: true}, "t failed: no such file"},
		{"denied", agent.ToolReturned{Tool: "t", IsError: true, Denied: true}, "t was not run: it needs consent"},
		{"interrupted", agent.ToolReturned{Tool: "t", IsError: true, Interrupted: true}, ""},
		{"self", agent.ToolReturned{Tool: "t", IsError: true, Presentation: agent.PresentSelf}, ""},
	} {
		if got, ok := (present.Words{}).Result(c.e); got.Text != c.want || ok != (c.want != "") {
			t.Errorf("%s: got %q, %v, want %q", c.name, got.Text, ok, c.want)
		}
	}
}

// A kind without words of its own would be an "unexpected", so the list can not fall behind the agent's.
func TestInterrupted_SaysWhatIsLeftAndWhere(t *testing.T) {
	for _, c := range []struct {
		left present.Left
		want string
	}{
		{present.Left{}, "interrupted before an answer came"},
		{present.Left{Saved: true, Conversation: "c"}, "interrupted before an answer came"},
		{present.Left{Received: true}, "interrupted, what was received is not kept"},
		{present.Left{Received: true, Conversation: "c"}, "interrupted, what was received is not kept"},
		{present.Left{Received: true, Saved: true}, "interrupted, what was received is kept"},
		{
			present.Left{Received: true, Saved: true, Conversation: "c", Unseen: true},
			"interrupted, the terminal was too slow to show everything, what was received is kept: jp conversation print c",
		},
		{present.Left{Received: true, Saved: true, Conversation: "c"}, "interrupted, what was received is kept: jp conversation print c"},
	} {
		if got := (present.Words{}).Interrupted(c.left); got != (present.Notice{Text: c.want}) {
			t.Errorf("%+v: got %+v, want %q", c.left, got, c.want)
		}
	}
}

func TestWarning_HasWordsForEachKind(t *testing.T) {
	cause := errors.New("a\x1b[31mb")
	for _, kind := range []agent.WarningKind{
		agent.WarnNotSaved, agent.WarnDamaged, agent.WarnEmptyAnswer, agent.WarnLength, agent.WarnRefused,
		agent.WarnRequestLimit, agent.WarnBadCall, agent.WarnMissingCall, agent.WarnDenied, agent.WarnUnfinished,
	} {
		got := (present.Words{}).Warning(agent.Warned{Kind: kind, Name: "tool", Count: 7, Err: cause})
		if got.Text == "" || got.Text[0] == 'u' && got.Text[:4] == "unex" {
			t.Errorf("%s: got %q", kind, got.Text)
		}
		for _, r := range got.Text + got.Hint {
			if r < 0x20 {
				t.Errorf("%s: %q has the control %q", kind, got.Text, r)
			}
		}
	}
}

func TestFailure_KnowsWhatToDo(t *testing.T) {
	for _, c := range []struct {
		name       string
		err        error
		text, hint string
	}{
		{
			"provider", fmt.Errorf("run: %w", &provider.Error{Provider: "p", Status: 401, Message: "bad key", Hint: "check it"}),
			"p: bad key (HTTP 401)", "check it",
		},
		{
			"full disk", &store.AppendError{Path: "f", Events: 1, Err: syscall.ENOSPC},
			`the conversation is not saved: save 1 event to "f" at offset 0: no space left on device`,
			"free some space, or run with --no-persist",
		},
		{"locked", &store.LockedError{ID: "i", PID: 7}, "conversation i is in use by process 7", "wait for it, or start a new conversation"},
		{"read-only", syscall.EROFS, "read-only file system", "make the directory writable, set XDG_DATA_HOME to another, or run with --no-persist"},
		{
			"stuck", &agent.StuckError{Tool: "no\npe", Times: 3, Output: "there is no tool\nx"},
			"the model called no pe 3 times in the same way, and it failed each time: there is no tool",
			"ask in other words, or another model with --model",
		},
		{"other", errors.New("a\nb"), "a b", ""},
	} {
		if got := present.Failure(c.err); got.Text != c.text || got.Hint != c.hint {
			t.Errorf("%s: got %+v, want %q, %q", c.name, got, c.text, c.hint)
		}
	}
}

func TestSummary_CountsInWords(t *testing.T) {
	w := present.Words{}
	got := w.Summary(agent.TurnEnded{Reason: agent.ReasonCompleted, Requests: 1, ToolCalls: 2, Usage: provider.Usage{InputTokens: 1, OutputTokens: 5}})
	if want := "completed: 1 request, 2 tool calls, 1 token in, 5 out"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got = w.Started(agent.TurnStarted{Provider: "p", Model: "m", History: 1, Tools: []string{"a", "b"}})
	if want := "p/m, 1 message before, tools: a b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := present.Seconds(2500*time.Millisecond), "in 2.5s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
