package vtmodel

import "fmt"

// EventKind says what an Event is about.
type EventKind uint8

// The kinds of events.
const (
	EventQuery     EventKind = iota + 1 // The program asked; Answer is what it was told, if anything.
	EventClipboard                      // OSC 52: selection, ";", base64.
	EventNotify                         // OSC 9, 99 and 777.
	EventDirectory                      // OSC 7: a URL.
	EventPrompt                         // OSC 133: A, B, C or D with options.
	EventPalette                        // OSC 4, 10 to 12, 104, 110 to 112 that set or reset.
	EventWindow                         // XTWINOPS that would move, resize or iconify.
)

var eventNames = [...]string{"", "query", "clipboard", "notify", "directory", "prompt", "palette", "window"}

// Event is something that a program did to its terminal besides drawing. Text and Answer
// leave out ESC and ST.
type Event struct {
	Offset int64 // In the stream, just after the sequence; it does not depend on how the stream was split.
	Kind   EventKind
	Text   string
	Answer string
}

// String is safe to print anywhere.
func (e Event) String() string {
	name := "event"
	if int(e.Kind) < len(eventNames) {
		name = eventNames[e.Kind]
	}
	if e.Answer == "" {
		return fmt.Sprintf("offset %d: %s %q", e.Offset, name, e.Text)
	}
	return fmt.Sprintf("offset %d: %s %q, answered %q", e.Offset, name, e.Text, e.Answer)
}

// Bounds of what is remembered of events: the first ones are the interesting ones.
const (
	eventsMax    = 10_000
	eventTextMax = 4096
)

// Events returns what happened so far, in order, at most the first 10,000. The slice is
// not changed later.
func (t *Terminal) Events() []Event { return t.events[:len(t.events):len(t.events)] }

func (t *Terminal) note(kind EventKind, text, answer string) {
	if len(t.events) >= eventsMax {
		return
	}
	text, answer = text[:min(len(text), eventTextMax)], answer[:min(len(answer), eventTextMax)]
	t.events = append(t.events, Event{Offset: t.offset, Kind: kind, Text: text, Answer: answer})
}
