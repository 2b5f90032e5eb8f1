package engine

import (
	"time"

	"jp/internal/ansi"
)

// reducedInterval is how often a region says that it is still there when nothing
// may be repainted in place.
const reducedInterval = 30 * time.Second

// reducedNow reports whether regions speak in plain lines and may do so now: only
// between two lines of transcript.
func (e *Engine) reducedNow() bool {
	return e.cfg.Reduced && e.cfg.Regions && len(e.suspended) == 0 && !e.screen.midline()
}

// reducedSay prints the lines that are due, when they may be printed.
func (e *Engine) reducedSay() {
	if len(e.reducedLines) == 0 || !e.reducedNow() && !e.closed {
		return
	}
	if e.screen.midline() {
		return
	}
	for _, s := range e.reducedLines {
		e.screen.aside(s)
	}
	e.reducedLines = e.reducedLines[:0]
	e.source = e.chromeChannel()
}

// reducedTick adds the line of the top claim when it appears and every 30 s.
func (e *Engine) reducedTick() {
	defer e.reducedSay()
	if e.closed || !e.reducedNow() {
		return
	}
	c := e.claims.top(e.now)
	if c == nil || c.style.NoTimer {
		return
	}
	if !c.said || e.now >= c.saidAt+reducedInterval {
		c.said, c.saidAt = true, e.now
		e.reducedLine(c)
	}
}

// reducedEnd prints a claim's last line, if it was ever heard of.
func (e *Engine) reducedEnd(c *claim) {
	if c.said && e.now > c.saidAt {
		e.reducedLine(c)
	}
}

func (e *Engine) reducedLine(c *claim) {
	p := &e.paint
	cap := e.statusCap()
	if cap < 1 {
		cap = capUnknown
	}
	p.status(&p.statusRow, c, e.now, cap, p.version())
	e.reducedLines = append(e.reducedLines, ansi.Strip(p.statusRow.bytes))
}

func (e *Engine) reducedDeadlines(d *deadline) {
	d.add(e.claims.nextDue(e.now))
	c := e.claims.top(e.now)
	if c == nil || c.style.NoTimer || e.screen.midline() {
		return
	}
	d.add(c.saidAt+reducedInterval, c.said)
}
