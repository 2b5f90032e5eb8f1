package markdown

import (
	"bytes"
	"strconv"

	"jp/internal/ansi"
	"jp/internal/text"
)

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

// linkBytesMax bounds the addresses that are remembered, give or take those of the word in flight, and of a table.
const linkBytesMax = 16 << 10

// forgetLinks lets the addresses go when nothing in flight needs them.
func (l *layout) forgetLinks() {
	if len(l.word) == 0 && l.link == 0 && (!l.blank || l.blankSt.link == 0) && l.cell == nil {
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
