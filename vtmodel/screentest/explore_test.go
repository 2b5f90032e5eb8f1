package screentest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jp/engine"
	"jp/vtmodel"
)

// twoProducers is the sample of the documentation: two producers, ticks, a resize.
// It has 4,200 schedules.
func twoProducers() Exploration {
	return Exploration{
		Size: Size{40, 8},
		Producers: map[string][]string{
			"turn": {`claim a "A" rows=2`, `push a "row"`, `release a`},
			"out":  {`print "one"`, `claim b "B" clock=elapsed`, `print "two\n"`, `release b`},
			"ms":   {`advance 100ms`, `resize 30x6`, `advance 400ms`},
		},
	}
}

func TestExplore_TwoProducersTicksAndResize(t *testing.T) {
	x := twoProducers()
	x.Tear = true
	if exploring() { // a cut is needed at each byte to meet it
		x.Accept = []Acceptance{{
			Law: "transcript", On: []string{"xtermjs"},
			Reason: "between the two blanks that chain a row a resize drops the wrap, and a row less is drawn than the way back counts",
		}}
	}
	got := Explore(t, x)
	if !exploring() && got.Schedules != 8*4200 {
		t.Errorf("got %v, want %d schedules", got, 8*4200)
	}
}

// BenchmarkExplore is 4,200 schedules with all laws on one terminal; 0.5 s is too long.
func BenchmarkExplore(b *testing.B) {
	for b.Loop() {
		e, err := newExplorer(twoProducers(), vtmodel.XTerm)
		if err != nil {
			b.Fatal(err)
		}
		e.walk(nil, e.begin())
	}
}

const (
	reWrapped  = "rows re-wrap into more rows than are free above the cursor (limit 2)"
	gluedAfter = "what comes next is glued to a row that re-wraps and can not be reached (limit 2)"
)

// straddling makes a terminal as narrow as a row, one less and one more, and wide
// again; the row is as long as the first width allows, give or take one.
func straddling(width int) Exploration {
	row := strings.Repeat("r", 12)
	size := func(cols, rows int) string { return fmt.Sprintf("resize %dx%d", cols, rows) }
	return Exploration{
		Size: Size{width, 7},
		Producers: map[string][]string{
			"turn": {`claim a "` + row + `" rows=2`, `push a "` + row + `"`, `print "` + row + `\n"`},
			"size": {size(11, 7) + " | " + size(12, 7) + " | " + size(13, 7), size(width, 6) + " | " + size(width, 3)},
			"ms":   {`advance 360ms`},
		},
		Accept: []Acceptance{
			{Law: "chrome-is-one-block", On: []string{"alacritty", "tmux"}, Reason: reWrapped},
			{Law: "repaint", On: []string{"alacritty", "tmux"}, Reason: gluedAfter},
			{Law: "transcript", On: []string{"alacritty", "tmux"}, Reason: gluedAfter},
		},
	}
}

func TestExplore_WidthsThatStraddleTheRow(t *testing.T) {
	for _, width := range []int{20, 21, 22} {
		t.Run(fmt.Sprint(width), func(t *testing.T) { Explore(t, straddling(width)) })
	}
}

// drawings are terminals for each of the ways in which the engine draws: without a
// resize the others show the same.
var drawings = []vtmodel.Profile{vtmodel.XTerm, vtmodel.Kitty, vtmodel.XTermJS}

func TestExplore_InterruptsAndPacedText(t *testing.T) {
	Explore(t, Exploration{
		Size: Size{24, 5}, Terminals: drawings,
		Producers: map[string][]string{
			"say":   {`say 20ms "é世界\n"`, `say 20ms "x"`, `flush f`},
			"turn":  {`claim a "A" clock=elapsed delay=50ms`, `release a`},
			"kill":  {`hurry | drain`, `close`},
			"ms":    {`advance 10ms`, `advance 60ms`},
			"other": {`print err "e\n"`},
		},
	})
}

func TestExplore_PromptsAndClaims(t *testing.T) {
	Explore(t, Exploration{
		Size: Size{24, 5}, Terminals: drawings,
		Producers: map[string][]string{
			"ask":  {`suspend p`, `print tty "? "`, `type "y\r"`, `resume p fresh`},
			"turn": {`claim a "A" rows=1`, `push a "row"`, `release a`},
			"out":  {`print "one"`, `print "two\n"`},
			"ms":   {`advance 40ms`},
		},
	})
}

