package vtmodel

import (
	"fmt"
	"strconv"
	"strings"
)

// The first 16 colors as the terminals have them when nobody configured anything.
var (
	xtermPalette = [16]Color{
		RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
		RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
		RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
		RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
	}
	vtePalette = [16]Color{
		RGB(0, 0, 0), RGB(192, 0, 0), RGB(0, 192, 0), RGB(192, 192, 0),
		RGB(0, 0, 192), RGB(192, 0, 192), RGB(0, 192, 192), RGB(192, 192, 192),
		RGB(63, 63, 63), RGB(255, 63, 63), RGB(63, 255, 63), RGB(255, 255, 63),
		RGB(63, 63, 255), RGB(255, 63, 255), RGB(63, 255, 255), RGB(255, 255, 255),
	}
)

// paletteColor is what palette slot n looks like: 16 named colors, a cube, and grays.
func paletteColor(base *[16]Color, n int) Color {
	switch {
	case n < 16:
		return base[n]
	case n >= 232:
		gray := uint8(8 + 10*(n-232))
		return RGB(gray, gray, gray)
	}
	level := func(i int) uint8 {
		if i == 0 {
			return 0
		}
		return uint8(55 + 40*i)
	}
	n -= 16
	return RGB(level(n/36), level(n/6%6), level(n%6))
}

// colorSpec writes a color as terminals answer it. The profiles whose channels have only
// four significant bits in their palette answer these followed by zeros.
func colorSpec(c Color) string {
	channel := func(shift int) string {
		v := uint8(c >> shift)
		if v == 192 {
			return "c000"
		}
		return fmt.Sprintf("%02x%02x", v, v)
	}
	return "rgb:" + channel(16) + "/" + channel(8) + "/" + channel(0)
}

// parseColorSpec reads a color as XParseColor does: rgb:r/g/b, #rgb, #rrggbb.
func parseColorSpec(s string) (Color, bool) {
	if hex, ok := strings.CutPrefix(s, "#"); ok {
		n := len(hex) / 3
		if len(hex)%3 != 0 || n < 1 || n > 4 {
			return 0, false
		}
		return parseChannels([3]string{hex[:n], hex[n : 2*n], hex[2*n:]}, false)
	}
	if rgb, ok := strings.CutPrefix(s, "rgb:"); ok {
		parts := strings.Split(rgb, "/")
		if len(parts) != 3 {
			return 0, false
		}
		return parseChannels([3]string(parts), true)
	}
	return 0, false
}

// parseChannels reads hexadecimal channels. Scaled means that all digits f are full
// brightness, otherwise missing digits are 0.
func parseChannels(parts [3]string, scaled bool) (Color, bool) {
	var c [3]uint8
	for i, part := range parts {
		v, err := strconv.ParseUint(part, 16, 16)
		if err != nil || len(part) > 4 {
			return 0, false
		}
		bits := 4 * len(part)
		if scaled {
			c[i] = uint8(v * 255 / (1<<bits - 1))
		} else {
			c[i] = uint8(v << 16 >> bits >> 8)
		}
	}
	return RGB(c[0], c[1], c[2]), true
}
