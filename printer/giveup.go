package printer

import (
	"errors"
	"time"
	"unicode/utf8"

	"jp/engine"
	"jp/internal/ansi"
)

// ErrGivenUp is returned for what is printed to a device that GiveUp has cut off.
var ErrGivenUp = errors.New("output was too slow and was given up")

const (
	// behindMin is how long one write must last for its device to be behind. None
	// that keeps up needs as long.
	behindMin = 100 * time.Millisecond
	// behindEvery is how often that is looked at, once GiveUp's time is over.
	behindEvery = 50 * time.Millisecond
	// lastWords is how long a device that was cut off has for the end: its line, the
	// chrome's erasure, a note.
	lastWords = 400 * time.Millisecond
	// pieceMax bounds one write, and pieceMaxLate one after GiveUp: between two of
	// them a device can be cut off.
	pieceMax     = 4 << 10
	pieceMaxLate = 512
)

// lostChannels are those whose backlog is dropped.
type lostChannels [3]bool

// GiveUp bounds how long the transcript may still take: it is for a run that was
// asked to end. Paced text is hurried. A device that is behind after that time loses
// its backlog, cut at a line's end; chrome goes, whoever waits to print there is
// freed, and standard output refuses more with ErrGivenUp. Other devices get
// everything, and standard error is still open for last words: those printed before
// this call are backlog too. Say them after Flush, when GaveUp tells what became of
// the rest. From then on Flush and Close wait less than half a second.
//
// It does not block. Of several calls the one whose time is over first counts.
func (p *Printer) GiveUp(after time.Duration) {
	at := time.Now().Add(after)
	p.mu.Lock()
	switch {
	case p.limit == nil:
		p.limit = time.AfterFunc(after, p.watchWrites)
		p.limitAt = at
	case at.Before(p.limitAt):
		p.limit.Reset(after)
		p.limitAt = at
	}
	p.mu.Unlock()
	p.late.Store(true)
	p.queue.markLate()
	p.queue.control(engine.Hurry{})
}

// GaveUp reports whether a backlog was dropped after GiveUp. It is no error of a
// device: Err does not tell it.
func (p *Printer) GaveUp() bool { return p.lost.Load() != nil }

// watchWrites cuts the device off that is behind, now or later.
func (p *Printer) watchWrites() {
	select {
	case <-p.finished:
		return
	default:
	}
	ch, behind := p.behind()
	if !behind {
		p.mu.Lock()
		p.limit.Reset(behindEvery)
		p.mu.Unlock()
		return
	}
	lost := p.sharing(ch)
	if !p.lost.CompareAndSwap(nil, &lost) {
		return
	}
	p.abandonClaims()
	p.queue.discard(lost)
	time.AfterFunc(lastWords, func() { close(p.tired) })
}

// sharing is ch and what ends on the same terminal.
func (p *Printer) sharing(ch engine.Channel) lostChannels {
	var lost lostChannels
	for other := range lost {
		lost[other] = engine.Channel(other) == ch || p.onScreen(ch) && p.onScreen(engine.Channel(other))
	}
	return lost
}

// writing is a write under way: when it began, and its channel. 0 is none.
type writing int64

func newWriting(since time.Duration, ch engine.Channel) writing {
	return writing(max(since, 1))<<2 | writing(ch)
}

// behind is the channel whose write lasts too long.
func (p *Printer) behind() (engine.Channel, bool) {
	w := writing(p.writing.Load())
	if w == 0 || time.Since(p.epoch)-time.Duration(w>>2) < behindMin {
		return 0, false
	}
	return engine.Channel(w & 3), true
}

// cutAt drops the bytes of f from at on, and all frames for that device until the
// engine is replaced, if its backlog is to be dropped and may be cut there.
func (d *driver) cutAt(f *engine.Frame, at int) {
	lost := d.p.lost.Load()
	if lost == nil || !lost[f.Channel] || d.over && !d.ending {
		return
	}
	if d.lostAt == 0 {
		d.lostAt = d.now()
	}
	if d.mayCut(f, at) {
		d.cut = *lost
	}
}

// noteLine notes where the screen's transcript stands after the bytes of f from
// start to end.
func (d *driver) noteLine(f *engine.Frame, start, end int) {
	if !d.p.onScreen(f.Channel) {
		return
	}
	for _, s := range f.Spans {
		if last := min(s.End, end) - 1; s.Kind == engine.Transcript && last >= start {
			d.midline = f.Bytes[last] != '\n'
		}
		start = max(start, s.End)
	}
}

// piece is how many bytes of f to write at once, from at: up to the last line's end
// of the transcript that is not too far.
func (d *driver) piece(f *engine.Frame, at int) int {
	bound := pieceMax
	if d.p.late.Load() {
		bound = pieceMaxLate
	}
	end := min(at+bound, len(f.Bytes))
	if end == len(f.Bytes) && !d.p.GaveUp() {
		return end - at
	}
	for i := end; i > at; i-- {
		if f.Bytes[i-1] == '\n' && isTranscript(f, i-1) {
			return i - at
		}
	}
	return end - at
}

// mayCut reports whether the bytes of f from at on can be dropped: a line of the
// transcript has ended there, so that no chrome is on screen, or has no end in
// reasonable time.
func (d *driver) mayCut(f *engine.Frame, at int) bool {
	switch {
	case at == 0 || at == len(f.Bytes) || !isTranscript(f, at-1):
		return false
	case f.Bytes[at-1] == '\n':
		return true
	}
	return d.now()-d.lostAt > lastWords/4 && utf8.RuneStart(f.Bytes[at])
}

func isTranscript(f *engine.Frame, at int) bool {
	for _, s := range f.Spans {
		if at < s.End {
			return s.Kind == engine.Transcript
		}
	}
	return false
}

// startOver ends what the engine has drawn and goes on with a new one, without
// regions. The devices that were not given up get what the old one holds. Last words
// in the batch under way are said again, since they were behind the backlog.
func (d *driver) startOver() {
	d.over, d.ending = true, true
	d.p.engineMu.Lock()
	frames := d.p.engine.Apply(d.now(), engine.Hurry{}, engine.Close{})
	d.p.engineMu.Unlock()
	d.writeAll(frames)
	d.endLine()
	cols, rows := d.p.readSize()
	config := d.p.opts.config(cols, rows)
	config.Regions = false
	d.p.engineMu.Lock()
	d.p.engine = engine.New(config)
	d.p.engineMu.Unlock()
	cut := d.cut
	d.cut, d.ending = lostChannels{}, false
	if d.batch == nil {
		return
	}
	d.cmds = d.cmds[:0]
	for _, print := range d.batch.prints {
		if print.late && print.channel == engine.Err && cut[engine.Err] {
			d.cmds = append(d.cmds, engine.Print{
				Channel: engine.Err, Text: string(d.batch.text[print.start:print.end]),
			})
		}
	}
	d.apply()
}

// endLine leaves the screen at the beginning of a line, with nothing turned on.
func (d *driver) endLine() {
	o := d.screen()
	if o == nil {
		return
	}
	end := ansi.Restore
	if d.midline {
		end += "\r\n"
		d.midline = false
	}
	o.write([]byte(end))
}
