package markdown

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"jp/internal/ansi"
	"jp/internal/text"
)

// layout puts words on rows. It holds the word in flight and the blank before it; everything else is in the caller's
// buffer already.
//
//	│ • some words on a row, and the wor
//	└┬┘ └──────────┬──────────────┘ └─┬┘
//	prefix         out             word: where it goes is known when it ends
type layout struct {
	opt   *Options
	pens  pens
	width int // 0: rows do not wrap

	out  []byte // the caller's, for the length of a call
	runs []Run
	from int // where out began
	kind Block

	prefix    []margin // one for each open container
	isOpen    bool     // the row has its prefix
	hasText   bool     // the row has more than its prefix
	row       text.Width
	now       look // in force in the output
	link      uint32
	wroteRows bool // something was ever written

	word     []byte
	marks    []mark
	measured int // bytes of word that are whole clusters
	wordW    text.Width
	lastIn   rune // last measured character of word
	blank    bool // a blank waits before the word
	blankSt  style
	whole    bool // the word is an address that is not to be broken
	spilled  bool // a part of such a word is out already
	cell     *cell

	links    []byte
	linkEnds []int
	linkBase uint32 // number of links that were forgotten
	payload  []byte
}

// margin is what a container puts before its rows.
type margin struct {
	first, rest string // on the first row, and on the others
	cols        int
	isFirst     bool // the first row is still to come
	isQuote     bool // rest is seen, even on a row without text
}

// mark says how the text from at on looks.
type mark struct {
	at int
	st style
}

func (l *layout) begin(dst []byte) {
	l.out, l.from, l.runs = dst, len(dst), l.runs[:0]
}

func (l *layout) end() []byte {
	l.cutRun()
	out := l.out
	l.out = nil
	return out
}

// setBlock says what the output from here on belongs to.
func (l *layout) setBlock(b Block) {
	if b != l.kind {
		l.cutRun()
		l.kind = b
	}
}

func (l *layout) cutRun() {
	end := len(l.out) - l.from
	if n := len(l.runs); n > 0 && l.runs[n-1].End == end || end == 0 {
		return
	}
	l.runs = append(l.runs, Run{End: end, Block: l.kind})
}

