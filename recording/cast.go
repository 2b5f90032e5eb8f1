package recording

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

const (
	headerMax = 1 << 20
	joinLines = 32       // lines that one pretty-printed event may have
	joinMax   = 64 << 10 // bytes above which lines are not joined any more
)

// cast reads the events of asciicast 2 and 3. A line usually holds one event; files that
// went through other programs hold several in a line, or one over several lines.
type cast struct {
	lines *lines
	scan  scanner
	clock clock
	ds    *damages
	rest  []byte // of the current line, still to be read
}

// open reads the header and stands at the first event.
func (c *cast) open(kind format) (Header, error) {
	c.clock.ds = c.ds
	if kind == formatEvents {
		c.ds.note(HeaderMissing, 1)
		c.ds.note(SizeUnknown, 1)
		return Header{Version: 2}, nil
	}
	for {
		b, err := c.lines.next()
		if err != nil {
			return Header{}, err
		}
		if b = c.filler(b); kind == formatArray {
			b = bytes.TrimLeft(b, "[ \t\r")
		}
		switch {
		case len(b) == 0:
		case kind == formatBroken:
			return c.broken(b)
		default:
			return c.header(b)
		}
	}
}

// header reads a header that starts at b, over as many lines as it takes.
func (c *cast) header(b []byte) (Header, error) {
	line := c.lines.line
	fields := c.members(b)
	h, err := parseHeader(fields, c.ds, line)
	if err != nil {
		return h, fmt.Errorf("line %d: %w", line, err)
	}
	if h.Version != 3 {
		h.Version = 2
	}
	c.clock.relative = h.Version == 3
	return h, nil
}

// broken makes a header of a first line that is none: of the fields up to the damage, if
// any are left. A "term" anywhere tells version 3, whose times are relative.
func (c *cast) broken(b []byte) (Header, error) {
	line := c.lines.line
	c.ds.note(HeaderSyntax, line)
	fields, _, _ := members(b)
	h, err := parseHeader(fields, c.ds, line)
	if err != nil {
		return h, fmt.Errorf("line %d: %w", line, err)
	}
	h.Version = 2
	if bytes.Contains(b, []byte(`"term"`)) {
		h.Version = 3
	}
	c.clock.relative = h.Version == 3
	return h, nil
}

// members reads the object at b and leaves what follows it in c.rest. An object that does
// not end is read as far as its first line goes, so that the events behind it survive.
func (c *cast) members(b []byte) []member {
	line, mark := c.lines.line, c.lines.mark()
	skipped := len(c.lines.current()) - len(b)
	var whole nesting // so that many lines are not scanned again for each of them
	for !whole.closed(b) && len(b) < headerMax && !c.isRecordAhead() {
		more, err := c.lines.extend()
		if err != nil {
			break
		}
		b = more[skipped:]
	}
	fields, end, got := members(b)
	if got == foundPart {
		b = c.lines.reset(mark)[skipped:]
		fields, _, _ = members(b)
		end = len(b)
	}
	if got != foundAll {
		c.ds.note(HeaderSyntax, line)
	}
	if end == 0 || b[end-1] != '}' {
		end = len(b) // it broke off in the middle: nothing behind it in this line counts
	}
	c.rest = b[end:]
	return fields
}

// isRecordAhead reports whether the next line starts like an event or a header, so that a
// header which lost its end does not swallow the recording.
func (c *cast) isRecordAhead() bool {
	switch c.lines.ahead() {
	case '{':
		return true
	case '[':
		i := skipBlank(c.lines.buf[:c.lines.end], c.lines.pos) + 1
		i = skipBlank(c.lines.buf[:c.lines.end], i)
		return i < c.lines.end && isDigit(c.lines.buf[i])
	}
	return false
}

func (c *cast) next() (Event, error) {
	for {
		b := c.filler(c.rest)
		c.rest = nil
		if len(b) == 0 {
			line, err := c.lines.next()
			if errors.Is(err, errLineTooLong) {
				c.ds.note(EventTooLong, c.lines.line)
				continue
			}
			if err != nil {
				return Event{}, err
			}
			if b = c.filler(line); len(b) == 0 {
				continue
			}
		}
		switch b[0] {
		case '#': // a comment
		case '[':
			if ev, ok := c.event(b); ok {
				return ev, nil
			}
		case '{':
			if ev, ok := c.second(b); ok {
				return ev, nil
			}
		default:
			c.ds.note(EventUnreadable, c.lines.line)
		}
		if c.ds.err != nil {
			return Event{}, c.ds.err
		}
	}
}

