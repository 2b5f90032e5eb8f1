package vtmodel

// Screen returns what the terminal shows now. Rows that have not changed since the last
// call are shared with what it returned.
func (t *Terminal) Screen() Screen { return t.screenOf(t.g) }

// Main returns the main screen also while the alternate one is shown. Its cursor is the
// one that will be restored.
func (t *Terminal) Main() Screen {
	s := t.screenOf(&t.main)
	if t.g != &t.main {
		at := t.saved[0].at
		s.Cursor.Row, s.Cursor.Col, s.Cursor.PendingWrap = at.row, at.col, at.pending && at.col == t.cols-1
		s.Alt = false
	}
	return s
}

func (t *Terminal) screenOf(g *grid) Screen {
	s := Screen{
		Cols: t.cols, Rows: t.rows,
		Lines:      make([]Row, t.rows),
		Scrollback: t.shownHistory(),
		Scrolled:   t.history.gone + t.history.len(),
		Title:      t.title,
		Alt:        t.g == &t.alt,
		Modes:      t.modes.exported(),
		Bells:      t.bells,
	}
	for y, l := range g.rows {
		s.Lines[y] = Row{Cells: t.shown(l, t.cols), Wrapped: l.wrapped}
	}
	s.Cursor = Cursor{
		Row: t.cur.row, Col: t.cur.col,
		PendingWrap: t.cur.pending && t.cur.col == t.cols-1,
		Visible:     t.modes.has(modeCursor),
	}
	return s
}

func (t *Terminal) shownHistory() []Row {
	h := &t.history
	for i := len(h.shown); i < h.len(); i++ {
		l := h.at(i)
		h.shown = append(h.shown, Row{Cells: t.shown(l, l.used()), Wrapped: l.wrapped})
	}
	return h.shown[:len(h.shown):len(h.shown)]
}

// shown returns the first n cells of a line as a Screen has them.
func (t *Terminal) shown(l *line, n int) []Cell {
	if len(l.shown) != n || l.shown == nil {
		l.shown = t.appendCells(make([]Cell, 0, n), l.cells[:n])
	}
	return l.shown
}

func (t *Terminal) appendCells(dst []Cell, cells []cell) []Cell {
	for _, c := range cells {
		k := &t.looks.looks[c>>lookShift]
		cell := Cell{Width: 1, Style: k.style(), Link: t.looks.links[k.link], Tag: k.tag}
		switch {
		case c.isTail():
			cell.Width, cell.Tail = 0, true
		case c.isWide():
			cell.Width = 2
		}
		cell.Cluster = t.cellText(c)
		dst = append(dst, cell)
	}
	return dst
}

// Icon returns the title that OSC 0 or 1 gave to the icon.
func (t *Terminal) Icon() string { return t.icon }

// Directory returns the URL that OSC 7 set.
func (t *Terminal) Directory() string { return t.directory }

// CursorShape returns the number that DECSCUSR set: 0 and 1 a blinking block, 2 a steady
// one, then underline and bar.
func (t *Terminal) CursorShape() int { return t.shape }

// KeyboardFlags returns the flags of kitty's keyboard protocol.
func (t *Terminal) KeyboardFlags() int { return t.keys().flags }

// Margins returns the rows and columns that scroll, inclusive and counted from 0.
func (t *Terminal) Margins() (top, bottom, left, right int) {
	return t.margins.top, t.margins.bottom, t.margins.left, t.margins.right
}

// PaletteColor returns the color that OSC 4 gave to a slot, and false when there is none.
func (t *Terminal) PaletteColor(n int) (Color, bool) {
	c, ok := t.palette[n]
	return c, ok
}

// Pen returns the style of text that is written next.
func (t *Terminal) Pen() Style { return t.pen.look.style() }
