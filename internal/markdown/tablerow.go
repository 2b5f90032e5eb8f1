package markdown

import (
	"bytes"

	"jp/internal/text"
)

// showHead writes the head and the rule below it. A title that is too wide is cut.
func (r *Renderer) showHead() {
	t := &r.table
	n := len(t.columns)
	for i := range n {
		if c := &t.cells[i]; c.cols() > t.columns[i].cols {
			c.text = text.AppendTruncated(nil, c.text, t.columns[i].cols, text.Tail)
		}
	}
	r.showRow(t.cells[:n])
	line, cross := "─", "─┼─"
	switch {
	case r.opt.Markers == MarkersVisible:
		line, cross = "-", " | "
	case r.opt.ASCII:
		line, cross = "-", "-+-"
	}
	if r.opt.Markers == MarkersVisible {
		r.lay.verbatim([]byte("| "), lookMarker)
	}
	for i, c := range t.columns {
		if i > 0 {
			r.lay.verbatim([]byte(cross), lookMarker)
		}
		r.lay.verbatim(bytes.Repeat([]byte(line), c.cols), lookMarker)
	}
	if r.opt.Markers == MarkersVisible {
		r.lay.verbatim([]byte(" |"), lookMarker)
	}
	r.lay.newline()
}

// showRows writes the held rows from cell number from on, and forgets them.
func (r *Renderer) showRows(from int) {
	t := &r.table
	n := len(t.columns)
	for i := from; i < t.used; i += n {
		if t.isList {
			r.showRecord(t.cells[i:i+n], i > from || from == 0)
		} else {
			r.showRow(t.cells[i : i+n])
		}
	}
	t.used, t.bytes = 0, 0
	r.lay.forgetLinks()
}

// showRow writes one row, on as many rows of the terminal as its cells need. Rows after the first part their columns with ┆.
func (r *Renderer) showRow(cells []cell) {
	t := &r.table
	t.spare, t.next = t.spare[:0], t.next[:0]
	for range cells {
		t.spare, t.next = append(t.spare, 0), append(t.next, 0)
	}
	bar, more := " │ ", " ┆ "
	if r.opt.ASCII || r.opt.Markers == MarkersVisible {
		bar, more = " | ", " : "
	}
	for first := true; ; first = false {
		if !first {
			bar = more
		}
		if r.opt.Markers == MarkersVisible {
			r.lay.verbatim([]byte(bar[1:]), lookMarker)
		}
		isDone, pad := true, 0
		for i := range cells {
			if i > 0 {
				r.pad(pad)
				pad = 0
				r.lay.verbatim([]byte(bar), lookMarker)
			}
			pad = r.showCellRow(&cells[i], i, pad)
			isDone = isDone && t.spare[i] >= len(cells[i].text)
		}
		if r.opt.Markers == MarkersVisible {
			r.pad(pad)
			r.lay.verbatim([]byte(bar[:2]), lookMarker)
		}
		r.lay.trimRow()
		r.lay.newline()
		if isDone {
			return
		}
	}
}

// showCellRow writes the next row of a cell and returns how many blanks its column still needs.
func (r *Renderer) showCellRow(c *cell, i, pad int) int {
	t := &r.table
	cols := t.columns[i].cols
	from := t.spare[i]
	size, skip := text.NextRow(c.text[from:], cols)
	t.spare[i] = from + size + skip
	room := max(0, cols-text.Of(c.text[from:from+size]).Max())
	before := 0
	switch t.columns[i].align {
	case 'r':
		before = room
	case 'c':
		before = room / 2
	}
	if size == 0 {
		return pad + cols
	}
	r.pad(pad + before)
	t.next[i] = r.lay.styled(c, from, from+size, t.next[i])
	return room - before
}

func (r *Renderer) pad(n int) {
	for n > 0 {
		k := min(n, len(blankRun))
		r.lay.verbatim([]byte(blankRun[:k]), 0)
		n -= k
	}
}

// showRecord writes a row as lines of "title: text", when there is no room for columns.
func (r *Renderer) showRecord(cells []cell, apart bool) {
	t := &r.table
	if apart {
		r.lay.newline()
	}
	for i := range cells {
		if len(cells[i].text) == 0 {
			continue
		}
		r.lay.flow(&t.titles[i])
		r.lay.text([]byte{':', ' '}, style{look: lookTitle})
		r.lay.flow(&cells[i])
		r.lay.finishRow()
	}
}

// styled writes c.text[from:to] in its looks; next is the first mark that may not be in force yet.
func (l *layout) styled(c *cell, from, to, next int) int {
	l.open()
	for from < to {
		for next < len(c.marks) && c.marks[next].at <= from {
			next++
		}
		end := to
		if next < len(c.marks) {
			end = min(end, c.marks[next].at)
		}
		var st style
		if next > 0 {
			st = c.marks[next-1].st
		}
		l.set(st)
		l.out = append(l.out, c.text[from:end]...)
		from = end
	}
	l.hasText = true
	return next
}

// flow gives the text of a cell to the flow of words.
func (l *layout) flow(c *cell) {
	for i, m := range c.marks {
		end := len(c.text)
		if i+1 < len(c.marks) {
			end = min(end, c.marks[i+1].at)
		}
		if m.at < end {
			l.text(c.text[m.at:end], m.st)
		}
	}
}

// trimRow takes back blanks at the end of a row, which empty cells leave.
func (l *layout) trimRow() {
	if l.link == 0 {
		l.trim()
	}
}
