package vtmodel

import "unicode/utf8"

// Bounds of what one sequence may hold. What is longer is cut, and the sequence still
// ends where it would have.
const (
	valuesMax  = 64      // Parameters and subparameters.
	payloadMax = 1 << 20 // Bytes of an OSC, DCS or APC that are kept.
)

// token says what parser.next found; the value itself is in the parser.
type token uint8

const (
	tokenNone    token = iota // Bytes were taken, but nothing is complete yet.
	tokenText                 // The bytes taken are printable ASCII.
	tokenRune                 // parser.r
	tokenControl              // parser.control, a C0 or C1
	tokenEscape               // parser.seq without values
	tokenCSI                  // parser.seq
	tokenString               // parser.kind and parser.payload
)

// sequence is an escape or control sequence. An empty value is -1.
//
//	ESC [ ? 1 : 2 ; 3 $ p      prefix '?', value 1, colon 2, value 3, mid "$", final 'p'
type sequence struct {
	prefix byte    // One of < = > ? or 0.
	mid    [2]byte // Intermediates.
	mids   uint8
	final  byte
	n      int // How many values there are.
	value  [valuesMax]int
	colon  [valuesMax]bool // The value belongs to the one before.
}

// at returns value i, or 0 when it is missing or empty.
func (s *sequence) at(i int) int { return s.or(i, 0) }

// or returns value i, or def when it is missing or empty.
func (s *sequence) or(i, def int) int {
	if i < s.n && s.value[i] >= 0 {
		return s.value[i]
	}
	return def
}

// before returns value i, or 0 when it is not before end.
func (s *sequence) before(i, end int) int {
	if i >= end {
		return 0
	}
	return s.at(i)
}

// count returns value i for a sequence that counts: 0 means 1.
func (s *sequence) count(i int) int { return max(s.at(i), 1) }

// dropColons leaves out what follows colons, and reports whether there was nothing.
func (s *sequence) dropColons() bool {
	n := 0
	for i := range s.n {
		if !s.colon[i] {
			s.value[n], s.colon[n] = s.value[i], false
			n++
		}
	}
	none := n == s.n
	s.n = n
	return none
}

// parser cuts the stream into values, in the way of DEC's VT500 parsers.
//
//	start --ESC--> escaped --[--> control --final--> start
//	                  | `--] P X ^ _ --> text --BEL, ST, CAN, SUB--> start
//	                  `--final--> start
//
// It knows nothing of what the values do.
type parser struct {
	state   parserState
	q       *quirks
	held    [utf8.UTFMax]byte // An unfinished rune.
	holding uint8

	r       rune
	control byte
	seq     sequence
	kind    byte // The introducer of a string: ] P X ^ _ k
	payload []byte
	cut     bool // The payload was longer than what is kept.
	bell    bool // It ended in BEL.
	full    bool // There is no room for another value.
	ignore  bool // The sequence is malformed and will do nothing.
	skip    bool // The next rune belonged to a broken sequence.
}

type parserState uint8

const (
	atStart parserState = iota
	atEscape
	atControl
	atString
	atStringEscape // ESC within a string: ST if a backslash follows.
)

// next takes bytes from the beginning of p, at least one, and yields at most one value.
func (ps *parser) next(p []byte) (int, token) {
	b := p[0]
	if ps.holding > 0 {
		return ps.finishRune(p)
	}
	switch ps.state {
	case atStart:
		if b >= 0x20 && b < 0x7f {
			return plainRun(p), tokenText
		}
		if b >= utf8.RuneSelf {
			return ps.beginRune(p)
		}
		return 1, ps.controlByte(b)
	case atString, atStringEscape:
		return ps.readString(p)
	}
	if b >= utf8.RuneSelf {
		ps.state, ps.skip = atStart, true
		return ps.beginRune(p)
	}
	if ps.state == atControl {
		return ps.readSequence(p)
	}
	return 1, ps.escapeByte(b)
}

// readSequence takes as much of a control sequence as p has.
func (ps *parser) readSequence(p []byte) (int, token) {
	for i, b := range p {
		if b >= utf8.RuneSelf {
			return i, tokenNone
		}
		if found := ps.controlSequenceByte(b); found != tokenNone || ps.state != atControl {
			return i + 1, found
		}
	}
	return len(p), tokenNone
}

// plainRun returns the length of the printable ASCII that p begins with.
func plainRun(p []byte) int {
	for i, b := range p {
		if b-0x20 >= 0x5f {
			return i
		}
	}
	return len(p)
}

// controlByte handles a C0 control outside of strings.
func (ps *parser) controlByte(b byte) token {
	switch b {
	case esc:
		if ps.q.escEndsSequence && ps.state != atStart {
			ps.state = atStart
			return tokenNone
		}
		ps.begin()
		return tokenNone
	case 0x18:
		ps.state = atStart
		return tokenNone
	case 0x1a:
		ps.state = atStart
	case 0x7f:
		return tokenNone
	}
	ps.control = b
	return tokenControl
}

