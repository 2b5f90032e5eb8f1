package vtmodel

// pin reflows as xterm.js does: everything but the cursor's own logical line, and each row
// that is inserted moves the cursor or the screen, also when it is below the cursor.
func (s *sheet) pin(cols, rows int) {
	f := pinFlow{lines: s.lines, base: s.base, y: s.cur.row - s.base, saved: s.saved.row, rows: rows, max: rows + s.limit}
	old := s.cols
	f.setRows(s.rows, cols)
	s.cur.col = min(s.cur.col, cols-1)
	f.y = min(f.y, rows-1) + f.back
	switch {
	case cols > old:
		f.widen(cols)
	case cols < old:
		f.narrow(cols)
	}
	f.cropCursorLine(cols)
	s.lines, s.base = f.lines, f.base
	if excess := len(s.lines) - f.max; excess > 0 {
		s.lines = s.lines[excess:]
		s.base = max(s.base-excess, 0)
	}
	s.cur.row = s.base + f.y
	s.saved = point{f.saved, min(s.saved.col, cols-1)}
	s.used = len(s.lines)
	s.finish(cols, rows)
}

// cropCursorLine gives the rows of the cursor's line the new width. They go on to be one
// line: the mark is one of the next row, which no cell of this one takes along.
func (f *pinFlow) cropCursorLine(cols int) {
	at := min(f.base+f.y, len(f.lines)-1)
	from, to := at, at
	for from > 0 && f.lines[from-1].wrapped {
		from--
	}
	for to < len(f.lines)-1 && f.lines[to].wrapped {
		to++
	}
	for _, l := range f.lines[from:to] {
		l.setCols(cols)
		l.wrapped = true
	}
}

type pinFlow struct {
	lines []*line
	base  int
	y     int // The cursor's row on the screen.
	back  int // Rows that came back.
	saved int // The saved cursor's row from the first line.
	rows  int
	max   int // How many lines are kept.
}

// setRows changes the height.
func (f *pinFlow) setRows(old, cols int) {
	for range f.rows - old {
		if len(f.lines) >= f.rows+f.base {
			continue
		}
		if f.base > 0 && len(f.lines) <= f.base+f.y+f.back+1 {
			f.base--
			f.back++
		} else {
			f.lines = append(f.lines, newLine(cols))
		}
	}
	for range old - f.rows {
		if len(f.lines) <= f.rows+f.base {
			continue
		}
		if len(f.lines) > f.base+f.y+1 {
			f.lines = f.lines[:len(f.lines)-1]
		} else {
			f.base++
		}
	}
}

func (f *pinFlow) hasCursor(from, to int) bool {
	at := f.base + f.y
	return at >= from && at < to
}

// widen joins rows, oldest first.
func (f *pinFlow) widen(cols int) {
	var out []*line
	removed := 0
	for from := 0; from < len(f.lines); {
		to := from + 1
		for to < len(f.lines) && f.lines[to-1].wrapped {
			to++
		}
		if to-from == 1 || f.hasCursor(from, to) {
			out = append(out, f.lines[from:to]...)
		} else {
			joined := rewrap(f.lines[from:to], cols, (*line).written, false).lines
			removed += to - from - len(joined)
			out = append(out, joined...)
		}
		from = to
	}
	f.lines = out
	for range removed {
		switch {
		case f.base > 0:
			f.base--
		default:
			f.y = max(f.y-1, 0)
			if len(f.lines) < f.rows {
				f.lines = append(f.lines, newLine(cols))
			}
		}
	}
	f.saved = max(f.saved-removed, 0)
}

// narrow cuts rows, newest first.
func (f *pinFlow) narrow(cols int) {
	type insertion struct {
		from, to int
		lines    []*line
	}
	var insertions []insertion
	inserted := 0
	for to := len(f.lines); to > 0; {
		from := to - 1
		for from > 0 && f.lines[from-1].wrapped {
			from--
		}
		if to-from == 1 && f.lines[from].written() <= cols || f.hasCursor(from, to) {
			to = min(from, len(f.lines))
			continue
		}
		cut := rewrap(f.lines[from:to], cols, (*line).written, false).lines
		more := len(cut) - (to - from)
		insertions = append(insertions, insertion{from, to, cut})
		inserted += max(more, 0)
		f.makeRoom(more, inserted)
		to = min(from, len(f.lines))
	}
	out := make([]*line, 0, len(f.lines)+inserted)
	at := 0
	for i := len(insertions) - 1; i >= 0; i-- {
		in := insertions[i]
		if in.to > len(f.lines) {
			break
		}
		out = append(append(out, f.lines[at:in.from]...), in.lines...)
		at = in.to
	}
	f.lines = append(out, f.lines[at:]...)
}

// makeRoom moves the screen or the cursor for rows that are going to be inserted.
func (f *pinFlow) makeRoom(more, inserted int) {
	trimmed := max(0, len(f.lines)-f.max+more)
	if f.base == 0 && f.y != len(f.lines)-1 {
		trimmed = max(0, f.y-f.max+more)
	}
	for range more - trimmed {
		switch {
		case f.base > 0:
			if f.base < min(f.max, len(f.lines)+inserted)-f.rows {
				f.base++
			}
		case f.y < f.rows-1:
			f.y++
			f.lines = f.lines[:len(f.lines)-1]
		default:
			f.base++
		}
	}
	f.saved = min(f.saved+max(more, 0), f.base+f.rows-1)
}
