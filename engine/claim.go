package engine

import (
	"time"

	"jp/internal/ansi"
)

// claim is one entry of the stack of regions.
type claim struct {
	id     ID
	serial uint64 // no two claims have the same
	style  Style
	at     time.Duration // when it was claimed
	shade  ansi.Color
	window window

	glyph, subject, detail words

	// reduced motion: when the last plain line was printed, and whether one was.
	said   bool
	saidAt time.Duration
}

// due is when the claim may first be painted.
func (c *claim) due() time.Duration { return c.at + c.style.Delay }

// shown is the time since the claim that its clock shows at now: that of the last
// tick, so that an early one changes nothing.
func (c *claim) shown(now time.Duration) time.Duration {
	every := c.style.every()
	return (now - c.at) / every * every
}

// longest bounds the durations of a style: no sum with an instant overflows.
const longest = 10000 * time.Hour

// claims is the stack of regions, oldest first.
type claims []*claim

func (s claims) find(id ID) *claim {
	for _, c := range s {
		if c.id == id {
			return c
		}
	}
	return nil
}

// top is the newest claim whose delay has passed at now: the one to paint.
func (s claims) top(now time.Duration) *claim {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].due() <= now {
			return s[i]
		}
	}
	return nil
}

// nextDue is the first instant after now at which a claim above the top one may
// be painted.
func (s claims) nextDue(now time.Duration) (time.Duration, bool) {
	var at time.Duration
	found := false
	for i := len(s) - 1; i >= 0 && s[i].due() > now; i-- {
		if d := s[i].due(); !found || d < at {
			at, found = d, true
		}
	}
	return at, found
}

// remove takes the claim with the ID out of the stack.
func (s *claims) remove(id ID) *claim {
	for i, c := range *s {
		if c.id == id {
			*s = append((*s)[:i], (*s)[i+1:]...)
			return c
		}
	}
	return nil
}

// nextTick is the next instant after now at which the claim's clock may show
// something new.
func (c *claim) nextTick(now time.Duration) (time.Duration, bool) {
	l := &c.style.Label
	if c.style.NoTimer || l.Clock == ClockNone {
		return 0, false
	}
	if l.Clock == ClockCountdown && c.shown(now) >= l.For {
		return 0, false
	}
	every := c.style.every()
	return c.at + ((now-c.at)/every+1)*every, true
}

// newClaim makes a stack entry, in the memory of a released one when there is one.
func (e *Engine) newClaim(c Claim) *claim {
	var cl *claim
	if n := len(e.spare); n > 0 {
		cl, e.spare = e.spare[n-1], e.spare[:n-1]
	} else {
		cl = &claim{}
	}
	w := cl.window
	w.next, w.count, w.sources = 0, 0, w.sources[:0]
	e.serials++
	c.Style.Delay = min(max(c.Style.Delay, 0), longest)
	c.Style.Every = min(max(c.Style.Every, 0), longest)
	c.Style.Label.For = min(max(c.Style.Label.For, 0), longest)
	*cl = claim{id: c.ID, serial: e.serials, style: c.Style, at: e.now, shade: c.Style.Shade, window: w, glyph: cl.glyph, subject: cl.subject, detail: cl.detail}
	cl.glyph.set(c.Style.Label.Glyph, &e.paint.rowWriter)
	cl.subject.set(c.Style.Label.Subject, &e.paint.rowWriter)
	cl.detail.set(c.Style.Label.Detail, &e.paint.rowWriter)
	return cl
}
