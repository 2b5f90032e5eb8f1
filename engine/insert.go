package engine

import "jp/internal/ansi"

// insertMax bounds how many lines are inserted above a region one by one.
const insertMax = 4

// insert writes the lines that wait above a drawn region by making room: the
// region is not repainted. It does so when the lines are plain and short, the
// region does not change its shape, and it is cheaper; else it reports false.
//
// Room is made as drawing makes it: IND moves down, and scrolls at the bottom,
// wherever that is by now, so the same number of rows up is the region's first row
// again. CUD would not do: at a bottom that has come nearer unseen it stops, and the
// way back ends in the transcript. Each line ends in EL, so that one which wraps on a terminal that has become
// narrower leaves nothing of the region beside it.
func (e *Engine) insert(want layout, rows []*row) bool {
	p, t, d := &e.paint, &e.screen, &e.paint.drawn
	n, k := len(d.rows), t.lineCount
	same := want.mode == full && !want.tail && !d.tail && want.window == d.window && want.status == d.status
	if !same || e.cfg.Profile != ProfileBase || !t.simple || t.look != (look{}) || k > insertMax {
		return false
	}
	if e.rows == 0 || n+k >= e.rows || !e.narrow(t.lines) || e.shift(want, rows) > 0 {
		return false
	}
	p.changed(rows, want, 0)
	if len(p.single) > 1 {
		return false
	}
	e.openScreen(true)
	e.syncBegin()
	e.setLook(look{})
	o := &e.out
	for range n - 1 + k {
		o.buf = append(o.buf, ansi.Index...)
	}
	o.buf = ansi.AppendUp(o.buf, n-1+k)
	o.buf = ansi.AppendInsertLines(o.buf, k)
	o.mark(Control)
	e.addInserted(t.lines)
	t.wroteLines()
	if len(p.single) > 0 {
		e.rewrite(want, rows, 0)
	}
	e.syncEnd()
	p.keep(want, rows, e.now)
	p.done(e.now)
	return true
}

// narrow reports whether each of the lines is shorter than the terminal is wide.
func (e *Engine) narrow(lines []byte) bool {
	run := 0
	for _, c := range lines {
		run++
		if c == '\n' {
			if run-len("\r\n") >= e.cols {
				return false
			}
			run = 0
		}
	}
	return e.cols > 0
}

// addInserted writes lines into rows that were opened for them.
func (e *Engine) addInserted(lines []byte) {
	o := &e.out
	from := 0
	for i, c := range lines {
		if c != '\n' {
			continue
		}
		o.add(Transcript, lines[from:i-1])
		o.addString(Control, ansi.EraseRight)
		o.add(Transcript, lines[i-1:i+1])
		from = i + 1
	}
}
