package engine

import (
	"time"

	"jp/internal/ansi"
)

// repaintInterval is the least time between two repaints of chrome alone.
const repaintInterval = time.Second / 30

// painter knows what is on the screen of the region, and brings it to what should
// be there. Its invariant: while a region is drawn the cursor is at column 0 of
// its first row, which is the end of the transcript, and styling is off.
type painter struct {
	rowWriter

	drawn     drawn
	next      []*row
	statusRow row
	tailRow   row
	versions  uint64

	look   look // styling in force on the terminal
	redraw bool // what is drawn can not be trusted to be where it was
	used   bool // something was ever drawn

	// strayed says that the size changed while no region was drawn: what an earlier
	// storm has stranded may stand in the cursor's line.
	strayed bool

	dirty  bool          // a detail, a shade or a row changed since the last repaint
	hurry  bool          // the next repaint does not wait for the rate limit
	at     time.Duration // when the last repaint was
	shown  time.Duration // what the drawn claim's clock stood at
	single []patch       // scratch: rows to rewrite
}

// drawn is what the region shows on the screen.
type drawn struct {
	mode   mode
	tail   bool
	window int
	status bool
	claim  uint64 // serial of the claim it is of
	rows   []row  // copies: a window's lines change under us
}

func (p *painter) version() uint64 { p.versions++; return p.versions }

// touch says that chrome should be repainted when the rate allows it; touchNow,
// that it should be at once.
func (p *painter) touch() { p.dirty = true }

func (p *painter) touchNow() { p.dirty, p.hurry = true, true }

// ready reports whether the rate allows a repaint of chrome alone at now.
func (p *painter) ready(now time.Duration) bool {
	return p.hurry || !p.used || now >= p.at+repaintInterval
}

// compose brings the screen to what it should be: transcript that waits is
// written, the region is drawn, updated or taken away. It is one run of bytes.
func (e *Engine) compose() {
	p, t := &e.paint, &e.screen
	e.reducedTick()
	want := e.plan()
	if want.mode == none {
		e.composeBare()
		return
	}
	content := len(t.lines) > 0
	inPlace := !p.redraw && want.mode == p.drawn.mode
	if inPlace && !content {
		e.update(want)
		return
	}
	if p.drawn.mode == none && !content && !p.ready(e.now) {
		e.composeBare() // it was there a moment ago: no flicker
		return
	}
	e.replace(want, e.build(want))
}

// replace takes off what stands where the region goes, writes the lines that
// wait, and draws the region.
func (e *Engine) replace(want layout, rows []*row) {
	t := &e.screen
	content := len(t.lines) > 0
	e.openScreen(content)
	e.syncBegin()
	if e.paint.drawn.mode != none || t.onScreen() || e.paint.strayed {
		e.erase()
	}
	e.paint.strayed = false
	if t.onScreen() {
		t.tookBack()
	}
	if content {
		e.writeLines()
	}
	e.draw(want, rows)
	e.syncEnd()
	e.paint.done(e.now)
}

// composeBare writes what waits with no region on the screen.
func (e *Engine) composeBare() {
	p, t := &e.paint, &e.screen
	p.redraw = false
	if p.drawn.mode == none && !t.unwritten() {
		return
	}
	e.openScreen(t.unwritten())
	if p.strayed && p.drawn.mode == none {
		e.setLook(look{})
		e.out.addString(Control, "\r"+ansi.EraseLine)
	}
	p.strayed = false
	if p.drawn.mode != none {
		e.syncBegin()
		defer e.syncEnd()
		e.erase()
		p.drawn.mode = none
		p.done(e.now)
	}
	if len(t.lines) > 0 {
		e.writeLines()
	}
	if rest := t.tail[t.shown:]; len(rest) > 0 {
		e.setLook(t.writeLook)
		e.out.add(Transcript, rest)
		p.look = t.look
		t.wroteTail()
	}
}

func (p *painter) done(now time.Duration) {
	p.at = now
	p.dirty, p.hurry, p.redraw = false, false, false
}

// openScreen opens a frame for the terminal: on the channel whose transcript it
// carries, or on the one that chrome belongs to. A frame for the terminal that is
// open already goes on: they are one device.
func (e *Engine) openScreen(content bool) {
	if ch, ok := e.out.current(); ok && ch != TTY && e.cfg.port(ch) == PortScreen {
		return
	}
	ch := e.source
	if !content || e.cfg.port(ch) != PortScreen {
		ch = e.chromeChannel()
	}
	e.out.open(ch)
}

