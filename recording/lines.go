package recording

import (
	"bytes"
	"errors"
	"io"
)

const (
	linesBuffer = 256 << 10
	blankReads  = 100 // reads of nothing before a source counts as broken
	aheadMax    = 256 // bytes to look ahead for the start of a line
)

var errLineTooLong = errors.New("line too long")

// lines cuts a stream into lines inside one buffer, which grows only for a line that does
// not fit, up to max.
//
//	buf: |  done  | start … next |  unread  | end   free   |
//	               the line       next line
type lines struct {
	r     io.Reader
	buf   []byte
	start int // of the current line
	pos   int // behind it and its newline
	end   int // of what was read
	max   int
	line  int // number of the line that starts at start
	count int // newlines before pos
	whole bool
	err   error // why nothing more comes; io.EOF usually
}

func newLines(r io.Reader, maxBytes int) *lines {
	return &lines{r: r, buf: make([]byte, min(linesBuffer, maxBytes)), max: maxBytes}
}

// next returns the next line without its newline. It stays valid until the next call of
// next or extend. A line above the bound is skipped and answered with errLineTooLong.
func (l *lines) next() ([]byte, error) {
	l.start = l.pos
	l.line = l.count + 1
	err := l.seekNewline()
	if errors.Is(err, errLineTooLong) {
		return nil, l.skip()
	}
	if err != nil {
		return nil, err
	}
	return l.current(), nil
}

// extend adds the following line to the current one and returns both with the newline
// between them.
func (l *lines) extend() ([]byte, error) {
	if err := l.seekNewline(); err != nil {
		return nil, err
	}
	return l.current(), nil
}

// mark and reset undo extend.
func (l *lines) mark() [2]int { return [2]int{l.pos - l.start, l.count} }

func (l *lines) reset(m [2]int) []byte {
	l.pos, l.count, l.whole = l.start+m[0], m[1], true
	return l.current()
}

// ahead returns the first byte of the following lines that is not blank, or 0 at the end
// and when there are too many blanks to look through them for every line.
func (l *lines) ahead() byte {
	for off := range aheadMax {
		for l.pos+off >= l.end {
			if l.fill() != nil {
				return 0
			}
		}
		if b := l.buf[l.pos+off]; !isBlank(b) {
			return b
		}
	}
	return 0
}

func (l *lines) current() []byte {
	b := l.buf[l.start:l.pos]
	if l.whole {
		b = b[:len(b)-1]
	}
	return b
}

// seekNewline moves pos behind the next newline, or to the end of the stream when there
// is unfinished text before it.
func (l *lines) seekNewline() error {
	seen := l.pos
	for {
		if i := bytes.IndexByte(l.buf[seen:l.end], '\n'); i >= 0 {
			l.pos = seen + i + 1
			l.count++
			l.whole = true
			return nil
		}
		seenRel := l.end - l.start
		if err := l.fill(); err != nil {
			if errors.Is(err, io.EOF) && l.pos < l.end {
				l.pos = l.end
				l.whole = false
				return nil
			}
			return err
		}
		seen = l.start + seenRel
	}
}

// fill reads more behind end, after it made room by moving the current line to the front
// or by doubling the buffer.
func (l *lines) fill() error {
	if l.err != nil {
		return l.err
	}
	if l.end == len(l.buf) {
		switch {
		case l.start > 0:
			copy(l.buf, l.buf[l.start:l.end])
			l.pos -= l.start
			l.end -= l.start
			l.start = 0
		case len(l.buf) < l.max:
			grown := make([]byte, min(2*len(l.buf), l.max))
			copy(grown, l.buf[:l.end])
			l.buf = grown
		default:
			return errLineTooLong
		}
	}
	for range blankReads {
		n, err := l.r.Read(l.buf[l.end:])
		l.end += n
		if err != nil {
			l.err = err
		}
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	l.err = io.ErrNoProgress
	return l.err
}

// skip forgets the rest of a line that is too long, without keeping it.
func (l *lines) skip() error {
	for {
		if i := bytes.IndexByte(l.buf[l.pos:l.end], '\n'); i >= 0 {
			l.pos += i + 1
			l.count++
			return errLineTooLong
		}
		l.start, l.pos, l.end = 0, 0, 0
		if err := l.fill(); err != nil {
			if errors.Is(err, io.EOF) {
				return errLineTooLong
			}
			return err
		}
	}
}

func isBlank(b byte) bool { return b == ' ' || b == '\n' || b == '\r' || b == '\t' }
