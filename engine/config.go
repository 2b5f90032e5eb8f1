package engine

import "time"

// Config says what the engine writes to. It is fixed for the engine's life, but
// for the size, which Resize changes.
type Config struct {
	Out, Err, TTY Port
	// Cols and Rows are the terminal's size; 0 is unknown.
	Cols, Rows int
	// Regions is the outcome of the enabling predicate. Without it claims are
	// inert: the same calls, no bytes.
	Regions bool
	// Profile selects what a terminal needs beyond the base drawing protocol.
	Profile Profile
	// Sync wraps repaints in DEC private mode 2026. The drawing is right without.
	Sync bool
	// Reduced replaces repainting in place by a plain line when a region appears,
	// every 30 s, and at its end.
	Reduced bool
	// MaxLatency bounds how far the typewriter may fall behind: 0 means 500 ms,
	// below 0 no bound.
	MaxLatency time.Duration
}

// Port is the kind of device behind a channel.
type Port uint8

// The kinds. All screen ports are one and the same terminal: the one that
// carries the region.
const (
	PortNone   Port = iota // no device: what is printed is dropped
	PortPlain              // file or pipe: text only
	PortRaw                // file or pipe that was asked to keep escapes
	PortScreen             // the terminal
)

// Profile names a family of terminals by what its resizing does to rows.
// Source: measured, see docs/decisions/top-hold.md.
type Profile uint8

const (
	// ProfileBase suits every terminal that is not named below.
	ProfileBase Profile = iota
	// ProfileKitty marks the region with OSC 133, so that kitty blanks it before
	// it re-wraps.
	ProfileKitty
	// ProfileXtermJS chains the rows into one soft-wrapped line, which xterm.js
	// does not re-wrap while it holds the cursor.
	ProfileXtermJS
)

// maxLatencyDefault is the typewriter's bound when Config says nothing.
const maxLatencyDefault = 500 * time.Millisecond

func (c Config) port(ch Channel) Port {
	switch ch {
	case Out:
		return c.Out
	case Err:
		return c.Err
	case TTY:
		return c.TTY
	}
	return PortNone
}

func (p Port) String() string {
	return [...]string{"none", "plain", "raw", "screen"}[p&3]
}

func (p Profile) String() string {
	switch p {
	case ProfileKitty:
		return "kitty"
	case ProfileXtermJS:
		return "xtermjs"
	}
	return "base"
}
