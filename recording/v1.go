package recording

import (
	"bytes"
	"fmt"
	"io"
)

// v1 reads asciicast version 1: one JSON object whose field "stdout" lists pairs of a delay
// and a text. The whole file is in memory, since the size may stand behind the events.
type v1 struct {
	cast cast   // for its clock and its scanner
	rest []byte // of the list
	line int
}

func openV1(r io.Reader, ds *damages, maxBytes int) (Header, body, error) {
	text, err := io.ReadAll(io.LimitReader(r, int64(maxBytes)+1))
	if err != nil {
		return Header{}, nil, err
	}
	if len(text) > maxBytes {
		return Header{}, nil, fmt.Errorf("version 1 file above %d bytes: %w", maxBytes, ErrLimit)
	}
	text = text[:len(text):len(text)] // so that the capacity of a part tells where it starts
	start := max(bytes.IndexByte(text, '{'), 0)
	fields, _, got := members(text[start:])
	v := &v1{line: 1, cast: cast{ds: ds, clock: clock{relative: true, ds: ds}}}
	kept := fields[:0]
	for _, f := range fields {
		if f.key == "stdout" {
			v.rest = bytes.TrimPrefix(f.value, []byte{'['})
			v.line += bytes.Count(text[:len(text)-cap(f.value)], []byte{'\n'})
			if f.cut {
				got = foundAll // the list itself will say so
			}
			continue
		}
		kept = append(kept, f)
	}
	if got != foundAll {
		ds.note(HeaderSyntax, 1)
	}
	h, err := parseHeader(kept, ds, 1)
	h.Version = 1
	return h, v, err
}

func (v *v1) next() (Event, error) {
	for {
		v.skip(len(v.rest) - len(bytes.TrimLeft(v.rest, " \t\r\n,")))
		if len(v.rest) == 0 {
			v.cast.ds.note(EventCut, v.line) // the list has no end
			return Event{}, io.EOF
		}
		if v.rest[0] == ']' {
			return Event{}, io.EOF
		}
		end, got := valueEnd(v.rest)
		if got == foundPart {
			v.cast.ds.note(EventCut, v.line)
			v.rest = []byte{']'}
			return Event{}, io.EOF
		}
		raw, line := v.rest[:end], v.line
		v.skip(max(end, 1))
		if ev, ok := v.event(raw, line); ok {
			return ev, nil
		}
		if v.cast.ds.err != nil {
			return Event{}, v.cast.ds.err
		}
	}
}

// skip steps over n bytes and keeps the line number right.
func (v *v1) skip(n int) {
	v.line += bytes.Count(v.rest[:n], []byte{'\n'})
	v.rest = v.rest[n:]
}

func (v *v1) event(raw []byte, line int) (Event, bool) {
	c := &v.cast
	ev := Event{Kind: Output, Time: c.clock.now, Line: line}
	parts, ok := elements(raw)
	if !ok || len(parts) == 0 {
		c.ds.note(EventUnreadable, line)
		return ev, false
	}
	delay, text, ok := lenientSeconds(parts[0])
	if ok {
		ev.Time = c.clock.at(delay, line)
	} else {
		c.ds.note(TimeInvalid, line)
	}
	if text && ok {
		c.ds.note(TimeText, line)
	}
	if len(parts) > 2 {
		c.ds.note(EventFields, line)
	}
	if len(parts) < 2 {
		c.ds.note(EventUnreadable, line)
		return ev, false
	}
	return c.payload(ev, parts[1])
}
