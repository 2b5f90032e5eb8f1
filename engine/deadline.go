package engine

import "time"

// NextDeadline is when the engine next has something to do by itself; ok is false
// when it has not. Only Apply changes it. It is always later than the last Apply.
func (e *Engine) NextDeadline() (at time.Duration, ok bool) {
	var d deadline
	if e.closed {
		return 0, false
	}
	if len(e.suspended) == 0 || !e.laneOnScreen() {
		d.add(e.lane.wake())
	}
	if len(e.suspended) == 0 && e.cfg.Regions {
		if e.cfg.Reduced {
			e.reducedDeadlines(&d)
		} else {
			e.chromeDeadlines(&d)
		}
	}
	if d.ok && d.at <= e.now {
		d.at = e.now + 1 // progress: a caller's clock never stands still on us
	}
	return d.at, d.ok
}

// deadline is the earliest of several instants.
type deadline struct {
	at time.Duration
	ok bool
}

func (d *deadline) add(at time.Duration, ok bool) {
	if ok && (!d.ok || at < d.at) {
		d.at, d.ok = at, true
	}
}

func (e *Engine) laneOnScreen() bool {
	return !e.lane.empty() && e.cfg.port(e.lane.items[e.lane.head].channel) == PortScreen
}

// chromeDeadlines adds the instants at which chrome may have to change: a claim's
// delay ends, its clock moves, a held back repaint is allowed, the size is quiet.
func (e *Engine) chromeDeadlines(d *deadline) {
	if !e.roomy() || len(e.claims) == 0 {
		return
	}
	d.add(e.claims.nextDue(e.now))
	if e.settle.on {
		d.add(e.settle.at, true)
		return
	}
	c := e.claims.top(e.now)
	if c == nil {
		return
	}
	limit := e.paint.at + repaintInterval
	if e.paint.drawn.mode == none {
		d.add(limit, e.paint.used && limit > e.now)
		return
	}
	if at, ok := c.nextTick(e.now); ok {
		d.add(max(at, limit), true)
	}
	d.add(limit, e.paint.dirty)
}
