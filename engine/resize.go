package engine

import "time"

// quiet is how long the size must stay the same before the whole region is drawn
// again. Shorter and slow drags are redrawn at every step: measured 7 to 19 times
// as many stranded rows at 80 ms (docs/decisions/top-hold.md).
const quiet = 350 * time.Millisecond

// settle is the state of a storm of resizes.
type settle struct {
	on bool
	at time.Duration // when the size has been quiet long enough
}

func (s *settle) over(now time.Duration) bool { return s.on && now >= s.at }

// resize takes a new size. On screen the region is erased at once and stands in
// as one short row until the size is quiet: nothing is assumed about where its
// other rows went.
func (e *Engine) resize(c Resize) {
	cols, rows := max(c.Cols, 0), max(c.Rows, 0)
	if c.Confirm && cols == e.cols && rows == e.rows {
		return
	}
	e.cols, e.rows = cols, rows
	if e.screen.onScreen() {
		e.screen.moved = true
	}
	if !e.cfg.Regions || e.cfg.Reduced {
		return
	}
	if e.paint.used && e.paint.drawn.mode == none && !e.screen.onScreen() && len(e.screen.lines) == 0 {
		e.paint.strayed = true
	}
	e.settle.on = true
	e.settle.at = e.now + quiet
	e.paint.redraw = true
}

// Settling reports whether a storm of resizes is going on. A driver then reads
// the size again before it applies a Tick, and hands it in as Resize with Confirm.
func (e *Engine) Settling() bool { return e.settle.on }
