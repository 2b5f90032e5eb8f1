package main

import (
	"fmt"
	"sort"
	"time"
)

const (
	speedMin, speedMax = 1.0 / 16, 64
	jumpNear           = 5 * time.Second
	jumpFar            = time.Minute
	// markerGrace is how far behind a marker one still counts as being at it, so that
	// pressing "previous" twice goes back by two while the recording plays.
	markerGrace = time.Second
)

// player is the state of a play: where it is, how fast, whether it waits. It is pure; time
// arrives as an argument called now, counted from any start, and never decreases.
//
// It counts in played time, in which pauses of the recording are cut to the idle limit.
type player struct {
	screen *playback
	tape   *tape
	due    []time.Duration // the played time of each event
	speed  float64
	paused bool
	pos    time.Duration // played time at since
	since  time.Duration
}

// newPlayer plays t from the start. An idleLimit of 0 keeps all pauses.
func newPlayer(t *tape, speed float64, idleLimit time.Duration, now time.Duration) *player {
	p := &player{screen: newPlayback(t), tape: t, speed: speed, since: now, due: make([]time.Duration, len(t.events))}
	var played, last time.Duration
	for i := range t.events {
		gap := t.events[i].time - last
		last = t.events[i].time
		if idleLimit > 0 {
			gap = min(gap, idleLimit)
		}
		played += gap
		p.due[i] = played
	}
	return p
}

func (p *player) total() time.Duration {
	if len(p.due) == 0 {
		return 0
	}
	return p.due[len(p.due)-1]
}

// atEnd reports whether there is nothing more to play.
func (p *player) atEnd() bool { return p.screen.next == len(p.due) && p.pos >= p.total() }

// advance moves on to now. It never shows less than before: a step may have shown events
// that are due at the same time as others.
func (p *player) advance(now time.Duration) {
	passed := now - p.since
	p.since = now
	if p.paused {
		return
	}
	p.pos = min(p.pos+time.Duration(float64(passed)*p.speed), p.total())
	p.screen.seek(max(p.before(p.pos), p.screen.next))
}

// before is how many events are due until and including pos.
func (p *player) before(pos time.Duration) int {
	return sort.Search(len(p.due), func(i int) bool { return p.due[i] > pos })
}

// deadline is when the picture or its status row changes next, if it does so by itself.
func (p *player) deadline() (time.Duration, bool) {
	if p.paused || p.atEnd() {
		return 0, false
	}
	next := p.pos.Truncate(time.Second) + time.Second // the clock in the status row
	if n := p.screen.next; n < len(p.due) {
		next = min(next, p.due[n])
	}
	wait := float64(next-p.pos) / p.speed
	return p.since + max(time.Duration(wait), 0) + 1, true // +1: never a moment too early
}

// goTo shows the first n events.
func (p *player) goTo(n int) {
	p.pos = 0
	if n > 0 {
		p.pos = p.due[n-1]
	}
	p.screen.seek(n)
}

// jump moves by played time.
func (p *player) jump(by time.Duration) {
	p.pos = min(max(p.pos+by, 0), p.total())
	p.screen.seek(p.before(p.pos))
}

// press does what a key says. Keys that end the play are not for the player.
func (p *player) press(k key, now time.Duration) {
	p.advance(now)
	switch k {
	case keyPause:
		p.paused = !p.paused
	case keyStep, keyStepBack:
		p.step(k == keyStep)
	case keyForward:
		p.jump(jumpNear)
	case keyBack:
		p.jump(-jumpNear)
	case keyForwardFar:
		p.jump(jumpFar)
	case keyBackFar:
		p.jump(-jumpFar)
	case keyNextMarker, keyPrevMarker:
		p.marker(k == keyNextMarker)
	case keyFaster:
		p.speed = min(p.speed*2, speedMax)
	case keySlower:
		p.speed = max(p.speed/2, speedMin)
	case keyNormal:
		p.speed = 1
	case keyStart:
		p.goTo(0)
	case keyEnd:
		p.goTo(len(p.due))
	default:
		if k >= keyTenth0 && k <= keyTenth0+9 {
			p.pos = p.total() / 10 * time.Duration(k-keyTenth0)
			p.screen.seek(p.before(p.pos))
		}
	}
}

// step pauses and shows the next or the previous frame.
func (p *player) step(forward bool) {
	p.paused = true
	frames := p.tape.frames
	here := p.tape.frameAt(p.screen.next) // frames that end up to here
	switch {
	case forward && here < len(frames):
		p.goTo(frames[here])
	case forward:
		p.goTo(len(p.due))
	case here > 0 && frames[here-1] < p.screen.next: // between two frames
		p.goTo(frames[here-1])
	case here > 1:
		p.goTo(frames[here-2])
	default:
		p.goTo(0)
	}
}

func (p *player) marker(forward bool) {
	markers := p.tape.markers()
	if forward {
		for _, i := range markers {
			if i >= p.screen.next {
				p.goTo(i + 1)
				return
			}
		}
		return
	}
	grace := markerGrace
	if p.paused {
		grace = 0
	}
	for k := len(markers) - 1; k >= 0; k-- {
		if i := markers[k]; i+1 < p.screen.next && p.due[i] <= p.pos-grace {
			p.goTo(i + 1)
			return
		}
	}
	p.goTo(0)
}

// recorded is the time of the recording that is shown.
func (p *player) recorded() time.Duration {
	n := p.screen.next
	if n == 0 {
		return p.pos
	}
	at := p.tape.events[n-1].time + p.pos - p.due[n-1]
	if n < len(p.due) {
		at = min(at, p.tape.events[n].time)
	}
	return at
}

// status is the text of the status row, ASCII only so that its width is its length.
func (p *player) status() string {
	state := ">"
	switch {
	case p.atEnd():
		state = "end"
	case p.paused:
		state = "||"
	}
	s := fmt.Sprintf(" %s %s/%s", state, minutes(p.recorded()), minutes(p.tape.duration()))
	if p.speed != 1 {
		s += fmt.Sprintf("  %gx", p.speed)
	}
	s += fmt.Sprintf("  frame %d/%d", p.tape.frameAt(p.screen.next), len(p.tape.frames))
	return s + "  space pause  . step  <- -> 5s  [ ] marker  + - speed  q quit"
}

func minutes(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
