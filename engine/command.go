package engine

import (
	"fmt"
	"time"
)

// Command is one thing that a caller asks of the engine. It is sealed: the
// structs of this file are all there are. Each is a plain value, so that a
// session can be printed, compared, recorded, replayed and fuzzed.
type Command interface {
	fmt.Stringer
	command()
}

// Channel names where transcript goes: standard output, standard error, or the
// controlling terminal.
type Channel uint8

// The channels. What kind of device is behind each is Config's business.
const (
	Out      Channel = iota // answers and data
	Err                     // commentary
	TTY                     // prompts
	channels                // how many there are
)

// ID names a claim. The caller chooses it; it must be unique while the claim
// lives. A command with an unknown ID does nothing.
type ID uint32

// Print adds Text to the transcript of Channel. Empty Text is no event at all.
//
// Text may be cut anywhere, also inside a character or an escape sequence: each
// channel remembers what is unfinished. On a screen, escapes other than SGR and
// OSC 8, and controls other than newline and tab, are dropped; CR LF is a
// newline, a lone CR too. Text is only read during Apply.
//
// Pace is the delay before each grapheme cluster; 0 prints at once. Escapes and
// newlines cost nothing. A later Print, paced or not, waits its turn. A channel
// that is no screen is never paced.
type Print struct {
	Channel Channel
	Text    string
	Pace    time.Duration
}

// Claim pushes a region on the stack. The newest claim whose delay has passed is
// the one that is painted.
type Claim struct {
	ID    ID
	Style Style
}

// Detail replaces the bracketed part of a claim's status row.
type Detail struct {
	ID   ID
	Text string
}

// Shade sets the background of a claim's rows; the zero colour is none.
type Shade struct {
	ID    ID
	Color Color
}

// Push adds one row to a claim's rolling window. Line is reduced to text and SGR
// (without conceal), tabs become blanks, and what follows its first newline is
// ignored. Source labels the row when two sources are visible at once.
type Push struct {
	ID     ID
	Source string
	Line   string
}

// Release removes a claim, whether it is the painted one or buried.
type Release struct{ ID ID }

// Suspend takes chrome off the screen until the matching Resume. Suspensions
// nest, each with its own Token. Transcript for the screen is held meanwhile;
// Print to TTY passes through as it is, since a prompt is speaking there. If the
// transcript stands in mid-line, the cursor moves to a fresh line first.
type Suspend struct{ Token uint32 }

// Resume ends the suspension that Token began. After the last one the held
// transcript and the current chrome appear, on a fresh line: when the last prompt
// text did not end one, the engine does. Fresh says that the line was ended by
// other means: the user's Enter was echoed.
type Resume struct {
	Token uint32
	Fresh bool
}

// Resize reports the terminal's size; 0 is unknown. Confirm marks a re-reading
// by the driver: the same size again is then no event.
type Resize struct {
	Cols, Rows int
	Confirm    bool
}

// Hurry finishes all paced text now.
type Hurry struct{}

// Drain says that the producer has finished: the pace never slows down again as
// the queue empties. The next paced Print ends it.
type Drain struct{}

// Flush asks for an Ack frame with Token after everything printed before it,
// paced text included.
type Flush struct{ Token uint32 }

// Tick says that time has passed. A driver sends it at NextDeadline; an early or
// spurious one emits nothing.
type Tick struct{}

// Close erases chrome, finishes paced and held text, closes styling. Nothing is
// ever emitted afterwards, except acknowledgements.
type Close struct{}

func (Print) command()   {}
func (Claim) command()   {}
func (Detail) command()  {}
func (Shade) command()   {}
func (Push) command()    {}
func (Release) command() {}
func (Suspend) command() {}
func (Resume) command()  {}
func (Resize) command()  {}
func (Hurry) command()   {}
func (Drain) command()   {}
func (Flush) command()   {}
func (Tick) command()    {}
func (Close) command()   {}

func (c Channel) String() string {
	switch c {
	case Out:
		return "out"
	case Err:
		return "err"
	case TTY:
		return "tty"
	}
	return fmt.Sprintf("channel(%d)", uint8(c))
}

func (c Print) String() string {
	if c.Pace != 0 {
		return fmt.Sprintf("say %v %q pace=%v", c.Channel, c.Text, c.Pace)
	}
	return fmt.Sprintf("print %v %q", c.Channel, c.Text)
}

func (c Claim) String() string   { return fmt.Sprintf("claim %d %v", c.ID, c.Style) }
func (c Detail) String() string  { return fmt.Sprintf("detail %d %q", c.ID, c.Text) }
func (c Shade) String() string   { return fmt.Sprintf("shade %d %v", c.ID, c.Color) }
func (c Push) String() string    { return fmt.Sprintf("push %d %q %q", c.ID, c.Source, c.Line) }
func (c Release) String() string { return fmt.Sprintf("release %d", c.ID) }
func (c Suspend) String() string { return fmt.Sprintf("suspend %d", c.Token) }
func (c Flush) String() string   { return fmt.Sprintf("flush %d", c.Token) }

func (c Resume) String() string {
	if c.Fresh {
		return fmt.Sprintf("resume %d fresh", c.Token)
	}
	return fmt.Sprintf("resume %d", c.Token)
}

func (c Resize) String() string {
	if c.Confirm {
		return fmt.Sprintf("resize %dx%d confirm", c.Cols, c.Rows)
	}
	return fmt.Sprintf("resize %dx%d", c.Cols, c.Rows)
}

func (Hurry) String() string { return "hurry" }
func (Drain) String() string { return "drain" }
func (Tick) String() string  { return "tick" }
func (Close) String() string { return "close" }
