package vtmodel

import "slices"

// keepRow reflows as Alacritty does: rows that are inserted or removed move what is above
// the cursor, so that the cursor keeps its row, also where there is room below it.
func (s *sheet) keepRow(cols, rows int) {
	saved := s.saved.row - s.base
	if rows < s.rows {
		s.shrinkRows(rows)
	} else if back := min(rows-s.rows, s.base); back > 0 {
		s.base -= back
		saved += back
	}
	s.finish(s.cols, rows)
	f := keepRowFlow{cols: cols, rows: rows, line: s.cur.row - s.base, col: s.cur.col}
	switch {
	case cols > s.cols:
		f.widen(s.lines)
	case cols < s.cols:
		f.narrow(s.lines)
	default:
		f.out = s.lines
	}
	s.lines = f.out
	s.base = len(s.lines) - rows
	s.cur = point{s.base + min(f.line, rows-1), f.col}
	s.saved = point{s.base + min(saved, rows-1), min(s.saved.col, cols-1)}
	s.used = len(s.lines)
	s.finish(cols, rows)
}

// keepRowFlow lays rows out anew, oldest first. The cursor's line counts from the top of
// the screen, and rows of the old layout are named by their distance to the last one.
type keepRowFlow struct {
	cols, rows int
	line, col  int
	out        []*line
}

func (f *keepRowFlow) cursorDepth() int { return f.rows - f.line - 1 }

// showsNothing reports a cell that is not text when it is at the end of a row.
func showsNothing(c cell) bool {
	return c == 0 || c == ' '
}

func (l *line) showsNothing() bool {
	for _, c := range l.cells {
		if !showsNothing(c) {
			return false
		}
	}
	return true
}

// narrow moves what does not fit into the rows below.
func (f *keepRowFlow) narrow(lines []*line) {
	var carried []cell
	carry := false
	for n, old := range lines {
		depth := len(lines) - 1 - n
		row := &line{cells: slices.Clone(old.cells), wrapped: old.wrapped, prompt: old.prompt}
		if f.cols == 1 {
			row.blankWide()
		}
		if carry {
			if depth == f.cursorDepth() {
				f.col += len(carried)
			}
			row.cells = append(slices.Clone(carried), row.cells...)
			carry = false
		}
		carried, carry = f.narrowRow(row, depth)
	}
	if f.col > f.cols {
		f.col = f.cols - 1
	}
}

// narrowRow appends a row, cut into as many as it needs, and returns what goes on in the
// row below.
func (f *keepRowFlow) narrowRow(row *line, depth int) (carried []cell, carry bool) {
	for {
		rest, wrapped := f.cut(row)
		if rest == nil {
			if depth != f.cursorDepth() || f.col <= f.cols {
				row.wrapped = wrapped
				f.append(row)
				return nil, false
			}
			rest = []cell{} // Blanks before the cursor are taken for text.
		}
		if at := f.cols - 1; len(row.cells) > at && row.cells[at].isWide() {
			rest = append([]cell{row.cells[at]}, rest...)
			row.cells[at] = cellGap
		}
		if n := len(rest); n > 0 && rest[n-1]&cellGap != 0 {
			if n == 1 {
				row.wrapped = true
				f.append(row)
				return nil, false
			}
			rest, wrapped = rest[:n-1], true
		}
		row.wrapped = true
		f.append(row)
		if wrapped && depth >= 1 && len(rest) > 0 && len(rest) < f.cols {
			return rest, true
		}
		if depth == f.cursorDepth() && f.col < f.cols || depth < f.cursorDepth() {
			f.line = max(f.line-1, 0)
		}
		if depth == f.cursorDepth() && f.col >= f.cols {
			f.col -= f.cols
		}
		row = &line{cells: rest, wrapped: wrapped}
	}
}

