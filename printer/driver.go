package printer

import (
	"math"
	"time"

	"jp/engine"
	"jp/internal/ansi"
)

// driver is what the printer's goroutine owns.
type driver struct {
	p       *Printer
	epoch   time.Time
	timer   *time.Timer
	outputs [3]output
	cmds    []engine.Command // the batch under way

	resized   bool // WINCH arrived
	stopped   bool // TSTP arrived
	continued bool // CONT arrived
	suspended int  // sessions that have the terminal
	external  int  // those of them in which another program has it
	closed    bool

	batch   *batch        // being applied
	midline bool          // the screen's transcript stands in mid-line
	cut     lostChannels  // those whose frames are dropped, until the engine is replaced
	lostAt  time.Duration // when the driver saw that a backlog is to be dropped
	over    bool          // it was: a new engine goes on, and nothing more is dropped
	ending  bool          // the old one is being closed
}

// stopToken is the driver's own suspension, around a stop of the process.
const stopToken = math.MaxUint32

// run is the printer's goroutine: drain, apply, write, wait.
func (p *Printer) run(d *driver) {
	defer p.finish(d)
	defer d.recover()
	for !d.closed {
		d.wait()
		switch {
		case d.stopped:
			d.stop()
		case d.continued:
			d.resumeAfterStop()
		default:
			d.step()
		}
	}
}

// wait returns when there may be something to do.
func (d *driver) wait() {
	d.arm()
	if !d.p.queue.isEmpty() {
		select {
		case s := <-d.signals():
			d.note(s)
		default:
		}
		return
	}
	select {
	case <-d.p.queue.wake:
	case <-d.timer.C:
	case s := <-d.signals():
		d.note(s)
	}
}

func (d *driver) signals() <-chan Signal {
	if d.p.opts.Signals == nil {
		return nil
	}
	return d.p.opts.Signals.C()
}

func (d *driver) note(s Signal) {
	switch s {
	case WindowChanged:
		d.resized = true
	case Stop:
		d.stopped, d.continued = true, false
	case Continue:
		// One that overtakes a stop withdraws it, as the system has it: nobody would
		// continue the process again.
		d.stopped, d.continued = false, !d.stopped
	}
}

// noteAll notes what has arrived so far.
func (d *driver) noteAll() {
	for {
		select {
		case s := <-d.signals():
			d.note(s)
		default:
			return
		}
	}
}

// arm sets the timer to the engine's deadline.
func (d *driver) arm() {
	at, ok := d.p.engine.NextDeadline()
	if !ok {
		d.timer.Stop()
		return
	}
	d.timer.Reset(max(at-d.now(), 0))
}

func (d *driver) now() time.Duration { return time.Since(d.epoch) }

// step applies what is queued as one batch:
//
//	Resize | the commands in their order | Hurry, when crowded | Resize{Confirm} Tick
//
// The resize comes first, since the terminal has changed already; the tick last, so
// that a release beats the deadline of what it releases.
func (d *driver) step() {
	b, crowded := d.p.queue.take()
	d.batch = b
	d.cmds = d.cmds[:0]
	if d.resized {
		d.resized = false
		d.addSize(false)
	}
	d.beforeSessions(b)
	d.cmds = append(d.cmds, b.resolve()...)
	if crowded {
		d.cmds = append(d.cmds, engine.Hurry{})
	}
	settling := d.p.engine.Settling()
	if at, ok := d.p.engine.NextDeadline(); ok && at <= d.now() {
		if settling {
			d.addSize(true)
		}
		d.cmds = append(d.cmds, engine.Tick{})
	}
	d.apply()
	if settling && !d.p.engine.Settling() {
		// The full redraw took a while: has the size changed under it?
		d.cmds = d.cmds[:0]
		d.addSize(true)
		d.apply()
	}
	d.afterSessions(b)
	d.closed = b.last
	d.batch = nil
	d.p.queue.settle(b, d.p.engine.HeldBytes())
}

func (d *driver) addSize(confirm bool) {
	cols, rows := d.p.readSize()
	d.cmds = append(d.cmds, engine.Resize{Cols: cols, Rows: rows, Confirm: confirm})
}

// apply applies cmds and writes what comes of it.
func (d *driver) apply() {
	if len(d.cmds) == 0 {
		return
	}
	d.p.engineMu.Lock()
	frames := d.p.engine.Apply(d.now(), d.cmds...)
	d.p.engineMu.Unlock()
	clear(d.cmds)
	d.writeAll(frames)
	if d.p.GaveUp() && !d.over {
		d.startOver()
	}
}

