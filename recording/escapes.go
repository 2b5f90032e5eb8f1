package recording

import "bytes"

const (
	escByte      = 0x1b
	paramsMax    = 64
	stringEscape = 0x07 // BEL ends a string too
)

type escapeState uint8

const (
	inGround escapeState = iota
	inEscape
	inCSI
	inString       // OSC, DCS, APC, PM or SOS, of any length
	inStringEscape // ESC within a string: the start of its end, or of something else
)

// escapes follows the escape sequences of an output stream as far as one needs to know
// where they end. It is a reader of structure, not a terminal.
type escapes struct {
	state  escapeState
	params []byte // of a CSI, with its private marker; cut at paramsMax
}

// isGround reports whether the stream is between two sequences.
func (e *escapes) isGround() bool { return e.state == inGround }

// feed reads b and calls csi for every control sequence that ends in it. The parameters
// are valid during the call.
func (e *escapes) feed(b []byte, csi func(params []byte, final byte)) {
	for i := 0; i < len(b); i++ {
		if e.state == inGround {
			next := bytes.IndexByte(b[i:], escByte)
			if next < 0 {
				return
			}
			i += next
			e.state = inEscape
			continue
		}
		e.step(b[i], csi)
	}
}

func (e *escapes) step(c byte, csi func(params []byte, final byte)) {
	switch {
	case c == 0x18 || c == 0x1a: // CAN and SUB abort everything
		e.state = inGround
		return
	case c == escByte && e.state == inString:
		e.state = inStringEscape
		return
	case c == escByte:
		e.state = inEscape
		return
	}
	switch e.state {
	case inEscape, inStringEscape:
		e.afterEscape(c)
	case inCSI:
		switch {
		case c >= 0x40 && c <= 0x7e:
			e.state = inGround
			csi(e.params, c)
		case c >= 0x20 && c < 0x40 && len(e.params) < paramsMax:
			e.params = append(e.params, c)
		}
	case inString:
		if c == stringEscape {
			e.state = inGround
		}
	}
}

func (e *escapes) afterEscape(c byte) {
	switch {
	case c == '[':
		e.state = inCSI
		e.params = e.params[:0]
	case c == ']' || c == 'P' || c == '_' || c == '^' || c == 'X':
		e.state = inString
	case c >= 0x20 && c < 0x30: // an intermediate; the final byte is still to come
	default:
		e.state = inGround
	}
}