func (ps *parser) begin() {
	ps.state = atEscape
	ps.seq.prefix, ps.seq.mid, ps.seq.mids, ps.seq.n = 0, [2]byte{}, 0, 0
	ps.full, ps.ignore = false, false
}

func (ps *parser) escapeByte(b byte) token {
	switch {
	case b < 0x20 || b == 0x7f:
		return ps.controlByte(b)
	case b < 0x30:
		ps.addMid(b)
		return tokenNone
	case ps.seq.mids > 0:
		return ps.finish(b, tokenEscape)
	}
	switch b {
	case '[':
		ps.state = atControl
		return tokenNone
	case ']', 'P', 'X', '^', '_':
		ps.beginString(b)
		return tokenNone
	case 'k':
		if ps.q.titleInK {
			ps.beginString(b)
			return tokenNone
		}
	}
	return ps.finish(b, tokenEscape)
}

func (ps *parser) finish(final byte, t token) token {
	ps.state = atStart
	ps.seq.final = final
	if ps.ignore {
		return tokenNone
	}
	return t
}

func (ps *parser) addMid(b byte) {
	if ps.seq.mids == uint8(len(ps.seq.mid)) {
		ps.ignore = true
		return
	}
	ps.seq.mid[ps.seq.mids] = b
	ps.seq.mids++
}

func (ps *parser) controlSequenceByte(b byte) token {
	switch {
	case b < 0x20 || b == 0x7f:
		return ps.controlByte(b)
	case b < 0x30:
		ps.addMid(b)
	case b < 0x3c:
		if ps.seq.mids > 0 {
			ps.ignore = true
		}
		ps.valueByte(b)
	case b < 0x40:
		if ps.seq.prefix != 0 || ps.seq.n > 0 || ps.seq.mids > 0 {
			ps.ignore = true
		}
		ps.seq.prefix = b
	default:
		return ps.finish(b, tokenCSI)
	}
	return tokenNone
}

// valueByte reads a digit or the separator behind a value.
func (ps *parser) valueByte(b byte) {
	s := &ps.seq
	if s.n == 0 {
		s.value[0], s.colon[0] = -1, false
		s.n = 1
	}
	switch {
	case b >= '0' && b <= '9':
		if !ps.full {
			v := max(s.value[s.n-1], 0)*10 + int(b-'0')
			if v > ps.q.valueMax {
				v, ps.ignore = ps.q.valueMax, ps.ignore || ps.q.bigIsIgnored
			}
			s.value[s.n-1] = v
		}
	case s.n < valuesMax:
		s.value[s.n], s.colon[s.n] = -1, b == ':'
		s.n++
	default:
		ps.full = true
	}
}

func (ps *parser) beginString(kind byte) {
	ps.state, ps.kind, ps.cut, ps.bell = atString, kind, false, false
	ps.payload = ps.payload[:0]
}

// readString takes as much of a string as p has, or its end.
func (ps *parser) readString(p []byte) (int, token) {
	if ps.state == atStringEscape {
		return ps.endOrCut(p[0])
	}
	for i, b := range p {
		switch {
		case b == esc:
			ps.state = atStringEscape
			return i + 1, tokenNone
		case b == 0x18 && ps.q.canWithinStrings:
		case b == 0x18, b == 0x1a:
			ps.state = atStart
			return i + 1, tokenNone
		case b == 0x07 && ps.kind == ']':
			ps.state, ps.bell = atStart, true
			return i + 1, tokenString
		case b == 0x9c && ps.q.stInUTF8 && ps.endsIn(0xc2):
			ps.payload = ps.payload[:len(ps.payload)-1]
			ps.state = atStart
			return i + 1, tokenString
		case len(ps.payload) < payloadMax:
			ps.payload = append(ps.payload, b)
		default:
			ps.cut = true
		}
	}
	return len(p), tokenNone
}

func (ps *parser) endsIn(b byte) bool {
	return len(ps.payload) > 0 && ps.payload[len(ps.payload)-1] == b
}

// endOrCut reads the byte after an ESC in a string. Another one than a backslash belongs
// to a sequence that cuts the string.
func (ps *parser) endOrCut(b byte) (int, token) {
	if b == '\\' {
		ps.state = atStart
		return 1, tokenString
	}
	ps.begin()
	if b >= utf8.RuneSelf {
		ps.state, ps.skip = atStart, true
		return ps.beginRune([]byte{b})
	}
	return 1, ps.escapeByte(b)
}

// runC1 reads a C1 control, as which it is ESC and a letter.
func (ps *parser) runC1(c byte) token {
	ps.begin()
	return ps.escapeByte(c - 0x40)
}
