package vtmodel

import (
	"strconv"
	"unicode/utf8"
)

// esc begins every sequence.
const esc = 0x1b

// Bounds of what one sequence may hold back.
const (
	sequenceMax = 256  // Bytes of a CSI after its introducer.
	stringMax   = 4096 // Bytes of an OSC that are kept; the rest is dropped.
)

// scanner cuts the stream into units: a rune, a control, or a whole sequence. vt10x sees
// a sequence only once it is complete and known to be harmless.
//
//	ground --ESC--> escape --[--> csi ----final----> ground
//	                  |  `--] P X ^ _--> text --BEL, ST--> ground
//	                  `--final--> ground
type scanner struct {
	state   scanState
	offset  int64  // Of the byte that is looked at, from the beginning of the stream.
	start   int64  // Of the sequence or rune that is being read.
	held    []byte // An unfinished rune.
	seq     []byte // The sequence's bytes after its introducer.
	tooLong bool
	kind    byte // The introducer of a string: ] P X ^ _
	skip    bool // The next rune belonged to a broken sequence.
}

type scanState uint8

const (
	ground scanState = iota
	inEscape
	inCSI
	inText
	inTextEscape // ESC within a string: ST if a backslash follows.
)

// scan takes at least one byte of p, or finishes an unfinished rune, and returns how many
// bytes it took.
func (v *VT10x) scan(p []byte) int {
	b := p[0]
	switch {
	case len(v.in.held) > 0:
		return v.scanRune(p)
	case v.in.state == inText || v.in.state == inTextEscape:
		v.scanText(b)
		return 1
	case b >= utf8.RuneSelf:
		if v.in.state != ground {
			v.abort("a byte beyond ASCII ends the sequence", false)
			v.in.skip = true
		}
		return v.scanRune(p)
	case v.in.state == inEscape:
		v.scanEscape(b)
	case v.in.state == inCSI:
		v.scanCSI(b)
	case isControl(b):
		v.control(b)
	default:
		n := asciiRun(p)
		v.printASCII(p[:n])
		return n
	}
	return 1
}

func isControl(b byte) bool { return b < 0x20 || b == 0x7f }

// asciiRun returns the length of the printable text that p begins with.
func asciiRun(p []byte) int {
	for i, b := range p {
		if isControl(b) || b >= utf8.RuneSelf {
			return i
		}
	}
	return len(p)
}

// scanRune decodes one rune from the held bytes and p. What can not become a rune is one
// U+FFFD per longest beginning of a valid one, as Unicode recommends.
func (v *VT10x) scanRune(p []byte) int {
	held := len(v.in.held)
	buf := append(v.in.held, p[:min(len(p), utf8.UTFMax-held)]...)
	if !utf8.FullRune(buf) {
		v.in.held = buf
		return len(buf) - held
	}
	r, size := utf8.DecodeRune(buf)
	if r == utf8.RuneError && size == 1 {
		for size < len(buf) && !utf8.FullRune(buf[:size+1]) {
			size++
		}
	}
	v.in.held = v.in.held[:0]
	v.in.start = v.in.offset - int64(held)
	switch {
	case v.in.skip:
		v.in.skip = false
	case r >= 0x80 && r < 0xa0:
		v.refuse(string(r), "vt10x prints C1 controls", true)
	default:
		v.printRune(r)
	}
	return size - held
}

func (v *VT10x) scanEscape(b byte) {
	switch {
	case isControl(b):
		v.controlInSequence(b)
	case b < 0x30:
		v.collect(b)
	case len(v.in.seq) > 0:
		v.in.state = ground
		v.escapeWithIntermediate(b)
	default:
		v.in.state = ground
		v.escapeSequence(b)
	}
}

func (v *VT10x) scanCSI(b byte) {
	switch {
	case isControl(b):
		v.controlInSequence(b)
	case b < 0x40:
		v.collect(b)
	case v.in.tooLong:
		v.abort("longer than "+strconv.Itoa(sequenceMax)+" bytes: vt10x would print its end", false)
	default:
		v.in.state = ground
		v.controlSequence(b)
	}
}

func (v *VT10x) collect(b byte) {
	if len(v.in.seq) >= sequenceMax {
		v.in.tooLong = true
		return
	}
	v.in.seq = append(v.in.seq, b)
}

// controlInSequence runs a control within a sequence, as terminals do: ESC begins anew,
// CAN and SUB end it, the others act as if they had come before it.
func (v *VT10x) controlInSequence(b byte) {
	switch b {
	case 0x18, 0x1a:
		v.in.state = ground
	default:
		v.control(b)
	}
}

// scanText reads a string. Only BEL, ST, CAN, SUB and another ESC end it.
func (v *VT10x) scanText(b byte) {
	if v.in.state == inTextEscape {
		v.endText(b == '\\')
		if b != '\\' { // The string was cut by another sequence, which b belongs to.
			v.beginSequence(v.in.offset - 1)
			v.scan([]byte{b})
		}
		return
	}
	switch b {
	case esc:
		v.in.state = inTextEscape
	case 0x18, 0x1a:
		v.endText(false)
	case 0x07:
		if v.in.kind == ']' {
			v.endText(true)
		}
	default:
		if len(v.in.seq) < stringMax {
			v.in.seq = append(v.in.seq, b)
		} else {
			v.in.tooLong = true
		}
	}
}

func (v *VT10x) endText(complete bool) {
	v.in.state = ground
	switch {
	case v.in.kind != ']' || !complete:
	case v.in.tooLong:
		v.refuse("]"+string(v.in.seq), "longer than "+strconv.Itoa(stringMax)+" bytes", false)
	default:
		v.systemCommand(string(v.in.seq))
	}
}

func (v *VT10x) beginSequence(at int64) {
	v.in.state, v.in.start = inEscape, at
	v.in.seq, v.in.tooLong = v.in.seq[:0], false
}

// introducer returns what came between ESC and the collected bytes.
func (s *scanner) introducer() string {
	if s.state == inCSI {
		return "["
	}
	return ""
}

func (v *VT10x) abort(reason string, visible bool) {
	v.refuse(v.in.introducer()+string(v.in.seq), reason, visible)
	v.in.state = ground
}
