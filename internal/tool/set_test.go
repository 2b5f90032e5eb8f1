package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"jp/internal/tool"
)

// fake is a tool that counts its runs.
type fake struct {
	name     string
	readOnly bool
	runs     int
	do       func(json.RawMessage) (tool.Result, error)
}

func (f *fake) Name() string            { return f.name }
func (f *fake) Description() string     { return "" }
func (f *fake) Schema() json.RawMessage { return nil }
func (f *fake) ReadOnly() bool          { return f.readOnly }

func (f *fake) Run(_ context.Context, args json.RawMessage) (tool.Result, error) {
	f.runs++
	if f.do == nil {
		return tool.Result{Text: "ran " + string(args)}, nil
	}
	return f.do(args)
}

func TestCall_RunsOnlyWhatIsCompleteKnownAndAllowed(t *testing.T) {
	tests := []struct {
		name, tool, args string
		runs             bool
		denied           bool
		want             string
	}{
		{"read-only", "look", `{"a":1}`, true, false, `ran {"a":1}`},
		{"padded", "look", ` {} `, true, false, "ran"},
		{"unknown-tool", "lok", `{}`, false, false, `no tool "lok"; the tools are: look, change`},
		{"no-args", "look", ``, false, false, "not one complete JSON object"},
		{"cut-args", "look", `{"a":`, false, false, "not one complete JSON object"},
		{"two-objects", "look", `{}{}`, false, false, "not one complete JSON object"},
		{"array", "look", `[]`, false, false, "not one complete JSON object"},
		{"null", "look", `null`, false, false, "not one complete JSON object"},
		{"changing", "change", `{}`, false, true, "permission denied"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			look, change := &fake{name: "look", readOnly: true}, &fake{name: "change"}
			got := call(t, tool.NewSet(look, change), tt.tool, tt.args)
			if ran := look.runs+change.runs == 1; ran != tt.runs || got.Denied != tt.denied || got.IsError == tt.runs {
				t.Errorf("ran %v, outcome %+v", ran, got)
			}
			if !strings.Contains(got.Text, tt.want) {
				t.Errorf("text = %q, want %q in it", got.Text, tt.want)
			}
		})
	}
}

func TestCall_GateSeesEveryChangingCall(t *testing.T) {
	change := &fake{name: "change"}
	var asked []string
	s := tool.NewSet(change).WithGate(func(_ context.Context, tl tool.Tool, args json.RawMessage) (bool, string) {
		asked = append(asked, tl.Name()+string(args))
		allowed := string(args) == `{"ok":true}`
		clear(args) // the gate's copy is its own
		return allowed, "not today"
	})
	if got := call(t, s, "change", `{}`); !got.Denied || !strings.HasSuffix(got.Text, "permission denied: not today") {
		t.Errorf("denied = %+v", got)
	}
	if got := call(t, s, "change", `{"ok":true}`); got.Text != `ran {"ok":true}` {
		t.Errorf("allowed = %+v", got)
	}
	if want := []string{`change{}`, `change{"ok":true}`}; !slices.Equal(asked, want) || change.runs != 1 {
		t.Errorf("asked = %q, %d runs", asked, change.runs)
	}
}

func TestCall_FailuresBecomeResults(t *testing.T) {
	tests := []struct {
		name string
		do   func(json.RawMessage) (tool.Result, error)
		want string
	}{
		{"error", func(json.RawMessage) (tool.Result, error) { return tool.Result{}, errors.New("disk on fire") }, "disk on fire"},
		{"panic", func(json.RawMessage) (tool.Result, error) { panic("oops") }, "look broke: oops"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := call(t, tool.NewSet(&fake{name: "look", readOnly: true, do: tt.do}), "look", `{}`)
			if !got.IsError || got.Text != tt.want {
				t.Errorf("got %+v, want an error result %q", got, tt.want)
			}
		})
	}
}

func TestCall_BoundsOutputInThrees(t *testing.T) {
	for _, n := range []int{tool.OutputMax - 1, tool.OutputMax, tool.OutputMax + 1} {
		look := &fake{name: "look", readOnly: true, do: func(json.RawMessage) (tool.Result, error) {
			return tool.Result{Text: "<" + strings.Repeat("x", n-2) + ">"}, nil
		}}
		got := call(t, tool.NewSet(look), "look", `{}`).Text
		if !strings.HasPrefix(got, "<") || !strings.HasSuffix(got, ">") || len(got) > tool.OutputMax+40 {
			t.Errorf("%d bytes: %d bytes, want head and tail", n, len(got))
		}
		if cut := strings.Contains(got, "bytes left out]"); cut != (n > tool.OutputMax) {
			t.Errorf("%d bytes: cut %v", n, cut)
		}
	}
}

func TestCall_OutputIsValidUTF8(t *testing.T) {
	look := &fake{name: "look", readOnly: true, do: func(json.RawMessage) (tool.Result, error) {
		return tool.Result{Text: "a\xffb" + strings.Repeat("世", tool.OutputMax)}, nil
	}}
	got := call(t, tool.NewSet(look), "look", `{}`).Text
	if !strings.HasPrefix(got, "a\uFFFDb") || strings.Count(got, "\uFFFD") != 1 {
		t.Errorf("got %.10q with %d replacement characters, want one", got, strings.Count(got, "\uFFFD"))
	}
}

func TestNewSet_TwoToolsOfOneNamePanic(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	tool.NewSet(&fake{name: "a"}, &fake{name: "a"})
}

func TestSet_NilHasNoTools(t *testing.T) {
	var s *tool.Set
	if len(s.Tools())+len(s.Names())+len(s.Specs()) != 0 || s.ReadOnly("x") {
		t.Error("a nil set has something")
	}
	if got := call(t, s, "x", `{}`); !got.IsError || !strings.Contains(got.Text, "no tools at all") {
		t.Errorf("got %+v", got)
	}
}
