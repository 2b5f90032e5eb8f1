package text

import "unicode/utf8"

// loneRune is the length and the width of the first character of s when it is plain that it makes a cluster of its own: it is
// of a common script, and so is what follows it. It returns 0 when the tables of Unicode must be asked.
func loneRune(s []byte) (n int, w Width) {
	cols := 1
	if s[0] < utf8.RuneSelf {
		n = 1
	} else {
		r, size := utf8.DecodeRune(s)
		if cols = plainCols(r); cols == 0 {
			return 0, Width{}
		}
		n = size
	}
	if n < len(s) && s[n] >= utf8.RuneSelf {
		if next, _ := utf8.DecodeRune(s[n:]); plainCols(next) == 0 {
			return 0, Width{}
		}
	}
	return n, Width{cols, cols}
}

// plainCols is the width of a letter or a sign that neither joins what stands before it nor is joined by another of its
// kind; 0 for every character that it does not vouch for.
func plainCols(r rune) int {
	switch {
	case r < 0xa0:
		return 0
	case r < 0x300:
		if r == 0xa9 || r == 0xad || r == 0xae {
			return 0
		}
		return 1
	case r >= 0x391 && r <= 0x3a1, r >= 0x3a3 && r <= 0x3ff, r >= 0x400 && r <= 0x481, r >= 0x48a && r <= 0x52f:
		return 1
	case r >= 0x2010 && r <= 0x2027:
		return 1
	case r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa, r >= 0x3001 && r <= 0x3011:
		return 2
	case r >= 0x3400 && r <= 0x4dbf, r >= 0x4e00 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3:
		return 2
	}
	return 0
}
