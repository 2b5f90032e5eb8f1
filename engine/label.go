package engine

import (
	"strconv"
	"time"

	"jp/internal/ansi"
	"jp/internal/text"
)

const ellipsis = "…"

// detailMin is the narrowest detail worth showing, in columns.
const detailMin = 4

// words is one part of a label: markup and its width, measured once.
type words struct {
	bytes []byte
	cols  int
}

// set copies s; the engine keeps it beyond Apply.
func (p *words) set(s string, rw *rowWriter) {
	p.bytes = append(p.bytes[:0], s[:min(len(s), lineBytesMax)]...)
	p.cols = rw.measure(p.bytes)
}

// status fills r with a claim's status row at an instant: glyph, subject, clock,
// detail. What does not fit goes in the order detail, subject; glyph and clock
// are cut last.
func (w *rowWriter) status(r *row, c *claim, now time.Duration, cap int, version uint64) {
	w.clock = c.style.Label.appendClock(w.clock[:0], c.shown(now))
	clock := len(w.clock)
	glyph := min(c.glyph.cols, max(cap-clock-gapIf(clock > 0), 0))
	room := cap - beside(glyph, clock)
	subject := max(min(c.subject.cols, room-gapIf(room < cap)), 0)
	room -= gapIf(room < cap) + subject
	detail := min(c.detail.cols, room-gapIf(room < cap)-len("()"))
	if subject < c.subject.cols || detail < min(c.detail.cols, detailMin) {
		detail = 0
	}

	w.begin(r, cap, c.shade)
	w.part(&c.glyph, glyph)
	w.part(&c.subject, subject)
	if clock > 0 {
		w.gap()
		w.plain(w.clock)
	}
	if detail > 0 {
		w.gap()
		w.plain(openBracket)
		w.fitted(&c.detail, detail)
		w.plain(closeBracket)
	}
	w.end(version)
}

var openBracket, closeBracket = []byte("("), []byte(")")

// beside is the columns that two parts take in one row; an absent part has none.
func beside(a, b int) int { return a + b + gapIf(a > 0 && b > 0) }

// gapIf is the blank between two parts, if there are two.
func gapIf(both bool) int {
	if both {
		return 1
	}
	return 0
}

// gap separates a part from the one before it.
func (w *rowWriter) gap() {
	if w.row.width.Cells > 0 {
		w.plain(blanks(1))
	}
}

func (w *rowWriter) part(p *words, room int) {
	if p.cols > 0 && room > 0 {
		w.gap()
		w.fitted(p, room)
	}
}

// fitted adds markup, cut with an ellipsis when it is wider than room.
func (w *rowWriter) fitted(p *words, room int) {
	w.scan.Reset()
	if p.cols <= room {
		w.markup(p.bytes)
	} else {
		cap := w.cap
		w.cap = min(cap, w.row.width.Max()+room-1)
		w.markup(p.bytes)
		w.cap, w.full = cap, false
		w.plain([]byte(ellipsis))
	}
	w.pen = ansi.Pen{}
}

// measure is the width of markup under the larger opinion.
func (w *rowWriter) measure(s []byte) int {
	w.scan.Reset()
	width := text.Width{}
	for len(s) > 0 {
		var tok ansi.Token
		tok, s = w.scan.Next(s)
		switch tok.Kind {
		case ansi.Text:
			width = width.Plus(text.Of(tok.Text))
		case ansi.Tab:
			n := tabStop(width.Cells) - width.Cells
			width = width.Plus(text.Width{Cells: n, Runes: n})
		}
	}
	return width.Max()
}

// appendClock adds the time that the label shows, elapsed after the claim.
// Elapsed time is rounded down, a countdown up, so that it ends at 0.0 exactly.
func (l *Label) appendClock(dst []byte, elapsed time.Duration) []byte {
	const tenth = 100 * time.Millisecond
	var tenths int64
	switch l.Clock {
	case ClockNone:
		return dst
	case ClockElapsed:
		tenths = int64(elapsed / tenth)
	case ClockCountdown:
		tenths = int64(max(l.For-elapsed+tenth-1, 0) / tenth)
	}
	dst = strconv.AppendInt(dst, tenths/10, 10)
	dst = append(dst, '.', byte('0'+tenths%10), 's')
	return dst
}
