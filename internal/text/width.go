package text

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"
)

// Width is a number of columns under the two opinions that terminals have.
type Width struct {
	// Cells gives each cluster one width: 2 for emoji presentation and flags.
	Cells int
	// Runes adds up the widths of the code points.
	Runes int
}

// Max is the larger opinion.
func (w Width) Max() int { return max(w.Cells, w.Runes) }

// Plus is the width of two texts one after the other.
func (w Width) Plus(v Width) Width { return Width{w.Cells + v.Cells, w.Runes + v.Runes} }

// narrow is the width of one printable ASCII character.
var narrow = Width{1, 1}

// runes is the one table of the project, whatever the locale says.
var runes = func() *runewidth.Condition {
	c := runewidth.NewCondition()
	c.EastAsianWidth = false
	c.StrictEmojiNeutral = true
	return c
}()

const (
	zeroWidthJoiner   = '\u200d'
	emojiPresentation = '\ufe0f'
	regionalFirst     = '\U0001f1e6'
	regionalLast      = '\U0001f1ff'
	regionalLen       = len("\U0001f1e6")
	clusterBytesMax   = 256
)

// Deceives reports whether r can make a row read other than it is: it is invisible
// or reorders what stands beside it. Joiners and variation selectors, which shape
// the character before them, do not count.
func Deceives(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0xad, r == 0x61c, r == 0x180e, r == 0xfeff, r == 0x034f:
		return true
	case r == 0x200b, r == 0x200e, r == 0x200f:
		return true
	case r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}

// First returns the length in bytes and the width of the first cluster of s,
// which must be valid UTF-8 without controls. It returns 0 for an empty s. A
// cluster longer than 256 bytes is cut, so that no input can grow one without
// bound.
func First(s []byte) (n int, w Width) {
	if len(s) == 0 {
		return 0, Width{}
	}
	if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1, narrow
	}
	if n, w = loneRune(s); n > 0 {
		return n, w
	}
	it := graphemes.FromBytes(s)
	it.Next()
	n = len(it.Value())
	if n > clusterBytesMax {
		n = clusterBytesMax
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
	}
	return n, clusterWidth(s[:n])
}

func clusterWidth(cluster []byte) Width {
	var w Width
	regional := 0
	for i := 0; i < len(cluster); {
		r, size := utf8.DecodeRune(cluster[i:])
		i += size
		rw := runes.RuneWidth(r)
		w.Runes += rw
		w.Cells = max(w.Cells, rw)
		switch {
		case r == emojiPresentation && w.Cells > 0:
			w.Cells = 2
		case r >= regionalFirst && r <= regionalLast:
			regional++
		}
	}
	if regional == 2 {
		w.Cells = 2
	}
	return w
}

// Of is the width of s, which must be valid UTF-8 without controls.
func Of(s []byte) Width {
	var w Width
	for len(s) > 0 {
		n := asciiRun(s)
		w.Cells += n
		w.Runes += n
		if s = s[n:]; len(s) == 0 {
			break
		}
		size, cw := First(s)
		w = w.Plus(cw)
		s = s[size:]
	}
	return w
}

// Take returns how many bytes of s fit into cols columns under both opinions, on
// a cluster boundary, and their width.
func Take(s []byte, cols int) (n int, w Width) {
	for n < len(s) {
		if room := cols - w.Max(); room > 0 {
			run := min(asciiRun(s[n:min(len(s), n+room+1)]), room)
			n += run
			w.Cells += run
			w.Runes += run
		}
		if n == len(s) {
			break
		}
		size, cw := First(s[n:])
		if w.Plus(cw).Max() > cols {
			break
		}
		n += size
		w = w.Plus(cw)
	}
	return n, w
}

// asciiRun is the number of leading ASCII characters of s that are clusters of
// their own: the last one before another character may carry a mark.
func asciiRun(s []byte) int {
	n := 0
	for len(s)-n >= 8 && binary.LittleEndian.Uint64(s[n:])&0x8080808080808080 == 0 {
		n += 8
	}
	for n < len(s) && s[n] < utf8.RuneSelf {
		n++
	}
	if n > 0 && n < len(s) {
		n--
	}
	return n
}

// Clusters counts the clusters of s.
func Clusters(s []byte) int {
	count := 0
	for len(s) > 0 {
		n := asciiRun(s)
		count += n
		if s = s[n:]; len(s) == 0 {
			break
		}
		size, _ := First(s)
		count++
		s = s[size:]
	}
	return count
}

// Unfinished is the length of the tail of s that more text may join into a
// cluster that must not be shown in parts: a cluster that ends in a joiner, or a
// lone regional indicator.
func Unfinished(s []byte) int {
	r, _ := utf8.DecodeLastRune(s)
	if r != zeroWidthJoiner && (r < regionalFirst || r > regionalLast) {
		return 0
	}
	last := 0
	for at := 0; at < len(s); at += last {
		last, _ = First(s[at:])
	}
	if r == zeroWidthJoiner || last == regionalLen {
		return last
	}
	return 0
}
