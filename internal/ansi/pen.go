package ansi

import "strconv"

// Pen is the SGR state of a terminal: what the next character would look like.
// It is comparable; the zero Pen is the state after a reset.
type Pen struct {
	Foreground, Background, UnderlineColor Color

	attrs     uint16
	underline uint8 // 0 none, 1 single … 5 dashed, as in SGR 4:n
}

// attribute bits of Pen, by their SGR number.
const (
	attrBold uint16 = 1 << iota
	attrFaint
	attrItalic
	attrBlink
	attrRapid
	attrReverse
	attrConceal
	attrStrike
	attrOverline
)

// IsDefault reports whether p is the state after a reset.
func (p Pen) IsDefault() bool { return p == Pen{} }

// sgrMax bounds how many parameters of one SGR count; xterm stops at 30.
const sgrMax = 32

// Apply performs one SGR, given its parameters without "CSI" and "m". Unknown
// parameters are skipped as terminals do.
func (p *Pen) Apply(params []byte) {
	var list [sgrMax]param
	n := parseParams(params, &list)
	if n == 0 {
		*p = Pen{}
		return
	}
	for i := 0; i < n; {
		i += p.apply(list[i:n])
	}
}

// param is one SGR parameter; sub says that it is joined to the one before by a
// colon.
type param struct {
	value int
	sub   bool
}

func parseParams(s []byte, list *[sgrMax]param) int {
	if len(s) == 0 {
		return 0
	}
	n := 1
	list[0] = param{}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			if v := &list[n-1].value; *v < 1<<16 {
				*v = *v*10 + int(c-'0')
			}
		case c == ';' || c == ':':
			if n == sgrMax {
				return n
			}
			list[n] = param{sub: c == ':'}
			n++
		}
	}
	return n
}

// apply performs the parameter at the head of list and returns how many it used.
func (p *Pen) apply(list []param) int {
	subs := 1
	for subs < len(list) && list[subs].sub {
		subs++
	}
	switch v := list[0].value; {
	case v == 0:
		*p = Pen{}
	case v == 4 && subs > 1:
		p.underline = uint8(min(max(list[1].value, 0), 5))
	case v == 4:
		p.underline = 1
	case v == 21:
		p.underline = 2
	case v == 24:
		p.underline = 0
	case v >= 30 && v <= 37:
		p.Foreground = Palette(uint8(v - 30))
	case v >= 90 && v <= 97:
		p.Foreground = Palette(uint8(v - 82))
	case v >= 40 && v <= 47:
		p.Background = Palette(uint8(v - 40))
	case v >= 100 && v <= 107:
		p.Background = Palette(uint8(v - 92))
	case v == 39:
		p.Foreground = Color{}
	case v == 49:
		p.Background = Color{}
	case v == 59:
		p.UnderlineColor = Color{}
	case v == 38:
		return extended(list, subs, &p.Foreground)
	case v == 48:
		return extended(list, subs, &p.Background)
	case v == 58:
		return extended(list, subs, &p.UnderlineColor)
	default:
		p.applyAttr(v)
	}
	return subs
}

func (p *Pen) applyAttr(v int) {
	switch v {
	case 1:
		p.attrs |= attrBold
	case 2:
		p.attrs |= attrFaint
	case 3:
		p.attrs |= attrItalic
	case 5:
		p.attrs |= attrBlink
	case 6:
		p.attrs |= attrRapid
	case 7:
		p.attrs |= attrReverse
	case 8:
		p.attrs |= attrConceal
	case 9:
		p.attrs |= attrStrike
	case 53:
		p.attrs |= attrOverline
	case 22:
		p.attrs &^= attrBold | attrFaint
	case 23:
		p.attrs &^= attrItalic
	case 25:
		p.attrs &^= attrBlink | attrRapid
	case 27:
		p.attrs &^= attrReverse
	case 28:
		p.attrs &^= attrConceal
	case 29:
		p.attrs &^= attrStrike
	case 55:
		p.attrs &^= attrOverline
	}
}

// extended reads "38;5;n", "38;2;r;g;b" and the colon forms "38:5:n",
// "38:2::r:g:b", "38:2:r:g:b" into c and returns how many parameters it used.
func extended(list []param, subs int, c *Color) int {
	if subs > 1 {
		args := list[1:subs]
		switch {
		case args[0].value == 5 && len(args) >= 2:
			c.set(args[1:2])
		case args[0].value == 2 && len(args) >= 5:
			c.set(args[2:5])
		case args[0].value == 2 && len(args) == 4:
			c.set(args[1:4])
		}
		return subs
	}
	switch {
	case len(list) >= 3 && list[1].value == 5:
		c.set(list[2:3])
		return 3
	case len(list) >= 5 && list[1].value == 2:
		c.set(list[2:5])
		return 5
	}
	return len(list)
}

// set makes c a palette colour of one operand or 24 bits of three. An operand
// beyond 255 sets nothing: terminals disagree about it.
func (c *Color) set(v []param) {
	for _, p := range v {
		if p.value > 255 {
			return
		}
	}
	if len(v) == 1 {
		*c = Palette(uint8(v[0].value))
		return
	}
	*c = RGB(uint8(v[0].value), uint8(v[1].value), uint8(v[2].value))
}

// Append adds the SGR that brings a terminal in any state to p.
func (p Pen) Append(dst []byte) []byte {
	dst = append(dst, esc+"["...)
	if p.IsDefault() {
		return append(dst, 'm')
	}
	dst = append(dst, '0')
	for bit, code := range [...]int64{1, 2, 3, 5, 6, 7, 8, 9, 53} {
		if p.attrs&(1<<bit) != 0 {
			dst = append(dst, ';')
			dst = strconv.AppendInt(dst, code, 10)
		}
	}
	switch {
	case p.underline == 1:
		dst = append(dst, ";4"...)
	case p.underline > 1:
		dst = append(dst, ";4:"...)
		dst = strconv.AppendInt(dst, int64(p.underline), 10)
	}
	if !p.Foreground.IsDefault() {
		dst = p.Foreground.appendParams(dst, 30)
	}
	if !p.Background.IsDefault() {
		dst = p.Background.appendParams(dst, 40)
	}
	if !p.UnderlineColor.IsDefault() {
		dst = p.UnderlineColor.appendUnderline(dst)
	}
	return append(dst, 'm')
}

// appendUnderline adds SGR 58, which has no short form.
func (c Color) appendUnderline(dst []byte) []byte {
	if c.kind == colorPalette {
		dst = append(dst, ";58;5;"...)
		return strconv.AppendInt(dst, int64(c.r), 10)
	}
	return c.appendParams(dst, 50)
}

// MarksBlanks reports whether a blank in p can be told from nothing.
func (p Pen) MarksBlanks() bool {
	return !p.Background.IsDefault() || p.underline != 0 || p.attrs&(attrReverse|attrStrike|attrOverline) != 0
}

// OnBackground is p with bg where p has the default background.
func (p Pen) OnBackground(bg Color) Pen {
	if p.Background.IsDefault() {
		p.Background = bg
	}
	return p
}

// WithoutConceal is p with SGR 8 off.
func (p Pen) WithoutConceal() Pen {
	p.attrs &^= attrConceal
	return p
}