// text takes s, which holds blanks but no other control, into the flow.
func (l *layout) text(s []byte, st style) {
	if l.cell != nil {
		l.cell.add(s, st)
		return
	}
	for len(s) > 0 {
		if isBlank(s[0]) {
			l.space(st)
			s = s[1:]
			continue
		}
		n, ascii := wordRun(s)
		if ascii && n < len(s) && isBlank(s[n]) && len(l.word) == 0 && !l.whole {
			l.place(s[:n], st)
		} else {
			l.grow(s[:n], st)
		}
		s = s[n:]
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// wordPieceMax bounds how much of a word is taken at once, so that cutting pieces from its head stays cheap.
const wordPieceMax = 256

// wordMax bounds a word in flight, whose characters may have no width at all.
const wordMax = 1024

// wordRun is the length of the run without blanks at the head of s, and whether it is all ASCII.
func wordRun(s []byte) (n int, ascii bool) {
	var or byte
	for n < len(s) && !isBlank(s[n]) {
		if n >= wordPieceMax && utf8.RuneStart(s[n]) {
			break
		}
		or |= s[n]
		n++
	}
	return n, or < utf8.RuneSelf
}

// space ends a word.
func (l *layout) space(st style) {
	if l.cell != nil {
		l.cell.add([]byte{' '}, st)
		return
	}
	l.endWord()
	if !l.blank && l.hasText {
		l.blank, l.blankSt = true, st
	}
}

// grow adds s to the word in flight.
func (l *layout) grow(s []byte, st style) {
	if n := len(l.marks); n == 0 || l.marks[n-1].st != st {
		l.marks = append(l.marks, mark{len(l.word), st})
	}
	l.word = append(l.word, s...)
	if l.width == 0 {
		l.measured = len(l.word)
		l.spill(len(l.word), text.Width{})
		return
	}
	l.measure(false)
}

// unbroken takes s, in which a line end is a blank, as a part of one word.
func (l *layout) unbroken(s []byte, st style) {
	for from := 0; from < len(s); {
		to := from
		for to < len(s) && s[to] != '\n' {
			to++
		}
		if l.cell != nil {
			l.cell.add(s[from:to], st)
		} else if to > from {
			l.grow(s[from:to], st)
		}
		if to < len(s) {
			if l.cell != nil {
				l.cell.add([]byte{' '}, st)
			} else {
				l.grow([]byte{' '}, st)
			}
		}
		from = to + 1
	}
}

// measure takes whole clusters of the word into account: the last one may still grow, unless the word has ended.
func (l *layout) measure(ended bool) {
	for l.measured < len(l.word) {
		rest := l.word[l.measured:]
		if n := l.plainRun(rest); n > 0 {
			l.wordW = l.wordW.Plus(text.Width{Cells: n, Runes: n})
			l.measured += n
			l.lastIn = rune(rest[n-1])
			continue
		}
		n, w := text.First(rest)
		if n == len(rest) && !ended {
			return
		}
		first, _ := utf8.DecodeRune(rest)
		last, _ := utf8.DecodeLastRune(rest[:n])
		if l.measured > 0 && (first >= utf8.RuneSelf || l.lastIn >= utf8.RuneSelf) && l.breaks(first) {
			l.cutWord(l.measured)
		}
		switch {
		case l.wordW.Plus(w).Max() > l.room() && l.measured > 0:
			l.breakWord()
		case l.measured > wordMax && !l.whole:
			l.cutWord(l.measured)
		}
		l.lastIn = last
		l.wordW = l.wordW.Plus(w)
		l.measured += n
	}
}

// plainRun is how many bytes at the head of rest are letters that fit on the row and end no row: ASCII after ASCII, the last
// one before something else left out.
func (l *layout) plainRun(rest []byte) int {
	if l.measured == 0 || l.lastIn >= utf8.RuneSelf {
		return 0
	}
	n := 0
	for n < len(rest) && rest[n] < utf8.RuneSelf {
		n++
	}
	return max(0, min(n-1, l.room()-l.wordW.Max()))
}

// breaks reports whether a row may end before first. Beside the blank in a code span it may not: the blank would be seen.
func (l *layout) breaks(first rune) bool {
	return l.lastIn != ' ' && first != ' ' && text.BreaksBetween(l.lastIn, first)
}

// room is how many columns a row has beside its prefix.
func (l *layout) room() int {
	_, cols := l.shownPrefix()
	return max(l.width-cols, 1)
}

// breakWord puts the measured part of a word that is wider than a row on rows of its own.
func (l *layout) breakWord() {
	if l.hasText && !l.spilled {
		l.newline()
	}
	if l.whole {
		l.spill(l.measured, l.wordW)
		l.spilled = true
		return
	}
	l.spill(l.measured, l.wordW)
	l.trim() // a code span may have blanks
	l.newline()
}

// cutWord ends a word at n though no blank follows.
func (l *layout) cutWord(n int) {
	l.fit(l.wordW)
	l.spill(n, l.wordW)
}

// endWord puts the word in flight on its row.
func (l *layout) endWord() {
	if len(l.word) == 0 {
		l.whole, l.spilled = false, false
		return
	}
	if l.width > 0 {
		l.measure(true)
		if !l.spilled {
			l.fit(l.wordW)
		}
	}
	l.spill(len(l.word), l.wordW)
	l.marks = l.marks[:0]
	l.whole, l.spilled = false, false
}

// fit goes to a new row when w does not fit on this one.
func (l *layout) fit(w text.Width) {
	if l.width == 0 || !l.hasText {
		return
	}
	total := l.row.Plus(w)
	if l.blank {
		total = total.Plus(text.Width{Cells: 1, Runes: 1})
	}
	if total.Max() > l.width {
		l.newline()
	}
}

// place puts a whole ASCII word on its row, without a stay in the buffer.
func (l *layout) place(s []byte, st style) {
	w := text.Width{Cells: len(s), Runes: len(s)}
	if l.width > 0 && w.Max() > l.room() {
		l.grow(s, st)
		return
	}
	l.fit(w)
	l.open()
	l.putBlank()
	l.set(st)
	l.out = append(l.out, s...)
	l.row = l.row.Plus(w)
	l.hasText = true
}

// spill writes the first n bytes of the word, of width w, where the row stands.
func (l *layout) spill(n int, w text.Width) {
	if n == 0 {
		return
	}
	l.open()
	l.putBlank()
	used := 0
	for i, m := range l.marks {
		end := n
		if i+1 < len(l.marks) {
			end = min(n, l.marks[i+1].at)
		}
		if m.at >= n {
			break
		}
		used = i
		if m.at >= end {
			continue
		}
		l.set(m.st)
		l.out = append(l.out, l.word[m.at:end]...)
	}
	l.row = l.row.Plus(w)
	l.hasText = true
	l.word = l.word[:copy(l.word, l.word[n:])]
	l.marks = l.marks[:copy(l.marks, l.marks[used:])]
	for i := range l.marks {
		l.marks[i].at = max(0, l.marks[i].at-n)
	}
	if len(l.word) == 0 {
		l.marks = l.marks[:0]
	}
	l.measured -= n
	l.wordW = text.Width{}
}

// putBlank writes the blank before a word.
func (l *layout) putBlank() {
	if !l.blank {
		return
	}
	l.blank = false
	if !l.hasText {
		return
	}
	if l.now != l.blankSt.look && (l.now.underlined() || l.blankSt.look.underlined()) || l.link != l.blankSt.link {
		l.set(l.blankSt)
	}
	l.out = append(l.out, ' ')
	l.row = l.row.Plus(text.Width{Cells: 1, Runes: 1})
}

// open writes the prefix of the row if it has none yet.
func (l *layout) open() {
	if l.isOpen {
		return
	}
	l.isOpen, l.wroteRows = true, true
	n, cols := l.shownPrefix()
	for i := range l.prefix {
		m := &l.prefix[i]
		s, isMarker := m.rest, false
		if m.isFirst {
			s, m.isFirst, isMarker = m.first, false, !m.isQuote
		}
		switch {
		case i >= n && !isMarker:
			continue
		case i >= n:
			cols += markerCols(s) // a marker is text: it shows even where there is no room
		}
		if s != "" && s[0] != ' ' {
			l.set(style{look: lookMarker})
		}
		l.out = append(l.out, s...)
	}
	l.row = text.Width{Cells: cols, Runes: cols}
}

// shownPrefix is how many containers there is room for, and the columns that they take: at most half of a row.
func (l *layout) shownPrefix() (n, cols int) {
	for _, m := range l.prefix {
		if l.width > 0 && cols+m.cols > l.width/2 {
			break
		}
		n++
		cols += m.cols
	}
	return n, cols
}

// set changes the output to st.
func (l *layout) set(st style) {
	if !l.opt.Theme.Styled {
		return
	}
	if st.link != l.link {
		if l.link != 0 {
			l.out = append(l.out, ansi.CloseLink...)
		}
		if l.link = st.link; st.link != 0 {
			l.openLink(st.link)
		}
	}
	if st.look != l.now {
		l.now = st.look
		l.out = l.pens.append(l.out, st.look)
	}
}

// newline ends the row. Nothing reaches over its end: no style, no link, no blank.
func (l *layout) newline() {
	l.open0()
	l.set(style{})
	l.out = append(l.out, '\n')
	l.isOpen, l.hasText, l.blank = false, false, false
	l.row = text.Width{}
}

// open0 opens a row that stays without text: a marker is seen, blanks are not.
func (l *layout) open0() {
	if l.isOpen {
		return
	}
	first := false
	for _, m := range l.prefix {
		first = first || m.isFirst && m.first != m.rest
	}
	if first {
		l.open()
		l.trim()
		return
	}
	l.wroteRows = true
	l.bars(len(l.prefix))
}

// trim takes back the blanks at the end of the output.
func (l *layout) trim() {
	for len(l.out) > l.from && l.out[len(l.out)-1] == ' ' {
		l.out = l.out[:len(l.out)-1]
	}
}

// bars writes what of the outermost n prefixes is seen on a row without text.
func (l *layout) bars(n int) {
	shown, _ := l.shownPrefix()
	lastBar := 0
	for i := range min(n, shown) {
		if l.prefix[i].isQuote {
			lastBar = i + 1
		}
	}
	for i := range lastBar {
		m := l.prefix[i]
		if m.isQuote {
			l.set(style{look: lookMarker})
		}
		l.out = append(l.out, m.rest...)
	}
	l.trim()
}

// finishRow ends the word and the row, when there is one.
func (l *layout) finishRow() {
	l.endWord()
	if l.isOpen {
		l.newline()
	}
	l.blank = false
}

// blankRow writes a row without text, inside the outermost depth containers.
func (l *layout) blankRow(depth int) {
	l.bars(depth)
	l.set(style{})
	l.out = append(l.out, '\n')
}

// softBreak is a line end of the source inside a paragraph.
func (l *layout) softBreak(st style) {
	if l.cell != nil || l.width > 0 {
		l.space(st)
		return
	}
	l.hardBreak(st)
}

// hardBreak is a line end that stays one.
func (l *layout) hardBreak(st style) {
	if l.cell != nil {
		l.space(st)
		return
	}
	l.endWord()
	l.newline()
}

// verbatim writes a piece of a line of code, which is never wrapped.
func (l *layout) verbatim(s []byte, lk look) {
	if len(s) == 0 {
		return
	}
	l.open()
	l.set(style{look: lk})
	l.out = append(l.out, s...)
	l.hasText = true
}

// addLink remembers an address and returns its number.
func (l *layout) addLink(uri []byte) uint32 {
	l.links = append(l.links, uri...)
	l.linkEnds = append(l.linkEnds, len(l.links))
	return l.linkBase + uint32(len(l.linkEnds))
}

// address is what addLink was given.
func (l *layout) address(n uint32) []byte {
	i := int(n - l.linkBase - 1)
	from := 0
	if i > 0 {
		from = l.linkEnds[i-1]
	}
	return l.links[from:l.linkEnds[i]]
}

// keepWhole says that what comes is an address that is no hyperlink: it goes on one row, however long, so that the
// terminal wraps it and finds it, and a copy is whole.
func (l *layout) keepWhole() {
	if l.cell == nil && bytes.IndexByte(l.word, ' ') < 0 {
		l.whole = true
	}
}

// forgetLinks lets the addresses go when nothing in flight needs them.
func (l *layout) forgetLinks() {
	if len(l.word) == 0 && l.link == 0 {
		l.linkBase += uint32(len(l.linkEnds))
		l.links, l.linkEnds = l.links[:0], l.linkEnds[:0]
	}
}

// openLink writes the start of a hyperlink. All pieces of one carry its number, so that a terminal takes them for one.
func (l *layout) openLink(n uint32) {
	var buf [16]byte
	id := strconv.AppendUint(append(buf[:0], "id=m"...), uint64(n), 10)
	l.payload = append(append(l.payload[:0], id...), ';')
	l.payload = text.AppendLinkTarget(l.payload, l.address(n))
	l.out = ansi.AppendLink(l.out, l.payload)
}
