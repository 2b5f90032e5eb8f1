package recording

import (
	"bytes"
	"time"
)

const (
	// frameGap is the pause between two outputs that separates two frames: one frame of
	// a 60 Hz screen.
	frameGap = time.Second / 60
	// frameSpan is how long a burst lasts at most: output that never pauses, such as a
	// long listing, was seen too while it ran.
	frameSpan = time.Second / 10
	// frameMax is the pause that ends a frame whatever is still open. Terminals give up
	// on an unfinished synchronized update after about as long.
	frameMax = time.Second
)

// Framer finds the frames of a recording: the states that a person could have seen. The
// recorded events are not frames, since recorders cut the output where a read happened to
// end. A frame is the state after the last event of a burst. A burst ends at a pause of
// 1/60 s, or when it has lasted 1/10 s, unless an escape sequence or a synchronized update
// (DEC 2026) is open; and before a marker, a resize or the exit. The zero Framer is at the
// start of a recording.
type Framer struct {
	esc  escapes
	sync bool
	open bool          // there is something to see since the last frame
	from time.Duration // of the first output or resize since then
	last time.Duration // and of the latest
}

// Add takes the next event and reports whether a frame ended just before it.
func (f *Framer) Add(ev Event) bool {
	switch ev.Kind {
	case Output:
		ended := f.open && f.isOver(ev.Time)
		f.esc.feed(ev.Data, f.control)
		f.see(ev.Time, ended)
		return ended
	case Resize:
		ended := f.open
		f.see(ev.Time, ended)
		return ended
	case Marker, Exit:
		return f.End()
	}
	return false
}

// End reports whether the events so far leave a frame that has not been reported, as at
// the end of a recording, and ends it.
func (f *Framer) End() bool {
	ended := f.open
	f.open = false
	return ended
}

// see notes something visible, the first of a frame if the one before has ended.
func (f *Framer) see(at time.Duration, ended bool) {
	if ended || !f.open {
		f.from = at
	}
	f.open, f.last = true, at
}

// isOver reports whether the burst has ended before an output at this time.
func (f *Framer) isOver(at time.Duration) bool {
	if at-f.last >= frameMax {
		return true
	}
	return (at-f.last >= frameGap || at-f.from >= frameSpan) && f.esc.isGround() && !f.sync
}

func (f *Framer) control(params []byte, final byte) {
	if (final == 'h' || final == 'l') && bytes.Equal(params, syncParams) {
		f.sync = final == 'h'
	}
}

var syncParams = []byte("?2026")
