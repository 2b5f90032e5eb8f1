package engine

import "jp/internal/ansi"

// shift is by how many rows the window has rolled since it was drawn, if the
// terminal can be told to move them: the chain of xterm.js would break, and kitty's
// mark would go with the row that is deleted.
func (e *Engine) shift(want layout, rows []*row) int {
	if e.cfg.Profile != ProfileBase || want.window < 3 {
		return 0
	}
	first := 0
	if want.tail {
		first = 1
	}
	d := e.paint.drawn.rows
	for k := 1; k <= want.window/2; k++ {
		same := true
		for i := first; same && i < first+want.window-k; i++ {
			same = d[i+k].version == rows[i].version
		}
		if same {
			return k
		}
	}
	return 0
}

// roll deletes shift rows at the window's top and opens as many at its bottom;
// the status row goes up and down again. The cursor is on row at before, and on
// the row that is returned after.
func (e *Engine) roll(want layout, shift, at int) int {
	o := &e.out
	first, end := rowsOfWindow(want)-want.window, rowsOfWindow(want)
	o.buf = ansi.AppendDown(o.buf, first-at)
	o.buf = ansi.AppendDeleteLines(o.buf, shift)
	if !want.status {
		return first
	}
	o.buf = ansi.AppendDown(o.buf, end-shift-first)
	o.buf = ansi.AppendInsertLines(o.buf, shift)
	return end - shift
}
