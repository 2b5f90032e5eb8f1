package vtmodel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Style is how a cell is drawn. The zero Style is the terminal's default.
type Style struct {
	FG, BG, UnderlineColor Color
	Attrs                  Attrs
	Underline              Underline
}

// Color is the terminal's default (zero), a slot of the palette, or an RGB value. The
// kinds are kept apart: palette slot 1 never equals some RGB value.
type Color uint32

const (
	colorKind    Color = 3 << 24
	colorPalette Color = 1 << 24
	colorRGB     Color = 2 << 24
)

// Palette returns the color of palette slot n; 0 to 15 have names.
func Palette(n uint8) Color { return colorPalette | Color(n) }

// RGB returns a color that does not depend on the palette.
func RGB(r, g, b uint8) Color {
	return colorRGB | Color(r)<<16 | Color(g)<<8 | Color(b)
}

// Attrs is a set of attributes.
type Attrs uint8

// The attributes, in the order in which a style's text names them.
const (
	Bold Attrs = 1 << iota
	Faint
	Italic
	Blink
	Reverse
	Conceal
	Strike
	Overline
)

var attrNames = [...]string{"bold", "faint", "italic", "blink", "reverse", "conceal", "strike", "overline"}

// Underline is the kind of a line below the text.
type Underline uint8

// The kinds of underline, numbered as in SGR 4:n.
const (
	NoUnderline Underline = iota
	SingleUnderline
	DoubleUnderline
	CurlyUnderline
	DottedUnderline
	DashedUnderline
)

var underlineNames = [...]string{"", "underline", "underline=double", "underline=curly", "underline=dotted", "underline=dashed"}

var colorNames = [...]string{
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
	"bright-black", "bright-red", "bright-green", "bright-yellow",
	"bright-blue", "bright-magenta", "bright-cyan", "bright-white",
}

// String names the color: "default", a palette name, a palette number or "#rrggbb".
func (c Color) String() string {
	switch n := c &^ colorKind; c & colorKind {
	case colorRGB:
		return fmt.Sprintf("#%06x", uint32(n))
	case colorPalette:
		if int(n) < len(colorNames) {
			return colorNames[n]
		}
		return strconv.Itoa(int(n))
	}
	return "default"
}

// String names the style as a golden file does, such as "bold green" or
// "#ff8800 on 236 underline=curly". ParseStyle reads it back.
func (s Style) String() string {
	var words []string
	for i, name := range attrNames {
		if s.Attrs&(1<<i) != 0 {
			words = append(words, name)
		}
	}
	if s.FG != 0 {
		words = append(words, s.FG.String())
	}
	if s.BG != 0 {
		words = append(words, "on", s.BG.String())
	}
	if s.Underline != NoUnderline {
		words = append(words, underlineNames[s.Underline])
	}
	if s.UnderlineColor != 0 {
		words = append(words, "underline-color="+s.UnderlineColor.String())
	}
	if len(words) == 0 {
		return "default"
	}
	return strings.Join(words, " ")
}

// ParseStyle reads what Style.String wrote. Words in another order are an error, so that
// one style has one spelling.
func ParseStyle(text string) (Style, error) {
	var s Style
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "on" && i+1 < len(words) {
			i++
			color, err := parseColor(words[i])
			if err != nil {
				return Style{}, err
			}
			s.BG = color
			continue
		}
		if err := s.add(word); err != nil {
			return Style{}, err
		}
	}
	if s.String() != text {
		return Style{}, fmt.Errorf("style %q is written %q", text, s)
	}
	return s, nil
}

func (s *Style) add(word string) error {
	if i := slices.Index(attrNames[:], word); i >= 0 {
		s.Attrs |= 1 << i
		return nil
	}
	if i := slices.Index(underlineNames[:], word); i > 0 {
		s.Underline = Underline(i)
		return nil
	}
	target := &s.FG
	if name, ok := strings.CutPrefix(word, "underline-color="); ok {
		word, target = name, &s.UnderlineColor
	}
	color, err := parseColor(word)
	if err != nil {
		return err
	}
	*target = color
	return nil
}

func parseColor(word string) (Color, error) {
	if word == "default" {
		return 0, nil
	}
	if i := slices.Index(colorNames[:], word); i >= 0 {
		return Palette(uint8(i)), nil
	}
	if hex, ok := strings.CutPrefix(word, "#"); ok && len(hex) == 6 {
		if n, err := strconv.ParseUint(hex, 16, 24); err == nil {
			return colorRGB | Color(n), nil
		}
	}
	n, err := strconv.ParseUint(word, 10, 8)
	if err != nil {
		return 0, fmt.Errorf("%q is no color and no attribute", word)
	}
	return Palette(uint8(n)), nil
}
