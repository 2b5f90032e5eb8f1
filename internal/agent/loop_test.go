package agent_test

import (
	"context"
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

func TestRun_EmitsAndRecordsAWholeTurn(t *testing.T) {
	b := newBench(
		step{events: events(
			provider.Event{Kind: provider.Connecting}, provider.Event{Kind: provider.Sending},
			provider.Event{Kind: provider.Waiting}, provider.Event{Kind: provider.Ping},
			think(0, "hm"), think(0, "m"), thought(0, "sig"), text(1, "look"), calls(2, "c1", "echo", `{"a":1,"b":"x\ny"}`),
			usage(10, 5), stop(provider.StopTools),
		)},
		step{events: events(text(0, "do"), text(0, "ne"), usage(20, 7), stop(provider.StopEnd))},
	)
	out, err := b.run(t, t.Context())
	if err != nil || out.Reason != agent.ReasonCompleted || out.Text != "done" || out.Usage.InputTokens != 30 || out.Usage.OutputTokens != 12 {
		t.Errorf("outcome = %+v, %v", out, err)
	}
	same(t, "events", show(b.events), `turn_started "hello"
		request_started 1.1
		phase_changed connecting
		phase_changed sending
		phase_changed waiting
		pinged
		phase_changed receiving
		reasoning_delta 0 "hm"
		reasoning_delta 0 "m"
		reasoning_ended 0
		text_delta 1 "look"
		text_ended 1
		tool_call_started c1 echo
		tool_call_grew c1 18
		request_ended stop=tools mark=
		tool_called c1 echo(a: 1, b: "x\ny")
		tool_returned c1 "echo {\"a\":1,\"b\":\"x\\ny\"}" error=false denied=false interrupted=false
		request_started 2.1
		phase_changed receiving
		text_delta 0 "do"
		text_delta 0 "ne"
		text_ended 0
		request_ended stop=end mark=
		turn_ended completed requests=2 calls=1`)
	same(t, "record", strings.Join(b.memory.lines, "\n"), `user {"text":"hello","provider":"script","model":"m","tools":["echo"]}
		reasoning {"text":"hmm","signature":"sig"}
		text {"text":"look"}
		tool_call {"id":"c1","tool":"echo","args":"{\"a\":1,\"b\":\"x\\ny\"}"}
		response {"stop":"tools","attempt":1,"usage":{"input_tokens":10,"output_tokens":5}}
		tool_result {"id":"c1","tool":"echo","output":"echo {\"a\":1,\"b\":\"x\\ny\"}"}
		text {"text":"done"}
		response {"stop":"end","attempt":1,"usage":{"input_tokens":20,"output_tokens":7}}
		turn_end {"reason":"completed","usage":{"input_tokens":30,"output_tokens":12},"requests":2,"tool_calls":1}`)
	same(t, "second request", messages(b.script.requests[1].Messages), `user: text "hello"
		assistant: reasoning "hmm" sig, text "look", call c1 echo {"a":1,"b":"x\ny"}
		user: result c1 "echo {\"a\":1,\"b\":\"x\\ny\"}"`)
	same(t, "history", messages(out.Messages), messages(b.script.requests[1].Messages)+`assistant: text "done"`)
}

// messages writes a history one message a line.
func messages(list []provider.Message) string {
	var s strings.Builder
	for _, m := range list {
		var parts []string
		for _, p := range m.Parts {
			switch p.Kind {
			case provider.PartText:
				parts = append(parts, fmt.Sprintf("text %q", p.Text))
			case provider.PartReasoning:
				parts = append(parts, fmt.Sprintf("reasoning %q %s", p.Text, p.Signature))
			case provider.PartToolCall:
				parts = append(parts, fmt.Sprintf("call %s %s %s", p.ToolCall.ID, p.ToolCall.Name, p.ToolCall.Args))
			case provider.PartToolResult:
				parts = append(parts, fmt.Sprintf("result %s %q", p.ToolResult.CallID, p.ToolResult.Text))
			}
		}
		s.WriteString(string(m.Role) + ": " + strings.Join(parts, ", ") + "\n")
	}
	return s.String()
}

func TestRun_UserMessageIsSavedBeforeTheRequestLeaves(t *testing.T) {
	full := errors.New("no space left on device")
	b := newBench(step{events: events(text(0, "x"), stop(provider.StopEnd))})
	b.memory.fail = func(store.Kind) error { return full }
	out, err := b.run(t, t.Context())
	if !errors.Is(err, full) || out.Reason != agent.ReasonFailed || len(b.script.requests) != 0 {
		t.Errorf("outcome %+v, %v, %d requests; want a failure before any request", out, err, len(b.script.requests))
	}
	if got := show(b.events); strings.Contains(got, "warned") || strings.Count(got, "failed kept=false") != 1 {
		t.Errorf("want it reported once:\n%s", got)
	}
}

func TestRun_StoreFailureBesideAnotherReasonIsAWarning(t *testing.T) {
	full := errors.New("no space left on device")
	notFirst := func(kind store.Kind) error {
		if kind == agent.KindUser {
			return nil
		}
		return full
	}
	t.Run("failed", func(t *testing.T) {
		b := newBench(step{err: &provider.Error{Kind: provider.Auth, Message: "bad key"}})
		b.memory.fail = notFirst
		if _, err := b.run(t, t.Context()); errors.Is(err, full) || err == nil {
			t.Errorf("error = %v, want the provider's", err)
		}
		if got := show(b.events); strings.Count(got, "warned not_saved") != 1 {
			t.Errorf("events:\n%s", got)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		b := newBench(step{events: events(text(0, "half")), hook: cancel})
		b.memory.fail = notFirst
		out, err := b.run(t, ctx)
		if out.Reason != agent.ReasonInterrupted || !errors.Is(err, full) || !out.Received || out.Saved {
			t.Errorf("outcome = %+v, %v", out, err)
		}
		if got := show(b.events); strings.Count(got, "warned not_saved") != 1 {
			t.Errorf("events:\n%s", got)
		}
	})
}

// An event that the store refused for good stays lost, though the next ones are saved.
func TestRun_RefusedEventIsNotForgotten(t *testing.T) {
	for _, cut := range []bool{false, true} {
		s := step{events: events(text(0, "one"), stop(provider.StopEnd))}
		if cut {
			s = step{events: events(text(0, "one")), err: &provider.Error{Kind: provider.Cut}}
		}
		b := newBench(s)
		b.memory.fail = func(kind store.Kind) error {
			if kind == agent.KindText {
				return fmt.Errorf("encode: %w", store.ErrTooLong)
			}
			return nil
		}
		out, err := b.run(t, t.Context())
		if out.Saved || err == nil || errors.Is(err, store.ErrTooLong) == cut {
			t.Errorf("cut %v: outcome = %+v, %v", cut, out, err)
		}
		if got := strings.Contains(show(b.events), "warned not_saved"); got != cut {
			t.Errorf("cut %v: warned %v:\n%s", cut, got, show(b.events))
		}
	}
}

// What the error says already is not a warning as well, however the turn ended.
func TestRun_StoreFailureIsSaidOnce(t *testing.T) {
	full := errors.New("no space left on device")
	for _, reason := range []provider.StopReason{provider.StopEnd, provider.StopLength, provider.StopRefusal} {
		b := newBench(step{events: events(text(0, "one"), stop(reason))})
		b.memory.fail = func(kind store.Kind) error {
			if kind == agent.KindUser {
				return nil
			}
			return full
		}
		out, err := b.run(t, t.Context())
		if !errors.Is(err, full) || out.Saved {
			t.Errorf("%s: outcome = %+v, %v", reason, out, err)
		}
		if got := show(b.events); strings.Contains(got, "warned not_saved") {
			t.Errorf("%s: said twice:\n%s", reason, got)
		}
	}
}

// An answer counts as received in whichever request and shape it came, and as saved only when it is.
func TestRun_OutcomeSaysWhatIsLeft(t *testing.T) {
	for _, c := range []struct {
		name            string
		steps           []step
		persist         bool
		received, saved bool
	}{
		{"nothing came", []step{{}}, true, false, true},
		{"text", []step{{events: events(text(0, "a"))}}, true, true, true},
		{"reasoning only", []step{{events: events(think(0, "a"))}}, true, true, true},
		{
			"text before a tool call of an earlier request",
			[]step{{events: events(text(0, "a"), calls(1, "c", "echo", `{}`), stop(provider.StopTools))}, {}},
			true, true, true,
		},
		{"nobody records", []step{{events: events(text(0, "a"))}}, false, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c.steps[len(c.steps)-1].hook = cancel
			b := newBench(c.steps...)
			if !c.persist {
				b.cfg.Recorder = nil
			}
			out, err := b.run(t, ctx)
			if err != nil || out.Reason != agent.ReasonInterrupted || out.Received != c.received || out.Saved != c.saved {
				t.Errorf("outcome = %+v, %v, want received %v, saved %v", out, err, c.received, c.saved)
			}
		})
	}
}

func TestRun_StoreFailureLaterKeepsTheAnswerAndIsReportedOnce(t *testing.T) {
	full := errors.New("no space left on device")
	for _, recovers := range []bool{false, true} {
		b := newBench(
			step{events: events(text(0, "one"), calls(1, "c", "echo", `{}`), stop(provider.StopTools))},
			step{events: events(text(0, "two"), stop(provider.StopEnd))},
		)
		b.memory.fail = func(kind store.Kind) error {
			if kind == agent.KindUser || recovers && kind == agent.KindTurnEnd {
				return nil
			}
			return full
		}
		out, err := b.run(t, t.Context())
		if out.Reason != agent.ReasonCompleted || out.Text != "two" {
			t.Errorf("outcome = %+v, want the whole answer", out)
		}
		if saved := err == nil; saved != recovers || !saved && !errors.Is(err, full) {
			t.Errorf("recovers %v: error %v", recovers, err)
		}
		if got := show(b.events); strings.Contains(got, "warned") {
			t.Errorf("the error says it, a warning would say it twice:\n%s", got)
		}
	}
}

func TestRun_PartialAnswerIsKeptOnEveryPath(t *testing.T) {
	broken := &provider.Error{Kind: provider.Server, Message: "it broke"}
	cut := &provider.Error{Kind: provider.Cut}
	tests := []struct {
		name   string
		err    error
		cancel bool
		mark   agent.Mark
		reason agent.Reason
	}{
		{"interrupt", nil, true, agent.MarkInterrupted, agent.ReasonInterrupted},
		{"interrupt-reported-as-reset", &provider.Error{Kind: provider.Connection}, true, agent.MarkInterrupted, agent.ReasonInterrupted},
		{"cut", cut, false, agent.MarkCut, agent.ReasonFailed},
		{"nil-without-terminal-event", nil, false, agent.MarkCut, agent.ReasonFailed},
		{"error", broken, false, agent.MarkFailed, agent.ReasonFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			first := step{err: tt.err, events: events(think(0, "half a thou"), text(1, "half an ans"), calls(2, "c", "echo", `{}`))}
			if tt.cancel {
				first.hook = cancel
			}
			b := newBench(first)
			out, err := b.run(t, ctx)
			if out.Reason != tt.reason || (err == nil) != tt.cancel || out.Text != "half an ans" {
				t.Errorf("outcome = %+v, %v", out, err)
			}
			got := strings.Join(b.memory.lines, "\n")
			for _, want := range []string{`reasoning {"text":"half a thou"}`, `text {"text":"half an ans"}`, `"mark":"` + string(tt.mark) + `"`, `"reason":"` + string(tt.reason) + `"`} {
				if !strings.Contains(got, want) {
					t.Errorf("record lacks %s:\n%s", want, got)
				}
			}
			if strings.Contains(got, "tool_call {") || strings.Contains(show(b.events), "tool_called") {
				t.Errorf("a call of an incomplete answer was stored or run:\n%s", got)
			}
			if len(b.script.requests) != 1 {
				t.Errorf("%d requests, want no retry after visible content", len(b.script.requests))
			}
			same(t, "history", messages(out.Messages), `user: text "hello"
				assistant: text "half an ans"`)
		})
	}
}

