package screentest

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const zwj = 0x200d

// wide are the ranges that terminals give two columns. The judge's table is
// coarse on purpose: it errs towards wide, and a row that fits then fits anywhere.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1},
		{0x231a, 0x231b, 1},
		{0x23e9, 0x23ec, 1},
		{0x23f0, 0x23f3, 3},
		{0x25fd, 0x25fe, 1},
		{0x2614, 0x2615, 1},
		{0x2648, 0x2653, 1},
		{0x267f, 0x2693, 20},
		{0x26a1, 0x26a1, 1},
		{0x2705, 0x2705, 1},
		{0x2728, 0x274c, 36},
		{0x2e80, 0xa4cf, 1},
		{0xa960, 0xa97f, 1},
		{0xac00, 0xd7a3, 1},
		{0xf900, 0xfaff, 1},
		{0xfe30, 0xfe6f, 1},
		{0xff00, 0xff60, 1},
		{0xffe0, 0xffe6, 1},
	},
	R32: []unicode.Range32{{0x1f300, 0x1f64f, 1}, {0x1f680, 0x1f9ff, 1}, {0x1fa70, 0x1faff, 1}, {0x20000, 0x3fffd, 1}},
}

// isCombining reports whether a rune belongs to the one before it.
func isCombining(r rune) bool {
	return r == zwj || r >= 0xfe00 && r <= 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf)
}

// isIgnorable reports whether a rune shows nothing itself: some terminals keep
// it in a cell and some drop it.
func isIgnorable(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || unicode.Is(unicode.Cf, r)
}

// readable is s without what shows nothing.
func readable(s string) string {
	return strings.Map(func(r rune) rune {
		if isIgnorable(r) {
			return -1
		}
		return r
	}, s)
}

// widestOpinion is the most columns that any terminal gives to s: every rune
// for itself, and a variation selector that makes its base wide.
func widestOpinion(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r == 0xfe0f:
			n++
		case isCombining(r) && !unicode.Is(wide, r):
		case unicode.Is(wide, r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
