package recording

import (
	"errors"
	"fmt"
)

// Sentinels that [NewReader] and [Reader.Next] wrap, for errors.Is.
var (
	// ErrNotRecording means that the stream holds no recording that is read here.
	ErrNotRecording = errors.New("not a recording")
	// ErrDamaged means that something had to be repaired and [Options.Strict] forbids it.
	ErrDamaged = errors.New("the recording is damaged")
	// ErrLimit means that the recording asks for more than the bounds of this package.
	ErrLimit = errors.New("beyond the limits")
)

// DamageKind names a repair. Its text says what was wrong and what was done.
type DamageKind uint8

// The repairs, in the order of the file: as a whole, header, event, time, text.
const (
	CompressionCut DamageKind = iota
	NULTail
	WrongEncoding
	HeaderSyntax
	HeaderField
	HeaderMissing
	SizeUnknown
	ThemeDropped
	SecondHeader
	EventCut
	EventUnreadable
	EventTooLong
	EventFields
	EventCode
	EventData
	ResizeInvalid
	TimeBack
	TimeInvalid
	TimeText
	RawControl
	LoneSurrogate
	InvalidUTF8
	SplitUTF8
	damageKinds // how many there are
)

var damageTexts = [damageKinds]string{
	CompressionCut:  "compressed data is cut or damaged, what could be unpacked was read",
	NULTail:         "NUL bytes in place of a line, ignored",
	WrongEncoding:   "UTF-16 text, converted",
	HeaderSyntax:    "header is not valid JSON, read leniently",
	HeaderField:     "header field has a wrong type, ignored",
	HeaderMissing:   "no header, version 2 assumed",
	SizeUnknown:     "terminal size is not recorded",
	ThemeDropped:    "theme is invalid, ignored",
	SecondHeader:    "second header, its recording is appended",
	EventCut:        "incomplete event, ignored",
	EventUnreadable: "not an event, ignored",
	EventTooLong:    "event is too long, ignored",
	EventFields:     "event has more than three elements, the others are ignored",
	EventCode:       "event code is not a string, event ignored",
	EventData:       "event data is not a string, event ignored",
	ResizeInvalid:   "resize to an impossible size, ignored",
	TimeBack:        "time goes back, set to the time of the event before",
	TimeInvalid:     "time is not a usable number, set to the time of the event before",
	TimeText:        "time is a string, read as a number",
	RawControl:      "raw control bytes inside a string, kept",
	LoneSurrogate:   "half of a surrogate pair, replaced by U+FFFD",
	InvalidUTF8:     "bytes that are not UTF-8, replaced by U+FFFD",
	SplitUTF8:       "character split over two events, joined",
}

// String is what the repair is, without place and count.
func (k DamageKind) String() string {
	if k >= damageKinds {
		return fmt.Sprintf("damage %d", uint8(k))
	}
	return damageTexts[k]
}

// Damage is one kind of repair that a reader made, however often it made it.
type Damage struct {
	Kind  DamageKind
	Line  int // where it was first; 0 when it concerns the file as a whole
	Count int
}

// String is the sentence for the person: "line 7: incomplete event, ignored (3 times)".
func (d Damage) String() string {
	s := d.Kind.String()
	if d.Line > 0 {
		s = fmt.Sprintf("line %d: %s", d.Line, s)
	}
	if d.Count > 1 {
		s = fmt.Sprintf("%s (%d times)", s, d.Count)
	}
	return s
}

// damages counts repairs. In strict mode the first one becomes an error, kept for the
// reader to return.
type damages struct {
	byKind [damageKinds]Damage
	name   string
	strict bool
	err    error
}

func (ds *damages) note(kind DamageKind, line int) {
	d := &ds.byKind[kind]
	if d.Count == 0 {
		d.Kind, d.Line = kind, line
	}
	d.Count++
	if ds.strict && ds.err == nil {
		ds.err = fmt.Errorf("%s%s: %w", place(ds.name, line), kind, ErrDamaged)
	}
}

func (ds *damages) list() []Damage {
	var all []Damage
	for _, d := range ds.byKind {
		if d.Count > 0 {
			all = append(all, d)
		}
	}
	return all
}

// place is the "file:line: " in front of an error; people grep for it.
func place(name string, line int) string {
	switch {
	case name == "" && line == 0:
		return ""
	case name == "":
		return fmt.Sprintf("line %d: ", line)
	case line == 0:
		return name + ": "
	default:
		return fmt.Sprintf("%s:%d: ", name, line)
	}
}
