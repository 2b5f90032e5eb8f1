package vtmodel

// rewrapped is what became of some lines at another width.
type rewrapped struct {
	lines  []*line
	origin []int // For each line, the row that its first cell came from.
}

// rewrap lays lines out anew in cols columns, with the points that are on them. A row's
// length is what measure says; what is right of it is not text. Rest says whether a point
// right of the text keeps its distance to it.
func rewrap(lines []*line, cols int, measure func(*line) int, rest bool, points ...*point) rewrapped {
	var out rewrapped
	moved := make([]point, len(points))
	for i, p := range points {
		moved[i] = *p
	}
	var g paragraph
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && lines[to-1].wrapped {
			to++
		}
		g.read(lines[from:to], measure)
		first := len(out.lines)
		if to-from == 1 && len(g.cells) <= cols {
			g.keep(&out, cols, from)
		} else {
			g.write(&out, cols, from)
		}
		for i, p := range points {
			if p.row >= from && p.row < to {
				moved[i] = g.place(p.row-from, p.col, cols, rest)
				moved[i].row += first
			}
		}
		from = to
	}
	for i, p := range points {
		if p.row >= len(lines) {
			moved[i].row = len(out.lines) + p.row - len(lines)
		}
		*p = moved[i]
	}
	return out
}

// paragraph is a logical line while it is laid out.
type paragraph struct {
	rows    []*line
	cells   []cell
	starts  []int // Of the old rows, in cells.
	lengths []int
	begins  []int // Of the new rows, in cells.
}

func (g *paragraph) read(rows []*line, measure func(*line) int) {
	g.rows, g.cells = rows, g.cells[:0]
	g.starts, g.lengths, g.begins = g.starts[:0], g.lengths[:0], g.begins[:0]
	for i, l := range rows {
		n := len(l.cells)
		if i == len(rows)-1 {
			n = measure(l)
		} else if n > 0 && l.cells[n-1]&cellGap != 0 {
			n--
		}
		g.starts = append(g.starts, len(g.cells))
		g.lengths = append(g.lengths, n)
		g.cells = append(g.cells, l.cells[:n]...)
	}
}

// keep appends a paragraph of one row that needs no other, with the row's own memory. It
// is not made wider, since most rows stay in the scrollback; the screen does that.
func (g *paragraph) keep(out *rewrapped, cols, from int) {
	l, n := g.rows[0], len(g.cells)
	for i := n; i < len(l.cells); i++ {
		if l.cells[i] != 0 { // Blanks with a background that do not count.
			clear(l.cells[i:])
			l.shown = nil
			break
		}
	}
	l.wrapped = false
	if len(l.cells) > cols {
		l.setCols(cols)
	}
	g.begins = append(g.begins, 0)
	out.lines = append(out.lines, l)
	out.origin = append(out.origin, from)
}

// write appends the paragraph in cols columns.
func (g *paragraph) write(out *rewrapped, cols, from int) {
	last := g.rows[len(g.rows)-1]
	at := 0
	for {
		end := min(at+cols, len(g.cells))
		gap := end < len(g.cells) && g.cells[end].isTail()
		if gap {
			end--
		}
		if end == at && gap { // A wide cluster in one column.
			g.cells[at], g.cells[at+1] = g.cells[at]&cellLook, g.cells[at+1]&cellLook
			continue
		}
		l := g.lineFor(len(g.begins), cols)
		n := copy(l.cells, g.cells[at:end])
		clear(l.cells[n:])
		if gap {
			l.cells[n] = cellGap
		}
		g.begins = append(g.begins, at)
		l.wrapped = end < len(g.cells)
		out.lines = append(out.lines, l)
		out.origin = append(out.origin, from+g.rowOf(at))
		at = end
		if at >= len(g.cells) {
			l.wrapped = last.wrapped && len(out.lines) > 0 && l.wrapped
			return
		}
	}
}

// lineFor returns the i-th line of the new layout, with its own memory.
func (g *paragraph) lineFor(i, cols int) *line {
	l := newLine(cols)
	if i == 0 {
		l.prompt = g.rows[0].prompt
	}
	return l
}

// rowOf returns the old row of a cell.
func (g *paragraph) rowOf(at int) int {
	i := len(g.starts) - 1
	for i > 0 && g.starts[i] > at {
		i--
	}
	return i
}

// place returns where a point of an old row is now, its row counted from the paragraph's
// first one.
func (g *paragraph) place(row, col, cols int, rest bool) point {
	at, beyond := g.starts[row]+col, 0
	if col >= g.lengths[row] {
		at = g.starts[row] + g.lengths[row]
		if row == len(g.rows)-1 && rest {
			beyond = col - g.lengths[row]
		}
	}
	i := len(g.begins) - 1
	for i > 0 && g.begins[i] > at {
		i--
	}
	if at == len(g.cells) && i > 0 && g.begins[i] == at {
		i--
	}
	return point{row: i, col: min(at-g.begins[i]+beyond, cols)}
}
