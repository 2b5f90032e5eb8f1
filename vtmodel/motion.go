package vtmodel

// home moves the cursor to the origin.
func (t *Terminal) home() { t.moveTo(0, 0) }

// moveTo moves the cursor to a place counted from the origin, which origin mode puts at
// the margins.
func (t *Terminal) moveTo(row, col int) {
	firstRow, lastRow, firstCol, lastCol := 0, t.rows-1, 0, t.cols-1
	if t.modes.has(modeOrigin) {
		firstRow, lastRow = t.margins.top, t.margins.bottom
		firstCol, lastCol = t.margins.left, t.margins.right
	}
	t.cur.row = min(firstRow+max(row, 0), lastRow)
	t.cur.col = min(firstCol+max(col, 0), lastCol)
	t.moved()
}

// originRow and originCol are what positions count from.
func (t *Terminal) originRow() int {
	if t.modes.has(modeOrigin) {
		return t.margins.top
	}
	return 0
}

func (t *Terminal) originCol() int {
	if t.modes.has(modeOrigin) {
		return t.margins.left
	}
	return 0
}

// moved is to be called when the cursor went somewhere: no wrap is pending any more, and
// nothing joins what was written before.
func (t *Terminal) moved() {
	t.cur.pending = false
	t.lastCell = 0
}

// moveRow moves to a row, keeping the column.
func (t *Terminal) moveRow(row int) {
	t.moveTo(row, t.cur.col-t.originCol())
}

// moveCol moves to a column, keeping the row.
func (t *Terminal) moveCol(col int) {
	first, last := 0, t.cols-1
	if t.modes.has(modeOrigin) {
		first, last = t.margins.left, t.margins.right
	}
	t.cur.col = min(max(first+col, first), last)
	t.moved()
}

func (t *Terminal) up(n int) {
	top := 0
	if t.cur.row >= t.margins.top && (!t.q.ignoresMargins || t.modes.has(modeOrigin)) {
		top = t.margins.top
	}
	t.cur.row = max(t.cur.row-n, top)
	t.moved()
}

func (t *Terminal) down(n int) {
	bottom := t.rows - 1
	if t.cur.row <= t.margins.bottom && (!t.q.ignoresMargins || t.modes.has(modeOrigin)) {
		bottom = t.margins.bottom
	}
	t.cur.row = min(t.cur.row+n, bottom)
	t.moved()
}

func (t *Terminal) right(n int) {
	last := t.cols - 1
	if t.cur.col <= t.margins.right {
		last = t.margins.right
	}
	t.cur.col = min(t.cur.col+n, last)
	t.moved()
}

func (t *Terminal) left(n int) {
	first := 0
	if t.cur.col >= t.margins.left {
		first = t.margins.left
	}
	if t.cur.pending && t.q.edgeIsColumn {
		n--
	}
	if t.modes.has(modeReverseWrap) && t.modes.has(modeWrap) {
		t.leftWrapping(n, first)
		return
	}
	t.cur.col = max(t.cur.col-n, first)
	t.moved()
}

// leftWrapping goes on at the end of the row above while that was wrapped.
func (t *Terminal) leftWrapping(n, first int) {
	if t.cur.pending && !t.q.edgeIsColumn {
		n--
	}
	n = min(max(n, 0), t.cols*t.rows)
	for ; n > t.cur.col-first && t.cur.row > t.margins.top && t.g.rows[t.cur.row-1].wrapped; t.cur.row-- {
		n -= t.cur.col - first + 1
		t.cur.col = t.margins.right
	}
	t.cur.col = max(t.cur.col-n, first)
	t.moved()
}

// tab moves to the n-th stop on the right. A pending wrap stays pending.
func (t *Terminal) tab(n int) {
	last := t.cols - 1
	if t.cur.col <= t.margins.right {
		last = t.margins.right
	}
	for ; n > 0 && t.cur.col < last; n-- {
		t.cur.col = t.tabs.after(t.cur.col, last)
	}
	t.lastCell = 0
}

func (t *Terminal) tabBack(n int) {
	first := 0
	if t.modes.has(modeOrigin) {
		first = t.margins.left
	}
	for ; n > 0 && t.cur.col > first; n-- {
		t.cur.col = t.tabs.before(t.cur.col, first)
	}
	pending := t.cur.pending && t.q.backTabKeepsEdge
	t.moved()
	t.cur.pending = pending
}

func (t *Terminal) carriageReturn() {
	if t.cur.col >= t.margins.left || t.modes.has(modeOrigin) {
		t.cur.col = t.margins.left
	} else {
		t.cur.col = 0
	}
	t.moved()
}

// lineFeed is LF, VT and FF.
func (t *Terminal) lineFeed() {
	l := t.here()
	if l.wrapped && t.q.marks == markNextRow {
		l.wrapped, l.shown = false, nil
	}
	t.index(t.q.lineFeedKeepsEdge)
	if t.modes.has(modeNewline) {
		t.carriageReturn()
	}
}

// index moves down, scrolling at the bottom margin.
func (t *Terminal) index(keepEdge bool) {
	pending := t.cur.pending && keepEdge
	if t.cur.row == t.margins.bottom {
		if t.cur.col >= t.margins.left && t.cur.col <= t.margins.right {
			t.scrollUp(t.margins.top, 1, true)
		}
	} else if t.cur.row < t.rows-1 {
		t.cur.row++
	}
	if t.cur.row >= t.g.used {
		t.g.used = t.cur.row + 1
	}
	t.moved()
	t.cur.pending = pending
}

// reverseIndex moves up, scrolling at the top margin.
func (t *Terminal) reverseIndex() {
	if t.cur.row == t.margins.top {
		if t.cur.col >= t.margins.left && t.cur.col <= t.margins.right {
			t.scrollDown(t.margins.top, 1)
		}
	} else if t.cur.row > 0 {
		t.cur.row--
	}
	t.moved()
}

// runControl runs a C0 control.
func (t *Terminal) runControl(b byte) {
	switch b {
	case 0x07:
		t.bells++
		return
	case '\b':
		t.left(1)
	case '\t':
		t.tab(1)
	case '\n', '\v', '\f':
		t.lineFeed()
	case '\r':
		t.carriageReturn()
	case 0x0e:
		t.sets.locked = 1
	case 0x0f:
		t.sets.locked = 0
	case 0x1a:
		if t.q.subPrints {
			t.printRune('␦')
		}
		return
	default:
		return
	}
	t.lastRune = 0
}
