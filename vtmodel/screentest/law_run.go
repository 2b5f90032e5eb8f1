package screentest

import (
	"bytes"
	"fmt"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// lawsOfRun checks what only a whole run can show: it plays the run again.
func (g *pure) lawsOfRun(newMachine func() machine, newTerm func() vtmodel.Model) {
	if what := g.differs(newMachine(), false); what != "" {
		g.judge.report("deterministic", -1, "%s", what)
	}
	if what := g.differs(newMachine(), true); what != "" {
		g.judge.report("time", -1, "with a tick before every deadline: %s", what)
	}
	for name, cut := range splits {
		if what := g.splitDiffers(newTerm, cut); what != "" {
			g.judge.report("chunks", -1, "delivered %s: %s", name, what)
		}
	}
}

// differs plays the same commands again and says where the frames are not the
// same. With early ticks it adds one before each Apply, half way to it: a tick
// that is not due must emit nothing.
func (g *pure) differs(m machine, earlyTicks bool) string {
	next := 0
	var last time.Duration
	for _, p := range g.history {
		if len(p.commands) == 0 {
			continue
		}
		if early := last + (p.at-last)/2; earlyTicks && early > last && early < p.at {
			if frames := m.Apply(early, engine.Tick{}); len(frames) > 0 {
				return fmt.Sprintf("the tick at %v emits %v", early, frames[0])
			}
		}
		last = p.at
		for _, f := range m.Apply(p.at, p.commands...) {
			if f.IsAck {
				continue
			}
			if next == len(g.shots) {
				return fmt.Sprintf("there is a frame more: %v", f)
			}
			if want := g.shots[next].frame; f.At != want.At || f.Channel != want.Channel || !bytes.Equal(f.Bytes, want.Bytes) {
				return fmt.Sprintf("frame %d is %v, was %v", next+1, f, want)
			}
			next++
		}
	}
	if next < len(g.shots) {
		return fmt.Sprintf("frame %d is missing: %v", next+1, g.shots[next].frame)
	}
	return ""
}

// splits are ways to deliver a write. The growing one cuts 1, 2, 3 … bytes, so
// that over a run every sequence is torn at every place.
var splits = map[string]func(n int) int{
	"byte by byte":      func(int) int { return 1 },
	"in growing slices": func(n int) int { return n%17 + 1 },
}

// splitDiffers writes the run's bytes again, cut into pieces, and says how the
// screen is another one. It looks where a difference would be cut away and at the
// end, since a snapshot costs more than the writes; only then frame by frame.
func (g *pure) splitDiffers(newTerm func() vtmodel.Model, cut func(n int) int) string {
	if g.splitReplay(newTerm(), cut, false) == "" {
		return ""
	}
	return g.splitReplay(newTerm(), cut, true)
}

func (g *pure) splitReplay(term vtmodel.Model, cut func(n int) int, everyFrame bool) string {
	next, pieces := 0, 0
	var last *shot
	compare := func() string {
		if last == nil {
			return ""
		}
		want := last
		last = nil
		got := term.Screen()
		if sameScreens(want.screen, got) {
			return ""
		}
		return fmt.Sprintf("after frame %d\n%s", want.index, vtmodel.FirstDifference(want.screen, got))
	}
	for _, e := range g.history {
		if e.terminal != nil || e.echo != "" {
			if what := compare(); what != "" {
				return what
			}
		}
		if e.terminal != nil {
			term.Resize(e.terminal.Cols, e.terminal.Rows)
		}
		_, _ = term.Write([]byte(echoOf(e.echo)))
		for ; e.number > 0 && next < len(g.shots) && g.shots[next].play == e.number; next++ {
			s := &g.shots[next]
			if !s.onScreen {
				continue
			}
			pieces += writePieces(term, cooked(s.frame.Bytes), pieces, cut)
			last = s
			if !everyFrame {
				continue
			}
			if what := compare(); what != "" {
				return what
			}
		}
	}
	return compare()
}

// writePieces writes p in pieces, of which there were some before, and counts them.
func writePieces(term vtmodel.Model, p []byte, before int, cut func(n int) int) int {
	count := 0
	for ; len(p) > 0; count++ {
		n := min(cut(before+count), len(p))
		_, _ = term.Write(p[:n])
		p = p[n:]
	}
	return count
}