// cut shortens a row to the width and returns what was cut off without its blank end, or
// nil when that is nothing; wrapped says whether the row below goes on with it.
func (f *keepRowFlow) cut(row *line) (rest []cell, wrapped bool) {
	if len(row.cells) <= f.cols {
		return nil, row.wrapped
	}
	rest = slices.Clone(row.cells[f.cols:])
	row.cells = row.cells[:f.cols]
	if row.wrapped {
		return rest, true
	}
	for len(rest) > 0 && showsNothing(rest[len(rest)-1]) {
		rest = rest[:len(rest)-1]
	}
	if len(rest) == 0 {
		return nil, false
	}
	return rest, false
}

func (f *keepRowFlow) append(row *line) {
	wrapped := row.wrapped
	row.setCols(f.cols)
	row.wrapped = wrapped
	f.out = append(f.out, row)
}

// widen fills rows that were wrapped from the rows below.
func (f *keepRowFlow) widen(lines []*line) {
	moved := 0
	for n, old := range lines {
		depth := len(lines) - 1 - n
		row := &line{cells: slices.Clone(old.cells), wrapped: old.wrapped, prompt: old.prompt}
		if len(f.out) == 0 {
			f.out = append(f.out, row)
			continue
		}
		last := f.out[len(f.out)-1]
		if !last.wrapped || len(last.cells) >= f.cols || len(last.cells) == 0 {
			f.out = append(f.out, row)
			continue
		}
		f.pull(last, row, depth, &moved)
	}
	f.fillTop()
	if moved > 0 {
		available := min(f.cursorDepth(), len(f.out)-f.rows)
		overflow := max(moved-available, 0)
		f.out = f.out[:len(f.out)+overflow-moved]
		f.line = max(f.line-overflow, 0)
	}
	for _, row := range f.out {
		wrapped := row.wrapped
		row.setCols(f.cols)
		row.wrapped = wrapped
	}
}

// pull moves the beginning of row to the end of last, and appends what remains.
func (f *keepRowFlow) pull(last, row *line, depth int, moved *int) {
	if n := len(last.cells); last.cells[n-1]&cellGap != 0 {
		last.cells = last.cells[:n-1]
	}
	taken := f.cols - len(last.cells)
	n := min(len(row.cells), taken)
	goesOn := row.wrapped && n == len(row.cells) && !row.cells[n-1].isWide() // the flag is one of the last cell's
	if row.cells[n-1].isWide() {
		taken--
		last.cells = append(append(last.cells, row.cells[:n-1]...), cellGap)
		row.cells = row.cells[n-1:]
	} else {
		last.cells = append(last.cells, row.cells[:n]...)
		row.cells = row.cells[n:]
	}
	last.wrapped = goesOn
	cursor := f.cursorDepth()
	empty := row.showsNothing()
	switch {
	case depth == cursor:
		if empty {
			f.line++
		}
		line, col := f.back(taken)
		if col == 0 && empty {
			line, col = f.backFrom(line, col, 1)
			col++
		}
		f.col = col
		delta := f.line - line
		if delta != 0 && empty {
			f.line -= delta
			return
		}
		*moved += delta
	case empty:
		if depth < cursor {
			f.line++
		}
		return
	}
	last.wrapped = true
	f.out = append(f.out, row)
}

// back is the cursor's position n columns earlier.
func (f *keepRowFlow) back(n int) (line, col int) { return f.backFrom(f.line, f.col, n) }

func (f *keepRowFlow) backFrom(line, col, n int) (int, int) {
	line -= max(n+f.cols-1-col, 0) / f.cols
	col = (f.cols + col - n%f.cols) % f.cols
	if line < 0 {
		return 0, 0
	}
	return line, col
}

// fillTop adds rows at the bottom until the screen is full.
func (f *keepRowFlow) fillTop() {
	if missing := f.rows - len(f.out); missing > 0 {
		f.line = max(f.line-missing, 0)
		for range missing {
			f.out = append(f.out, newLine(f.cols))
		}
	}
}

// blankWide blanks the wide clusters, which one column has no room for.
func (l *line) blankWide() {
	for i, c := range l.cells {
		if c.isWide() || c.isTail() {
			l.cells[i] = c & cellLook
		}
	}
}
