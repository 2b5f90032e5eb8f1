package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"jp/engine"
	"jp/internal/tty"
	"jp/printer"
	"jp/recording"
)

// recorder writes what the terminal gets as an asciicast. It stands between a printer and its screen, so only the printer's goroutine
// uses it until that has ended.
type recorder struct {
	file       *os.File
	start      time.Time
	w          *recording.Writer
	cr         bool // the last byte was CR
	cols, rows int  // as recorded
	closers    []io.Closer
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

// open is printer.Open with the recorder in between. Without a recorder it is just that.
func (r *recorder) open(setup printer.Setup) *printer.Printer {
	if r == nil {
		return printer.Open(setup)
	}
	found, terminal := tty.Find(), printer.Find(setup)
	if cols, rows := terminal.Size(); cols > 0 && rows > 0 {
		r.cols, r.rows = cols, rows
	}
	r.w = recording.NewWriter(r.file, recording.Header{
		Cols: r.cols, Rows: r.rows, Term: os.Getenv("TERM"), Time: r.start, Command: "jp",
	})
	o := printer.Options{
		Out:        r.tee(tty.NewWriter(found.Out), terminal.Out),
		Err:        r.tee(tty.NewWriter(found.Err), terminal.Err),
		Terminal:   terminal,
		Silent:     setup.Silent,
		MaxLatency: setup.MaxLatency,
	}
	o.Terminal.Size = r.watch(terminal.Size)
	keyboard, _ := found.Screen()
	if found.TTY != nil {
		o.TTY, keyboard = tty.NewWriter(found.TTY), found.TTY
		r.closers = append(r.closers, found.TTY)
	}
	if keyboard != nil {
		if guard, err := tty.NewGuard(keyboard); err == nil {
			o.Modes = guard
		}
		watcher := tty.Watch(tty.WindowChanged, tty.Stop, tty.Continue)
		o.Signals = watcher
		r.closers = append(r.closers, watcher)
	}
	return printer.New(o)
}

// tee returns a writer that writes to w and records what w took, if w is the screen.
func (r *recorder) tee(w io.Writer, port engine.Port) io.Writer {
	if port != engine.PortScreen {
		return w
	}
	return &tee{w, r}
}

type tee struct {
	w io.Writer
	r *recorder
}

func (t *tee) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	t.r.output(p[:n])
	return n, err
}

// output records p as the terminal sees it: its driver makes CR LF of a lone LF. An error stays, and close reports it.
func (r *recorder) output(p []byte) {
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

// watch returns size with the changes recorded.
func (r *recorder) watch(size func() (cols, rows int)) func() (cols, rows int) {
	return func() (cols, rows int) {
		cols, rows = size()
		if cols > 0 && rows > 0 && (cols != r.cols || rows != r.rows) {
			r.cols, r.rows = cols, rows
			r.w.Resize(time.Since(r.start), cols, rows)
		}
		return cols, rows
	}
}

// close ends the recording with the exit status and reports the first error that there was. The printer has ended before.
func (r *recorder) close(status int) error {
	if r == nil {
		return nil
	}
	for _, c := range r.closers {
		c.Close()
	}
	r.w.Exit(time.Since(r.start), status)
	if err := errors.Join(r.w.Close(), r.file.Close()); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}
