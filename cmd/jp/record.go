package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"jp/printer"
	"jp/recording"
)

// recorder writes what the terminal gets as an asciicast. It is a printer.Tee, so only the printer's
// goroutine uses it until that has ended.
type recorder struct {
	file       *os.File
	start      time.Time
	w          *recording.Writer
	cr         bool // the last byte was CR
	cols, rows int  // as recorded
}

// The size that a recording claims when there is no terminal to ask.
const (
	recordCols = 80
	recordRows = 24
)

// newRecorder creates the file, which must not exist: a recording is never written over something.
func newRecorder(name string) (*recorder, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, &hintedError{fmt.Errorf("record to %q: %w", name, cause(err)), recordHint(err)}
	}
	return &recorder{file: f, start: time.Now(), cols: recordCols, rows: recordRows}, nil
}

func recordHint(err error) string {
	switch {
	case errors.Is(err, fs.ErrExist):
		return "name a new file, or remove this one"
	case errors.Is(err, fs.ErrNotExist):
		return "make its directory first, or name a file elsewhere"
	}
	return "name a file in a directory that you can write to"
}

// on puts the recorder between the printer that setup makes and its screen. Without a recorder it
// changes nothing.
func (r *recorder) on(setup printer.Setup) printer.Setup {
	if r != nil {
		setup.Tee = r
	}
	return setup
}

// Size begins the recording, and records that the size changed. It is part of printer.Tee.
func (r *recorder) Size(cols, rows int) {
	known := cols > 0 && rows > 0
	switch {
	case r.w == nil:
		if known {
			r.cols, r.rows = cols, rows
		}
		r.w = recording.NewWriter(r.file, recording.Header{
			Cols: r.cols, Rows: r.rows, Term: os.Getenv("TERM"), Time: r.start, Command: "jp",
		})
	case known && (cols != r.cols || rows != r.rows):
		r.cols, r.rows = cols, rows
		r.w.Resize(time.Since(r.start), cols, rows)
	}
}

// Output records p as the terminal sees it: its driver makes CR LF of a lone LF. An error stays, and
// close reports it. It is part of printer.Tee.
func (r *recorder) Output(p []byte) {
	out := make([]byte, 0, len(p)+8)
	for _, c := range p {
		if c == '\n' && !r.cr {
			out = append(out, '\r')
		}
		out = append(out, c)
		r.cr = c == '\r'
	}
	r.w.Output(time.Since(r.start), out)
}

// close ends the recording with the exit status and reports the first error that there was. The
// printer has ended before.
func (r *recorder) close(status int) error {
	if r == nil {
		return nil
	}
	r.w.Exit(time.Since(r.start), status)
	if err := errors.Join(r.w.Close(), r.file.Close()); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}
