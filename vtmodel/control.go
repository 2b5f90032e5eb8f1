package vtmodel

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// printASCII draws printable ASCII. vt10x gets the text in pieces that cannot scroll,
// except by a wrap before the piece's first character.
func (v *VT10x) printASCII(text []byte) {
	v.usePen(v.pen.written())
	v.lastRune = rune(text[len(text)-1])
	for len(text) > 0 {
		n := len(text)
		if v.wraps() {
			n = min(n, v.untilWrap())
		}
		v.feed(text[:n])
		text = text[n:]
	}
}

// untilWrap returns how many columns are left before the next wrap, having prepared for
// a wrap that is pending.
func (v *VT10x) untilWrap() int {
	if v.pendingWrap() {
		v.captureWrap()
		return v.cols
	}
	return v.cols - v.term.Cursor().X
}

func (v *VT10x) printRune(r rune) {
	if r < utf8.RuneSelf {
		v.printASCII([]byte{byte(r)})
		return
	}
	v.noteText(r)
	v.usePen(v.pen.written())
	v.lastRune = r
	if v.wraps() {
		v.untilWrap()
	}
	v.cmd = utf8.AppendRune(v.cmd[:0], r)
	v.feed(v.cmd)
}

// repeat is REP: the last character again, at most as often as the screen has cells.
func (v *VT10x) repeat(n int) {
	if v.lastRune == 0 {
		return
	}
	for range min(max(n, 1), v.cols*v.rows) {
		v.printRune(v.lastRune)
	}
}

// control runs a C0 control. Those without an effect are not fed, since vt10x draws them
// while its graphics character set is on.
func (v *VT10x) control(b byte) {
	if b != esc { // A sequence decides itself.
		v.lastRune = 0
	}
	switch b {
	case esc:
		v.beginSequence(v.in.offset)
	case '\n', '\v', '\f':
		if v.scrollsAtCursor() {
			v.captureScroll(1)
		}
		v.feed([]byte{b})
	case '\r', '\b':
		v.feed([]byte{b})
	case '\t':
		if !v.pendingWrap() { // xterm stays in the pending wrap; vt10x would leave it.
			v.feed([]byte{b})
		}
	case 0x07:
		v.bells++
	case 0x0e:
		v.refuseHere("\x0e", "vt10x has no second character set", true)
	}
}

// escapeSequence runs a sequence of ESC and one byte.
func (v *VT10x) escapeSequence(b byte) {
	if b == '[' {
		v.in.state = inCSI
		return
	}
	v.lastRune = 0
	switch b {
	case ']', 'P', 'X', '^', '_':
		v.in.state, v.in.kind = inText, b
	case 'D':
		v.index()
	case 'E':
		if v.scrollsAtCursor() {
			v.captureScroll(1)
		}
		v.escape('E')
	case 'M':
		v.usePen(v.pen.blank())
		v.escape('M')
	case 'H', '=', '>':
		v.escape(b)
	case '7':
		v.saveCursor()
	case '8':
		v.restoreCursor()
	case 'c':
		v.reset()
	case '\\':
	case 'N', 'O':
		v.refuse(string(rune(b)), "vt10x has no other character sets", true)
	default:
		v.refuse(string(rune(b)), "unknown escape sequence", false)
	}
}

// escapeWithIntermediate runs a sequence such as a character set's designation. Of
// those vt10x knows two; the others it would print in part.
func (v *VT10x) escapeWithIntermediate(b byte) {
	seq := string(v.in.seq) + string(rune(b))
	switch seq {
	case "(0", "(B", "#8":
		v.usePen(v.pen.written())
		v.cmd = append(append(v.cmd[:0], esc), seq...)
		v.feed(v.cmd)
	default:
		v.refuse(seq, "vt10x prints the last byte", false)
	}
}

// index is IND. vt10x would stay in a pending wrap and scroll once more.
func (v *VT10x) index() {
	if v.scrollsAtCursor() {
		v.captureScroll(1)
		v.usePen(v.pen.blank())
	}
	v.escape('D')
	v.cancelWrap()
}

func (v *VT10x) saveCursor() {
	v.saved = v.pen.now.style
	v.escape('7')
}

// restoreCursor also brings back vt10x's pen of that time, which is not known here.
func (v *VT10x) restoreCursor() {
	v.escape('8')
	v.pen.setStyle(v.saved)
	v.pen.fed = penUnknown
}

// reset is RIS. vt10x would show the alternate screen as the main one, and it clears only
// as many columns as the screen has rows, having mixed up the two.
func (v *VT10x) reset() {
	if v.alt() {
		v.mode('?', 47, false)
	}
	v.usePen(penErased)
	v.csi('J', 2)
	v.escape('c')
	v.pen.setStyle(Style{})
	v.pen.setLink("")
	v.pen.fed = penErased
	v.saved = Style{}
	v.title, v.extra = "", 0
	v.top, v.bottom = 0, v.rows-1
	v.scrollback = nil
}

// cancelWrap leaves a pending wrap without moving.
func (v *VT10x) cancelWrap() {
	if v.pendingWrap() {
		v.csi('G', v.cols)
	}
}

// systemCommand runs an OSC. vt10x gets none of them: it cuts titles at a semicolon,
// answers color queries with a slot's number for a color, and recolors cells whose RGB
// value happens to be that number.
func (v *VT10x) systemCommand(text string) {
	number, rest, _ := strings.Cut(text, ";")
	switch number {
	case "0", "2":
		v.title = printable(rest)
	case "8":
		_, link, _ := strings.Cut(rest, ";")
		if len(link) > linkMax {
			link = ""
		}
		v.pen.setLink(printable(link))
	case "4", "10", "11", "12":
		v.refuse("]"+text, "vt10x answers color queries wrongly and mixes palette and RGB", false)
	}
}

// printable removes what has no business in a title or link.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}
