package vtmodel

// applied returns the style after SGR with the given parameters; none means reset.
func (s Style) applied(ps params) Style {
	if len(ps) == 0 {
		return Style{}
	}
	for len(ps) > 0 {
		n := 1
		switch code := ps[0][0]; {
		case code == 38 || code == 48 || code == 58:
			n = s.setColor(code, ps)
		case code == 4 && len(ps[0]) > 1:
			s.Underline = underlineOf(ps[0][1])
		case len(ps[0]) > 1:
			// No other code has subparameters.
		default:
			s.setPlain(code)
		}
		ps = ps[n:]
	}
	return s
}

func underlineOf(kind int) Underline {
	if kind > int(DashedUnderline) {
		return SingleUnderline
	}
	return Underline(kind)
}

// setPlain applies a code that stands alone.
func (s *Style) setPlain(code int) {
	switch {
	case code == 0:
		*s = Style{}
	case code == 4:
		s.Underline = SingleUnderline
	case code == 21:
		s.Underline = DoubleUnderline
	case code == 24:
		s.Underline = NoUnderline
	case code == 39:
		s.FG = 0
	case code == 49:
		s.BG = 0
	case code == 59:
		s.UnderlineColor = 0
	case code >= 30 && code <= 37:
		s.FG = Palette(uint8(code - 30))
	case code >= 40 && code <= 47:
		s.BG = Palette(uint8(code - 40))
	case code >= 90 && code <= 97:
		s.FG = Palette(uint8(code - 90 + 8))
	case code >= 100 && code <= 107:
		s.BG = Palette(uint8(code - 100 + 8))
	case code < len(attrOn):
		s.Attrs = s.Attrs&^attrOff[code] | attrOn[code]
	}
}

var (
	attrOn  = [56]Attrs{1: Bold, 2: Faint, 3: Italic, 5: Blink, 6: Blink, 7: Reverse, 8: Conceal, 9: Strike, 53: Overline}
	attrOff = [56]Attrs{22: Bold | Faint, 23: Italic, 25: Blink, 27: Reverse, 28: Conceal, 29: Strike, 55: Overline}
)

// setColor applies 38, 48 or 58, whose values follow as subparameters (38:2::r:g:b,
// 38:2:r:g:b, 38:5:n) or as parameters (38;2;r;g;b, 38;5;n). It returns how many
// parameters it took.
func (s *Style) setColor(code int, ps params) int {
	values, taken := ps[0][1:], 1
	if len(values) == 0 {
		for _, sub := range ps[1:min(len(ps), 5)] {
			values = append(values, sub[0])
		}
		taken = len(values) + 1
		switch {
		case len(values) > 0 && values[0] == 5:
			values = values[:min(2, len(values))]
			taken = len(values) + 1
		case len(values) > 0 && values[0] != 2:
			return 2
		}
	} else if len(values) > 4 && values[0] == 2 {
		values = append([]int{2}, values[2:]...) // Without the color space's number.
	}
	color, ok := colorOf(values)
	if !ok {
		return taken
	}
	switch code {
	case 38:
		s.FG = color
	case 48:
		s.BG = color
	case 58:
		s.UnderlineColor = color
	}
	return taken
}

func colorOf(values []int) (Color, bool) {
	for _, n := range values {
		if n > 255 {
			return 0, false
		}
	}
	switch {
	case len(values) >= 2 && values[0] == 5:
		return Palette(uint8(values[1])), true
	case len(values) >= 4 && values[0] == 2:
		return RGB(uint8(values[1]), uint8(values[2]), uint8(values[3])), true
	}
	return 0, false
}
