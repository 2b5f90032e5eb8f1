package engine

import (
	"strings"

	"jp/internal/ansi"
)

// mode is how a region stands on the screen.
type mode uint8

const (
	none mode = iota // nothing is drawn
	full             // all its rows
	mini             // one short row, while the size changes
)

// layout is what the region should look like now.
type layout struct {
	mode mode
	// tail says that the first row is the unfinished line; window rows follow, then
	// the status row.
	tail   bool
	window int
	status bool
	claim  *claim
}

// count is the number of rows of a full region.
func (l *layout) count() int {
	n := l.window
	if l.tail {
		n++
	}
	if l.status {
		n++
	}
	return n
}

// plan decides what the region should look like, and whether the unfinished line
// is its first row.
func (e *Engine) plan() layout {
	if !e.cfg.Regions || e.cfg.Reduced || e.closed || len(e.suspended) > 0 || !e.roomy() {
		return layout{}
	}
	c := e.claims.top(e.now)
	if c == nil {
		return layout{}
	}
	l := layout{mode: full, claim: c, status: !c.style.NoTimer}
	l.window = min(e.WindowRows(c.style.Rows), c.window.count)
	if l.window == 0 && !l.status {
		return layout{}
	}
	if e.screen.midline() {
		if !e.screen.fits(e.cols, &e.paint.rowWriter) {
			return layout{}
		}
		l.tail = e.screen.seen
		if l.tail && e.rows > 0 && l.count() >= e.rows && l.window > 0 {
			l.window--
		}
	}
	if e.settle.on {
		if e.paint.drawn.mode == none || e.screen.onScreen() {
			return layout{}
		}
		return layout{mode: mini, claim: c}
	}
	return l
}

// tailCols is the width below which an unfinished line fits in one row.
func (e *Engine) tailCols() int {
	if e.cols == 0 {
		return capUnknown
	}
	return e.cols
}

// build makes the rows of a layout, reusing what has not changed. The slice and
// its rows are the painter's.
func (e *Engine) build(l layout) []*row {
	p := &e.paint
	p.next = p.next[:0]
	if l.mode == none {
		return p.next
	}
	c := l.claim
	if l.mode == mini {
		return append(p.next, e.miniRow(c))
	}
	if l.tail {
		p.next = append(p.next, e.tailRow())
	}
	c.window.rows(l.window, &p.rowWriter, e.windowCap(), c.shade, p.version)
	for i := l.window - 1; i >= 0; i-- {
		p.next = append(p.next, &c.window.at(i).row)
	}
	if l.status {
		r := &p.statusRow
		p.rowWriter.status(r, c, e.now, e.statusCap(), p.version())
		p.next = append(p.next, r)
	}
	return p.next
}

// tailRow shows the unfinished line in the styling it began in.
func (e *Engine) tailRow() *row {
	p, t := &e.paint, &e.screen
	p.begin(&p.tailRow, e.tailCols()-1, ansi.Color{})
	p.pen = t.tailLook.pen
	p.markup(t.tail)
	if !p.set.MarksBlanks() {
		p.tailRow.trim()
	}
	p.end(p.version())
	return &p.tailRow
}

// miniRow is the first columns of what identifies the claim.
func (e *Engine) miniRow(c *claim) *row {
	p := &e.paint
	if c.style.NoTimer {
		p.begin(&p.statusRow, miniCols, c.shade)
		p.scan.Reset()
		p.markup(c.window.at(0).text)
		p.end(p.version())
		return &p.statusRow
	}
	p.rowWriter.status(&p.statusRow, c, e.now, miniCols, p.version())
	return &p.statusRow
}

// Visible returns the text of the rows that are on the screen now as far as the
// engine knows, top to bottom, without styling and trailing blanks; nil when there
// are none. It is for tests and tools.
func (e *Engine) Visible() []string {
	if e.paint.drawn.mode == none {
		return nil
	}
	var rows []string
	for i := range e.paint.drawn.rows {
		rows = append(rows, strings.TrimRight(ansi.Strip(e.paint.drawn.rows[i].bytes), " "))
	}
	return rows
}
