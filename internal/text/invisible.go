package text

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

const (
	lineSeparator      = '\u2028'
	paragraphSeparator = '\u2029'
	blackFlag          = '\U0001f3f4' // begins the flags that are spelled in tags
	tagFirst, tagLast  = 0xe0000, 0xe007f
)

func isTag(r rune) bool { return r >= tagFirst && r <= tagLast }

// reorders reports whether r is a bidi override, embedding, isolate, or what ends one: it can make a text read as
// another for as long as it is in force.
func reorders(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// hides reports whether a reader would not see r: controls, format characters, separators of lines, and the default
// ignorables of Unicode, joiners and variation selectors included.
func hides(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r < 0xad:
		return r <= 0x9f
	case r == 0x34f, r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r >= 0x17b4 && r <= 0x17b5:
		return true
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0x180b && r <= 0x180f:
		return true
	case r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// appendVisible adds r, by name where it hides.
func appendVisible(dst []byte, r rune) []byte {
	if hides(r) {
		return appendRuneName(dst, r)
	}
	return utf8.AppendRune(dst, r)
}

// appendRuneName adds r as <U+202E>.
func appendRuneName(dst []byte, r rune) []byte {
	dst = append(dst, "<U+"...)
	for limit := rune(0x1000); limit > r && limit > 1; limit >>= 4 {
		dst = append(dst, '0')
	}
	from := len(dst)
	dst = strconv.AppendUint(dst, uint64(r), 16)
	for i := from; i < len(dst); i++ {
		if dst[i] >= 'a' {
			dst[i] -= 'a' - 'A'
		}
	}
	return append(dst, '>')
}