func TestRun_RetriesWhileNothingWasShown(t *testing.T) {
	busy := &provider.Error{Kind: provider.Overloaded, RetryAfter: 7 * time.Second}
	b := newBench(
		step{events: events(provider.Event{Kind: provider.Connecting}), err: &provider.Error{Kind: provider.Server}},
		step{err: busy},
		step{events: events(text(0, "ok"), stop(provider.StopEnd))},
	)
	b.cfg.Backoff = provider.Backoff{Attempts: 4}
	b.cfg.Jitter = func() float64 { return 0 }
	out, err := b.run(t, t.Context())
	if err != nil || out.Reason != agent.ReasonCompleted || out.Requests != 1 {
		t.Errorf("outcome = %+v, %v", out, err)
	}
	same(t, "events", show(b.events), `turn_started "hello"
		request_started 1.1
		phase_changed connecting
		request_ended stop= mark=abandoned
		retry_scheduled server 1/4 500ms
		request_started 1.2
		request_ended stop= mark=abandoned
		retry_scheduled overloaded 2/4 7s
		request_started 1.3
		phase_changed receiving
		text_delta 0 "ok"
		text_ended 0
		request_ended stop=end mark=
		turn_ended completed requests=1 calls=0`)
	if len(b.waits) != 2 || b.waits[0] != 500*time.Millisecond || b.waits[1] != 7*time.Second {
		t.Errorf("waits = %v", b.waits)
	}
	if got := strings.Join(b.memory.lines, "\n"); strings.Count(got, "response ") != 1 {
		t.Errorf("attempts that brought nothing left a trace:\n%s", got)
	}
}

