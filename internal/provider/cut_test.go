package provider_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/internal/provider/guard"
)

// play streams one reply without a network.
func play(t *testing.T, p provider.Protocol, reply faultserver.Reply, limits guard.Limits) result {
	t.Helper()
	client := &http.Client{Transport: faultserver.NewTransport(reply)}
	return runContext(t.Context(), openWith(p, provider.Plain, "http://in.memory/v1", limits, client), question())
}

// TestRecorded_CutAnywhereIsNoSuccess cuts every recorded stream behind each
// event, and now and then inside of one.
func TestRecorded_CutAnywhereIsNoSuccess(t *testing.T) {
	var streams, cuts atomic.Int64
	t.Run("all", func(t *testing.T) {
		for _, c := range loadCassettes(t) {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				for _, x := range c.exchanges {
					if p := x.protocol(); p != "" {
						streams.Add(1)
						cuts.Add(int64(checkCuts(t, c.name, p, splitEvents(x.body), cutStride)))
					}
				}
			})
		}
	})
	t.Logf("cut %d streams in %d places", streams.Load(), cuts.Load())
}

// TestCut_AnywhereIsNoSuccess does the same with turns of our own, and with the
// connection broken instead of closed.
func TestCut_AnywhereIsNoSuccess(t *testing.T) {
	for _, p := range protocols {
		events := faultserver.Events(p, fullTurn())
		if n := checkCuts(t, string(p), p, events, 1); n < len(events) {
			t.Errorf("%s: only %d cuts", p, n)
		}
		for i := range events {
			for name, step := range map[string]faultserver.Step{"cut": faultserver.Cut(), "reset": faultserver.Reset()} {
				s := faultserver.New(faultserver.Stream(events[:i]...).Then(step))
				r := run(t, open(t, p, s.URL, guard.Limits{}), question())
				s.Close()
				if !errors.Is(r.err, provider.ErrCut) || r.done {
					t.Errorf("%s: %s after event %d of %d: got error %v", p, name, i, len(events), r.err)
				}
			}
		}
	}
}

// checkCuts plays the beginnings of a stream, stride events apart, and returns
// how many it tried.
func checkCuts(t *testing.T, name string, p provider.Protocol, events []string, stride int) int {
	t.Helper()
	whole := play(t, p, faultserver.Stream(strings.Join(events, "")), guard.Limits{})
	if whole.err != nil || !whole.done {
		t.Errorf("%s: the whole stream fails: %v", name, whole.err)
		return 0
	}
	cuts := 0
	check := func(body string, complete bool) {
		cuts++
		r := play(t, p, faultserver.Stream(body), guard.Limits{})
		switch {
		case complete != (r.err == nil) || complete != r.done:
			t.Errorf("%s: cut to %d bytes: complete is %v, got error %v, done %v", name, len(body), complete, r.err, r.done)
		case !complete && !errors.Is(r.err, provider.ErrCut):
			t.Errorf("%s: cut to %d bytes: got %v, want ErrCut", name, len(body), r.err)
		}
		if !strings.HasPrefix(whole.text, r.text) || !strings.HasPrefix(whole.reasoning, r.reasoning) {
			t.Errorf("%s: cut to %d bytes: the partial text is not the beginning of the whole", name, len(body))
		}
		for i, c := range r.calls {
			if i >= len(whole.calls) || cmp.Diff(whole.calls[i], c) != "" || !json.Valid(c.Args) {
				t.Errorf("%s: cut to %d bytes: tool call %d is announced as complete: %s", name, len(body), i, c.Args)
			}
		}
	}
	body, complete := "", false
	for i, e := range events {
		if i%(7*stride) == 3 {
			check(body+e[:len(e)-1], complete) // Without the blank line that ends it.
			check(body+e[:len(e)/2], complete || isTerminal(p, e[:len(e)/2]) && strings.HasSuffix(e[:len(e)/2], "\n\n"))
		}
		body, complete = body+e, complete || isTerminal(p, e)
		if i%stride == 0 || i >= len(events)-3 {
			check(body, complete)
		}
	}
	return cuts
}

// isTerminal knows the terminal events independently of the decoders.
func isTerminal(p provider.Protocol, event string) bool {
	switch p {
	case provider.Messages:
		return strings.Contains(event, `"type":"message_stop"`)
	case provider.Responses:
		return strings.HasPrefix(event, "event: response.completed\n") || strings.HasPrefix(event, "event: response.incomplete\n")
	}
	return strings.Contains(event, `"finish_reason":"`)
}

// fullTurn has everything that a turn can have.
func fullTurn() faultserver.Turn {
	return faultserver.Turn{
		Reasoning: "First I look, then I think.",
		Signature: "c2lnbmF0dXJl",
		Text:      "Here is “ünïcode” 🚀 and\na second line.",
		Calls: []provider.ToolCall{
			{ID: "call_a", Name: "read", Args: json.RawMessage(`{"path":"a \"b\".txt"}`)},
			{ID: "call_b", Name: "list", Args: json.RawMessage(`{"dir":"/tmp","all":true}`)},
		},
	}
}
