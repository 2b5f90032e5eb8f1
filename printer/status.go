package printer

import (
	"context"

	"jp/engine"
	"jp/internal/ansi"
)

// Status owns one claim: a status row, and the window rows above it if the style
// asks for them. The newest claim is the one that is shown. Where no region can be
// drawn a Status is inert; callers need not ask. A nil Status is inert too.
type Status struct {
	p  *Printer
	id engine.ID

	// The rest is guarded by the queue's mutex.
	released bool
	detail   slot
	shade    slot
	rowsIn   uint64        // generation of the batch that will take rows
	rows     []engine.Push // window rows that wait, a ring once it is full
	oldest   int
}

// slot is where a value of a status stands in the batch being filled, so that the
// next value takes its place.
type slot struct {
	generation uint64
	index      int
}

// rowsMax bounds the window rows that wait; no window is higher.
const rowsMax = 256

// Status claims a region. The caller releases it.
func (p *Printer) Status(style engine.Style) *Status {
	s := &Status{p: p, id: engine.ID(p.nextID())}
	if !p.regions {
		s.released = true
		return s
	}
	p.mu.Lock()
	dead := p.statuses == nil
	if !dead {
		p.statuses[s.id] = s
	}
	p.mu.Unlock()
	if dead {
		s.released = true
		return s
	}
	p.queue.claim(engine.Claim{ID: s.id, Style: style})
	return s
}

// Detail replaces the bracketed part of the status row. Only the latest counts.
func (s *Status) Detail(text string) {
	if s != nil {
		s.replace(&s.detail, engine.Detail{ID: s.id, Text: text})
	}
}

// Shade sets the background of the region's rows; the zero colour is none.
func (s *Status) Shade(c ansi.Color) {
	if s != nil {
		s.replace(&s.shade, engine.Shade{ID: s.id, Color: c})
	}
}

// Active reports whether the status may be on screen: regions are drawn and it is
// not released.
func (s *Status) Active() bool {
	if s == nil {
		return false
	}
	q := s.p.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	return !s.released && !q.closed
}

// Updater is a handle that can set the detail and can not release.
func (s *Status) Updater() Updater { return Updater{s} }

// Release takes the region away. A print that the same goroutine makes afterwards
// comes after it. Releasing again does nothing.
func (s *Status) Release() {
	if s == nil {
		return
	}
	q := s.p.queue
	q.mu.Lock()
	done := s.released
	if !done {
		s.released = true
		s.rows = nil
		if !q.closed {
			q.next.add(engine.Release{ID: s.id})
		}
	}
	q.mu.Unlock()
	if !done {
		q.signal()
		s.p.forget(s)
	}
}

// ReleaseAfter releases when ctx is done. Calling stop gives that up, as
// context.AfterFunc has it.
func (s *Status) ReleaseAfter(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, s.Release)
}

// replace queues c, in place of the value that the queue still holds.
func (s *Status) replace(at *slot, c engine.Command) {
	q := s.p.queue
	q.mu.Lock()
	defer q.signal()
	defer q.mu.Unlock()
	if s.released || q.closed {
		return
	}
	if at.generation == q.next.generation {
		q.next.entries[at.index].command = c
		return
	}
	*at = slot{q.next.generation, len(q.next.entries)}
	q.next.add(c)
}

// push queues one window row; of more than rowsMax the oldest is dropped.
func (s *Status) push(row engine.Push) {
	q := s.p.queue
	q.mu.Lock()
	defer q.signal()
	defer q.mu.Unlock()
	if s.released || q.closed {
		return
	}
	if s.rowsIn != q.next.generation {
		s.rowsIn = q.next.generation
		q.next.entries = append(q.next.entries, entry{rows: s, print: -1})
	}
	if len(s.rows) < rowsMax {
		s.rows = append(s.rows, row)
		return
	}
	s.rows[s.oldest] = row
	s.oldest = (s.oldest + 1) % rowsMax
}

// takeRows moves the waiting window rows, oldest first, to commands. The queue's
// mutex is held.
func (s *Status) takeRows(commands []engine.Command) []engine.Command {
	for i := range s.rows {
		commands = append(commands, s.rows[(s.oldest+i)%len(s.rows)])
	}
	clear(s.rows)
	s.rows, s.oldest = s.rows[:0], 0
	return commands
}

// Updater sets the detail of somebody else's Status. It may be copied; the zero
// Updater is inert.
type Updater struct{ s *Status }

// Detail is Status.Detail.
func (u Updater) Detail(text string) { u.s.Detail(text) }

func (p *Printer) forget(s *Status) {
	p.mu.Lock()
	delete(p.statuses, s.id)
	p.mu.Unlock()
}

// abandonClaims releases every claim and makes new ones inert: the region's
// terminal is gone, and a clock that nobody sees must not tick.
func (p *Printer) abandonClaims() {
	p.mu.Lock()
	live := p.statuses
	p.statuses = nil
	p.mu.Unlock()
	for _, s := range live {
		s.Release()
	}
}
