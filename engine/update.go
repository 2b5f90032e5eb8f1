package engine

import (
	"jp/internal/ansi"
	"jp/internal/text"
)

// update brings a drawn region to what it should be without taking it off: rows
// that are the same are not written, a window that has rolled is moved by the
// terminal, of a row that has changed only the changed part is sent.
func (e *Engine) update(want layout) {
	p := &e.paint
	d := &p.drawn
	other := want.claim.serial != d.claim
	if want.mode == mini {
		if other {
			e.replace(want, e.build(want))
		}
		return
	}
	p.hurry = p.hurry || other
	ready := p.ready(e.now)
	if !ready && want.claim.shown(e.now) != p.shown {
		p.dirty = true // the clock has moved: repaint as soon as the rate allows
	}
	if !ready && !want.tail && !d.tail {
		return
	}
	rows := e.build(want)
	if want.tail != d.tail || ready && (want.window != d.window || want.status != d.status) {
		e.replace(want, rows)
		return
	}
	if !ready {
		rows = rows[:1] // the unfinished line is transcript: it does not wait
	}
	shift := 0
	if ready {
		shift = e.shift(want, rows)
	}
	p.changed(rows, want, shift)
	if len(p.single) == 0 && shift == 0 {
		if ready {
			d.claim = want.claim.serial // it looks as the one before did
			p.dirty, p.hurry = false, false
			p.shown = want.claim.shown(e.now)
		}
		return
	}
	e.openScreen(false)
	e.syncBegin()
	e.setLook(look{})
	e.rewrite(want, rows, shift)
	e.syncEnd()
	if ready {
		p.keep(want, rows, e.now)
		p.done(e.now)
		return
	}
	d.rows[0].copy(rows[0])
}

// patch is what must be written to bring a drawn row up to date: bytes from to to
// of the new row, at a column. fresh says that nothing stands in the row.
type patch struct {
	row, from, to, col int
	fresh              bool
}

// changed lists the rows to rewrite once the window has been moved by shift.
func (p *painter) changed(rows []*row, want layout, shift int) {
	p.single = p.single[:0]
	first := 0
	if want.tail {
		first = 1
	}
	for i, r := range rows {
		if shift > 0 && i >= first && i < first+want.window {
			if i >= first+want.window-shift {
				p.single = append(p.single, patch{row: i, to: len(r.bytes), fresh: true})
			}
			continue
		}
		if old := &p.drawn.rows[i]; old.version != r.version && string(old.bytes) != string(r.bytes) {
			from, to, col := difference(old, r)
			p.single = append(p.single, patch{row: i, from: from, to: to, col: col})
		}
	}
}

// rewrite moves the window up by shift and writes the listed rows. With CUD and
// DECRC nothing can scroll: a height that is out of date clips instead of pushing
// a row of the region into the scrollback.
func (e *Engine) rewrite(want layout, rows []*row, shift int) {
	p, o := &e.paint, &e.out
	below := shift > 0 || p.single[len(p.single)-1].row > 0
	patches := p.single
	wrapOff := shift > 0 || len(patches) > 1 || !patches[0].oneCell(&p.drawn.rows[patches[0].row], rows[patches[0].row])
	if below {
		o.buf = append(o.buf, ansi.SaveCursor...)
	}
	if wrapOff {
		o.buf = append(o.buf, ansi.WrapOff...)
	}
	o.mark(Control)
	w := rewriting{rows: rows}
	above := 0
	if shift > 0 && want.tail && len(patches) > 0 && patches[0].row == 0 {
		above = 1
	}
	e.patchRows(&w, patches[:above])
	if shift > 0 {
		w.row = e.roll(want, shift, w.row)
	}
	e.patchRows(&w, patches[above:])
	if below {
		o.buf = append(o.buf, ansi.RestoreCursor...)
	} else {
		o.buf = append(o.buf, '\r')
	}
	if wrapOff {
		o.buf = append(o.buf, ansi.WrapOn...)
	}
	o.mark(Control)
}

// rowsOfWindow is the index behind the last window row.
func rowsOfWindow(l layout) int {
	if l.tail {
		return l.window + 1
	}
	return l.window
}

// rewriting is where the cursor is while rows are rewritten.
type rewriting struct {
	rows  []*row
	row   int  // the cursor's
	moved bool // it may have left column 0
}

// patchRows writes the listed rows, top to bottom.
func (e *Engine) patchRows(w *rewriting, list []patch) {
	o := &e.out
	for _, c := range list {
		o.buf = ansi.AppendDown(o.buf, c.row-w.row)
		if w.moved {
			o.buf = append(o.buf, '\r')
		}
		w.row, w.moved = c.row, true
		o.buf = ansi.AppendRight(o.buf, c.col)
		o.mark(Control)
		r := w.rows[c.row]
		o.add(Chrome, r.bytes[c.from:c.to])
		if c.to == len(r.bytes) && !c.fresh {
			e.cover(&e.paint.drawn.rows[c.row], r)
		}
	}
}

// cover takes away what stands right of a row that has become shorter. Blanks keep
// clear of the edge; where opinions on the width differ only the terminal knows
// how far it is.
func (e *Engine) cover(old, r *row) {
	if old.width.Cells != old.width.Runes || r.width.Cells != r.width.Runes {
		e.out.addString(Control, ansi.EraseRight)
		return
	}
	for n := old.width.Max() - min(r.width.Cells, r.width.Runes); n > 0; n -= len(blankRun) {
		e.out.add(Chrome, blanks(n))
	}
}

// oneCell reports whether the patch writes a single column, which can not wrap
// wherever it is.
func (c patch) oneCell(old, r *row) bool {
	return c.to == c.from+1 && old.width == r.width
}

// difference is the part of r that must be written over old, and the column it
// begins at. It is the whole row when styling or an opinion on width is in the
// way.
func difference(old, r *row) (from, to, cols int) {
	a, b := old.bytes, r.bytes
	if old.styled || r.styled || old.width.Cells != old.width.Runes || r.width.Cells != r.width.Runes {
		return 0, len(b), 0
	}
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	for from < same {
		if from+1 < same && b[from]|b[from+1] < 0x80 {
			from++ // the next one is no mark
			cols++
			continue
		}
		n, w := text.First(b[from:])
		m, _ := text.First(a[from:])
		if n != m || from+n > same {
			break
		}
		from += n
		cols += w.Cells
	}
	return from, from + changedPart(a[from:], b[from:]), cols
}

// changedPart is how much of b must be written over a, both from the first
// difference on: all of it, unless what follows is the same text in the same
// columns.
func changedPart(a, b []byte) int {
	if len(a) != len(b) {
		return len(b)
	}
	to := len(b)
	for to > 0 && a[to-1] == b[to-1] {
		to--
	}
	var wa, wb text.Width
	i, j := 0, 0
	for i < to || j < to || i != j {
		switch {
		case i <= j && i < len(a):
			n, w := text.First(a[i:])
			i, wa = i+n, wa.Plus(w)
		case j < len(b):
			n, w := text.First(b[j:])
			j, wb = j+n, wb.Plus(w)
		}
	}
	if wa != wb {
		return len(b)
	}
	return j
}
