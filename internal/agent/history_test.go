package agent_test

import (
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	"jp/internal/agent"
	"jp/internal/provider"
	"jp/internal/store"
)

func newConversation(t *testing.T) *store.Conversation {
	t.Helper()
	now := time.Date(2026, 11, 30, 6, 0, 0, 0, time.UTC)
	st := store.New(store.Options{Root: t.TempDir(), Now: func() time.Time { now = now.Add(time.Second); return now }})
	c, err := st.Create(store.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// persistent are the events that Replay must give as the live run did.
func persistent(list []agent.Event) []agent.Event {
	var kept []agent.Event
	for _, e := range list {
		switch e.(type) {
		case agent.RequestStarted, agent.PhaseChanged, agent.Pinged, agent.ToolCallStarted, agent.ToolCallGrew, agent.RetryScheduled, agent.Warned:
		default:
			kept = append(kept, e)
		}
	}
	return kept
}

func TestHistoryAndReplay_GiveBackWhatRunSaid(t *testing.T) {
	cut := &provider.Error{Kind: provider.Cut}
	turns := map[string][]step{
		"tools": {
			{events: events(think(0, "hmm"), thought(0, "sig"), text(1, "look"), calls(2, "c1", "echo", `{"v":1}`), calls(3, "c2", "nope", `{}`), stop(provider.StopTools))},
			{events: events(text(0, "done"), usage(3, 4), stop(provider.StopEnd))},
		},
		"cut":     {{events: events(think(0, "hm"), text(1, "half")), err: cut}},
		"refused": {{events: events(text(0, "no"), stop(provider.StopRefusal))}},
		"failed":  {{err: errors.New("boom")}},
		"empty":   {{events: events(stop(provider.StopEnd))}},
	}
	for name, steps := range turns {
		t.Run(name, func(t *testing.T) {
			conv := newConversation(t)
			b := newBench(steps...)
			b.cfg.Recorder = conv
			b.cfg.Limits.Parallel = 1 // results come in the order of the calls
			out, _ := b.run(t, t.Context())
			got, warnings, err := agent.History(conv.Events())
			if err != nil || len(warnings) != 0 {
				t.Errorf("history: %v, warnings %v", err, warnings)
			}
			same(t, "history", messages(got), messages(out.Messages))
			var replayed []agent.Event
			if err := agent.Replay(conv.Events(), func(e agent.Event) { replayed = append(replayed, e) }); err != nil {
				t.Fatal(err)
			}
			got2 := strings.ReplaceAll(show(replayed), "kept=true", "kept=false")
			want := strings.ReplaceAll(show(persistent(b.events)), "kept=true", "kept=false")
			if name == "failed" { // an attempt that brought nothing is not stored
				want = strings.Replace(want, "request_ended stop= mark=failed\n", "", 1)
			}
			same(t, "replay", got2, want)
		})
	}
}

// stored makes events out of "kind json" lines, with an error where the line is empty.
func stored(lines ...string) iter.Seq2[store.Event, error] {
	return func(yield func(store.Event, error) bool) {
		for _, l := range lines {
			kind, data, _ := strings.Cut(l, " ")
			var err error
			if l == "" {
				err = store.Problem{Line: 1, Damage: store.DamageGarbage}
			}
			if !yield(store.Event{Kind: store.Kind(kind), Data: []byte(data)}, err) {
				return
			}
		}
	}
}

func TestHistory_OfWhatACrashLeft(t *testing.T) {
	const (
		user   = `user {"text":"hi"}`
		text1  = `text {"text":"so"}`
		callA  = `tool_call {"id":"a","tool":"echo","args":"{}"}`
		callB  = `tool_call {"id":"b","tool":"echo","args":"{}"}`
		closed = `response {"stop":"tools"}`
		resA   = `tool_result {"id":"a","tool":"echo","output":"A"}`
		again  = `user {"text":"more"}`
	)
	const open = "interrupted: the call was ended before it returned a result; it may have run in part"
	tests := []struct {
		name     string
		lines    []string
		want     string
		warnings int
	}{
		{"before-the-answer", []string{user}, `user: text "hi"`, 0},
		{"in-the-answer", []string{user, text1, callA}, "user: text \"hi\"\nassistant: text \"so\"", 0},
		{"before-any-result", []string{user, text1, callA, closed}, "user: text \"hi\"\nassistant: text \"so\", call a echo {}\nuser: result a \"" + open + `"`, 1},
		{"between-results", []string{user, callA, callB, closed, resA}, "user: text \"hi\"\nassistant: call a echo {}, call b echo {}\nuser: result a \"A\", result b \"" + open + `"`, 1},
		{"between-results-and-a-new-turn", []string{user, callA, callB, closed, resA, again}, "user: text \"hi\"\nassistant: call a echo {}, call b echo {}\nuser: result a \"A\", result b \"" + open + `", text "more"`, 1},
		{"result-without-call", []string{user, resA, again}, `user: text "hi", text "more"`, 0},
		{"unknown-kind", []string{user, `hologram {"x":1}`, text1, `response {}`}, "user: text \"hi\"\nassistant: text \"so\"", 0},
		{"damaged-line", []string{user, "", text1, `response {}`}, "user: text \"hi\"\nassistant: text \"so\"", 1},
		{"damaged-payload", []string{user, `text {"text":5}`, text1, `response {}`}, "user: text \"hi\"\nassistant: text \"so\"", 1},
		{"abandoned-then-answered", []string{user, `text {"text":"x"}`, `response {"mark":"abandoned"}`, text1, `response {}`}, "user: text \"hi\"\nassistant: text \"so\"", 0},
		{"nothing", nil, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, warnings, err := agent.History(stored(tt.lines...))
			if err != nil || len(warnings) != tt.warnings {
				t.Errorf("%v, warnings %v, want %d", err, warnings, tt.warnings)
			}
			same(t, "history", messages(got), tt.want)
		})
	}
}

func TestHistory_ReadErrorEndsIt(t *testing.T) {
	broken := errors.New("input/output error")
	read := func(yield func(store.Event, error) bool) {
		if yield(store.Event{Kind: "user", Data: []byte(`{"text":"hi"}`)}, nil) {
			yield(store.Event{}, broken)
		}
	}
	got, _, err := agent.History(read)
	if !errors.Is(err, broken) || len(got) != 1 {
		t.Errorf("history = %v, %v", got, err)
	}
}

func TestReplay_ClosesWhatACrashLeftOpen(t *testing.T) {
	var got []agent.Event
	err := agent.Replay(stored(
		`user {"text":"hi"}`, `text {"text":"so"}`, `tool_call {"id":"a","tool":"echo","args":"{}"}`,
		"", `user {"text":"more"}`, `reasoning {"text":"hm"}`,
	), func(e agent.Event) { got = append(got, e) })
	if err != nil {
		t.Fatal(err)
	}
	same(t, "replay", show(got), `turn_started "hi"
		text_delta 0 "so"
		text_ended 0
		warned damaged 
		request_ended stop= mark=interrupted
		warned unfinished 
		turn_started "more"
		reasoning_delta 0 "hm"
		reasoning_ended 0
		request_ended stop= mark=interrupted
		warned unfinished `)
}
