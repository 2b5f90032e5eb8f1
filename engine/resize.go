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
	e.settle.on = true
	e.settle.at = e.now + quiet
	e.paint.redraw = true
}

// Settling reports whether a storm of resizes is going on. A driver then reads
// the size again before it applies a Tick, and hands it in as Resize with Confirm.
func (e *Engine) Settling() bool { return e.settle.on }

// Limits of the drawing protocol, in columns and rows.
const (
	colsMin     = 20 // narrower terminals get no region
	rowsMin     = 3  // lower ones neither
	capSafe     = 60 // widest row that survives a re-wrap nearly everywhere
	capMargin   = 8  // columns left free at the edge
	capUnknown  = 60
	miniCols    = 12 // a row so short that it does not wrap in a storm
	autoDivisor = 10
	autoLimit   = 3
)

// roomy reports whether the terminal is large enough for a region, as far as its
// size is known.
func (e *Engine) roomy() bool {
	return (e.cols == 0 || e.cols >= colsMin) && (e.rows == 0 || e.rows >= rowsMin)
}

// statusCap and windowCap are the widest status row and window row. Window rows
// may be wider where the profile says that the terminal blanks or crops them.
func (e *Engine) statusCap() int {
	if e.cols == 0 {
		return capUnknown
	}
	return min(e.cols-capMargin, capSafe)
}

func (e *Engine) windowCap() int {
	if e.cols == 0 {
		return capUnknown
	}
	if e.cfg.Profile == ProfileBase {
		return e.statusCap()
	}
	return e.cols - capMargin
}

// WindowRows is how many window rows a claim that asks for r gets at the present
// size: 0 when regions can not render or no row fits.
func (e *Engine) WindowRows(r Rows) int {
	if !e.cfg.Regions || e.cfg.Reduced || !e.roomy() || e.rows == 0 || r == RowsOff {
		return 0
	}
	limit := e.rows - 2
	if r < 0 {
		return min(e.rows/autoDivisor, e.rows/autoLimit, limit)
	}
	return min(int(r), limit)
}

// ChromeCols is the widest row that a window shows at the present size; 0 when
// the width is unknown or no region can render.
func (e *Engine) ChromeCols() int {
	if !e.cfg.Regions || e.cols == 0 || !e.roomy() {
		return 0
	}
	return e.windowCap()
}

// HeldBytes is how much transcript waits in the engine, paced or held by a
// suspension: a driver stops taking more beyond its bound.
func (e *Engine) HeldBytes() int { return e.lane.held() }
