package engine

import (
	"fmt"
	"time"
)

// Frame is one write to one channel, or an acknowledgement. Bytes and Spans are
// valid until the next Apply; whoever keeps them copies them.
type Frame struct {
	Channel Channel
	Bytes   []byte
	// Spans say which bytes are what, in order and without gaps.
	Spans []Span
	// At is the now of the Apply that made the frame.
	At time.Duration
	// IsAck marks the answer to Flush; Ack is its token, and there are no bytes.
	IsAck bool
	Ack   uint32
}

// Span is a run of a frame's bytes of one kind; it ends before End.
type Span struct {
	End  int
	Kind Kind
}

// Kind is what bytes of a frame are for.
type Kind uint8

// The kinds: cursor and mode control, persistent text, rows that will be erased,
// and bytes of a prompt.
const (
	Control Kind = iota
	Transcript
	Chrome
	Prompt
)

func (k Kind) String() string {
	switch k {
	case Control:
		return "control"
	case Transcript:
		return "transcript"
	case Chrome:
		return "chrome"
	case Prompt:
		return "prompt"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

func (f Frame) String() string {
	if f.IsAck {
		return fmt.Sprintf("%v ack %d", f.At, f.Ack)
	}
	return fmt.Sprintf("%v %v %q", f.At, f.Channel, f.Bytes)
}
