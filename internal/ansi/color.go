package ansi

import (
	"fmt"
	"strconv"
)

// Color is a colour as SGR can say it: the terminal's default (the zero value), a
// palette slot, or 24 bits. It is comparable.
type Color struct {
	kind    colorKind
	r, g, b uint8 // r holds the slot of a palette colour
}

type colorKind uint8

const (
	colorDefault colorKind = iota
	colorPalette
	colorRGB
)

// Palette is the colour of a palette slot; 0 to 7 and 8 to 15 are the normal and
// bright colours of ECMA-48 and aixterm.
func Palette(slot uint8) Color { return Color{kind: colorPalette, r: slot} }

// RGB is a 24-bit colour.
func RGB(r, g, b uint8) Color { return Color{colorRGB, r, g, b} }

// IsDefault reports whether c is the terminal's own colour.
func (c Color) IsDefault() bool { return c.kind == colorDefault }

// String is "default", a palette slot in decimal, or "#rrggbb"; ParseColor reads it.
func (c Color) String() string {
	switch c.kind {
	case colorPalette:
		return strconv.Itoa(int(c.r))
	case colorRGB:
		return fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b)
	}
	return "default"
}

// ParseColor reads what Color.String writes.
func ParseColor(s string) (Color, error) {
	if s == "default" {
		return Color{}, nil
	}
	if len(s) == 7 && s[0] == '#' {
		v, err := strconv.ParseUint(s[1:], 16, 24)
		if err != nil {
			return Color{}, fmt.Errorf("colour %q: want #rrggbb", s)
		}
		return RGB(uint8(v>>16), uint8(v>>8), uint8(v)), nil
	}
	v, err := strconv.ParseUint(s, 10, 8)
	if err != nil {
		return Color{}, fmt.Errorf("colour %q: want default, 0 to 255, or #rrggbb", s)
	}
	return Palette(uint8(v)), nil
}

// appendParams adds the SGR parameters of c with a leading semicolon. base is 30
// for the foreground, 40 for the background.
func (c Color) appendParams(dst []byte, base int) []byte {
	dst = append(dst, ';')
	switch {
	case c.kind == colorPalette && c.r < 8:
		return strconv.AppendInt(dst, int64(base)+int64(c.r), 10)
	case c.kind == colorPalette && c.r < 16:
		return strconv.AppendInt(dst, int64(base)+60+int64(c.r)-8, 10)
	case c.kind == colorPalette:
		dst = strconv.AppendInt(dst, int64(base)+8, 10)
		dst = append(dst, ";5;"...)
		return strconv.AppendInt(dst, int64(c.r), 10)
	case c.kind == colorRGB:
		dst = strconv.AppendInt(dst, int64(base)+8, 10)
		for i, v := range [3]uint8{c.r, c.g, c.b} {
			dst = append(dst, ';')
			if i == 0 {
				dst = append(dst, "2;"...)
			}
			dst = strconv.AppendInt(dst, int64(v), 10)
		}
		return dst
	}
	return strconv.AppendInt(dst, int64(base)+9, 10)
}
