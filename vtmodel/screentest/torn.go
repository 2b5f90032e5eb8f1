package screentest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"jp/engine"
)

// A lastFrame is the last frame of a step that went to the screen.
type lastFrame struct {
	number int // of the step's frames on the screen, from 1; 0 when there is none
	bytes  []byte
}

// A tearing is a resize that comes while a frame is being written.
type tearing struct {
	frame int // the step's frames on the screen that are still to come, with this one
	cut   int
	size  Size
}

// torn plays the last move of a path, when it is a resize, in the middle of the frame
// before it.
func (e *explorer) torn(path []move, last lastFrame) {
	if !e.tear || last.number == 0 || len(path) < 2 {
		return
	}
	if _, _, ok := resizeOf(e.step(path)); !ok {
		return
	}
	stride := max(len(last.bytes)/6, 1)
	if exploring() {
		stride = 1
	}
	for cut := 1; cut < len(last.bytes); cut += stride {
		path[len(path)-1].cut = cut
		e.done.Torn++
		if err := e.tornOutcome(path, last); e.setup.accepts(lawOf(err)) {
			e.happened[lawOf(err)] = true
		} else if err != nil {
			e.fail(path, err)
		}
		path[len(path)-1].cut = 0
		if e.failed >= failuresMax {
			return
		}
	}
}

// tornOutcome ends the program soon after the tear. What was printed must all be
// there; of the region a few rows may be left.
func (e *explorer) tornOutcome(path []move, last lastFrame) error {
	before := path[:len(path)-1]
	cut := path[len(path)-1].cut
	if cut >= len(last.bytes) {
		return nil
	}
	size, told, _ := resizeOf(e.step(path))
	g := e.again(before[:len(before)-1])
	g.judge = newJudge(e.setup, g.screen())
	for i := range before[:len(before)-1] {
		g.tell(e.step(before[:i+1]))
	}
	g.blind = true
	g.tear = &tearing{frame: last.number, cut: cut, size: size}
	step := e.step(before)
	g.tell(step)
	_ = g.perform(step)
	g.tear = nil
	o := g.judge.oracle
	o.reflow = reflows(e.venue.modelName)
	o.terminal(size)
	g.apply(0, told...)
	_ = g.advance(step, settleAll)
	g.apply(0, engine.Close{})
	o.command(g.time, engine.Close{})
	return o.survived(layoutOf(g.screen()))
}

// survived checks the end of a run with a torn write. Blank rows do not count: kitty
// blanks what is left of a region instead of leaving it.
func (o *oracle) survived(l layout) error {
	residue := 0
	for _, r := range l.rows {
		if r.kind == rowChrome || r.kind == rowMixed {
			residue++
		}
	}
	l.rows = slices.DeleteFunc(l.rows, func(r layoutRow) bool { return r.kind == rowBlank && !r.wrapped })
	l.scrollback = 0
	text := strings.TrimLeft(o.screen.text, "\n")
	for strings.Contains(text, "\n\n") {
		text = strings.ReplaceAll(text, "\n\n", "\n")
	}
	n, err := visible(l, text, o)
	switch {
	case residue > tornRowsMax:
		return tornError("chrome-is-one-block", "%d rows of the region are left, at most %d are accepted", residue, tornRowsMax)
	case err != nil:
		return tornError("transcript", "%v", err)
	case n < len(text):
		return tornError("transcript", "%q is lost", text[n:])
	}
	return nil
}

func tornError(law, format string, args ...any) error {
	return &lawError{Violation{law, -1, "after a torn write: " + fmt.Sprintf(format, args...)}}
}

// settleAll is how long a program waits before it ends, after a torn write.
const settleAll = time.Second