func (e *Engine) chromeChannel() Channel {
	for _, ch := range [...]Channel{Err, TTY, Out} {
		if e.cfg.port(ch) == PortScreen {
			return ch
		}
	}
	return Err
}

// writeLines writes the whole lines that wait.
func (e *Engine) writeLines() {
	t := &e.screen
	e.setLook(t.writeLook)
	e.out.add(Transcript, t.lines)
	e.paint.look = t.tailLook
	t.wroteLines()
}

// setLook brings the terminal's styling to l.
func (e *Engine) setLook(l look) {
	e.out.buf = l.append(e.out.buf, e.paint.look)
	e.paint.look = l
	e.out.mark(Control)
}

// erase takes the region, or the unfinished line that stands in its place, off
// the screen. It needs no row count: whatever the rows have re-wrapped into is
// below the cursor.
//
// EL 2 resets a row's wrap flag in tmux, which only a whole-line erase does. The
// step right keeps ED 0 away from (0,0), where tmux takes it for clear-screen and
// pushes the rows into its history.
func (e *Engine) erase() {
	e.setLook(look{})
	e.out.addString(Control, "\r"+ansi.EraseLine+ansi.CursorRight+ansi.EraseBelow+"\r")
	if e.cfg.Profile == ProfileKitty && e.paint.drawn.mode != none {
		e.out.addString(Control, ansi.OutputMark)
	}
}

// draw writes all rows of a region below the transcript and parks the cursor on
// the first. IND and the relative way back stay right when the terminal scrolls,
// and when its height has changed behind our back.
func (e *Engine) draw(l layout, rows []*row) {
	p, o := &e.paint, &e.out
	e.setLook(look{})
	if e.cfg.Profile == ProfileKitty {
		o.addString(Control, ansi.PromptMark)
	}
	chain := e.cfg.Profile == ProfileXtermJS && len(rows) > 1
	if chain {
		for range len(rows) - 1 {
			o.buf = append(o.buf, ansi.Index...)
		}
		o.buf = ansi.AppendUp(o.buf, len(rows)-1)
	}
	o.addString(Control, ansi.WrapOff+"\r")
	for i, r := range rows {
		switch {
		case i > 0 && chain:
			o.addString(Control, ansi.LastColumn+ansi.WrapOn+"  "+ansi.WrapOff+"\r")
		case i > 0:
			o.addString(Control, "\r"+ansi.Index+"\r")
		}
		o.add(Chrome, r.bytes)
	}
	o.buf = ansi.AppendUp(o.buf, len(rows)-1)
	o.addString(Control, "\r"+ansi.WrapOn)
	p.used = true
	p.keep(l, rows, e.now)
}

// keep remembers what is drawn.
func (p *painter) keep(l layout, rows []*row, now time.Duration) {
	d := &p.drawn
	d.mode, d.tail, d.window, d.status, d.claim = l.mode, l.tail, l.window, l.status, l.claim.serial
	p.shown = l.claim.shown(now)
	for cap(d.rows) < len(rows) {
		d.rows = append(d.rows[:cap(d.rows)], row{})
	}
	d.rows = d.rows[:len(rows)] // what was cut off keeps its memory
	for i, r := range rows {
		if d.rows[i].version != r.version {
			d.rows[i].copy(r)
		}
	}
}

// copy makes d equal to r in memory of its own.
func (d *row) copy(r *row) {
	bytes := append(d.bytes[:0], r.bytes...)
	*d = *r
	d.bytes = bytes
}

func (e *Engine) syncBegin() {
	if e.cfg.Sync {
		e.out.addString(Control, ansi.SyncBegin)
	}
}

func (e *Engine) syncEnd() {
	if e.cfg.Sync {
		e.out.addString(Control, ansi.SyncEnd)
	}
}

// leave closes what is open on the terminal for good.
func (e *Engine) leave() {
	p := &e.paint
	if p.look == (look{}) && !p.used {
		return
	}
	e.openScreen(false)
	e.setLook(look{})
	if p.used {
		e.out.addString(Control, ansi.WrapOn)
	}
}