func (d *driver) writeAll(frames []engine.Frame) {
	for i := range frames {
		if frames[i].IsAck {
			d.p.acknowledge(frames[i].Ack)
			continue
		}
		d.write(&frames[i])
	}
}

// write writes f in pieces, between which its device may be given up.
func (d *driver) write(f *engine.Frame) {
	o := &d.outputs[f.Channel]
	d.p.writing.Store(int64(newWriting(d.now(), f.Channel)))
	defer d.p.writing.Store(0)
	for at := 0; at < len(f.Bytes) && o.err == nil && !d.cut[f.Channel]; {
		n := d.piece(f, at)
		if o.write(f.Bytes[at:at+n]) != nil {
			d.fail(f.Channel, o.err)
			return
		}
		d.noteLine(f, at, at+n)
		at += n
		d.cutAt(f, at)
	}
}

func (d *driver) fail(ch engine.Channel, err error) {
	d.p.fail(ch, err)
	if ch == engine.Err {
		d.p.abandonClaims()
	}
}

// screen is a channel of the terminal that still works, or nil.
func (d *driver) screen() *output {
	for ch := range d.outputs {
		if o := &d.outputs[ch]; d.p.onScreen(engine.Channel(ch)) && o.err == nil {
			return o
		}
	}
	return nil
}

// restoreScreen turns off what a prompt that was never closed may have turned on.
func (d *driver) restoreScreen() {
	if o := d.screen(); o != nil {
		o.write([]byte(ansi.Restore))
	}
}

// beforeSessions takes the terminal back, ahead of the repaint that a resumption
// brings. The size may have changed while another program had the screen.
func (d *driver) beforeSessions(b *batch) {
	ending := 0
	for _, s := range b.sessions {
		if s.ending {
			ending++
		}
	}
	if ending == 0 || d.suspended > ending {
		return
	}
	d.quiet()
	d.addSize(true)
}

// afterSessions hands the terminal over, once chrome is erased and everything is
// written, and tells those who wait for it.
func (d *driver) afterSessions(b *batch) {
	for _, s := range b.sessions {
		change := 1
		if s.ending {
			change = -1
		}
		d.suspended += change
		if s.external {
			d.external += change
		}
		if s.ending {
			continue
		}
		d.p.handOver(s)
		close(s.ready)
	}
	if len(b.sessions) > 0 && d.suspended == 0 {
		d.quiet()
	}
}

// quiet undoes what a prompt or another program did to the modes, and turns echo
// off where anything of ours is shown: each echoed key would strand a row, or stand
// in the middle of an answer.
func (d *driver) quiet() {
	m := d.p.opts.Modes
	if m == nil {
		return
	}
	m.Leave()
	if d.p.isShown() {
		m.Echo(false)
	}
}

// stop gives the terminal back, stops the process and takes the terminal again.
// Another program that has the terminal is stopped by the same signal and cares
// for itself.
func (d *driver) stop() {
	if d.noteAll(); !d.stopped {
		return // continued meanwhile
	}
	if d.external > 0 {
		d.stopSelf()
		return
	}
	d.cmds = append(d.cmds[:0], engine.Hurry{}, engine.Suspend{Token: stopToken}) // no line is left half typed
	d.apply()
	if m := d.p.opts.Modes; m != nil {
		m.Leave()
	}
	d.stopSelf()
	if m := d.p.opts.Modes; m != nil {
		m.Return()
	}
	d.cmds = d.cmds[:0]
	d.addSize(true)
	d.cmds = append(d.cmds, engine.Resume{Token: stopToken})
	d.apply()
}

// stopSelf stops the process. What arrived before that meant the same stop; a
// Continue that is there afterwards asks for the repaint that comes anyway, and a
// second one would end the line in the middle of a word.
func (d *driver) stopSelf() {
	d.stopped, d.continued = false, false
	d.p.opts.Signals.StopSelf()
	d.noteAll()
	d.continued = false
}

// resumeAfterStop repaints after a stop that could not be caught, during which the
// shell has used the screen.
func (d *driver) resumeAfterStop() {
	d.continued = false
	if d.suspended > 0 {
		return
	}
	d.quiet()
	d.cmds = append(d.cmds[:0], engine.Hurry{}, engine.Suspend{Token: stopToken}) // no line is left half typed
	d.addSize(true)
	d.cmds = append(d.cmds, engine.Resume{Token: stopToken})
	d.apply()
}
