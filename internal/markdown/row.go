package markdown

import (
	"jp/internal/ansi"
	"jp/internal/text"
)

// margin is what a container puts before its rows.
type margin struct {
	first, rest string // on the first row, and on the others
	cols        int
	isFirst     bool // the first row is still to come
	isQuote     bool // rest is seen, even on a row without text
}

// room is how many columns a row has beside its prefix.
func (l *layout) room() int {
	_, cols := l.shownPrefix()
	return max(l.width-cols, 1)
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
