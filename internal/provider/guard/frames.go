package guard

import (
	"bytes"
	"io"
)

// frames reads an event stream as the specification has it and gives out the
// same events in canonical form, one at a time:
//
//	event: NAME\n      (only if named)
//	data: LINE\n       (once per line)
//	\n
//
// Comments, keep-alives, ids, retry fields, and events without data are reported
// and dropped. So is an event that the end of the stream leaves unfinished: the
// specification wants that, and half an event is no event.
type frames struct {
	src     io.Reader
	max     int // bytes of one event, < 0 = no bound
	onEvent func()
	onPing  func()

	in       []byte // not yet looked at
	buf      [32 << 10]byte
	line     []byte // the current line's beginning
	first    bool   // the stream's first line is yet to come: it may have a BOM
	skipLF   bool   // the previous byte was a CR that ended a line
	name     []byte
	data     []byte // lines of the current event, each ended by LF
	hasData  bool
	out      []byte // one event in canonical form
	given    int    // bytes of out that were given out
	finished error
}

func newFrames(src io.Reader, limit int, onEvent, onPing func()) *frames {
	return &frames{src: src, max: limit, onEvent: onEvent, onPing: onPing, first: true}
}

// Read gives out one event or a part of one.
func (f *frames) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for f.given == len(f.out) {
		if len(f.in) > 0 {
			if err := f.step(); err != nil {
				f.in, f.finished = nil, err
			}
			continue
		}
		if f.finished != nil {
			return 0, f.finished
		}
		n, err := f.src.Read(f.buf[:])
		f.in, f.finished = f.buf[:n], err
	}
	n := copy(p, f.out[f.given:])
	f.given += n
	return n, nil
}

// step consumes input up to the next event, or all of it.
func (f *frames) step() error {
	for len(f.in) > 0 && f.given == len(f.out) {
		if f.skipLF {
			f.skipLF = false
			if f.in[0] == '\n' {
				f.in = f.in[1:]
				continue
			}
		}
		end := bytes.IndexAny(f.in, "\r\n")
		part := f.in
		if end >= 0 {
			part = f.in[:end]
		}
		if f.max >= 0 && len(f.data)+len(f.line)+len(part) > f.max {
			return tooLarge("one event of the stream is larger than the limit")
		}
		if end < 0 {
			f.line = append(f.line, part...)
			f.in = nil
			return nil
		}
		line := part
		if len(f.line) > 0 {
			f.line = append(f.line, part...)
			line = f.line
		}
		f.skipLF = f.in[end] == '\r'
		f.in = f.in[end+1:]
		f.endLine(line)
		f.line = f.line[:0]
	}
	return nil
}

func (f *frames) endLine(line []byte) {
	if f.first {
		f.first = false
		line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
	}
	if len(line) == 0 {
		f.endEvent()
		return
	}
	field, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(field) {
	case "":
		f.onPing() // A comment.
	case "event":
		f.name = append(f.name[:0], value...)
	case "data":
		f.data = append(append(f.data, value...), '\n')
		f.hasData = true
	}
}

func (f *frames) endEvent() {
	defer func() { f.name, f.data, f.hasData = f.name[:0], f.data[:0], false }()
	if string(f.name) == "ping" || string(f.name) == "keepalive" {
		f.onPing()
		return
	}
	if !f.hasData {
		return
	}
	f.onEvent()
	f.out, f.given = f.out[:0], 0
	if len(f.name) > 0 {
		f.out = append(append(append(f.out, "event: "...), f.name...), '\n')
	}
	for line := range bytes.Lines(f.data) {
		f.out = append(append(f.out, "data: "...), line...)
	}
	f.out = append(f.out, '\n')
}
