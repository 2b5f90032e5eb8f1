package recording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
	"unicode/utf8"
)

// Writer writes asciicast version 3. Times come from the caller, counted from the start of
// the recording. Every event is one Write of one whole line, so that a killed program
// loses at most the event it was writing.
//
// The first error stays: every later call returns it and writes nothing, and no method
// blocks longer than the Write below it. A Writer is for one goroutine. It does not create,
// sync or close a file; the caller opens it, with O_EXCL if nothing may be overwritten.
type Writer struct {
	w       io.Writer
	buf     []byte
	lastMs  int64 // what the intervals written so far add up to
	stepMs  int64 // the interval of the line at hand
	out, in held
	err     error
}

// held is the start of a character whose other bytes have not been written yet.
type held struct {
	b [utf8.UTFMax]byte
	n int
}

// NewWriter writes the header and returns the writer. Version, Duration and Extra of h are
// not written. An invalid size is a bug of the caller and the sticky error.
func NewWriter(w io.Writer, h Header) *Writer {
	wr := &Writer{w: w}
	if !isSize(h.Cols, h.Rows) {
		wr.err = fmt.Errorf("recording of a %dx%d screen: %w", h.Cols, h.Rows, ErrLimit)
		return wr
	}
	line, err := json.Marshal(wireOf(h))
	if err != nil {
		wr.err = fmt.Errorf("write the header: %w", err)
		return wr
	}
	wr.buf = append(wr.buf, line...)
	wr.flush()
	return wr
}

type wireTheme struct {
	FG      string `json:"fg"`
	BG      string `json:"bg"`
	Palette string `json:"palette"`
}

type wireTerm struct {
	Cols    int        `json:"cols"`
	Rows    int        `json:"rows"`
	Type    string     `json:"type,omitempty"`
	Version string     `json:"version,omitempty"`
	Theme   *wireTheme `json:"theme,omitempty"`
}

