package tty

import "os"

// Writer writes to a file whose descriptor another process may switch to
// O_NONBLOCK at any time: the open file description of a terminal is shared with
// the shell and its children. Writes that would block wait, and no byte is lost
// or doubled. One goroutine at a time may use it.
type Writer struct{ file *os.File }

// NewWriter writes to f, which the caller closes.
func NewWriter(f *os.File) *Writer { return &Writer{f} }

// Write writes all of b, or returns how much was written and the error that no
// waiting can heal.
func (w *Writer) Write(b []byte) (int, error) {
	done := 0
	for {
		n, err := w.file.Write(b[done:])
		done += max(n, 0)
		if err == nil || done == len(b) {
			return done, nil
		}
		if !wouldBlock(err) {
			return done, err
		}
		if err := waitWritable(w.file); err != nil {
			return done, err
		}
	}
}
