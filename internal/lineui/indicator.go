package lineui

import (
	"time"

	"jp/engine"
	"jp/internal/present"
	"jp/printer"
)

// indicator is the region that says what is waited for: at most one at a time.
type indicator struct {
	p      *printer.Printer
	delay  time.Duration
	status *printer.Status // nil when nothing is waited for
}

// show replaces what is shown by row, from now on with the delay.
func (i *indicator) show(row present.Row) {
	i.claim(engine.Style{Delay: i.delay, Label: label(row, engine.ClockElapsed)})
}

// stallMin is the least silence in the middle of an answer that is worth a row, however short the
// delay is: else one would blink between any two pieces.
const stallMin = time.Second

// stalled is show for a silence in the middle of an answer.
func (i *indicator) stalled(row present.Row) {
	i.claim(engine.Style{Delay: max(i.delay, stallMin), Label: label(row, engine.ClockElapsed)})
}

// countdown shows row at once, with the time that is left of d.
func (i *indicator) countdown(row present.Row, d time.Duration) {
	l := label(row, engine.ClockCountdown)
	l.For = d
	i.claim(engine.Style{Label: l})
}

func (i *indicator) claim(s engine.Style) {
	i.hide()
	i.status = i.p.Status(s)
}

// detail says more, if something is shown.
func (i *indicator) detail(s string) {
	if i.status != nil {
		i.status.Detail(s)
	}
}

// visible reports whether somebody can see the region.
func (i *indicator) visible() bool { return i.status != nil && i.status.Active() }

func (i *indicator) hide() {
	if i.status != nil {
		i.status.Release()
		i.status = nil
	}
}

func label(row present.Row, clock engine.Clock) engine.Label {
	return engine.Label{Glyph: row.Glyph, Subject: row.Subject, Detail: row.Detail, Clock: clock}
}
