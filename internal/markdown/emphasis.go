package markdown

import (
	"unicode"
	"unicode/utf8"

	"jp/internal/text"
)

// delim is a run of * _ or ~ that may still open or close something.
type delim struct {
	node     int // index of its node
	char     byte
	count    int // characters that are not used up
	original int
	canOpen  bool
	canClose bool
}

// runMax bounds a run of delimiters; a longer one is text.
const runMax = 64

const bottomCount = 14

// bottomOf is where it is remembered that a closer of d's kind finds no opener.
func (d *delim) bottomOf() int {
	switch {
	case d.char == '~':
		return 12 + d.original - 1
	case d.char == '_':
		return 6 + d.original%3 + 3*btoi(d.canOpen)
	}
	return d.original%3 + 3*btoi(d.canOpen)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// delimiters reads a run.
func (in *inline) delimiters(s []byte, final bool) int {
	c, n := s[0], 1
	for n < len(s) && n < runMax && s[n] == c {
		n++
	}
	if n == runMax || n == len(s) && !final {
		if n == runMax {
			return in.addText(n)
		}
		return 0
	}
	after := '\n'
	if n < len(s) {
		after, _ = utf8.DecodeRune(s[n:])
	}
	canOpen, canClose := flanks(c, in.previous(), after)
	if c == '~' && n > 2 || !canOpen && !canClose {
		return in.addText(n)
	}
	in.nodes.push(node{kind: nodeDelim, from: in.pos, to: in.pos + n, at: in.base + in.pos, flag: c == '~' && n == 1})
	in.delims.push(delim{node: in.nodes.end() - 1, char: c, count: n, original: n, canOpen: canOpen, canClose: canClose})
	if len(in.brackets.items) == 0 {
		in.emphasize(0, in.settledTo, &in.bottoms)
		in.settledTo = len(in.delims.items)
	}
	return n
}

// previous is the character before pos.
func (in *inline) previous() rune {
	if in.pos == 0 {
		return in.before
	}
	r, _ := utf8.DecodeLastRune(in.buf[:in.pos])
	return r
}

// flanks says whether a run between two characters can open or close, as CommonMark has it, and more beside ideographs.
func flanks(c byte, before, after rune) (canOpen, canClose bool) {
	spaceB, spaceA := unicode.IsSpace(before), unicode.IsSpace(after)
	punctB, punctA := isPunctRune(before), isPunctRune(after)
	// Where no blanks part words, punctuation inside the delimiters would keep them from ever being any.
	left := !spaceA && (!punctA || spaceB || punctB || text.IsIdeographic(before))
	right := !spaceB && (!punctB || spaceA || punctA || text.IsIdeographic(after))
	if c == '_' {
		return left && (!right || punctB), right && (!left || punctA)
	}
	return left, right
}

func isPunctRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isPunct(byte(r))
	}
	return unicode.IsPunct(r) || unicode.IsSymbol(r)
}

// emphasize matches the closers from delims[from] on with openers from delims[bottom] on. bottoms remembers what was
// sought in vain.
func (in *inline) emphasize(bottom, from int, bottoms *[bottomCount]int) {
	for c := from; c < len(in.delims.items); {
		in.work++
		d := &in.delims.items[c]
		if !d.canClose {
			c++
			continue
		}
		o := c - 1
		for ; o >= bottom && in.delims.items[o].node >= bottoms[d.bottomOf()]; o-- {
			in.work++
			if in.delims.items[o].pairs(d) {
				break
			}
		}
		if o < bottom || in.delims.items[o].node < bottoms[d.bottomOf()] {
			bottoms[d.bottomOf()] = d.node
			if d.canOpen {
				c++
			} else {
				in.delims.items = append(in.delims.items[:c], in.delims.items[c+1:]...)
			}
			continue
		}
		c = in.match(o, c)
	}
}

// pairs reports whether o can open what d closes.
func (o *delim) pairs(d *delim) bool {
	if !o.canOpen || o.char != d.char {
		return false
	}
	if d.char == '~' {
		return o.original == d.original
	}
	return !o.canClose && !d.canOpen || (o.original+d.original)%3 != 0 || o.original%3 == 0 && d.original%3 == 0
}

// match makes a style of the opener o and the closer c, drops what stands between, and returns where to go on.
func (in *inline) match(o, c int) int {
	open, closer := &in.delims.items[o], &in.delims.items[c]
	use, kind := 1, styleEmphasis
	switch {
	case open.char == '~':
		use, kind = open.count, styleStrike
	case open.count >= 2 && closer.count >= 2:
		use, kind = 2, styleStrong
	}
	on, cn := in.nodes.at(open.node), in.nodes.at(closer.node)
	on.opens[kind]++
	on.to -= use
	cn.closes[kind]++
	cn.to -= use
	open.count -= use
	closer.count -= use
	keepOpen, keepClose := open.count > 0, closer.count > 0
	w := o
	if keepOpen {
		w++
	}
	next := w
	if keepClose {
		in.delims.items[w] = *closer
		w++
	}
	w += copy(in.delims.items[w:], in.delims.items[c+1:])
	in.delims.items = in.delims.items[:w]
	return next
}
