package markdown

import (
	"bytes"
	"unicode/utf8"

	"jp/internal/text"
)

// constructMax bounds how far behind its opener the closer of an inline construct may be, in bytes of source. Past that, the
// opener is text: what it would have meant is not worth waiting for.
const constructMax = 256

// addressMax bounds an address in a link, or in the open. It is not shown while it is read, or it is one word, so it may
// be longer than what is.
const addressMax = 1024

// inline reads the text of one block and gives it to the layout as soon as its look is known. It keeps a window:
//
//	buf    some *text [and* more
//	            ↑head ↑          ↑pos
//	       └──┬─┘└────┬──────────┘
//	     released    nodes: read, but an opener among them may still be closed
//
// The tokens are those of CommonMark, and so is the way in which delimiters match; only a match further than
// constructMax is given up.
type inline struct {
	lay  *layout
	refs *references

	buf    []byte
	base   int  // how many bytes stood before buf
	pos    int  // next byte of buf to read
	before rune // the character before buf
	blanks int  // blanks right before pos, counted to 2
	look   look // of the block
	aux    []byte

	nodes     queue[node]
	delims    queue[delim]
	brackets  queue[bracket]
	bottoms   [bottomCount]int // no opener stands before this node
	settledTo int              // delims before this one have sought their openers
	waited    int              // how far a token was read that is not complete

	tickEnd   int                 // runs of backticks are known up to here, in absolute bytes
	tickLast  [tickRunMax + 1]int // where the last run of each length began, plus 1
	open      [styleCount]int     // how many of each style are open at the end of what was released
	linkNow   uint32              // the link that what is released belongs to
	linkHere  look
	linkDepth int
	work      int // bytes looked at, for tests
}

// node is a token whose look is not known yet.
type node struct {
	kind     nodeKind
	from, to int // in buf, or in aux
	at       int // absolute start in the source
	// of delimiters: what they close on their left, what remains as text, what they open on their right
	closes, opens [styleCount]uint8
	link          uint32 // of linkOpen
	flag          bool   // of ![; of a single ~; of a mail address; of the end of a link whose text says where it leads
}

type nodeKind uint8

const (
	nodeText nodeKind = iota
	nodeAux           // text in aux
	nodeCode
	nodeDelim
	nodeSoft
	nodeHard
	nodeLinkOpen
	nodeLinkClose
	nodeAuto // an address that is a link to itself
	nodeAside
)

// the styles that delimiters make.
const (
	styleEmphasis = iota
	styleStrong
	styleStrike
	styleCount
)

var styleLooks = [styleCount]look{lookEmphasis, lookStrong, lookStrike}

// special marks the bytes that may begin a token other than text.
var special = func() (t [256]bool) {
	for _, c := range "\\`*_~[]!<&\nhw" {
		t[c] = true
	}
	return t
}()

// start begins a block whose text has the given look.
func (in *inline) start(lk look) {
	in.look = lk
	in.before = '\n'
	in.tickEnd = in.base
	clear(in.tickLast[:])
	clear(in.bottoms[:])
}

// feed reads more text of the block: valid UTF-8, whole characters, lines without their indentation.
func (in *inline) feed(s []byte) {
	in.buf = append(in.buf, s...)
	in.run(false)
}

// finish ends the block: what is open is text.
func (in *inline) finish() {
	in.run(true)
	in.brackets.drop(len(in.brackets.items))
	in.emphasize(0, in.settledTo, &in.bottoms)
	in.delims.drop(len(in.delims.items))
	in.settledTo = 0
	in.release(len(in.nodes.items))
	clear(in.open[:])
	in.blanks = 0
	in.compact()
}

func (in *inline) run(final bool) {
	for in.pos < len(in.buf) {
		in.demote()
		n := in.token(in.buf[in.pos:], final)
		if n == 0 {
			break
		}
		in.countBlanks(in.buf[in.pos : in.pos+n])
		in.pos += n
		in.waited = 0
		if len(in.delims.items) == 0 && len(in.brackets.items) == 0 && len(in.nodes.items) > 0 {
			in.release(len(in.nodes.items))
		} else if len(in.nodes.items) > 4*constructMax {
			in.release(in.settled())
		}
	}
	in.demote()
	in.release(in.settled())
	in.compact()
}

// endLine says that a line end or the end of the block follows: the word before it is whole.
func (in *inline) endLine() {
	if in.pos == len(in.buf) && len(in.nodes.items) == 0 {
		in.lay.endWord()
	}
}

// countBlanks keeps how many blanks stand before pos, since two of them before a line end are a break.
func (in *inline) countBlanks(s []byte) {
	n := 0
	for n < len(s) && n < 2 && s[len(s)-1-n] == ' ' {
		n++
	}
	if n == len(s) {
		n = min(2, n+in.blanks)
	}
	in.blanks = n
}

// settled is the number of nodes before the first that may still change.
func (in *inline) settled() int {
	end := in.nodes.end()
	if len(in.delims.items) > 0 {
		end = min(end, in.delims.items[0].node)
	}
	if len(in.brackets.items) > 0 {
		end = min(end, in.brackets.items[0].node)
	}
	return end - in.nodes.lost
}

// demote makes openers that are too far behind to text, in their order.
func (in *inline) demote() {
	limit := in.base + in.pos - constructMax
	for {
		d := len(in.delims.items) > 0 && in.nodes.at(in.delims.items[0].node).at < limit
		b := len(in.brackets.items) > 0 && in.nodes.at(in.brackets.items[0].node).at < limit
		switch {
		case d && (!b || in.delims.items[0].node < in.brackets.items[0].node):
			in.delims.drop(1)
			in.settledTo = max(0, in.settledTo-1)
		case b:
			in.dropBracket(0)
		default:
			return
		}
	}
}

