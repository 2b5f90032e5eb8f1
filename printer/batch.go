package printer

import (
	"time"
	"unsafe"

	"jp/engine"
)

// batch is what the driver applies at once. Its buffers are used again.
type batch struct {
	generation uint64
	entries    []entry
	prints     []pending
	text       []byte
	sessions   []*session // suspensions that begin or end here
	last       bool       // Close is in it

	commands []engine.Command // the whole batch, made by resolve
	ready    []engine.Print
}

// entry is one thing to do: a print when command is nil and rows too, window rows
// of a status, or a command.
type entry struct {
	command engine.Command
	rows    *Status
	print   int // index in prints
}

// pending is a print whose text is still text[start:end].
type pending struct {
	channel    engine.Channel
	start, end int
	pace       time.Duration
	late       bool // printed after GiveUp
}

// textKept bounds the buffer that a batch keeps for the next one.
const textKept = 2 << 20

func (b *batch) add(c engine.Command) {
	b.entries = append(b.entries, entry{command: c, print: -1})
}

// print joins the print before it, if nothing came between.
func (b *batch) print(ch engine.Channel, text, tail string, pace time.Duration, late bool) {
	start := len(b.text)
	b.text = append(append(b.text, text...), tail...)
	if n := len(b.entries); n > 0 && b.entries[n-1].print >= 0 {
		if last := &b.prints[len(b.prints)-1]; last.channel == ch && last.pace == pace && last.late == late {
			last.end = len(b.text)
			return
		}
	}
	b.entries = append(b.entries, entry{print: len(b.prints)})
	b.prints = append(b.prints, pending{ch, start, len(b.text), pace, late})
}

// drop takes the prints out for which isDropped says so. Where entries stand changes
// by it, so that the batch gets another generation.
func (b *batch) drop(isDropped func(ch engine.Channel, late bool) bool) {
	old := *b
	b.generation++
	b.entries, b.prints, b.text = nil, nil, nil
	for _, e := range old.entries {
		if e.print < 0 {
			b.entries = append(b.entries, e)
			continue
		}
		if p := old.prints[e.print]; !isDropped(p.channel, p.late) {
			b.print(p.channel, string(old.text[p.start:p.end]), "", p.pace, p.late)
		}
	}
}

// resolve completes commands: the prints, whose text stands still from now on.
// The commands are good until reset.
func (b *batch) resolve() []engine.Command {
	if cap(b.ready) < len(b.prints) {
		b.ready = make([]engine.Print, 0, 2*len(b.prints))
	}
	b.ready = b.ready[:0]
	for i := range b.commands {
		if b.commands[i] != nil {
			continue
		}
		p := b.prints[len(b.ready)]
		b.ready = append(b.ready, engine.Print{
			Channel: p.channel,
			Text:    unsafe.String(unsafe.SliceData(b.text[p.start:p.end]), p.end-p.start),
			Pace:    p.pace,
		})
		b.commands[i] = &b.ready[len(b.ready)-1]
	}
	return b.commands
}

func (b *batch) reset() {
	clear(b.entries)
	clear(b.commands)
	clear(b.sessions)
	b.entries, b.commands, b.sessions = b.entries[:0], b.commands[:0], b.sessions[:0]
	b.prints, b.ready = b.prints[:0], b.ready[:0]
	b.text, b.last = b.text[:0], false
	if cap(b.text) > textKept {
		b.text = nil
	}
}