func TestRun_GivesUpWhenNoTryIsLeft(t *testing.T) {
	var steps []step
	for range 10 {
		steps = append(steps, step{err: &provider.Error{Kind: provider.Server, Message: "down"}})
	}
	b := newBench(steps...)
	b.cfg.Backoff = provider.Backoff{Attempts: 3}
	out, err := b.run(t, t.Context())
	if e, ok := errors.AsType[*provider.Error](err); !ok || e.Kind != provider.Server || out.Reason != agent.ReasonFailed {
		t.Errorf("outcome = %+v, %v", out, err)
	}
	if len(b.script.requests) != 3 || !strings.Contains(show(b.events), "failed kept=false down\nturn_ended failed") {
		t.Errorf("%d requests, events:\n%s", len(b.script.requests), show(b.events))
	}
}

func TestRun_RetryAfterVisibleTextClosesItFirst(t *testing.T) {
	b := newBench(
		step{events: events(text(0, "first ha")), err: &provider.Error{Kind: provider.Cut}},
		step{events: events(text(0, "second"), stop(provider.StopEnd))},
	)
	b.cfg.Backoff = provider.Backoff{AfterText: true}
	out, err := b.run(t, t.Context())
	if err != nil || out.Text != "second" {
		t.Errorf("outcome = %+v, %v", out, err)
	}
	if got := show(b.events); !strings.Contains(got, "text_ended 0\nrequest_ended stop= mark=abandoned\nretry_scheduled") {
		t.Errorf("events:\n%s", got)
	}
	same(t, "history", messages(out.Messages), "user: text \"hello\"\nassistant: text \"second\"")
	if got := strings.Join(b.memory.lines, "\n"); !strings.Contains(got, "first ha") {
		t.Errorf("what was shown is not stored:\n%s", got)
	}
}

