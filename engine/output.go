package engine

import "time"

// output collects the frames of one Apply. All frames share one buffer, which is
// used again by the next Apply.
type output struct {
	now    time.Duration
	buf    []byte
	spans  []Span
	frames []Frame
	cuts   []cut
	isOpen bool
	start  int // where the open frame's bytes begin in buf
}

// cut remembers where a frame's bytes and spans begin: the slices are made at the
// end, since buf may move while it grows.
type cut struct{ bytes, spans int }

func (o *output) begin(now time.Duration) {
	o.now = now
	if cap(o.buf) > scratchMax {
		o.buf = nil
	}
	o.buf, o.spans = o.buf[:0], o.spans[:0]
	o.frames, o.cuts = o.frames[:0], o.cuts[:0]
	o.isOpen = false
}

// open makes ch the channel of what is added next. Bytes for the channel of the
// open frame join it.
func (o *output) open(ch Channel) {
	if o.isOpen && o.frames[len(o.frames)-1].Channel == ch {
		return
	}
	o.drop()
	o.frames = append(o.frames, Frame{Channel: ch, At: o.now})
	o.cuts = append(o.cuts, cut{len(o.buf), len(o.spans)})
	o.isOpen = true
	o.start = len(o.buf)
}

// current is the channel of the open frame.
func (o *output) current() (Channel, bool) {
	if !o.isOpen {
		return 0, false
	}
	return o.frames[len(o.frames)-1].Channel, true
}

// drop closes the open frame; one without bytes never was.
func (o *output) drop() {
	if o.isOpen && len(o.buf) == o.start {
		o.frames = o.frames[:len(o.frames)-1]
		o.cuts = o.cuts[:len(o.cuts)-1]
	}
	o.isOpen = false
}

func (o *output) ack(token uint32) {
	o.drop()
	o.frames = append(o.frames, Frame{At: o.now, IsAck: true, Ack: token})
	o.cuts = append(o.cuts, cut{len(o.buf), len(o.spans)})
}

func (o *output) add(k Kind, s []byte) {
	o.buf = append(o.buf, s...)
	o.mark(k)
}

func (o *output) addString(k Kind, s string) {
	o.buf = append(o.buf, s...)
	o.mark(k)
}

// mark says that the bytes of the open frame up to here that no span covers yet
// are of kind k.
func (o *output) mark(k Kind) {
	first := o.cuts[len(o.cuts)-1].spans
	end := len(o.buf) - o.start
	if n := len(o.spans); n > first {
		last := &o.spans[n-1]
		if last.End >= end {
			last.End = end // a plain channel took bytes back
			return
		}
		if last.Kind == k {
			last.End = end
			return
		}
	} else if end == 0 {
		return
	}
	o.spans = append(o.spans, Span{End: end, Kind: k})
}

func (o *output) finish() []Frame {
	o.drop()
	for i := range o.frames {
		end := cut{len(o.buf), len(o.spans)}
		if i+1 < len(o.cuts) {
			end = o.cuts[i+1]
		}
		from := o.cuts[i]
		if !o.frames[i].IsAck {
			o.frames[i].Bytes = o.buf[from.bytes:end.bytes:end.bytes]
			o.frames[i].Spans = o.spans[from.spans:end.spans:end.spans]
		}
	}
	return o.frames
}
