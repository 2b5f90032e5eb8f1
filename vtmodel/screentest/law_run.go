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
		if what := g.splitDiffers(newTerm(), cut); what != "" {
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

// splitDiffers writes the run's bytes again, cut into pieces, and says after
// which frame the screen is another one.
func (g *pure) splitDiffers(term vtmodel.Model, cut func(n int) int) string {
	next, pieces := 0, 0
	for _, p := range g.history {
		if p.terminal != nil {
			term.Resize(p.terminal.Cols, p.terminal.Rows)
		}
		if p.echo != "" {
			_, _ = term.Write([]byte(echoOf(p.echo)))
		}
		if len(p.commands) == 0 {
			continue
		}
		for ; next < len(g.shots) && g.shots[next].play == p.number; next++ {
			s := g.shots[next]
			if !s.onScreen {
				continue
			}
			for rest := cooked(s.frame.Bytes); len(rest) > 0; pieces++ {
				n := min(cut(pieces), len(rest))
				_, _ = term.Write(rest[:n])
				rest = rest[n:]
			}
			if got := term.Screen(); !sameScreens(s.screen, got) {
				return fmt.Sprintf("after frame %d\n%s", s.index, vtmodel.FirstDifference(s.screen, got))
			}
		}
	}
	return ""
}
