package markdown

import "bytes"

// table is a table that is not shown yet, or whose rows are shown as they come.
type table struct {
	columns []column
	row     []byte // the row under way
	cells   []cell // all cells of the rows that are held, a row after the other
	used    int    // of cells
	bytes   int    // of text in them
	isFixed bool   // the widths are decided, and the head is out
	isList  bool   // too narrow for columns: a line for each cell
	titles  []cell // the head, for a list
	spare   []int  // per column: how much of its cell is out
	next    []int  // per column: the mark in force
}

type column struct {
	align byte // l, r, c
	cols  int
}

const (
	columnMin   = 3
	rowMax      = 64 << 10
	tableMax    = 256 << 10 // bytes of a table that are held
	streamRows  = 4         // rows that fix the widths of a table that streams
	columnCount = 1024      // columns of a table; the rest of a row is in the last
)

// delimiterRow reads the second row of a table.
func (d *decision) delimiterRow(s []byte) (at int, got read, again bool) {
	r := d.r
	if !d.mayBeLazy() || !r.para.isHeld {
		return 0, readNo, false
	}
	head := r.para.hold[r.para.lineFrom:]
	if bytes.IndexByte(head, '|') < 0 && bytes.IndexByte(s, ':') < 0 {
		return 0, readNo, false
	}
	for _, c := range s {
		if c != '|' && c != '-' && c != ':' && !isBlank(c) {
			return 0, readNo, false
		}
	}
	if !d.isWhole {
		return 0, d.wait(readMore), false
	}
	aligns := r.table.aligns(s)
	n := 0
	eachCell(head, func([]byte) { n++ })
	if aligns == 0 || n != aligns || bytes.IndexByte(s, '|') < 0 && bytes.IndexByte(head, '|') < 0 {
		return 0, readNo, false
	}
	r.startTable()
	return len(d.c.s), readYes, false
}

// aligns reads the second row into columns and returns how many there are; 0 when it is none.
func (t *table) aligns(s []byte) int {
	t.columns = t.columns[:0]
	ok := true
	eachCell(s, func(c []byte) {
		left, right := bytes.HasPrefix(c, []byte{':'}), bytes.HasSuffix(c, []byte{':'})
		dashes := bytes.Trim(c, ":")
		ok = ok && len(dashes) > 0 && len(bytes.Trim(dashes, "-")) == 0 && len(c)-len(dashes) == btoi(left)+btoi(right)
		col := column{align: 'l'}
		switch {
		case left && right:
			col.align = 'c'
		case right:
			col.align = 'r'
		}
		t.columns = append(t.columns, col)
	})
	if !ok || len(t.columns) > columnCount {
		return 0
	}
	return len(t.columns)
}

// eachCell calls f with the text of each cell of a row.
func eachCell(s []byte, f func([]byte)) {
	for rest := openRow(s); len(rest) > 0; {
		var c []byte
		c, rest = nextCell(rest, false)
		f(c)
	}
}

// openRow is a row without its outer marks.
func openRow(s []byte) []byte {
	return bytes.TrimPrefix(bytes.Trim(s, " \t"), []byte{'|'})
}

// nextCell parts the first cell from the rest of a row. A | behind a backslash is text, and so is one in a code span when
// isWary says so.
func nextCell(s []byte, isWary bool) (c, rest []byte) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '`' && isWary:
			i += spanLen(s[i:]) - 1
		case s[i] == '|':
			return bytes.Trim(s[:i], " \t"), s[i+1:]
		}
	}
	return bytes.Trim(s, " \t"), nil
}

// spanLen is the length of the code span at the head of s, or of the backticks there when they hold none.
func spanLen(s []byte) int {
	n := 1
	for n < len(s) && s[n] == '`' {
		n++
	}
	s = s[:min(len(s), constructMax)]
	for i := n; i < len(s); i++ {
		run := 0
		for i < len(s) && s[i] == '`' {
			run++
			i++
		}
		if run == n {
			return i
		}
	}
	return n
}

// startTable makes the last held line the head of a table, and what stands before it a paragraph.
func (r *Renderer) startTable() {
	p, t := &r.para, &r.table
	t.row = append(t.row[:0], p.hold[p.lineFrom:]...)
	if p.isStarted || p.lineFrom > 0 {
		p.hold = p.hold[:max(0, p.lineFrom-1)]
		p.isHeld = len(p.hold) > 0 || p.isHeld && !p.isStarted
		r.closeLeaf()
	}
	p.isHeld = false
	r.startLeaf(leafTable)
	t.used, t.bytes, t.isFixed, t.isList = 0, 0, false, false
	r.addRow(lookTitle)
	r.state = inNothing
}