func TestRun_CancelEndsTheWaitForARetry(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := newBench(step{err: &provider.Error{Kind: provider.Server}})
	b.cfg.Sleep = func(ctx context.Context, _ time.Duration) error { cancel(); return ctx.Err() }
	out, err := b.run(t, ctx)
	if err != nil || out.Reason != agent.ReasonInterrupted || len(b.script.requests) != 1 {
		t.Errorf("outcome = %+v, %v, %d requests", out, err, len(b.script.requests))
	}
}

func TestRun_CancelledBeforeItStarts(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := newBench()
	out, err := b.run(t, ctx)
	if err != nil || out.Reason != agent.ReasonInterrupted || len(b.script.requests) != 0 {
		t.Errorf("outcome = %+v, %v", out, err)
	}
}

func TestRun_CompletedAtTheMomentOfTheInterruptIsCompleted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := newBench(step{events: events(text(0, "all"), stop(provider.StopEnd)), hook: cancel})
	if out, err := b.run(t, ctx); err != nil || out.Reason != agent.ReasonCompleted {
		t.Errorf("outcome = %+v, %v", out, err)
	}
}

func TestRun_StopReasons(t *testing.T) {
	tests := []struct {
		name   string
		events []provider.Event
		reason agent.Reason
		warned string
		last   string // last message of the history
	}{
		{"length", events(text(0, "a"), stop(provider.StopLength)), agent.ReasonLength, "length", `assistant: text "a"`},
		{"refusal", events(text(0, "a"), calls(1, "c", "echo", `{}`), stop(provider.StopRefusal)), agent.ReasonRefused, "refused", `user: text "hello"`},
		{"empty", events(stop(provider.StopEnd)), agent.ReasonCompleted, "empty_answer", `user: text "hello"`},
		{"unknown", events(text(0, "a"), stop("novel")), agent.ReasonCompleted, "", `assistant: text "a"`},
		{"after-the-end", events(text(0, "a"), stop(provider.StopEnd), text(0, "b"), stop(provider.StopLength)), agent.ReasonCompleted, "", `assistant: text "a"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(step{events: tt.events})
			out, err := b.run(t, t.Context())
			if err != nil || out.Reason != tt.reason || out.ToolCalls != 0 {
				t.Errorf("outcome = %+v, %v", out, err)
			}
			if got := show(b.events); tt.warned != "" && !strings.Contains(got, "warned "+tt.warned) || tt.warned == "" && strings.Contains(got, "warned") {
				t.Errorf("events:\n%s", got)
			}
			if got := strings.TrimSpace(messages(out.Messages)); !strings.HasSuffix(got, tt.last) {
				t.Errorf("history:\n%s", got)
			}
		})
	}
}

func TestRun_PauseGoesOn(t *testing.T) {
	b := newBench(
		step{events: events(text(0, "a"), stop(provider.StopPause))},
		step{events: events(text(0, "b"), stop(provider.StopEnd))},
	)
	out, err := b.run(t, t.Context())
	if err != nil || out.Requests != 2 {
		t.Errorf("outcome = %+v, %v", out, err)
	}
	same(t, "history", messages(out.Messages), "user: text \"hello\"\nassistant: text \"a\", text \"b\"")
}

func TestRun_RequestLimitInThrees(t *testing.T) {
	for limit, want := range map[int]agent.Reason{1: agent.ReasonLimit, 2: agent.ReasonLimit, 3: agent.ReasonCompleted} {
		b := newBench(
			step{events: events(calls(0, "a", "echo", `{}`), stop(provider.StopTools))},
			step{events: events(calls(0, "b", "echo", `{}`), stop(provider.StopTools))},
			step{events: events(text(0, "x"), stop(provider.StopEnd))},
		)
		b.cfg.Limits.Requests = limit
		out, err := b.run(t, t.Context())
		if err != nil || out.Reason != want || out.Requests != limit {
			t.Errorf("limit %d: %+v, %v", limit, out, err)
		}
	}
}

func TestRun_PanicIsNotedAndGoesOn(t *testing.T) {
	b := newBench(step{hook: func() { panic("oops") }})
	defer func() {
		if p := recover(); p != "oops" {
			t.Errorf("recovered %v", p)
		}
		last, ok := b.events[len(b.events)-1].(agent.Panicked)
		if !ok || last.Value != "oops" || !strings.Contains(last.Stack, "loop_test.go") {
			t.Errorf("last event = %+v", b.events[len(b.events)-1])
		}
	}()
	_, _ = b.run(t, t.Context())
}

func TestRun_NeitherRecorderNorSinkNorTools(t *testing.T) {
	s := &script{steps: []step{{events: events(calls(0, "c", "echo", `{}`), stop(provider.StopTools))}, {events: events(text(0, "x"), stop(provider.StopEnd))}}}
	out, err := agent.Run(t.Context(), agent.Config{
		Provider: s, Sleep: func(context.Context, time.Duration) error { return nil },
	}, "hi")
	if err != nil || out.Reason != agent.ReasonCompleted {
		t.Errorf("outcome = %+v, %v", out, err)
	}
	if got := messages(out.Messages); !strings.Contains(got, "no tools at all") {
		t.Errorf("history:\n%s", got)
	}
}

func TestRun_HistoryOfTheCallerIsNotTouched(t *testing.T) {
	parts := make([]provider.Part, 1, 4)
	parts[0] = provider.TextPart("before")
	history := []provider.Message{{Role: provider.User, Parts: parts}}
	b := newBench(step{events: events(text(0, "x"), stop(provider.StopEnd))})
	b.cfg.History = history
	out, err := b.run(t, t.Context())
	if err != nil || len(history) != 1 || len(history[0].Parts) != 1 || parts[:2][1].Text != "" {
		t.Errorf("history = %+v, %v", history, err)
	}
	same(t, "history", messages(out.Messages), "user: text \"before\", text \"hello\"\nassistant: text \"x\"")
}

func TestStream_InterleavedBlocksKeepTheirText(t *testing.T) {
	b := newBench(step{events: events(
		text(0, "a"), think(1, "x"), text(0, "b"), think(1, "y"), think(0, "z"), stop(provider.StopEnd),
	)})
	out, err := b.run(t, t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "history", messages(out.Messages), `user: text "hello"
		assistant: text "ab", reasoning "xy" , reasoning "z" `)
	got := show(b.events)
	if strings.Count(got, "text_ended 0") != 2 || strings.Count(got, "reasoning_ended 1") != 2 {
		t.Errorf("each row of pieces must end once:\n%s", got)
	}
}

func TestElide_LeavesOutTheMiddle(t *testing.T) {
	for _, tt := range []struct {
		s     string
		runes int
		want  string
	}{
		{"abcdef", 7, "abcdef"},
		{"abcdef", 6, "abcdef"},
		{"abcdef", 5, "ab…ef"},
		{"abcdef", 4, "ab…f"},
		{"abcdef", 2, "a…"},
		{"abcdef", 1, "…"},
		{"abcdef", 0, ""},
		{"世界世界世", 3, "世…世"},
		{"", 0, ""},
	} {
		if got := agent.Elide(tt.s, tt.runes); got != tt.want {
			t.Errorf("Elide(%q, %d) = %q, want %q", tt.s, tt.runes, got, tt.want)
		}
	}
}

var _ agent.Recorder = (*store.Conversation)(nil)

var _ tool.Tool = echo{}
