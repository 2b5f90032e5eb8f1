package vtmodel

// rectangle is an area of cells; rows and columns are inclusive and count from 0.
type rectangle struct {
	top, left, bottom, right int
}

// area reads a rectangle from the values beginning with i, and false when it is empty.
func (t *Terminal) area(s *sequence, i int) (rectangle, bool) {
	rowBase, colBase, rowMax, colMax := 0, 0, t.rows-1, t.cols-1
	if t.modes.has(modeOrigin) {
		rowBase, colBase = t.margins.top, t.margins.left
		rowMax, colMax = t.margins.bottom, t.margins.right
	}
	a := rectangle{
		top: rowBase + s.count(i) - 1, left: colBase + s.count(i+1) - 1,
		bottom: rowMax, right: colMax,
	}
	if n := s.at(i + 2); n > 0 {
		a.bottom = min(rowBase+n-1, rowMax)
	}
	if n := s.at(i + 3); n > 0 {
		a.right = min(colBase+n-1, colMax)
	}
	return a, a.top <= a.bottom && a.left <= a.right
}

// runRectangle runs DECERA, DECFRA, DECCRA, DECSERA, DECCARA and DECRARA.
func (t *Terminal) runRectangle(s *sequence) {
	switch s.final {
	case 'z':
		if a, ok := t.area(s, 0); ok {
			t.fillArea(a, t.blank())
		}
	case 'x':
		c := s.at(0)
		if a, ok := t.area(s, 1); ok && (c >= 0x20 && c < 0x7f || c >= 0xa0 && c <= 0xff) {
			t.ready()
			t.fillArea(a, t.pen.brush|cell(t.sets.translate(rune(c))))
		}
	case 'v':
		t.copyArea(s)
	case '{':
		if a, ok := t.area(s, 0); ok {
			for y := a.top; y <= a.bottom; y++ {
				t.eraseUnprotected(y, a.left, a.right+1)
			}
		}
	case 'r', 't':
		if a, ok := t.area(s, 0); ok {
			t.restyleArea(a, s)
		}
	}
}

func (t *Terminal) fillArea(a rectangle, c cell) {
	for y := a.top; y <= a.bottom; y++ {
		t.g.rows[y].erase(a.left, a.right+1, c)
	}
	t.g.used = max(t.g.used, a.bottom+1)
	t.lastCell = 0
}

// copyArea is DECCRA.
func (t *Terminal) copyArea(s *sequence) {
	a, ok := t.area(s, 0)
	if !ok {
		return
	}
	to := sequence{n: 2}
	to.value[0], to.value[1] = s.at(5), s.at(6)
	b, ok := t.area(&to, 0)
	if !ok {
		return
	}
	rows := min(a.bottom-a.top, b.bottom-b.top) + 1
	cols := min(a.right-a.left, b.right-b.left) + 1
	buf := make([]cell, rows*cols)
	for y := range rows {
		copy(buf[y*cols:(y+1)*cols], t.g.rows[a.top+y].cells[a.left:])
	}
	for y := range rows {
		l, from := t.g.rows[b.top+y], buf[y*cols:(y+1)*cols]
		l.erase(b.left, b.left+cols, 0)
		copy(l.cells[b.left:], from)
		l.mendHalves(b.left, b.left+cols)
	}
	t.g.used = max(t.g.used, b.top+rows)
	t.lastCell = 0
}

// mendHalves blanks halves of wide clusters at both ends of columns that were copied.
func (l *line) mendHalves(from, to int) {
	if l.cells[from].isTail() {
		l.cells[from] &= cellLook
	}
	if l.cells[to-1].isWide() {
		l.cells[to-1] &= cellLook
	}
}

// restyleArea is DECCARA, or DECRARA with the final 't'.
func (t *Terminal) restyleArea(a rectangle, s *sequence) {
	if t.looks.full() {
		t.sweep()
	}
	for y := a.top; y <= a.bottom; y++ {
		first, last := a.left, a.right
		if !t.modes.has(modeRectangle) { // As a stream from the first to the last position.
			if y > a.top {
				first = 0
			}
			if y < a.bottom {
				last = t.cols - 1
			}
		}
		l := t.g.rows[y]
		l.shown = nil
		if l.cells[first].isTail() { // Both halves of a wide cluster look the same.
			first--
		}
		if l.cells[last].isWide() {
			last++
		}
		for x := first; x <= last; x++ {
			l.cells[x] = t.restyle(l.cells[x], s)
		}
	}
}

func (t *Terminal) restyle(c cell, s *sequence) cell {
	k := t.looks.looks[c>>lookShift]
	for i := 4; i < max(s.n, 5); i++ {
		if s.final == 't' {
			reverseRendition(&k, s.at(i))
		} else {
			plainRendition(&k, s.at(i))
		}
	}
	return c&^cellLook | cell(t.looks.id(k))<<lookShift
}

// reverseRendition switches one attribute over.
func reverseRendition(k *look, n int) {
	switch n {
	case 0:
		k.attrs ^= Bold | Blink | Reverse
		k.underline = SingleUnderline - min(k.underline, SingleUnderline)
	case 1:
		k.attrs ^= Bold
	case 4:
		k.underline = SingleUnderline - min(k.underline, SingleUnderline)
	case 5:
		k.attrs ^= Blink
	case 7:
		k.attrs ^= Reverse
	case 8:
		k.attrs ^= Conceal
	}
}
