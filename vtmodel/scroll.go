package vtmodel

// sideways reports that the left or right margin is in use, so that rows cannot be moved
// as a whole.
func (t *Terminal) sideways() bool {
	return t.margins.left > 0 || t.margins.right < t.cols-1
}

// scrollUp moves the rows from top to the bottom margin up by n. Rows that leave the main
// screen at its top enter the scrollback if they are to be saved.
func (t *Terminal) scrollUp(top, n int, save bool) {
	bottom := t.margins.bottom
	n = min(n, bottom+1-top)
	if t.sideways() {
		t.scrollPart(top, n)
		return
	}
	blank := t.blank()
	rows := t.g.rows[top : bottom+1]
	save = save && t.g == &t.main && (top == 0 || t.q.scrollSavesRegion)
	for range n {
		l := rows[0]
		copy(rows, rows[1:])
		if save {
			l = t.history.push(l)
		}
		if l == nil {
			l = t.takeSpare()
		}
		l.reset(t.cols, blank)
		rows[len(rows)-1] = l
	}
	if top > 0 && n > 0 {
		t.unmark(top - 1)
	}
	if save && t.q.savedFollows {
		t.saved[0].at.row = max(t.saved[0].at.row-n, 0)
	}
	t.lastCell = 0
}

// takeSpare returns a line with any content.
func (t *Terminal) takeSpare() *line {
	if n := len(t.spare); n > 0 {
		l := t.spare[n-1]
		t.spare = t.spare[:n-1]
		return l
	}
	return newLine(t.cols)
}

// unmark makes row y not go on in the next one.
func (t *Terminal) unmark(y int) {
	if l := t.g.rows[y]; l.wrapped {
		l.wrapped, l.shown = false, nil
	}
}

// scrollDown moves the rows from top to the bottom margin down by n.
func (t *Terminal) scrollDown(top, n int) {
	bottom := t.margins.bottom
	n = min(n, bottom+1-top)
	if t.sideways() {
		t.scrollPart(top, -n)
		return
	}
	blank := t.blank()
	rows := t.g.rows[top : bottom+1]
	for range n {
		l := rows[len(rows)-1]
		copy(rows[1:], rows)
		l.reset(t.cols, blank)
		rows[0] = l
	}
	t.g.used = max(t.g.used, min(t.g.used+n, bottom+1))
	if n > 0 {
		t.unmark(bottom)
		if top > 0 {
			t.unmark(top - 1)
		}
	}
	t.lastCell = 0
}

// scrollPart moves the columns between the margins up by n rows, or down when n is
// negative.
func (t *Terminal) scrollPart(top, n int) {
	left, right, bottom := t.margins.left, t.margins.right+1, t.margins.bottom
	blank := t.blank()
	for y := top; y <= bottom; y++ {
		t.g.rows[y].split(left)
		t.g.rows[y].split(right)
		t.g.rows[y].shown = nil
	}
	move := func(y int) {
		to := t.g.rows[y].cells[left:right]
		if from := y + n; from >= top && from <= bottom {
			copy(to, t.g.rows[from].cells[left:right])
			return
		}
		fill(to, blank)
	}
	if n > 0 {
		for y := top; y <= bottom; y++ {
			move(y)
		}
	} else {
		for y := bottom; y >= top; y-- {
			move(y)
		}
	}
	t.g.used = max(t.g.used, min(bottom+1, t.g.used-n))
	t.lastCell = 0
}

// pushScreen saves the used rows of the main screen to the scrollback, leaving blank ones.
func (t *Terminal) pushScreen() {
	n := min(t.g.used, t.rows)
	for n > 0 && t.g.rows[n-1].used() == 0 {
		n--
	}
	for y := range n {
		l := t.history.push(t.g.rows[y])
		if l == nil {
			l = t.takeSpare()
		}
		l.reset(t.cols, t.blank())
		t.g.rows[y] = l
	}
}

// insertRows is IL, deleteRows DL.
func (t *Terminal) insertRows(n int) {
	t.editRows(n, t.scrollDown)
}

func (t *Terminal) deleteRows(n int) {
	t.editRows(n, func(top, n int) { t.scrollUp(top, n, false) })
}

func (t *Terminal) editRows(n int, scroll func(top, n int)) {
	inside := t.cur.row >= t.margins.top && t.cur.row <= t.margins.bottom &&
		t.cur.col >= t.margins.left && t.cur.col <= t.margins.right
	if !inside {
		if !t.q.rowsOutside || t.cur.row <= t.margins.bottom {
			return
		}
		bottom := t.margins.bottom
		t.margins.bottom = t.rows - 1
		defer func() { t.margins.bottom = bottom }()
	}
	scroll(t.cur.row, n)
	if t.q.rowsKeepColumn {
		t.cur.pending = t.cur.pending && t.q.edgeIsColumn
		return
	}
	t.cur.col = t.margins.left
	t.moved()
}

// shiftColumns moves the text between the margins right by n columns, or left when n is
// negative, from column first on.
func (t *Terminal) shiftColumns(first, n int) {
	for y := t.margins.top; y <= t.margins.bottom; y++ {
		l := t.g.rows[y]
		l.wrapped = false
		if n > 0 {
			l.insert(first, t.margins.right+1, n, t.blank())
		} else {
			l.remove(first, t.margins.right+1, -n, t.blank())
		}
	}
	t.lastCell = 0
}

// columnIndex is DECFI and DECBI: a move sideways that scrolls at the margin.
func (t *Terminal) columnIndex(n int) {
	edge, last := t.margins.right, t.cols-1
	if n < 0 {
		edge, last = t.margins.left, 0
	}
	inside := t.cur.row >= t.margins.top && t.cur.row <= t.margins.bottom
	switch {
	case t.cur.col == edge && inside:
		t.shiftColumns(t.margins.left, -n)
	case t.cur.col != last && t.cur.col != edge:
		t.cur.col += n
	}
	t.moved()
}
