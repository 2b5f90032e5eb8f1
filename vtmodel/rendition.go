package vtmodel

import (
	"strconv"
	"strings"
)

// runRendition is SGR.
func (t *Terminal) runRendition(s *sequence) {
	k := &t.pen.look
	t.pen.change()
	if s.n == 0 {
		k.setStyle(Style{})
		return
	}
	for i := 0; i < s.n; {
		end := i + 1
		for end < s.n && s.colon[end] {
			end++
		}
		switch n := s.at(i); n {
		case 4:
			t.setUnderline(s, i, end)
		case 38, 48, 58:
			color, next, ok := t.readColor(s, i, end)
			if ok {
				*k.colorOf(n) = color
			}
			end = next
		case 21:
			if t.q.sgr21Plain {
				k.attrs &^= Bold
				break
			}
			k.underline = DoubleUnderline
		default:
			if end == i+1 {
				plainRendition(k, n)
			}
		}
		i = end
	}
}

func (k *look) colorOf(n int) *Color {
	switch n {
	case 38:
		return &k.fg
	case 48:
		return &k.bg
	}
	return &k.underlineColor
}

func (t *Terminal) setUnderline(s *sequence, i, end int) {
	kind := SingleUnderline
	if end > i+1 {
		kind = Underline(min(s.at(i+1), 255))
		if kind > DashedUnderline {
			kind = SingleUnderline
		}
	}
	t.pen.look.underline = kind
}

// readColor reads the color that begins at value i, in one of
//
//	38;5;n   38;2;r;g;b   38:5:n   38:2:r:g:b   38:2:space:r:g:b
//
// and returns the value after it.
func (t *Terminal) readColor(s *sequence, i, end int) (c Color, next int, ok bool) {
	kind, at := s.at(i+1), i+2
	colons := end > i+1
	if !colons {
		switch kind {
		case 5:
			end = min(i+3, s.n)
		case 2:
			end = min(i+5, s.n)
		default:
			return 0, min(i+2, s.n), false
		}
	}
	switch {
	case kind == 5 && at < end:
		n := s.at(at)
		if t.q.indexWraps {
			n &= 0xff
		}
		return Palette(uint8(n)), end, n < 256
	case kind == 2:
		if colons && (end-at > 3 || t.q.colorSpace) {
			at++ // The number of a color space.
		}
		if end-at < 3 && !(colons && t.q.colorSpace) {
			return 0, end, false
		}
		r, g, b := s.before(at, end), s.before(at+1, end), s.before(at+2, end)
		return RGB(uint8(r), uint8(g), uint8(b)), end, r < 256 && g < 256 && b < 256
	}
	return 0, end, false
}

// plainRendition applies one value of SGR that stands alone.
func plainRendition(k *look, n int) {
	switch {
	case n >= 30 && n <= 37:
		k.fg = Palette(uint8(n - 30))
	case n >= 40 && n <= 47:
		k.bg = Palette(uint8(n - 40))
	case n >= 90 && n <= 97:
		k.fg = Palette(uint8(n - 90 + 8))
	case n >= 100 && n <= 107:
		k.bg = Palette(uint8(n - 100 + 8))
	default:
		plainAttribute(k, n)
	}
}

func plainAttribute(k *look, n int) {
	switch n {
	case 0:
		k.setStyle(Style{})
	case 1:
		k.attrs |= Bold
	case 2:
		k.attrs |= Faint
	case 3:
		k.attrs |= Italic
	case 4:
		k.underline = SingleUnderline
	case 5, 6:
		k.attrs |= Blink
	case 7:
		k.attrs |= Reverse
	case 8:
		k.attrs |= Conceal
	case 9:
		k.attrs |= Strike
	case 22:
		k.attrs &^= Bold | Faint
	case 23:
		k.attrs &^= Italic
	case 24:
		k.underline = NoUnderline
	case 25:
		k.attrs &^= Blink
	case 27:
		k.attrs &^= Reverse
	case 28:
		k.attrs &^= Conceal
	case 29:
		k.attrs &^= Strike
	case 39:
		k.fg = 0
	case 49:
		k.bg = 0
	case 53:
		k.attrs |= Overline
	case 55:
		k.attrs &^= Overline
	case 59:
		k.underlineColor = 0
	}
}

// pensSaved bounds XTPUSHSGR, as in xterm.
const pensSaved = 10

func (t *Terminal) pushRendition() {
	if len(t.pens) < pensSaved {
		t.pens = append(t.pens, t.pen.look)
	}
}

func (t *Terminal) popRendition() {
	if n := len(t.pens); n > 0 {
		t.pen.look.setStyle(t.pens[n-1].style())
		t.pens = t.pens[:n-1]
		t.pen.change()
	}
}

// renditionOf returns the SGR values that make a style, beginning with 0.
func renditionOf(s Style) string {
	values := []string{"0"}
	codes := [...]string{"1", "2", "3", "5", "7", "8", "9", "53"}
	for i, code := range codes {
		if s.Attrs&(1<<i) == 0 {
			continue
		}
		values = append(values, code)
	}
	switch s.Underline {
	case NoUnderline:
	case SingleUnderline:
		values = append(values, "4")
	default:
		values = append(values, "4:"+strconv.Itoa(int(s.Underline)))
	}
	values = appendColor(values, s.FG, 30, "38")
	values = appendColor(values, s.BG, 40, "48")
	values = appendColor(values, s.UnderlineColor, -1, "58")
	return strings.Join(values, ";")
}

func appendColor(values []string, c Color, base int, long string) []string {
	n := int(c &^ colorKind)
	switch c & colorKind {
	case colorPalette:
		switch {
		case base >= 0 && n < 8:
			return append(values, strconv.Itoa(base+n))
		case base >= 0 && n < 16:
			return append(values, strconv.Itoa(base+60+n-8))
		}
		return append(values, long+":5:"+strconv.Itoa(n))
	case colorRGB:
		return append(values, long+":2::"+strconv.Itoa(n>>16)+":"+strconv.Itoa(n>>8&0xff)+":"+strconv.Itoa(n&0xff))
	}
	return values
}
