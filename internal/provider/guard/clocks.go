package guard

import (
	"fmt"
	"sync"
	"time"

	"jp/internal/provider"
)

// How a sleep of the machine is noticed and what follows: the clocks look at the
// wall at least every wallCheck; if it went on by more than wallJump while the
// monotonic clock did not, the connection gets wallGrace to show that it still
// lives. Usually it does not, and waiting out the idle limit is for nothing.
const (
	wallCheck = 3 * time.Second
	wallJump  = 10 * time.Second
	wallGrace = 10 * time.Second
)

// clocks are the two idle clocks of one stream behind one timer. The lock guards
// all fields: the reader resets them, the timer's goroutine looks at them.
type clocks struct {
	mu         sync.Mutex
	limits     Limits
	wall       func() time.Time
	expire     func(*provider.Error)
	timer      *time.Timer
	stopped    bool
	leftAt     time.Time // when the reader went away to do something else; zero while it waits
	settleBy   time.Time // set once the terminal event was seen
	lastByte   time.Time
	lastEvent  time.Time
	graceUntil time.Time // set after a sleep, until the next byte
	tick       time.Time // the previous look
	tickWall   time.Time
}

// The reader's two states, and what runs when:
//
//	New ──▶ waiting ──leave──▶ away ──enter──▶ waiting ──▶ …
//	        both clocks run    both stand still
//
// startClocks starts in the first: the wait for headers counts. expire is called at most once, from another
// goroutine, and must not block.
func startClocks(l Limits, wall func() time.Time, expire func(*provider.Error)) *clocks {
	now := time.Now()
	c := &clocks{
		limits: l, wall: wall, expire: expire,
		lastByte: now, lastEvent: now, tick: now, tickWall: wall().Round(0),
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer = time.AfterFunc(c.next(now), c.look)
	return c
}

// leave says that the reader does something else now. Both clocks stand still
// until it is back: a person who reads a prompt is no silent service.
func (c *clocks) leave(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	c.leftAt = now
	if n > 0 {
		c.lastByte, c.graceUntil = now, time.Time{}
	}
}

// enter says that the reader waits for bytes again.
func (c *clocks) enter() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leftAt.IsZero() {
		return
	}
	now := time.Now()
	away := now.Sub(c.leftAt)
	c.lastByte, c.lastEvent = c.lastByte.Add(away), c.lastEvent.Add(away)
	c.leftAt = time.Time{}
	// The timer is due within wallCheck anyway; most of the time that is enough.
	if wait := c.next(now); wait < wallCheck && !c.stopped {
		c.timer.Reset(wait)
	}
}

func (c *clocks) sawEvent() {
	c.mu.Lock()
	c.lastEvent = time.Now()
	c.mu.Unlock()
}

// settle replaces both limits by one short one.
func (c *clocks) settle(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.settleBy.IsZero() || c.stopped {
		return
	}
	now := time.Now()
	c.settleBy = now.Add(d)
	c.timer.Reset(c.next(now))
}

func (c *clocks) settling() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.settleBy.IsZero()
}

func (c *clocks) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
	c.timer.Stop()
}

// look is the timer's function.
func (c *clocks) look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return
	}
	now := time.Now()
	c.noticeSleep(now)
	if e := c.overdue(now); e != nil {
		c.stopped = true
		c.expire(e)
		return
	}
	c.timer.Reset(c.next(now))
}

func (c *clocks) noticeSleep(now time.Time) {
	wall := c.wall().Round(0)
	slept := wall.Sub(c.tickWall) - now.Sub(c.tick)
	c.tick, c.tickWall = now, wall
	if slept > wallJump && c.limits.ByteIdle > 0 {
		c.graceUntil = now.Add(wallGrace)
	}
}

// overdue is the error of the clock that ran out, if one did.
func (c *clocks) overdue(now time.Time) *provider.Error {
	expired := func(since time.Time, limit time.Duration) bool {
		return limit > 0 && now.Sub(since) >= limit
	}
	switch {
	case !c.settleBy.IsZero():
		if !now.Before(c.settleBy) {
			return timeout("nothing followed the end of the answer")
		}
	case !c.leftAt.IsZero():
	case !c.graceUntil.IsZero() && !now.Before(c.graceUntil):
		return timeout("the connection did not survive a pause of this machine")
	case expired(c.lastByte, c.limits.ByteIdle):
		return timeout(fmt.Sprintf("nothing arrived for %s", c.limits.ByteIdle))
	case expired(c.lastEvent, c.limits.EventIdle):
		return timeout(fmt.Sprintf("only signs of life, but no answer, for %s", c.limits.EventIdle))
	}
	return nil
}

// next is the time from now to the next look.
func (c *clocks) next(now time.Time) time.Duration {
	wait := wallCheck
	until := func(t time.Time) { wait = min(wait, max(t.Sub(now), 0)) }
	if !c.settleBy.IsZero() {
		until(c.settleBy)
		return wait
	}
	if !c.leftAt.IsZero() {
		return wait
	}
	if c.limits.ByteIdle > 0 {
		until(c.lastByte.Add(c.limits.ByteIdle))
	}
	if c.limits.EventIdle > 0 {
		until(c.lastEvent.Add(c.limits.EventIdle))
	}
	if !c.graceUntil.IsZero() {
		until(c.graceUntil)
	}
	return wait
}

func timeout(message string) *provider.Error {
	return &provider.Error{
		Kind: provider.Timeout, Message: message,
		Hint: "try again; if the model thinks for long, raise the idle limit",
	}
}