func (r *Renderer) rowText(b []byte) {
	t := &r.table
	for len(t.row)+len(b) > rowMax {
		n := max(0, rowMax-len(t.row))
		t.row = append(t.row, b[:n]...)
		b = b[n:]
		r.endRow()
	}
	t.row = append(t.row, b...)
}

func (r *Renderer) endRow() {
	t := &r.table
	r.addRow(0)
	switch {
	case t.isFixed:
		r.showRows(0)
	case t.bytes > tableMax, r.opt.Tables == TablesStream && t.used >= (1+streamRows)*len(t.columns):
		r.fixTable()
	}
}

// addRow reads the row under way into cells. Missing cells are empty. When there are too many, a | in code is taken for
// text, and what is then still too much stands in the last cell: it is not dropped, as GFM would.
func (r *Renderer) addRow(lk look) {
	t := &r.table
	n := 0
	eachCell(t.row, func([]byte) { n++ })
	isWary := n > len(t.columns)
	rest := openRow(t.row)
	for i := range t.columns {
		var c []byte
		if i == len(t.columns)-1 {
			c = bytes.TrimRight(rest, " \t")
			if len(c) > 1 && c[len(c)-1] == '|' && c[len(c)-2] != '\\' || len(c) == 1 && c[0] == '|' {
				c = c[:len(c)-1]
			}
			c = bytes.Trim(c, " \t")
		} else {
			c, rest = nextCell(rest, isWary)
		}
		r.addCell(c, lk)
	}
	t.row = t.row[:0]
}

func (r *Renderer) addCell(s []byte, lk look) {
	t := &r.table
	if t.used == len(t.cells) {
		t.cells = append(t.cells, cell{})
	}
	c := &t.cells[t.used]
	t.used++
	c.reset()
	r.lay.cell = c
	r.in.start(lk)
	for {
		i := bytes.Index(s, []byte(`\|`))
		if i < 0 {
			break
		}
		r.in.feed(s[:i])
		r.in.feed(s[i+1 : i+2])
		s = s[i+2:]
	}
	r.in.feed(s)
	r.in.finish()
	r.lay.cell = nil
	c.trim()
	t.bytes += len(c.text)
}

// fixTable decides the widths and shows the rows so far.
func (r *Renderer) fixTable() {
	t := &r.table
	n := len(t.columns)
	for i := range t.columns {
		t.columns[i].cols = columnMin
	}
	for i := range t.used {
		col := &t.columns[i%n]
		col.cols = max(col.cols, t.cells[i].cols())
	}
	r.gap()
	r.lay.setBlock(Table)
	t.isFixed = true
	if r.lay.width > 0 {
		t.isList = !t.fit(r.lay.room() - 3*(n-1))
	}
	if t.isList {
		t.titles = append(t.titles[:0], t.cells[:n]...)
		for i := range t.titles {
			t.titles[i] = cell{text: bytes.Clone(t.titles[i].text), marks: []mark{{0, style{look: lookTitle}}}}
		}
		r.showRows(n)
		return
	}
	r.showHead()
	r.showRows(n)
}

// fit shares cols among the columns: narrow ones get what they need, the others the same each. It reports whether every
// column got its minimum.
func (t *table) fit(cols int) bool {
	n := len(t.columns)
	if cols < columnMin*n {
		return false
	}
	limit, left, open := 0, cols, n
	for changed := true; changed && open > 0; {
		changed = false
		share := left / open
		for _, c := range t.columns {
			if c.cols > limit && c.cols <= share {
				left -= c.cols
				open--
				changed = true
			}
		}
		limit = max(limit, share)
	}
	if open == 0 {
		return true
	}
	share, extra := left/open, left%open
	for i := range t.columns {
		if c := &t.columns[i]; c.cols > limit {
			c.cols = share
			if extra > 0 {
				c.cols++
				extra--
			}
		}
	}
	return true
}

// endTable shows what is held.
func (r *Renderer) endTable() {
	t := &r.table
	if len(t.row) > 0 {
		r.endRow()
	}
	if !t.isFixed {
		r.fixTable()
	}
	t.used, t.bytes = 0, 0
	r.lay.setBlock(Prose)
}