type wireHeader struct {
	Version   int               `json:"version"`
	Term      wireTerm          `json:"term"`
	Timestamp int64             `json:"timestamp,omitempty"`
	IdleLimit float64           `json:"idle_time_limit,omitempty"`
	Command   string            `json:"command,omitempty"`
	Title     string            `json:"title,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
	Tags      []string          `json:"tags,omitempty"`
}

func wireOf(h Header) wireHeader {
	w := wireHeader{
		Version:   3,
		Term:      wireTerm{Cols: h.Cols, Rows: h.Rows, Type: h.Term, Version: h.TermVersion},
		IdleLimit: h.IdleLimit.Seconds(),
		Command:   h.Command, Title: h.Title, Env: h.Env, Tags: h.Tags,
	}
	if !h.Time.IsZero() {
		w.Timestamp = h.Time.Unix()
	}
	if t := h.Theme; t != nil {
		w.Term.Theme = &wireTheme{t.Foreground, t.Background, joinColors(t.Palette)}
	}
	return w
}

func joinColors(colors []string) string {
	var b []byte
	for i, c := range colors {
		if i > 0 {
			b = append(b, ':')
		}
		b = append(b, c...)
	}
	return string(b)
}

// Output records bytes that the program wrote. The start of a character at the end of p is
// held back until its other bytes come; other bytes that are not UTF-8 become U+FFFD.
func (w *Writer) Output(at time.Duration, p []byte) error { return w.text(at, Output, p, &w.out) }

// Input records bytes that the person typed, with the same care as Output.
func (w *Writer) Input(at time.Duration, p []byte) error { return w.text(at, Input, p, &w.in) }

// Resize records that the terminal got another size. A size that no terminal has is left
// out, as a player could do nothing with it.
func (w *Writer) Resize(at time.Duration, cols, rows int) error {
	if w.err != nil || !isSize(cols, rows) {
		return w.err
	}
	w.begin(at, Resize)
	w.buf = strconv.AppendInt(w.buf, int64(cols), 10)
	w.buf = append(w.buf, 'x')
	w.buf = strconv.AppendInt(w.buf, int64(rows), 10)
	return w.end()
}

// Marker records a named place; the label may be empty.
func (w *Writer) Marker(at time.Duration, label string) error {
	if w.err != nil {
		return w.err
	}
	w.begin(at, Marker)
	w.buf, _ = appendJSONText(w.buf, []byte(label), true)
	return w.end()
}

// Exit records the status that the program ended with, behind what was held back.
func (w *Writer) Exit(at time.Duration, status int) error {
	if err := w.release(at); err != nil {
		return err
	}
	w.begin(at, Exit)
	w.buf = strconv.AppendInt(w.buf, int64(status), 10)
	return w.end()
}

// Close writes what was held back and ends the recording. It closes nothing else. Calls
// after Close return an error.
func (w *Writer) Close() error {
	if err := w.release(time.Duration(w.lastMs) * time.Millisecond); err != nil {
		return err
	}
	w.err = errClosed
	return nil
}

var errClosed = errors.New("the recording is closed")

// Err returns the first error, or nil.
func (w *Writer) Err() error { return w.err }

// text writes an output or input event.
func (w *Writer) text(at time.Duration, kind Kind, p []byte, h *held) error {
	if w.err != nil || len(p) == 0 {
		return w.err
	}
	if h.n > 0 {
		p = append(append(make([]byte, 0, h.n+len(p)), h.b[:h.n]...), p...)
		h.n = 0
	}
	mark := len(w.buf)
	w.begin(at, kind)
	start := len(w.buf)
	var rest []byte
	w.buf, rest = appendJSONText(w.buf, p, false)
	h.n = copy(h.b[:], rest)
	if len(w.buf) == start { // nothing but the start of a character
		w.buf = w.buf[:mark]
		return nil
	}
	return w.end()
}

// release writes the characters that will never be completed, as U+FFFD.
func (w *Writer) release(at time.Duration) error {
	for _, k := range []struct {
		kind Kind
		h    *held
	}{{Output, &w.out}, {Input, &w.in}} {
		if w.err != nil {
			return w.err
		}
		if k.h.n == 0 {
			continue
		}
		w.begin(at, k.kind)
		w.buf, _ = appendJSONText(w.buf, k.h.b[:k.h.n], true)
		k.h.n = 0
		if err := w.end(); err != nil {
			return err
		}
	}
	return w.err
}

// begin starts an event line up to the opening quote of its data. The interval is taken
// from the rounded sum of those before, so that rounding never adds up.
func (w *Writer) begin(at time.Duration, kind Kind) {
	ms := max(at.Round(time.Millisecond).Milliseconds()-w.lastMs, 0)
	w.stepMs = ms
	w.buf = append(w.buf, '[')
	w.buf = strconv.AppendInt(w.buf, ms/1000, 10)
	w.buf = append(w.buf, '.', byte('0'+ms/100%10), byte('0'+ms/10%10), byte('0'+ms%10))
	w.buf = append(w.buf, `, "`...)
	w.buf = append(w.buf, byte(kind))
	w.buf = append(w.buf, `", "`...)
}

// end closes the line and writes it.
func (w *Writer) end() error {
	w.buf = append(w.buf, `"]`...)
	w.lastMs += w.stepMs
	return w.flush()
}

func (w *Writer) flush() error {
	w.buf = append(w.buf, '\n')
	n, err := w.w.Write(w.buf)
	if err == nil && n < len(w.buf) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.err = fmt.Errorf("write the recording: %w", err)
	}
	w.buf = w.buf[:0]
	return w.err
}

// appendJSONText appends p as the inside of a JSON string. Unless final, a character that
// is not complete at the end of p is returned instead of replaced.
func appendJSONText(dst, p []byte, final bool) (out, rest []byte) {
	const hex = "0123456789abcdef"
	for i := 0; i < len(p); {
		c := p[i]
		if c >= utf8.RuneSelf {
			char, n := utf8.DecodeRune(p[i:])
			if char == utf8.RuneError && n == 1 && !final && !utf8.FullRune(p[i:]) {
				return dst, p[i:]
			}
			dst = utf8.AppendRune(dst, char)
			i += n
			continue
		}
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\r':
			dst = append(dst, '\\', 'r')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c < ' ' || c == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
		i++
	}
	return dst, nil
}
