package vtmodel

// at prepares an operation at the cursor for a pending wrap, and returns the column it is
// at, which may be one beyond the last.
func (t *Terminal) at(op edgeOp) int {
	if !t.cur.pending {
		return t.cur.col
	}
	switch t.q.edge[op] {
	case edgeClear:
		t.cur.pending = false
	case edgeBeyond:
		return t.cur.col + 1
	}
	return t.cur.col
}

// eraseCells erases columns of one row, and its wrap mark with the last one.
func (t *Terminal) eraseCells(y, from, to int) {
	l := t.g.rows[y]
	if from < to {
		l.erase(from, to, t.blank())
	}
	if to == t.cols && t.q.marks != markNextRow {
		l.wrapped, l.shown = false, nil
	}
	if from == 0 && y > 0 && (t.q.marks == markNextRow || t.q.marks == markWholeRow && to == t.cols) {
		t.unmark(y - 1)
	}
	t.lastCell = 0
}

// eraseRows erases rows from y up to end.
func (t *Terminal) eraseRows(y, end int) {
	if y > 0 && y < end && t.q.marks != markLastCell {
		t.unmark(y - 1)
	}
	for ; y < end; y++ {
		l := t.g.rows[y]
		prompt := l.prompt
		l.reset(t.cols, t.blank())
		l.prompt = prompt
	}
	t.lastCell = 0
}

// eraseInDisplay is ED.
func (t *Terminal) eraseInDisplay(how int) {
	switch how {
	case 0:
		if t.q.eraseHomePushes && t.cur.row == 0 && t.cur.col == 0 && t.g == &t.main {
			t.pushScreen()
		}
		col := t.at(opEraseBelow)
		t.eraseCells(t.cur.row, min(col, t.cols), t.cols)
		t.eraseRows(t.cur.row+1, t.rows)
	case 1:
		col := t.at(opEraseAbove)
		if !t.q.eraseAboveSkips || t.cur.row > 1 {
			t.eraseRows(0, t.cur.row)
		}
		t.eraseCells(t.cur.row, 0, min(col+1, t.cols))
	case 2:
		if t.q.erasePushes && t.g == &t.main {
			t.pushScreen()
		}
		t.eraseRows(0, t.rows)
	case 3:
		t.history.forget()
		if t.q.eraseHistoryToo {
			t.eraseRows(0, t.rows)
		}
	}
}

// eraseInLine is EL.
func (t *Terminal) eraseInLine(how int) {
	switch how {
	case 0:
		col := t.at(opEraseRight)
		if col < t.cols {
			t.eraseCells(t.cur.row, col, t.cols)
		}
	case 1:
		col := t.at(opEraseLeft)
		t.eraseCells(t.cur.row, 0, min(col+1, t.cols))
	case 2:
		t.at(opEraseRow)
		keep := t.profile == Ghostty && t.here().wrapped
		t.eraseCells(t.cur.row, 0, t.cols)
		t.here().wrapped = keep // Only there, as measured.
	}
}

// eraseSelectively is DECSED and DECSEL: it leaves protected cells alone.
func (t *Terminal) eraseSelectively(how int, display bool) {
	switch t.q.selective {
	case selectNothing:
		return
	case selectPlain:
		if display {
			t.eraseInDisplay(how)
		} else {
			t.eraseInLine(how)
		}
		return
	}
	from, to := t.cur.row, t.cur.row
	first, last := 0, t.cols-1
	switch how {
	case 0:
		first = t.cur.col
		if display {
			to = t.rows - 1
		}
	case 1:
		last = t.cur.col
		if display {
			from = 0
		}
	case 2:
		if display {
			from, to = 0, t.rows-1
		}
	default:
		return
	}
	for y := from; y <= to; y++ {
		a, b := 0, t.cols-1
		if y == t.cur.row {
			a, b = first, last
		}
		t.eraseUnprotected(y, a, b+1)
	}
}

func (t *Terminal) eraseUnprotected(y, from, to int) {
	l, blank := t.g.rows[y], t.blank()
	for x := from; x < to; x++ {
		if l.cells[x]&cellProtected == 0 {
			l.erase(x, x+1, blank)
		}
	}
	t.lastCell = 0
}

// eraseChars is ECH.
func (t *Terminal) eraseChars(n int) {
	col := t.at(opEraseChars)
	if col >= t.cols {
		return
	}
	end := min(col+n, t.cols)
	keep := t.profile == VTE && t.here().wrapped
	t.eraseCells(t.cur.row, col, end)
	if keep { // Only there, as measured.
		t.here().wrapped = true
	}
}

// insertChars is ICH.
func (t *Terminal) insertChars(n int) {
	col := t.at(opInsertChars)
	if col > t.margins.right || col < t.margins.left || t.q.insertFullIgnored && n >= t.cols-col {
		return
	}
	l := t.here()
	l.insert(col, t.margins.right+1, n, t.blank())
	l.wrapped = false
	t.lastCell = 0
}

// deleteChars is DCH.
func (t *Terminal) deleteChars(n int) {
	col := t.at(opDeleteChars)
	if col > t.margins.right || col < t.margins.left {
		return
	}
	l := t.here()
	l.remove(col, t.margins.right+1, n, t.blank())
	if t.q.deleteClearsCount {
		l.erase(t.cols-min(n, t.cols), t.cols, t.blank())
	}
	l.wrapped = false
	t.lastCell = 0
}

// align is DECALN.
func (t *Terminal) align() {
	for _, l := range t.g.rows {
		l.reset(t.cols, 'E')
	}
	t.g.used = t.rows
	if t.q.alignStays {
		t.cur.pending = false
		return
	}
	t.margins = margins{bottom: t.rows - 1, right: t.cols - 1}
	t.modes.set(modeOrigin, false)
	t.home()
}

// repeat is REP. What scrolls out beyond the scrollback need not be drawn.
func (t *Terminal) repeat(n int) {
	r := t.lastRune
	if r == 0 {
		return
	}
	width := max(t.widths.of(r), 1)
	if t.q.repeatStaysInRow {
		n = min(n, (t.cols-t.cur.col)/width)
		if t.cur.pending {
			n = 0
		}
	}
	for range n {
		t.printRune(r)
	}
}
