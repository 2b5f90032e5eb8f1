package screentest_test

import (
	"fmt"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel"
	"jp/vtmodel/screentest"
)

// The same scenario as a Go test, for what a script can not say.
func TestScenario_PlaysScriptsAndCommands(t *testing.T) {
	s := screentest.New(t, screentest.Size{Cols: 30, Rows: 5}, "ports err=plain")
	s.Play("claim wait \"Waiting…\" clock=elapsed delay=1s")
	if n := s.Advance(999 * time.Millisecond).Frames(); n != 0 {
		t.Errorf("%d frames before the delay", n)
	}
	s.Advance(time.Millisecond).Golden("appears")
	for i := range 3 {
		s.Apply(engine.Print{Text: fmt.Sprintf("line %d\n", i)})
	}
	s.Golden("lines above")
	if _, ok := s.Screen().Find("Waiting… 1.0s"); !ok {
		t.Errorf("the row is gone\n%v", s.Screen())
	}
}

// A terminal that becomes one row lower between any two bytes of a repaint keeps
// all text, and at most one row of the region is stranded (resize T25).
func TestResize_CutsARepaintAtEveryByte(t *testing.T) {
	draw := func(rows int) (*engine.Engine, []byte) {
		e := engine.New(engine.Config{Out: engine.PortScreen, Err: engine.PortScreen, Cols: 20, Rows: rows, Regions: true})
		var p []byte
		for _, f := range e.Apply(0,
			engine.Print{Text: "l0\nl1\nl2\nl3\nl4\n"},
			engine.Claim{ID: 1, Style: engine.Style{Label: engine.Label{Subject: "G2"}, Rows: 2}},
			engine.Push{ID: 1, Line: "G0"}, engine.Push{ID: 1, Line: "G1"},
		) {
			p = append(p, f.Bytes...)
		}
		return e, p
	}
	_, whole := draw(8)
	for cut := range len(whole) + 1 {
		e, p := draw(8)
		term := vtmodel.NewVT10x(20, 8)
		_, _ = term.Write(p[:cut])
		term.Resize(20, 7)
		_, _ = term.Write(p[cut:])
		play := func(now time.Duration, commands ...engine.Command) {
			for _, f := range e.Apply(now, commands...) {
				_, _ = term.Write(f.Bytes)
			}
		}
		play(0, engine.Resize{Cols: 20, Rows: 7})
		play(time.Second, engine.Resize{Cols: 20, Rows: 7, Confirm: true}, engine.Tick{})
		play(2*time.Second, engine.Release{ID: 1}, engine.Print{Text: "ok\n"})
		var kept, stranded []string
		for _, line := range term.Screen().Unwrapped() {
			if len(line) > 0 && line[0] == 'G' {
				stranded = append(stranded, line)
			} else {
				kept = append(kept, line)
			}
		}
		if got, want := fmt.Sprint(kept), "[l0 l1 l2 l3 l4 ok]"; got != want || len(stranded) > 1 {
			t.Errorf("cut at byte %d: kept %v, want %v; stranded %v", cut, got, want, stranded)
		}
	}
}