// Everything at once: more than a million states when it is run by "make explore".
func TestExplore_Everything(t *testing.T) {
	got := Explore(t, Exploration{
		Size: Size{40, 8}, Bound: 600, Samples: 30,
		Producers: map[string][]string{
			"turn": {`claim a "A" clock=elapsed rows=2`, `push a "row" | detail a "receiving"`, `release a`},
			"back": {`claim b "B" delay=50ms`, `release b`},
			"out": {`print "one" | print "世é
"`, `print err "two
" | print "\e[31mtwo\e[m
"`, `print "
" | say 20ms "abc
"`},
			"ask":  {`suspend p`, `print tty "? "`, `resume p`},
			"ms":   {`advance 35ms`, `advance 100ms | advance 400ms`},
			"size": {`resize 30x6 | resize 60x9`},
			"kill": {`hurry | drain`},
		},
	})
	t.Cleanup(func() {
		if exploring() && got.States < 1_000_000 {
			t.Errorf("got %v, want a million states", got)
		}
	})
}

// A broken engine is found, its schedule is shrunk, and its name replays it.
func TestExplore_FindsShrinksAndReplays(t *testing.T) {
	e, err := newExplorer(twoProducers(), vtmodel.XTerm)
	if err != nil {
		t.Fatal(err)
	}
	e.machine = func() machine {
		return &broken{engine.New(e.setup.config()), replace("row", "raw")}
	}
	all, ok := e.parseSchedule("ttmomtomoo")
	if !ok {
		t.Fatal("no schedule")
	}
	wrong := e.outcome(all)
	if lawOf(wrong) != "repaint" {
		t.Fatalf("got %v, want the law repaint", wrong)
	}
	short := e.shrink(all, wrong)
	if got, want := e.schedule(short), "ttMoMTOMOO"; got != want {
		t.Errorf("shrunk to %s, want %s", got, want)
	}
	again, ok := e.parseSchedule(e.schedule(short))
	if !ok || !slices.Equal(again, short) {
		t.Errorf("%s is read as %v, want %v", e.schedule(short), again, short)
	}
}

func TestSchedule_IsReadBack(t *testing.T) {
	e, err := newExplorer(straddling(20), vtmodel.XTerm)
	if err != nil {
		t.Fatal(err)
	}
	for text, ok := range map[string]bool{
		"ts": true, "ts.2tM": true, "ts~14": true, "ts.3~2": true, "S.2": true,
		"": false, "x": false, "tttt": false, "s.4": false, "t.2": false, "mm": false,
	} {
		path, got := e.parseSchedule(text)
		if got != ok || ok && e.schedule(path) != text {
			t.Errorf("%q: got %v %q, want %v", text, got, e.schedule(path), ok)
		}
	}
}

func TestExplore_RefusesBadProducers(t *testing.T) {
	for _, tc := range []struct {
		producers map[string][]string
		want      string
	}{
		{map[string][]string{"turn": nil, "tool": nil}, "begin their names with different letters"},
		{map[string][]string{"Turn": nil}, "begin its name with a letter from a to z"},
		{map[string][]string{"t": {"jump"}}, `unknown verb "jump"`},
		{map[string][]string{"t": {"# nothing"}}, "is no step"},
	} {
		_, err := newExplorer(Exploration{Size: Size{10, 2}, Producers: tc.producers}, vtmodel.XTerm)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v: got %v, want %q", tc.producers, err, tc.want)
		}
	}
}

// Beyond the bound schedules are sampled.
func TestExplore_SamplesBeyondTheBound(t *testing.T) {
	e, err := newExplorer(Exploration{Size: Size{40, 8}, Bound: 50, Producers: twoProducers().Producers}, vtmodel.XTerm)
	if err != nil {
		t.Fatal(err)
	}
	e.t = t
	e.explore()
	if !exploring() && (!e.bounded || e.done.States != 50 || e.done.Frames < samplesDefault) {
		t.Errorf("bounded is %v after %v", e.bounded, e.done)
	}
}
