package engine

import (
	"bytes"

	"jp/internal/ansi"
)

// transcript is what the screen's persistent text is made of and how much of it
// is written.
//
//	lines   whole lines that are not on the screen yet
//	tail    the unfinished line:  Hello wor
//	shown                         └──┘ this much of it is on the screen
//	long    the line began before tail: its start is on the screen and forgotten
//
// While a region is drawn nothing of the tail is on the screen as transcript: it
// is the region's first row.
type transcript struct {
	lines []byte
	tail  []byte
	shown int
	long  bool
	moved bool // the size changed while the line stood on the screen
	ink   bool // tail holds characters, not escapes only
	seen  bool // some of them can be seen, so it takes a row
	wide  int  // a width that the tail is known to have at least

	look      look // after all that was absorbed
	tailLook  look // where tail begins
	writeLook look // where the unwritten part begins
}

// look is the styling that text is in: SGR and hyperlink.
type look struct {
	pen  ansi.Pen
	link string // "params;uri", empty for none
}

// append adds what brings a terminal from another look to l.
func (l look) append(dst []byte, from look) []byte {
	if from.link != l.link {
		if l.link == "" {
			dst = append(dst, ansi.CloseLink...)
		} else {
			dst = ansi.AppendLink(dst, []byte(l.link))
		}
	}
	if from.pen != l.pen {
		dst = l.pen.Append(dst)
	}
	return dst
}

// tailBytesMax bounds the tail that is remembered: no row holds more.
const tailBytesMax = 4096

// midline reports whether the screen's transcript stands in an unfinished line. A
// line that so far is styling only has not begun.
func (t *transcript) midline() bool { return t.long || t.ink }

// onScreen reports whether part of the unfinished line is on the screen.
func (t *transcript) onScreen() bool { return t.long || t.shown > 0 }

// unwritten reports whether anything waits to be written when no region is drawn.
func (t *transcript) unwritten() bool { return len(t.lines) > 0 || t.shown < len(t.tail) }

var tab = []byte("\t")

// characters adds text or a tab.
func (t *transcript) characters(s []byte) {
	t.tail = append(t.tail, s...)
	t.ink = true
	if t.seen {
		return
	}
	t.seen = t.look.pen.MarksBlanks() || len(bytes.TrimLeft(s, " \t")) > 0
}

// style adds an SGR, given its parameters. It is written as the pen understands
// it, so that what the terminal is told can be taken back.
func (t *transcript) style(params []byte) {
	t.look.pen.Apply(params)
	t.tail = t.look.pen.Append(t.tail)
}

// hyperlink adds an OSC 8, given its payload.
func (t *transcript) hyperlink(payload []byte) {
	t.look.link = linkOf(payload)
	t.tail = ansi.AppendLink(t.tail, payload)
}

// linkOf is the payload, or nothing when its address is empty: that closes a link.
func linkOf(payload []byte) string {
	if i := bytes.IndexByte(payload, ';'); i < 0 || i+1 == len(payload) {
		return ""
	}
	return string(payload)
}

// newline ends the line. A background is closed before it and opened again after:
// most terminals fill a row that scrolls in with the background in force, to the
// edge.
func (t *transcript) newline() {
	if t.look.pen.Background.IsDefault() {
		t.endLine(t.look)
		return
	}
	t.tail = append(t.tail, ansi.ResetStyle...)
	t.endLine(look{link: t.look.link})
	t.tail = t.look.pen.Append(t.tail)
}

// aside adds a line that is not part of what was printed, in no styling. The
// transcript must stand between two lines.
func (t *transcript) aside(s string) {
	t.tail = look{}.append(t.tail, t.look)
	t.tail = append(t.tail, s...)
	t.endLine(look{})
	t.tail = t.look.append(t.tail, look{})
}

// endLine moves the tail to the lines; next is the look that the terminal is in
// where the new tail begins.
func (t *transcript) endLine(next look) {
	t.lines = append(t.lines, t.tail[t.shown:]...)
	t.lines = append(t.lines, '\r', '\n')
	t.tail = t.tail[:0]
	t.shown, t.wide = 0, 0
	t.long, t.moved, t.ink, t.seen = false, false, false, false
	t.tailLook = next
}

// fits reports whether the tail can be the region's first row on a terminal of
// cols columns: known from its start, and narrower than the terminal under both
// opinions, so that it neither wraps nor leaves a wrap pending. With an unknown
// width (0) a tail that is on the screen may stand on several rows: it does not.
func (t *transcript) fits(cols int, rw *rowWriter) bool {
	if cols == 0 {
		if t.shown > 0 {
			return false
		}
		cols = capUnknown
	}
	if t.long || t.moved || t.wide >= cols || len(t.tail) > tailBytesMax {
		return false
	}
	width := rw.measure(t.tail)
	if width >= cols {
		t.wide = width // it only grows: no need to measure it again
	}
	return width < cols
}

// wroteLines says that lines are on the screen.
func (t *transcript) wroteLines() {
	t.lines = t.lines[:0]
	t.writeLook = t.tailLook
}

// wroteTail says that the tail is on the screen. One that no row can hold is
// forgotten.
func (t *transcript) wroteTail() {
	t.shown = len(t.tail)
	t.writeLook = t.look
	if t.shown > tailBytesMax || t.long {
		t.tail = t.tail[:0]
		t.shown = 0
		t.long = true
		t.tailLook = t.look
	}
}

// tookBack says that the tail is no longer on the screen.
func (t *transcript) tookBack() {
	t.shown = 0
	t.writeLook = t.tailLook
}

// absorb adds what a scanner found. A carriage return is a line break here: see
// input.
func (t *transcript) absorb(tok ansi.Token) {
	switch tok.Kind {
	case ansi.Text:
		t.characters(tok.Text)
	case ansi.Tab:
		t.characters(tab)
	case ansi.Newline, ansi.CarriageReturn:
		t.newline()
	case ansi.SGR:
		t.style(tok.Text)
	case ansi.Link:
		t.hyperlink(tok.Text)
	case ansi.End:
	}
}

// appendToken writes a token in the form that absorb's bytes have, for text that
// waits in the lane.
func appendToken(dst []byte, tok ansi.Token) []byte {
	switch tok.Kind {
	case ansi.Text:
		return append(dst, tok.Text...)
	case ansi.Tab:
		return append(dst, '\t')
	case ansi.Newline, ansi.CarriageReturn:
		return append(dst, '\n')
	case ansi.SGR:
		return ansi.AppendSGR(dst, tok.Text)
	case ansi.Link:
		return ansi.AppendLink(dst, tok.Text)
	}
	return dst
}
