package printer

import (
	"bytes"
	"io"
	"sync"

	"jp/engine"
)

// Window is a writer into the rolling window of a Status: each line becomes a row.
// It never blocks; rows that nobody could have seen are dropped. A window whose
// Status is gone takes everything and shows nothing.
type Window struct {
	s      *Status
	source string

	mu   sync.Mutex // guards line and back
	line []byte     // a line that has not ended
	back bool       // the last byte was a carriage return
}

// lineMax bounds a line that has not ended; what is longer is cut, as it would be
// on screen.
const lineMax = 4096

var _ io.WriteCloser = (*Window)(nil)

// Window is a writer into the window rows. source labels the rows when two
// sources are visible at once.
func (s *Status) Window(source string) *Window { return &Window{s: s, source: source} }

// Push shows one line.
func (w *Window) Push(line string) {
	if w.s != nil {
		w.s.push(engine.Push{ID: w.s.id, Source: w.source, Line: line})
	}
}

// Write splits b into lines; one that has not ended waits for the rest. Of text
// that overwrites itself with carriage returns, the last is kept.
func (w *Window) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for rest := b; len(rest) > 0; {
		i := bytes.IndexAny(rest, "\r\n")
		if i != 0 {
			if i < 0 {
				i = len(rest)
			}
			w.add(rest[:i])
			rest = rest[i:]
			continue
		}
		if rest[0] == '\n' {
			w.end()
		} else {
			w.back = true
		}
		rest = rest[1:]
	}
	return len(b), nil
}

// Close shows a line that has not ended. The Status lives on.
func (w *Window) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.line) > 0 {
		w.end()
	}
	return nil
}

func (w *Window) add(text []byte) {
	if w.back {
		w.line, w.back = w.line[:0], false
	}
	w.line = append(w.line, text[:min(len(text), lineMax-len(w.line))]...)
}

func (w *Window) end() {
	w.Push(string(w.line))
	w.line, w.back = w.line[:0], false
}
