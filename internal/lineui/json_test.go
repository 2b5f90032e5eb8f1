package lineui_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"jp/internal/agent"
	"jp/internal/lineui"
	"jp/internal/provider"
)

func TestJSON_WritesCompleteBlocksInOrder(t *testing.T) {
	for _, c := range []struct {
		name     string
		events   []agent.Event
		out, err string
	}{
		{
			"answer",
			[]agent.Event{
				agent.TextDelta{Text: "a<b"},
				agent.TextDelta{Text: "c"},
				agent.TextEnded{},
				agent.RequestEnded{Stop: provider.StopEnd},
				agent.TurnEnded{Reason: agent.ReasonCompleted},
			},
			`{"v":1,"type":"text","data":{"text":"a<bc"}}
{"v":1,"type":"done","data":{"stop":"completed","conversation":"c1","usage":{}}}
`, "",
		},
		{
			"reasoning, then two texts",
			[]agent.Event{
				agent.ReasoningDelta{Text: "r"},
				agent.ReasoningEnded{},
				agent.TextDelta{Index: 1, Text: "a"},
				agent.TextEnded{Index: 1},
				agent.TextDelta{Index: 2, Text: "b"},
				agent.TextEnded{Index: 2},
				agent.RequestEnded{},
			},
			`{"v":1,"type":"reasoning","data":{"text":"r"}}
{"v":1,"type":"text","data":{"text":"a"}}
{"v":1,"type":"text","data":{"text":"b"}}
`, "",
		},
		{
			"cut",
			[]agent.Event{
				agent.TextDelta{Text: "a"},
				agent.TextEnded{},
				agent.TextDelta{Index: 1, Text: "b"},
				agent.TextEnded{Index: 1},
				agent.RequestEnded{Mark: agent.MarkCut},
			},
			`{"v":1,"type":"text","data":{"text":"a"}}
{"v":1,"type":"text","data":{"text":"b","partial":true}}
`, "",
		},
		{
			"escapes over two pieces",
			[]agent.Event{
				agent.TextDelta{Text: "a\x1b[3"},
				agent.TextDelta{Text: "1mb\r"},
				agent.TextDelta{Text: "\nc"},
				agent.TextEnded{},
				agent.RequestEnded{},
			},
			`{"v":1,"type":"text","data":{"text":"ab\nc"}}
`, "",
		},
		{
			"tool",
			[]agent.Event{
				agent.ToolCalled{ToolTrace: agent.ToolTrace{ID: "1", Tool: "t", Args: json.RawMessage(`{"p":"x\u001b[1m","n":[1,"\u001b]0;t\u0007y"]}`)}},
				agent.ToolReturned{ID: "1", Tool: "t", Output: "o\x1b[2J", IsError: true},
			},
			`{"v":1,"type":"tool_call","data":{"id":"1","name":"t","args":{"n":[1,"y"],"p":"x"}}}
{"v":1,"type":"tool_result","data":{"call_id":"1","text":"o","is_error":true}}
`, "",
		},
		{
			"notices",
			[]agent.Event{
				agent.RetryScheduled{Kind: provider.RateLimited, Attempt: 1, Of: 6, Wait: 2 * time.Second},
				agent.Warned{Kind: agent.WarnLength},
			},
			"",
			`{"v":1,"type":"notice","data":{"message":"Rate limited, retrying (1/5) in 2.0s"}}
{"v":1,"type":"notice","data":{"message":"the answer was cut by a token limit","hint":"ask for the rest"}}
`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, err bytes.Buffer
			j := lineui.NewJSON(&out, &err, lineui.JSONOptions{Conversation: "c1"})
			for _, e := range c.events {
				j.Event(e)
			}
			if out.String() != c.out {
				t.Errorf("out: got\n%s\nwant\n%s", out.String(), c.out)
			}
			if err.String() != c.err {
				t.Errorf("err: got\n%s\nwant\n%s", err.String(), c.err)
			}
			if strings.Contains(out.String()+err.String(), `\u001b`) {
				t.Error("an escape byte is left")
			}
		})
	}
}

func TestJSON_QuietDropsNoticesOnly(t *testing.T) {
	var out, err bytes.Buffer
	j := lineui.NewJSON(&out, &err, lineui.JSONOptions{Quiet: true})
	j.Event(agent.Warned{Kind: agent.WarnLength})
	j.Event(agent.TurnEnded{Reason: agent.ReasonLength})
	if err.Len() != 0 || !strings.Contains(out.String(), `"stop":"length"`) {
		t.Errorf("got %q on out, %q on err", out.String(), err.String())
	}
}

type brokenWriter struct{ writes int }

func (w *brokenWriter) Write([]byte) (int, error) { w.writes++; return 0, errors.New("gone") }

func TestJSON_StopsAtTheFirstError(t *testing.T) {
	w := &brokenWriter{}
	j := lineui.NewJSON(w, w, lineui.JSONOptions{})
	for range 3 {
		j.Event(agent.TurnEnded{})
	}
	if j.Err() == nil || w.writes != 1 {
		t.Errorf("got %v after %d writes, want an error after 1", j.Err(), w.writes)
	}
}
