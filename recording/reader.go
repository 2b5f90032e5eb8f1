package recording

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"
	"unicode/utf8"
)

// Options says how to read. The zero value recovers from damage and names nothing.
type Options struct {
	// Name is put in front of errors and stands for the stream: a file name, or "-".
	Name string
	// Strict makes the first repair an error that wraps ErrDamaged.
	Strict bool
	// MaxEvent bounds the bytes of one line, and of a whole version 1 file, instead of
	// the constant MaxEvent. 0 means that constant.
	MaxEvent int
}

// Reader yields the events of one recording. It is for one goroutine.
type Reader struct {
	header  Header
	body    body
	ds      damages
	packed  []string
	err     error
	last    Event // time and line of the latest event, for what is made up at the end
	clean   []byte
	tail    [4]byte // of output: the start of a character that is not finished
	tailLen int
}

// body decodes the events of one format. Their times are final, their text is not yet.
type body interface {
	next() (Event, error)
}

// NewReader finds out what r holds and reads its header. The error wraps ErrNotRecording,
// ErrLimit or ErrDamaged, or comes from r itself. The reader does not close r.
func NewReader(r io.Reader, o Options) (*Reader, error) {
	if o.MaxEvent <= 0 {
		o.MaxEvent = MaxEvent
	}
	rd := &Reader{ds: damages{name: o.Name, strict: o.Strict}}
	if err := rd.open(r, o); err != nil {
		if !errors.Is(err, ErrDamaged) {
			err = fmt.Errorf("%s%w", place(o.Name, 0), err)
		}
		return nil, err
	}
	if rd.ds.err != nil {
		return nil, rd.ds.err
	}
	return rd, nil
}

func (r *Reader) open(src io.Reader, o Options) error {
	br, packed, err := unpack(src, &r.ds)
	if err != nil {
		return err
	}
	r.packed = packed
	front, broken := br.Peek(peekBytes)
	text := io.Reader(br)
	if broken != nil && !errors.Is(broken, io.EOF) {
		// Peek forgets the error once it has told it.
		text = io.MultiReader(bytes.NewReader(bytes.Clone(front)), brokenReader{broken})
		if len(front) == 0 {
			return broken
		}
	}
	kind, err := detect(front)
	if err != nil {
		return err
	}
	if kind == formatV1 {
		r.header, r.body, err = openV1(text, &r.ds, o.MaxEvent)
		return err
	}
	c := &cast{lines: newLines(text, o.MaxEvent), ds: &r.ds}
	r.body = c
	r.header, err = c.open(kind)
	return err
}

// brokenReader is the end of a source that fails.
type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

// Header returns what the recording says about itself.
func (r *Reader) Header() Header { return r.header }

// Packed names the compression and encoding that were taken off, outermost first.
func (r *Reader) Packed() []string { return r.packed }

// Damages returns the repairs made so far, one entry for each kind, in the order of
// [DamageKind]. It is complete once Next has returned an error.
func (r *Reader) Damages() []Damage { return r.ds.list() }

// Events is Next as a sequence. It ends after the first error, which it yields unless
// that is io.EOF.
func (r *Reader) Events() iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for {
			ev, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(ev, err) || err != nil {
				return
			}
		}
	}
}

// Next returns the next event, or io.EOF behind the last. Any other error is final too:
// ErrDamaged in strict mode, or an error of the underlying reader.
func (r *Reader) Next() (Event, error) {
	if r.err != nil {
		return Event{}, r.err
	}
	ev, err := r.body.next()
	if r.ds.err != nil {
		r.err = r.ds.err
		return Event{}, r.err
	}
	if errors.Is(err, io.EOF) && r.tailLen > 0 {
		return r.flushTail()
	}
	if err != nil {
		r.err = err
		if !errors.Is(err, io.EOF) {
			r.err = fmt.Errorf("%s%w", place(r.ds.name, 0), err)
		}
		return Event{}, r.err
	}
	r.last.Time, r.last.Line = ev.Time, ev.Line
	ev.Data = r.validate(ev)
	if r.ds.err != nil {
		r.err = r.ds.err
		return Event{}, r.err
	}
	return ev, nil
}

// validate makes the data of an event UTF-8. For output, a character whose bytes lie in
// two events appears whole in the second, as a terminal would show it.
func (r *Reader) validate(ev Event) []byte {
	if (r.tailLen == 0 || ev.Kind != Output) && utf8.Valid(ev.Data) {
		return ev.Data
	}
	if ev.Kind != Output {
		out, tail, replaced := validText(r.clean[:0], ev.Data)
		if tail > 0 {
			out = append(out, "\uFFFD"...)
		}
		if replaced || tail > 0 {
			r.ds.note(InvalidUTF8, ev.Line)
		}
		r.clean = out
		return out
	}
	held := r.tailLen
	data := ev.Data
	if held > 0 {
		r.clean = append(append(r.clean[:0], r.tail[:held]...), data...)
		data = append([]byte(nil), r.clean...)
	}
	out, tail, replaced := validText(r.clean[:0], data)
	r.clean = out
	r.tailLen = copy(r.tail[:], data[len(data)-tail:])
	if replaced {
		r.ds.note(InvalidUTF8, ev.Line)
	} else if held > 0 && len(out) > 0 {
		r.ds.note(SplitUTF8, ev.Line)
	}
	return out
}

// flushTail ends a recording that stops inside a character.
func (r *Reader) flushTail() (Event, error) {
	r.tailLen = 0
	r.ds.note(InvalidUTF8, r.last.Line)
	if r.ds.err != nil {
		r.err = r.ds.err
		return Event{}, r.err
	}
	r.clean = append(r.clean[:0], "\uFFFD"...)
	return Event{Time: r.last.Time, Kind: Output, Data: r.clean}, nil
}

// clock turns recorded times into absolute ones that never go back.
type clock struct {
	now      time.Duration
	base     time.Duration // where the current part began; parts follow a second header
	relative bool
	ds       *damages
}

func (c *clock) at(t time.Duration, line int) time.Duration {
	next := c.base + t
	if c.relative {
		next = c.now + t
	}
	switch {
	case next < c.now:
		c.ds.note(TimeBack, line)
	case next > MaxTime:
		c.ds.note(TimeInvalid, line)
	default:
		c.now = next
	}
	return c.now
}
