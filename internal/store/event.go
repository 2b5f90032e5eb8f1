package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// Schema is the version of the line and metadata format that this package writes.
const Schema = 1

// MaxLine bounds one event line in bytes, for writing and for reading, unless the
// Options say otherwise. A longer line in a file is set aside by a repair; a longer
// event is refused by Append.
const MaxLine = 16 << 20

// eventMark begins every event line and occurs nowhere else in one (see encode).
const eventMark = `{"v":`

// Kind says what an event records. The store gives kinds no meaning: those it does
// not know are kept and returned like any other.
type Kind string

// Event is one line of a conversation.
type Event struct {
	Version int
	Seq     uint64 // from 1, in the order of Append; 0 in lines written by others
	Time    time.Time
	Kind    Kind
	Data    json.RawMessage // the payload, as it was given to Append

	// Raw is the line as stored, with the fields that this version does not know and
	// without the newline. It belongs to the event's receiver.
	Raw []byte
}

// header is the on-disk form. Field order is part of the format: "v" comes first.
type header struct {
	Version int             `json:"v"`
	Seq     uint64          `json:"seq"`
	Time    string          `json:"time"`
	Kind    Kind            `json:"kind"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// encode returns the line of an event with its newline.
func encode(seq uint64, now time.Time, kind Kind, data any, lineMax int) ([]byte, error) {
	if kind == "" {
		panic("store: event without a kind")
	}
	head, err := marshal(header{
		Version: Schema, Seq: seq, Time: now.UTC().Format(time.RFC3339Nano), Kind: kind,
	})
	if err != nil {
		return nil, fmt.Errorf("encode %s event: %w", kind, err)
	}
	// The payload may be as large as a line: it is encoded where it will stand.
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(head, []byte("}")))
	b.WriteString(`,"data":`)
	if err := marshalTo(&b, data); err != nil {
		return nil, fmt.Errorf("encode %s event: %w", kind, err)
	}
	b.Truncate(b.Len() - len("\n"))
	b.WriteString("}\n")
	line := b.Bytes()
	// A payload may carry JSON from outside that looks like an event. Inside strings
	// the quotes are escaped, so only a nested object can hold the mark, and there a
	// blank is free. From then on the mark means "an event starts here".
	if bytes.Contains(line[1:], []byte(eventMark)) {
		rest := bytes.ReplaceAll(line[1:], []byte(eventMark), []byte(`{ "v":`))
		line = append(line[:1:1], rest...)
	}
	if size := len(line) - len("\n"); size >= lineMax {
		return nil, fmt.Errorf("encode %s event: %w: %d bytes, the limit is %d", kind, ErrTooLong, size, lineMax)
	}
	return line, nil
}

// marshal is json.Marshal that leaves <, > and & alone: people read these files.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := marshalTo(&b, v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// marshalTo is marshal behind what b holds, and with a newline.
func marshalTo(b *bytes.Buffer, v any) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// decode reads one event from raw, which must be exactly one JSON object. The event
// keeps its own copy of raw.
func decode(raw []byte) (Event, bool) {
	var h header
	if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &h) != nil || h.Kind == "" {
		return Event{}, false
	}
	// A time that can not be read is no reason to lose what was said.
	t, _ := time.Parse(time.RFC3339Nano, h.Time)
	return Event{
		Version: h.Version, Seq: h.Seq, Time: t, Kind: h.Kind,
		Data: h.Data, Raw: bytes.Clone(raw),
	}, true
}
