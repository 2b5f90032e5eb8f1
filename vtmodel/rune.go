package vtmodel

import "unicode/utf8"

// decoding is an opinion on bytes that are not UTF-8.
type decoding uint8

const (
	decodeParts decoding = iota // One U+FFFD for the longest beginning of a valid rune, as Unicode recommends.
	decodeShape                 // One U+FFFD for what has the shape of a rune, such as an overlong one.
	decodeLossy                 // Nothing at all is shown.
)

// c1Use is an opinion on U+0080 to U+009F.
type c1Use uint8

const (
	c1Runs c1Use = iota
	c1Drops
	c1Prints
)

// rawUse is an opinion on the bytes 80 to 9F where a rune cannot have them.
type rawUse uint8

const (
	rawBroken rawUse = iota // They are broken text.
	rawRuns                 // They are C1 controls.
	rawDrops
)

// beginRune reads a rune from the beginning of p, or holds back what there is of it.
func (ps *parser) beginRune(p []byte) (int, token) {
	if r, size := utf8.DecodeRune(p); r != utf8.RuneError || size > 1 {
		return size, ps.decoded(r)
	}
	if b := p[0]; b >= 0x80 && b < 0xa0 {
		switch ps.q.rawC1 {
		case rawRuns:
			if ps.skip {
				ps.skip = false
				return 1, tokenNone
			}
			return 1, ps.runC1(b)
		case rawDrops:
			ps.skip = false
			return 1, tokenNone
		}
	}
	return ps.readRune(p, 0)
}

// finishRune goes on with a rune whose beginning was held back.
func (ps *parser) finishRune(p []byte) (int, token) {
	held := int(ps.holding)
	var buf [2 * utf8.UTFMax]byte
	n := copy(buf[:], ps.held[:held])
	n += copy(buf[n:], p[:min(len(p), utf8.UTFMax)])
	ps.holding = 0
	return ps.readRune(buf[:n], held)
}

// readRune reads a rune from buf, of which the first held bytes were taken before.
func (ps *parser) readRune(buf []byte, held int) (int, token) {
	size, state := ps.shapeOf(buf)
	if state == runeUnfinished {
		ps.holding = uint8(copy(ps.held[:], buf))
		return len(buf) - held, tokenNone
	}
	if state == runeValid {
		r, _ := utf8.DecodeRune(buf)
		return size - held, ps.decoded(r)
	}
	if ps.q.decode == decodeLossy {
		ps.skip = false
		return size - held, tokenNone
	}
	return size - held, ps.decoded(utf8.RuneError)
}

type runeState uint8

const (
	runeValid runeState = iota
	runeBroken
	runeUnfinished
)

// shapeOf returns how many bytes of buf belong to its first rune, valid or not.
func (ps *parser) shapeOf(buf []byte) (int, runeState) {
	if r, size := utf8.DecodeRune(buf); r != utf8.RuneError || size > 1 {
		return size, runeValid
	}
	if ps.q.decode == decodeShape {
		return shapeOfRune(buf, runeLength(buf[0]))
	}
	if !utf8.FullRune(buf) {
		return len(buf), runeUnfinished
	}
	size := 1
	for size < len(buf) && !utf8.FullRune(buf[:size+1]) {
		size++
	}
	return size, runeBroken
}

// shapeOfRune counts the bytes that look like a rune of the given length.
func shapeOfRune(buf []byte, length int) (int, runeState) {
	for i := 1; i < length; i++ {
		if i == len(buf) {
			return i, runeUnfinished
		}
		if buf[i]&0xc0 != 0x80 {
			return i, runeBroken
		}
	}
	return max(length, 1), runeBroken
}

// runeLength returns the length that a first byte promises, 0 when it can not be one.
func runeLength(b byte) int {
	switch {
	case b < 0xc0:
		return 0
	case b < 0xe0:
		return 2
	case b < 0xf0:
		return 3
	case b < 0xf8:
		return 4
	}
	return 0
}

// decoded yields a rune, or the control that it is.
func (ps *parser) decoded(r rune) token {
	if ps.skip {
		ps.skip = false
		return tokenNone
	}
	if r >= 0x80 && r < 0xa0 {
		switch ps.q.runeC1 {
		case c1Runs:
			return ps.runC1(byte(r))
		case c1Drops:
			return tokenNone
		case c1Prints:
			r = utf8.RuneError // A Screen holds no controls.
		}
	}
	ps.r = r
	return tokenRune
}
