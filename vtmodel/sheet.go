package vtmodel

import "slices"

// sheet is the scrollback and the main screen as one, to be resized:
//
//	lines  0 ..... base-1    the scrollback
//	       base .. len-1     the screen
//
// Points count rows from the first line.
type sheet struct {
	lines      []*line
	base       int
	cols, rows int
	used       int // Rows of the screen that were reached, as an index into lines.
	cur, saved point
	limit      int // How many rows of scrollback are kept.
}

// point is a cell that is tracked. Col may be one beyond the last: a pending wrap.
type point struct{ row, col int }

// sheetOf takes the lines of the main screen and of the scrollback.
func (t *Terminal) sheetOf(g *grid, cur, saved position) *sheet {
	h := &t.history
	s := &sheet{
		lines: make([]*line, 0, h.len()+t.rows),
		base:  h.len(), cols: t.cols, rows: t.rows, limit: h.limit,
		cur: pointAt(cur, h.len()), saved: pointAt(saved, h.len()),
	}
	s.lines = append(append(s.lines, h.lines[h.head:]...), g.rows...)
	s.used = s.base + max(g.used, cur.row+1)
	return s
}

func pointAt(at position, base int) point {
	p := point{base + at.row, at.col}
	if at.pending {
		p.col++
	}
	return p
}

// takeSheet makes what became of s the scrollback and the main screen.
func (t *Terminal) takeSheet(s *sheet) (cur, saved position) {
	if s.base > 0 || t.history.len() > 0 {
		t.keepHistory(s.lines[:s.base])
	}
	t.main.rows = slices.Clone(s.lines[s.base:]) // Not to hold what is above.
	for _, l := range t.main.rows {
		t.cut(l, s.cols)
	}
	t.main.used = min(max(s.used-s.base, 0), s.rows)
	return s.position(s.cur), s.position(s.saved)
}

// cut gives a row another width. Of a wide character that does not fit any more, some
// terminals keep the first column.
func (t *Terminal) cut(l *line, cols int) {
	if t.q.cropKeepsHalf && cols < len(l.cells) && l.cells[cols].isTail() {
		l.cells[cols-1] &^= cellWide
		l.cells[cols] &= cellLook
	}
	l.setCols(cols)
}

// keepHistory makes lines the scrollback, doing nothing about those that are in it except
// that they may have become wider or shorter.
func (t *Terminal) keepHistory(lines []*line) {
	h := &t.history
	h.recount()
	same := 0
	for same < min(len(lines), h.len()) && h.at(same) == lines[same] {
		same++
	}
	for h.len() > same {
		h.pop()
	}
	for _, l := range lines[same:] {
		h.push(l)
	}
}

func (s *sheet) position(p point) position {
	at := position{row: min(max(p.row-s.base, 0), s.rows-1), col: min(p.col, s.cols-1)}
	at.pending = p.col >= s.cols
	return at
}

// resize gives the sheet another size.
func (s *sheet) resize(how resizing, cols, rows int) {
	switch how {
	case resizeCrop, resizeCropOnly:
		s.crop(cols, rows, how == resizeCrop)
	case resizeCropPush:
		s.cropPush(cols, rows)
	case resizeTrack:
		s.track(cols, rows)
	case resizePush:
		s.push(cols, rows)
	case resizePushStuck:
		s.pushStuck(cols, rows)
	case resizeKeepRow:
		s.keepRow(cols, rows)
	case resizeAnchor:
		s.anchor(cols, rows)
	case resizePin:
		s.pin(cols, rows)
	}
}

// crop cuts or adds columns and rows.
func (s *sheet) crop(cols, rows int, comeBack bool) {
	old := s.cols
	s.shrinkRows(rows)
	if rows > s.rows && comeBack {
		s.base -= min(rows-s.rows, s.base)
	}
	s.finish(cols, rows)
	s.cur.col, s.saved.col = min(s.cur.col, old-1, cols-1), min(s.saved.col, old-1, cols-1)
}

// cropPush crops, keeping all rows with text: a shorter screen drops blank rows below the
// cursor, then lets rows leave at the top, the cursor moving with them.
func (s *sheet) cropPush(cols, rows int) {
	if excess := s.rows - rows; excess > 0 {
		below := min(excess, len(s.lines)-max(s.contentEnd((*line).used), s.cur.row+1))
		s.lines = s.lines[:len(s.lines)-below]
		push := excess - below
		s.base += push
		s.cur.row = max(s.cur.row, s.base)
	} else {
		s.base -= min(rows-s.rows, s.base)
	}
	s.finish(cols, rows)
	s.cur.col, s.saved.col = min(s.cur.col, cols-1), min(s.saved.col, cols-1)
}

// shrinkRows drops rows below the cursor, then lets rows leave at the top.
func (s *sheet) shrinkRows(rows int) {
	excess := s.rows - rows
	if excess <= 0 {
		return
	}
	below := min(excess, len(s.lines)-1-s.cur.row)
	s.lines = s.lines[:len(s.lines)-below]
	s.base += excess - below
	s.saved.row += excess - below // It counts from the top of the screen.
}

// finish adds blank rows at the bottom or drops rows there until there are as many as the
// screen has, and sets the size.
func (s *sheet) finish(cols, rows int) {
	for len(s.lines) < s.base+rows {
		s.lines = append(s.lines, newLine(cols))
	}
	s.lines = s.lines[:s.base+rows]
	s.cols, s.rows = cols, rows
}

// resizeAlt resizes the alternate screen: its rows are cropped at the top as far as the
// cursor needs it.
func (t *Terminal) resizeAlt(cols, rows int, cur, saved position) (position, position) {
	s := &sheet{
		lines: t.alt.rows, cols: t.cols, rows: t.rows,
		cur: pointAt(cur, 0), saved: pointAt(saved, 0), used: t.rows,
	}
	if t.q.altReflows {
		s.resize(t.q.resize, cols, rows)
	} else {
		s.crop(cols, rows, false)
	}
	t.alt.rows = s.lines[s.base:]
	t.alt.used = rows
	for _, l := range t.alt.rows {
		t.cut(l, cols)
	}
	return s.position(s.cur), s.position(s.saved)
}
