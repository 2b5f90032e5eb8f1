package engine

import (
	"fmt"
	"time"
)

// Digest is a number of the engine's state: engines of one Config that have the same
// behave alike from here on, whatever commands come, but for the instants of their
// frames, since times count from the last Apply. So whoever explores schedules can
// merge what they lead to. What is only memory or cache does not count.
//
// It costs more than an Apply and is meant for tests.
func (e *Engine) Digest() uint64 {
	d := digester{hash: fnvOffset, now: e.now}
	d.numbers(e.cols, e.rows, int(e.source))
	d.flags(e.closed, e.prompted, e.settle.on)
	if e.settle.on {
		d.time(e.settle.at)
	}
	for i := range e.input {
		in := &e.input[i]
		d.any(in.scan)
		d.flags(in.cr, in.lineText)
	}
	for _, token := range e.suspended {
		d.numbers(int(token))
	}
	for _, line := range e.reducedLines {
		d.text([]byte(line))
	}
	d.lane(&e.lane)
	d.any(e.laneScan)
	d.transcript(&e.screen)
	d.painter(&e.paint)
	for _, c := range e.claims {
		d.claim(c, &e.paint, e.cfg.Reduced)
	}
	return d.hash
}

// digester hashes with FNV-1a. Instants become distances from now.
type digester struct {
	hash uint64
	now  time.Duration
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func (d *digester) number(n uint64) {
	for range 8 {
		d.hash = (d.hash ^ n&0xff) * fnvPrime
		n >>= 8
	}
}

func (d *digester) numbers(list ...int) {
	for _, n := range list {
		d.number(uint64(n))
	}
}

func (d *digester) flags(list ...bool) {
	n := uint64(1)
	for _, on := range list {
		n <<= 1
		if on {
			n |= 1
		}
	}
	d.number(n)
}

func (d *digester) text(s []byte) {
	d.number(uint64(len(s)))
	for _, c := range s {
		d.hash = (d.hash ^ uint64(c)) * fnvPrime
	}
}

// any hashes a value of another package by what it prints as.
func (d *digester) any(v any) { d.text(fmt.Appendf(nil, "%+v", v)) }

func (d *digester) time(at time.Duration) { d.number(uint64(at - d.now)) }

// left is the rest of a wait that ends at an instant; over is over.
func (d *digester) left(at time.Duration) { d.number(uint64(max(at-d.now, 0))) }

func (d *digester) lane(l *lane) {
	d.flags(l.rush, l.ever)
	if l.ever {
		d.left(l.sent + frameInterval)
	}
	if l.empty() {
		d.left(l.due)
		return
	}
	d.time(l.due)
	d.numbers(l.clusters, int(l.bound))
	d.text(l.bytes[l.read:])
	for _, it := range l.items[l.head:] {
		d.numbers(int(it.channel), int(it.pace), it.size, int(it.token))
		d.flags(it.ack)
	}
}

func (d *digester) transcript(t *transcript) {
	d.text(t.lines)
	d.text(t.tail)
	d.numbers(t.shown, t.wide)
	d.flags(t.long, t.moved, t.ink, t.seen)
	d.any([]look{t.look, t.tailLook, t.writeLook})
}

func (d *digester) painter(p *painter) {
	d.flags(p.redraw, p.used, p.dirty, p.hurry, p.drawn.tail, p.drawn.status)
	d.numbers(int(p.drawn.mode), p.drawn.window, int(p.shown))
	d.any(p.look)
	if p.used {
		d.left(p.at + repaintInterval)
	}
	if p.drawn.mode == none {
		return
	}
	for i := range p.drawn.rows {
		r := &p.drawn.rows[i]
		d.text(r.bytes)
		d.flags(r.styled)
	}
}

func (d *digester) claim(c *claim, p *painter, reduced bool) {
	d.numbers(int(c.id))
	d.any(c.style)
	d.any(c.shade)
	d.text(c.detail.bytes)
	d.flags(c.serial == p.drawn.claim, c.said)
	if c.style.Label.Clock != ClockNone || reduced || c.due() > d.now {
		d.time(c.at)
	}
	if c.said {
		d.time(c.saidAt)
	}
	w := &c.window
	d.numbers(w.count, len(w.sources))
	for i := range w.sources {
		d.text(w.sources[i].name)
	}
	for i := range w.count {
		l := w.at(i)
		d.text(l.text)
		d.numbers(l.source, p.drawn.index(l))
	}
}

// index is where a window's line was drawn as it is now, -1 when it was not.
func (d *drawn) index(l *line) int {
	for i := range d.rows {
		if l.fresh && d.mode != none && d.rows[i].version == l.row.version {
			return i
		}
	}
	return -1
}
