package recording

import (
	"strconv"
	"time"
)

// Kind tells what an event is. The values are the letters that asciicast uses.
type Kind byte

// The kinds that have a meaning for a replay. Every other code of a recording becomes
// [Other], with the code itself in [Event.Code].
const (
	Output Kind = 'o' // bytes that the program wrote
	Input  Kind = 'i' // bytes that the person typed
	Resize Kind = 'r' // the terminal got another size
	Marker Kind = 'm' // a named place; Data is the label and may be empty
	Exit   Kind = 'x' // the program ended; Data is its status in decimal
	Other  Kind = '?' // a code from the future, or from another recorder
)

// String names the kind in one English word.
func (k Kind) String() string {
	switch k {
	case Output:
		return "output"
	case Input:
		return "input"
	case Resize:
		return "resize"
	case Marker:
		return "marker"
	case Exit:
		return "exit"
	default:
		return "other"
	}
}

// Event is one thing that happened at a time. Time is absolute, counted from the start of
// the recording, and never less than that of the event before it, whatever the file says.
//
// Data is valid UTF-8. It belongs to the reader and stays valid until the next call of
// [Reader.Next]; [Event.Clone] keeps it longer.
type Event struct {
	Time time.Duration
	Kind Kind
	Code string // as recorded, for Other; empty for the kinds that have a name
	Data []byte
	Cols int // for Resize, else 0
	Rows int
	Line int // the line of the file that it starts on; 0 when the reader made it up
}

// Clone returns the event with a Data of its own.
func (e Event) Clone() Event {
	e.Data = append([]byte(nil), e.Data...)
	return e
}

// Status returns the exit status that an Exit event carries, and whether it carries one.
func (e Event) Status() (int, bool) {
	if e.Kind != Exit {
		return 0, false
	}
	status, err := strconv.Atoi(string(e.Data))
	return status, err == nil
}

// Bounds on what a recording may ask for. They are far above every real terminal and far
// below what would hurt.
const (
	MaxSide  = 10_000    // columns, and rows
	MaxCells = 4_000_000 // columns times rows
	MaxEvent = 256 << 20 // bytes of one line
	// MaxTime is the latest time an event may have: a century. Later times are damage.
	MaxTime = 100 * 365 * 24 * time.Hour
)

// isSize reports whether a screen of this size can exist here.
func isSize(cols, rows int) bool {
	return cols > 0 && rows > 0 && isBounded(cols, rows)
}

// isBounded is isSize for sizes of which a side may be unknown (0).
func isBounded(cols, rows int) bool {
	return cols >= 0 && rows >= 0 && cols <= MaxSide && rows <= MaxSide && cols*rows <= MaxCells
}