// held is how many bytes were read and not released.
func (in *inline) held() int { return len(in.buf) - in.released() }

// released is where in buf what was not released begins.
func (in *inline) released() int {
	for i := range in.nodes.items {
		if in.nodes.items[i].kind != nodeAux {
			return in.nodes.items[i].from
		}
	}
	return in.pos
}

// compact drops what was released from the buffers, when that is worth the copying.
func (in *inline) compact() {
	keep := in.released()
	if len(in.nodes.items) == 0 {
		in.aux = in.aux[:0]
	}
	if keep == 0 || keep < len(in.buf) && keep < 4*constructMax {
		return
	}
	in.before, _ = utf8.DecodeLastRune(in.buf[:keep])
	in.buf = in.buf[:copy(in.buf, in.buf[keep:])]
	in.base += keep
	in.pos -= keep
	for i := range in.nodes.items {
		if in.nodes.items[i].kind != nodeAux {
			in.nodes.items[i].from -= keep
			in.nodes.items[i].to -= keep
		}
	}
	for i := range in.brackets.items {
		in.brackets.items[i].after -= keep
	}
}

// token reads one token at the head of s and returns its length; 0 when more must come first.
func (in *inline) token(s []byte, final bool) int {
	c := s[0]
	if n := in.textRun(s, final); n > 0 {
		in.work += n
		return in.addText(n)
	}
	in.work++
	switch c {
	case 'h', 'w':
		return in.address(s, final)
	case '\n':
		return in.lineEnd()
	case '\\':
		return in.backslash(s, final)
	case '`':
		return in.codeSpan(s, final)
	case '*', '_', '~':
		return in.delimiters(s, final)
	case '[':
		return in.openBracket(s, final)
	case '!':
		switch {
		case len(s) == 1 && !final:
			return 0
		case len(s) > 1 && s[1] == '[':
			return in.push(node{kind: nodeText, flag: true}, 2)
		}
	case ']':
		return in.closeBracket(s, final)
	case '<':
		return in.angle(s, final)
	case '&':
		return in.entity(s, final)
	}
	return in.addText(1)
}

// textRun is the length of the plain text at the head of s.
func (in *inline) textRun(s []byte, final bool) int {
	i := 0
	for i < len(s) {
		c := s[i]
		if !special[c] || (c == 'h' || c == 'w') && !in.mayBeAddress(s, i, final) {
			i++
			continue
		}
		break
	}
	return i
}

// addText adds n bytes at pos as text, right to the layout when nothing before them is undecided.
func (in *inline) addText(n int) int {
	from, to := in.pos, in.pos+n
	if len(in.nodes.items) == 0 {
		in.put(in.buf[from:to], 0)
		return n
	}
	if last := &in.nodes.items[len(in.nodes.items)-1]; last.kind == nodeText && last.to == from && !in.isMarked() {
		last.to = to
		return n
	}
	in.nodes.push(node{kind: nodeText, from: from, to: to, at: in.base + from})
	return n
}

// isMarked reports whether a bracket refers to the last node.
func (in *inline) isMarked() bool {
	n := len(in.brackets.items)
	return n > 0 && in.brackets.items[n-1].node == in.nodes.end()-1
}

// push adds a node of n bytes at pos; a text node becomes an open bracket.
func (in *inline) push(nd node, n int) int {
	nd.from, nd.to, nd.at = in.pos, in.pos+n, in.base+in.pos
	in.nodes.push(nd)
	if nd.kind == nodeText {
		in.brackets.push(bracket{node: in.nodes.end() - 1, after: nd.to, isActive: true, isImage: nd.flag})
	}
	return n
}

// pushAux adds text that does not stand so in the source.
func (in *inline) pushAux(s []byte, n int) int {
	from := len(in.aux)
	in.aux = append(in.aux, s...)
	in.nodes.push(node{kind: nodeAux, from: from, to: len(in.aux), at: in.base + in.pos})
	return n
}

func (in *inline) lineEnd() int {
	kind := nodeSoft
	if in.blanks >= 2 {
		kind = nodeHard
	}
	in.nodes.push(node{kind: kind, from: in.pos, to: in.pos + 1, at: in.base + in.pos})
	return 1
}

func (in *inline) backslash(s []byte, final bool) int {
	switch {
	case len(s) == 1 && !final:
		return 0
	case len(s) == 1:
		return in.addText(1)
	case s[1] == '\n':
		in.nodes.push(node{kind: nodeHard, from: in.pos, to: in.pos + 2, at: in.base + in.pos})
		return 2
	case isPunct(s[1]):
		return in.pushAux(s[1:2], 2)
	}
	return in.addText(1)
}

func isSpaceByte(c byte) bool { return c == ' ' || c == '\n' }

func isAllSpace(s []byte) bool {
	for _, c := range s {
		if !isSpaceByte(c) {
			return false
		}
	}
	return true
}

func isPunct(c byte) bool {
	return c > ' ' && c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' && c < 0x7f
}

// clean is s without what must not reach a terminal, after a reference to a character was resolved. It is a piece of a line.
func clean(s string) []byte {
	var sn text.Sanitizer
	return bytes.ReplaceAll(sn.Finish(sn.Append(nil, []byte(s))), lineBreak, []byte{' '})
}
