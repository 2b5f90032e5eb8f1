package screentest

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// The control characters that the judge knows by name. It has its own reading
// of the byte stream, apart from the engine's, so that a mistake in one can not
// hide in the other.
const (
	bel    = 7
	can    = 24
	sub    = 26
	escape = 27
	del    = 127
)

// An item is one piece of a byte stream: a run of printable text, one control
// character, or one escape sequence.
type item struct {
	kind  itemKind
	bytes []byte
}

type itemKind uint8

const (
	itemText itemKind = iota
	itemControl
	itemEscape // ESC and one final, with intermediates
	itemCSI
	itemString // OSC, DCS, APC, PM, SOS with their terminator
)

// scan cuts p into items. What is left over is an unfinished character or
// sequence at the end.
func scan(p []byte) (items []item, rest []byte) {
	for len(p) > 0 {
		it, n := nextItem(p)
		if n == 0 {
			return items, p
		}
		items, p = append(items, it), p[n:]
	}
	return items, nil
}

func nextItem(p []byte) (item, int) {
	switch {
	case p[0] == escape:
		return nextEscape(p)
	case p[0] < ' ' || p[0] == del:
		return item{itemControl, p[:1]}, 1
	}
	n := 0
	for n < len(p) && p[n] >= ' ' && p[n] != del {
		if !utf8.FullRune(p[n:]) {
			break
		}
		r, size := utf8.DecodeRune(p[n:])
		if r >= 0x80 && r < 0xa0 { // C1: a control even in UTF-8
			if n == 0 {
				return item{itemControl, p[:size]}, size
			}
			break
		}
		n += size
	}
	return item{itemText, p[:n]}, n
}

func nextEscape(p []byte) (item, int) {
	if len(p) < 2 {
		return item{}, 0
	}
	switch p[1] {
	case '[':
		for i := 2; i < len(p); i++ {
			if p[i] >= '@' && p[i] <= '~' {
				return item{itemCSI, p[:i+1]}, i + 1
			}
			if p[i] < ' ' || p[i] >= del { // torn: the sequence ends where the control or the character stands
				return item{itemCSI, p[:i]}, i
			}
		}
		return item{}, 0
	case ']', 'P', 'X', '^', '_':
		n := stringLen(p)
		return item{itemString, p[:n]}, n
	}
	for i := 1; i < len(p); i++ {
		if p[i] < ' ' || p[i] >= del { // torn: the control, or the character, counts
			return item{itemEscape, p[:i]}, i
		}
		if p[i] > '/' {
			return item{itemEscape, p[:i+1]}, i + 1
		}
	}
	return item{}, 0
}

// stringLen is the length of a control string with its terminator, 0 when that
// has not come.
func stringLen(p []byte) int {
	for i := 2; i < len(p); i++ {
		switch p[i] {
		case can, sub:
			return i + 1
		case '\n', '\r': // nobody's string swallows the next line
			return i
		case bel:
			if p[1] == ']' {
				return i + 1
			}
		case escape:
			if i+1 == len(p) {
				return 0
			}
			if p[i+1] == '\\' {
				return i + 2
			}
			return i
		}
	}
	return 0
}

// csi splits a control sequence into its parameters, with intermediates, and
// its final byte.
func (it item) csi() (params string, final byte) {
	if it.kind != itemCSI || len(it.bytes) < 3 {
		return "", 0
	}
	last := len(it.bytes) - 1
	return string(it.bytes[2:last]), it.bytes[last]
}

// isSGR reports whether the item sets the style of what follows.
func (it item) isSGR() bool {
	params, final := it.csi()
	return final == 'm' && strings.Trim(params, "0123456789;:") == ""
}

// isLink reports whether the item opens or closes a hyperlink.
func (it item) isLink() bool {
	return it.kind == itemString && bytes.HasPrefix(it.bytes[1:], []byte("]8;"))
}

// stripped is a text without its escape sequences.
func stripped(s string) string {
	items, _ := scan([]byte(s))
	var b strings.Builder
	for _, it := range items {
		if it.kind == itemText {
			b.Write(it.bytes)
		}
	}
	return b.String()
}
