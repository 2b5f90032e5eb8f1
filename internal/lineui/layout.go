package lineui

import "strings"

// block is a kind of thing that stands by itself on a channel.
type block uint8

const (
	noBlock block = iota
	answer
	reasoning
	remark // lines about the run; they stand together
)

// layout owns the line ends of a channel: which blank lines separate blocks, and that the last line
// is ended. Two channels that are the same terminal share one, since they share the lines. It is
// the only place that adds or drops newlines.
type layout struct {
	last    block // the last one that has text
	now     block
	started bool // the block has text
	open    bool // the line has no newline yet
	held    int  // newlines that came and may turn out to be trailing
}

// begin opens a block.
func (l *layout) begin(b block) { l.now, l.started, l.held = b, false, 0 }

// hasGap reports whether a blank line stands before the block.
func (l *layout) hasGap() bool {
	return l.last != noBlock && (l.last != remark || l.now != remark)
}

// beginRendered opens a block whose line ends are its own, and reports whether a blank line goes
// before it.
func (l *layout) beginRendered() bool {
	gap := l.hasGap()
	l.started, l.last = true, l.now
	return gap
}

// append adds s to dst with the line ends that are due. Newlines that lead the block are dropped;
// of those that end s, one is written and the rest wait for more text.
func (l *layout) append(dst []byte, s string) []byte {
	if !l.started {
		s = strings.TrimLeft(s, "\n")
	}
	if s == "" {
		return dst
	}
	if !l.started && l.hasGap() {
		dst = append(dst, '\n')
	}
	l.started, l.last = true, l.now
	body := strings.TrimRight(s, "\n")
	ends := len(s) - len(body)
	if body != "" {
		for ; l.held > 0; l.held-- {
			dst = append(dst, '\n')
		}
		dst = append(dst, body...)
		l.open = true
	}
	if ends > 0 && l.open {
		dst = append(dst, '\n')
		l.open = false
		ends--
	}
	l.held += ends
	return dst
}

// end closes the block: the line is ended, and newlines that wait are dropped. A block without text
// leaves no trace.
func (l *layout) end(dst []byte) []byte {
	l.held = 0
	if l.open {
		dst = append(dst, '\n')
		l.open = false
	}
	return dst
}
