package recording

import (
	"bytes"
	"time"
)

const (
	// frameGap is the pause between two outputs that separates two frames: one frame of
	// a 60 Hz screen.
	frameGap = time.Second / 60
	// frameMax is the pause that ends a frame whatever is still open. Terminals give up
	// on an unfinished synchronized update after about as long.
	frameMax = time.Second
)

// Framer finds the frames of a recording: the states that a person could have seen. The
// recorded events are not frames, since recorders cut the output where a read happened to
// end. A frame is the state after the last event of a burst. A burst ends at a pause of
// 1/60 s, unless an escape sequence or a synchronized update (DEC 2026) is open; and before
// a marker, a resize or the exit. The zero Framer is at the start of a recording.
type Framer struct {
	esc  escapes
	sync bool
	open bool          // there is something to see since the last frame
	last time.Duration // of the latest output or resize
}

// Add takes the next event and reports whether a frame ended just before it.
func (f *Framer) Add(ev Event) bool {
	switch ev.Kind {
	case Output:
		ended := f.open && f.isPause(ev.Time-f.last)
		f.esc.feed(ev.Data, f.control)
		f.open, f.last = true, ev.Time
		return ended
	case Resize:
		ended := f.open
		f.open, f.last = true, ev.Time
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

func (f *Framer) isPause(gap time.Duration) bool {
	return gap >= frameMax || gap >= frameGap && f.esc.isGround() && !f.sync
}

func (f *Framer) control(params []byte, final byte) {
	if (final == 'h' || final == 'l') && bytes.Equal(params, syncParams) {
		f.sync = final == 'h'
	}
}

var syncParams = []byte("?2026")
