package engine

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