// event reads the event at the front of b. It falls back from the quick scan to the
// lenient one, and from one line to several.
func (c *cast) event(b []byte) (Event, bool) {
	line := c.lines.line
	n, got := c.scan.event(b)
	if got == foundAll {
		c.rest = b[n:]
		return c.usual(line)
	}
	skipped := len(c.lines.current()) - len(b)
	end, state := valueEnd(b)
	mark := c.lines.mark()
	for range joinLines {
		if state != foundPart || len(b) > joinMax || bytes.IndexByte([]byte("[{#\x00"), c.lines.ahead()) >= 0 {
			break
		}
		more, err := c.lines.extend()
		if err != nil {
			break
		}
		b = more[skipped:]
		end, state = valueEnd(b)
	}
	if state == foundPart {
		c.lines.reset(mark)
		c.ds.note(EventCut, line)
		return Event{}, false
	}
	if n, got = c.scan.event(b); got == foundAll {
		c.rest = b[n:]
		return c.usual(line)
	}
	c.rest = b[end:]
	parts, ok := elements(b[:end])
	if !ok {
		c.ds.note(EventUnreadable, line)
		return Event{}, false
	}
	return c.unusual(parts, line)
}

// usual makes the event that the quick scan has found.
func (c *cast) usual(line int) (Event, bool) {
	ev := Event{Time: c.clock.at(c.scan.time, line), Line: line, Data: c.scan.data}
	c.noteText(line)
	ev.setCode(c.scan.code)
	if ev.Kind != Resize {
		return ev, true
	}
	var ok bool
	if ev.Cols, ev.Rows, ok = parseSize(ev.Data); !ok {
		c.ds.note(ResizeInvalid, line)
	}
	return ev, ok
}

// unusual makes an event of the parts that encoding/json has found. The time counts even
// if the rest is of no use, since later times may be relative to it.
func (c *cast) unusual(parts []json.RawMessage, line int) (Event, bool) {
	ev := Event{Time: c.clock.now, Line: line}
	if len(parts) == 0 {
		c.ds.note(EventUnreadable, line)
		return ev, false
	}
	t, text, ok := lenientSeconds(parts[0])
	if ok {
		ev.Time = c.clock.at(t, line)
	} else {
		c.ds.note(TimeInvalid, line)
	}
	if text && ok {
		c.ds.note(TimeText, line)
	}
	if len(parts) > 3 {
		c.ds.note(EventFields, line)
	}
	if len(parts) < 2 {
		c.ds.note(EventUnreadable, line)
		return ev, false
	}
	if !c.scan.lenientText(parts[1]) {
		c.ds.note(EventCode, line)
		return ev, false
	}
	ev.setCode(c.scan.data)
	var data json.RawMessage
	if len(parts) > 2 {
		data = parts[2]
	}
	return c.payload(ev, data)
}

// payload reads the third part by the kind of the event.
func (c *cast) payload(ev Event, raw json.RawMessage) (Event, bool) {
	if ev.Kind == Resize {
		var ok bool
		if ev.Cols, ev.Rows, ok = lenientSize(raw); !ok {
			c.ds.note(ResizeInvalid, ev.Line)
		}
		return ev, ok
	}
	c.scan.control, c.scan.half = false, false
	switch {
	case c.scan.lenientText(raw):
		c.noteText(ev.Line)
		ev.Data = c.scan.data
	case ev.Kind == Exit && len(raw) > 0, ev.Kind == Other:
		ev.Data = raw
	case ev.Kind == Marker && len(raw) == 0, ev.Kind == Exit:
	default:
		c.ds.note(EventData, ev.Line)
		return ev, false
	}
	return ev, true
}

func (c *cast) noteText(line int) {
	if c.scan.control {
		c.ds.note(RawControl, line)
	}
	if c.scan.half {
		c.ds.note(LoneSurrogate, line)
	}
}

// second goes on with a recording that was appended to the first: its times start where
// the first ended, and its size becomes a resize.
func (c *cast) second(b []byte) (Event, bool) {
	line := c.lines.line
	if kind, err := detectObject(b); err != nil || kind != formatLines {
		c.ds.note(EventUnreadable, line)
		return Event{}, false
	}
	c.ds.note(SecondHeader, line)
	h, err := c.header(b)
	if err != nil {
		c.ds.note(ResizeInvalid, line)
	}
	c.clock.base = c.clock.now
	if err != nil || !isSize(h.Cols, h.Rows) {
		return Event{}, false
	}
	return Event{Time: c.clock.now, Kind: Resize, Cols: h.Cols, Rows: h.Rows, Line: line}, true
}

// filler skips what may stand between two events: blanks, and the commas, brackets and
// byte order marks of other ways to write a list. Zero bytes, which a power loss leaves in
// place of text, are skipped too, and noted.
func (c *cast) filler(b []byte) []byte {
	for {
		b = bytes.TrimLeft(b, " \t\r\n,]")
		switch {
		case len(b) > 0 && b[0] == 0:
			c.ds.note(NULTail, c.lines.line)
			b = bytes.TrimLeft(b, "\x00")
		case bytes.HasPrefix(b, utf8BOM):
			b = b[len(utf8BOM):]
		default:
			return b
		}
	}
}

// setCode sets the kind. Older recorders spelled two of the codes out.
func (e *Event) setCode(code []byte) {
	if len(code) == 1 {
		switch k := Kind(code[0]); k {
		case Output, Input, Resize, Marker, Exit:
			e.Kind = k
			return
		}
	}
	switch string(code) {
	case "resize", "size":
		e.Kind = Resize
	default:
		e.Kind, e.Code = Other, string(code)
	}
}
