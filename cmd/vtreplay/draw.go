package main

import (
	"fmt"
	"unicode/utf8"

	"jp/internal/ansi"
	"jp/vtmodel"
)

// drawer paints screens of the model on the real terminal. It remembers what it painted and
// sends the difference only. All it ever sends are cursor positions, SGR and printable
// text: whatever else a recording holds ends in the model.
//
//	row 0            the recorded screen, clipped to the terminal so that the
//	…                cursor stays in view
//	row rows-1       the status row, when there are two rows or more
type drawer struct {
	size   screenSize // of the terminal
	cells  []drawn    // what it shows, row by row
	next   []drawn
	styles *styles
	sync   bool        // the terminal knows synchronized updates
	shown  bool        // the cursor
	at     vtmodel.Pos // where it was left, when shown
	buf    []byte
}

// drawn is one column of the terminal. An empty text is a blank; the second column of a
// wide cluster is a tail.
type drawn struct {
	text  string
	style vtmodel.Style
	tail  bool
}

func newDrawer(sync bool) *drawer { return &drawer{styles: newStyles(), sync: sync} }

// forget makes the next frame paint everything, as after somebody else wrote.
func (d *drawer) forget() { d.size = screenSize{} }

// frame returns the bytes that bring a terminal of the given size to show s and status. They are
// valid until the next call. It is empty when there is nothing to change.
func (d *drawer) frame(s vtmodel.Screen, status string, size screenSize) []byte {
	d.buf = d.buf[:0]
	if d.sync {
		d.buf = append(d.buf, ansi.SyncBegin...)
	}
	empty := len(d.buf)
	if size != d.size {
		d.reset(size)
	}
	top := d.compose(s, status)
	painted := len(d.buf)
	for row := range d.size.rows {
		d.row(row)
	}
	d.cells, d.next = d.next, d.cells
	d.cursor(s, top, len(d.buf) > painted)
	if len(d.buf) == empty {
		return nil
	}
	if d.sync {
		d.buf = append(d.buf, ansi.SyncEnd...)
	}
	return d.buf
}

func (d *drawer) reset(size screenSize) {
	d.size = size
	d.cells = make([]drawn, size.cols*size.rows)
	d.next = make([]drawn, size.cols*size.rows)
	d.shown = false
	d.buf = append(d.buf, ansi.HideCursor+ansi.WrapOff+ansi.ResetStyle+ansi.EraseScreen...)
}

// viewRows is how many rows there are for the recording.
func (d *drawer) viewRows() int {
	if d.size.rows < 2 {
		return d.size.rows
	}
	return d.size.rows - 1
}

// compose fills d.next and returns the row of the screen that is on top.
func (d *drawer) compose(s vtmodel.Screen, status string) (top int) {
	clear(d.next)
	view := d.viewRows()
	if s.Rows > view {
		top = min(max(s.Cursor.Row-view+1, 0), s.Rows-view)
	}
	for row := range min(view, s.Rows-top) {
		d.composeRow(d.next[row*d.size.cols:(row+1)*d.size.cols], s.Lines[top+row].Cells, s.Modes)
	}
	if view == d.size.rows {
		return top
	}
	if s.Cols > d.size.cols || s.Rows > view {
		status = fmt.Sprintf(" clipped from %dx%d %s", s.Cols, s.Rows, status)
	}
	last := d.next[view*d.size.cols:]
	for i := range last {
		last[i].style.Attrs = vtmodel.Reverse
		if i < len(status) {
			last[i].text = status[i : i+1]
		}
	}
	return top
}

func (d *drawer) composeRow(to []drawn, cells []vtmodel.Cell, modes vtmodel.Modes) {
	for i := range min(len(to), len(cells)) {
		c := &cells[i]
		to[i] = drawn{text: c.Cluster, style: c.Style, tail: c.Tail}
		if modes&vtmodel.ReverseScreen != 0 {
			to[i].style.Attrs ^= vtmodel.Reverse
		}
		if !isShowable(c.Cluster) || c.Width == 2 && i+1 == len(to) || c.Cluster == " " {
			to[i].text = "" // also a wide cluster that the edge cuts
		}
	}
}

// isShowable refuses what a terminal would act on, should a model ever have it in a cell.
func isShowable(cluster string) bool {
	return len(cluster) == 1 && cluster[0] >= ' ' && cluster[0] < 0x7f || printable(cluster) == cluster
}

// row sends the changed parts of a row.
func (d *drawer) row(row int) {
	was := d.cells[row*d.size.cols : (row+1)*d.size.cols]
	is := d.next[row*d.size.cols : (row+1)*d.size.cols]
	for col := 0; col < len(is); col++ {
		if was[col] == is[col] {
			continue
		}
		first := col
		for first > 0 && (was[first].tail || is[first].tail) {
			first-- // half a cluster can not be replaced
		}
		for col+1 < len(is) && (was[col+1] != is[col+1] || was[col+1].tail || is[col+1].tail) {
			col++
		}
		d.run(row, first, is[first:col+1])
	}
}

// run sends neighbouring cells. Terminals disagree about the width of much that is not
// ASCII, so the cursor is told where it is after every such cluster.
func (d *drawer) run(row, col int, cells []drawn) {
	d.buf = ansi.AppendMoveTo(d.buf, row, col)
	style := vtmodel.Style{}
	sure := true
	for i, c := range cells {
		if c.tail && i > 0 {
			continue
		}
		if !sure {
			d.buf = ansi.AppendMoveTo(d.buf, row, col+i)
			sure = true
		}
		if c.style != style {
			d.buf = d.styles.append(d.buf, c.style)
			style = c.style
		}
		if c.text == "" || c.tail {
			d.buf = append(d.buf, ' ')
			continue
		}
		d.buf = append(d.buf, c.text...)
		sure = c.text[0] < utf8.RuneSelf
	}
	if style != (vtmodel.Style{}) {
		d.buf = append(d.buf, ansi.ResetStyle...)
	}
}

// cursor puts the cursor where the recording has it, or hides it.
func (d *drawer) cursor(s vtmodel.Screen, top int, painted bool) {
	row, col := s.Cursor.Row-top, s.Cursor.Col
	visible := s.Cursor.Visible && row >= 0 && row < d.viewRows() && col < d.size.cols
	switch {
	case !visible && d.shown:
		d.buf = append(d.buf, ansi.HideCursor...)
	case visible:
		at := len(d.buf)
		d.buf = ansi.AppendMoveTo(d.buf, row, col)
		if !d.shown {
			d.buf = append(d.buf, ansi.ShowCursor...)
		} else if !painted && d.at == (vtmodel.Pos{Row: row, Col: col}) {
			d.buf = d.buf[:at] // it is there already
		}
		d.at = vtmodel.Pos{Row: row, Col: col}
	}
	d.shown = visible
}
