package engine

import (
	"fmt"
	"strings"
	"time"

	"jp/internal/ansi"
)

// Color is a colour of a region's rows: the terminal's default (the zero value), a
// palette slot, or 24 bits.
type Color = ansi.Color

// ParseColor reads "default", a palette slot in decimal, or "#rrggbb".
func ParseColor(s string) (Color, error) { return ansi.ParseColor(s) }

// Style says what a claim's region looks like. The zero Style is one status row
// with no words, repainted every 100 ms.
type Style struct {
	Label Label
	// Delay is how long the claim must live before anything is painted.
	Delay time.Duration
	// Every is the time between two repaints of a running clock: 0 means 100 ms,
	// less than 10 ms means 10 ms.
	Every time.Duration
	// Rows is the height asked for the rolling window above the status row.
	Rows Rows
	// NoTimer leaves the status row out: window rows only.
	NoTimer bool
	// Shade is the background of every row of the region; the zero colour is none.
	Shade Color
}

// Label is the status row's text: "⏱ Waiting… 9.2s (detail)". Its strings may
// hold SGR; everything else that is not text is dropped. When the row is too
// long the detail is cut first, then the subject, never glyph or clock.
type Label struct {
	Glyph   string
	Subject string
	Clock   Clock
	// For is what a countdown counts down from, since the claim.
	For    time.Duration
	Detail string
}

// Clock says which time a status row shows, with one decimal.
type Clock uint8

// The clocks: no time at all, the time since the claim, the time left of Label.For.
const (
	ClockNone Clock = iota
	ClockElapsed
	ClockCountdown
)

// Rows is a window height: RowsOff, RowsAuto, or a count above 0. It is always
// bounded by the terminal: height - 2, and auto by height / 3 too. With an
// unknown height it is 0.
type Rows int

// RowsOff is no window; RowsAuto is a tenth of the terminal's height.
const (
	RowsOff  Rows = 0
	RowsAuto Rows = -1
)

// everyMin and everyDefault bound how often a running clock repaints.
const (
	everyMin     = 10 * time.Millisecond
	everyDefault = 100 * time.Millisecond
)

func (s Style) every() time.Duration {
	if s.Every == 0 {
		return everyDefault
	}
	return max(s.Every, everyMin)
}

func (s Style) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q clock=%v", s.Label.Glyph, s.Label.Subject, s.Label.Clock)
	if s.Label.For != 0 {
		fmt.Fprintf(&b, " for=%v", s.Label.For)
	}
	if s.Label.Detail != "" {
		fmt.Fprintf(&b, " detail=%q", s.Label.Detail)
	}
	if s.Delay != 0 {
		fmt.Fprintf(&b, " delay=%v", s.Delay)
	}
	if s.Every != 0 {
		fmt.Fprintf(&b, " every=%v", s.Every)
	}
	if s.Rows != RowsOff {
		fmt.Fprintf(&b, " rows=%v", s.Rows)
	}
	if s.NoTimer {
		b.WriteString(" notimer")
	}
	if s.Shade != (Color{}) {
		fmt.Fprintf(&b, " shade=%v", s.Shade)
	}
	return b.String()
}

func (c Clock) String() string {
	switch c {
	case ClockNone:
		return "none"
	case ClockElapsed:
		return "elapsed"
	case ClockCountdown:
		return "countdown"
	}
	return fmt.Sprintf("clock(%d)", uint8(c))
}

func (r Rows) String() string {
	switch {
	case r == RowsOff:
		return "off"
	case r < 0:
		return "auto"
	}
	return fmt.Sprintf("%d", int(r))
}
