package printer

import (
	"io"

	"jp/engine"
)

// teed returns o with t following the screen.
func (o Options) teed(t Tee) Options {
	if t == nil {
		return o
	}
	o.Out = teeScreen(o.Out, o.Terminal.Out, t)
	o.Err = teeScreen(o.Err, o.Terminal.Err, t)
	o.TTY = teeScreen(o.TTY, o.Terminal.TTY, t)
	o.Terminal.Size = teeSize(o.Terminal.Size, t)
	return o
}

func teeScreen(w io.Writer, port engine.Port, t Tee) io.Writer {
	if w == nil || port != engine.PortScreen {
		return w
	}
	return &teeWriter{w, t}
}

type teeWriter struct {
	w io.Writer
	t Tee
}

func (w *teeWriter) Write(b []byte) (int, error) {
	n, err := w.w.Write(b)
	if n > 0 && n <= len(b) {
		w.t.Output(b[:n])
	}
	return n, err
}

// teeSize tells t what the first reading gives, and what differs from it later.
func teeSize(size func() (cols, rows int), t Tee) func() (cols, rows int) {
	told, lastCols, lastRows := false, 0, 0
	return func() (cols, rows int) {
		cols, rows = size()
		if !told || cols != lastCols || rows != lastRows {
			told, lastCols, lastRows = true, cols, rows
			t.Size(cols, rows)
		}
		return cols, rows
	}
}
