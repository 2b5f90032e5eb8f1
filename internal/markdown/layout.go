package markdown

import (
	"unicode/utf8"

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
	isSoft   bool // and it was a line end
	lastOut  rune // the last character of the last word that was in flight
	whole    bool // the word is an address that is not to be broken
	spilled  bool // a part of such a word is out already
	cell     *cell

	links    []byte
	linkEnds []int
	linkBase uint32 // number of links that were forgotten
	payload  []byte
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
	l.isSoft = false
}

// softSpace is the blank of a line end: none between ideographs, which have no blanks between them.
func (l *layout) softSpace(st style) {
	wasBlank := l.blank
	l.space(st)
	l.isSoft = !wasBlank && l.cell == nil
}

// grow adds s to the word in flight.
func (l *layout) grow(s []byte, st style) {
	if l.isSoft && len(s) > 0 {
		l.isSoft = false
		first, _ := utf8.DecodeRune(s)
		l.blank = l.blank && !(text.IsIdeographic(first) && text.IsIdeographic(l.lastOut))
	}
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
	l.isSoft, l.lastOut = false, 0
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
	l.lastOut, _ = utf8.DecodeLastRune(l.word[:n])
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

// softBreak is a line end of the source inside a paragraph.
func (l *layout) softBreak(st style) {
	if l.cell != nil || l.width > 0 {
		l.softSpace(st)
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
