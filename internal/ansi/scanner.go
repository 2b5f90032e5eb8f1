package ansi

import "unicode/utf8"

// Scanner takes a byte stream that nobody vouches for apart into tokens. It
// keeps state between calls, so the stream may be cut anywhere. The zero Scanner
// is ready.
//
// What it lets through is text, newline, carriage return, tab, SGR and OSC 8.
// Everything else (other controls, C1, cursor movement, titles, queries, DCS,
// unknown sequences, with their payloads) yields no token. Invalid UTF-8 is
// U+FFFD. A string sequence longer than 4 KiB is dropped whole. A line end, and in
// a control sequence any control, ends what is unfinished: a sequence that never
// ends can not swallow more than its line.
type Scanner struct {
	state scanState
	buf   []byte // parameters or payload of the sequence under way, or a cut rune
	osc   bool   // the string sequence is an OSC, whose payload matters
	over  bool   // the sequence has outgrown its bound
}

type scanState uint8

const (
	ground scanState = iota
	runeCut
	escaped
	escapedMore // ESC with intermediate bytes
	csi
	stringSeq // OSC, DCS, APC, PM, SOS
	stringEsc // ESC inside a string: ST, or the start of something else
)

const (
	csiMax    = 256
	stringMax = 4096
)

// Token is one piece of a scanned stream.
type Token struct {
	Kind TokenKind
	// Text is the text of a Text token, the parameters of an SGR, the "params;uri"
	// of a Link. It is valid until the next call of Next, and only as long as the
	// string that was scanned.
	Text []byte
}

// TokenKind says what a token is.
type TokenKind uint8

// The kinds of token. End says that the input is used up.
const (
	End TokenKind = iota
	Text
	Newline
	CarriageReturn
	Tab
	SGR
	Link
)

// replacement stands for up to three bytes of a character that was cut short.
var replacement = []byte("\uFFFD\uFFFD\uFFFD")

const replacementLen = len("\uFFFD")

// Pending reports whether the stream stands inside a character or a sequence.
func (s *Scanner) Pending() bool { return s.state != ground }

// Reset forgets what is unfinished.
func (s *Scanner) Reset() { *s = Scanner{buf: s.buf[:0]} }

// Next returns the first token of in and the rest of in. It allocates nothing
// once its buffer has grown.
func (s *Scanner) Next(in []byte) (Token, []byte) {
	for len(in) > 0 {
		if s.state == ground {
			tok, n := s.ground(in)
			in = in[n:]
			if tok.Kind != End {
				return tok, in
			}
			continue
		}
		tok, n := s.sequence(in)
		in = in[n:]
		if tok.Kind != End {
			return tok, in
		}
	}
	return Token{}, nil
}

// ground reads a run of text or one control.
func (s *Scanner) ground(in []byte) (Token, int) {
	switch c := in[0]; {
	case c == '\n':
		return Token{Kind: Newline}, 1
	case c == '\r':
		return Token{Kind: CarriageReturn}, 1
	case c == '\t':
		return Token{Kind: Tab}, 1
	case c == 0x1b:
		s.state = escaped
		s.buf = s.buf[:0]
		return Token{}, 1
	case c < 0x20 || c == 0x7f:
		return Token{}, 1
	}
	n := textRun(in)
	if n > 0 {
		return Token{Kind: Text, Text: in[:n]}, n
	}
	if !utf8.FullRune(in) {
		s.state = runeCut
		s.buf = append(s.buf[:0], in...)
		return Token{}, len(in)
	}
	r, size := utf8.DecodeRune(in)
	if r == utf8.RuneError && size == 1 {
		return Token{Kind: Text, Text: replacement[:replacementLen]}, 1
	}
	s.c1(r)
	return Token{}, size
}

// c1 takes a C1 control, which is ESC and a letter in one character.
func (s *Scanner) c1(r rune) {
	switch r {
	case 0x90, 0x98, 0x9b, 0x9d, 0x9e, 0x9f:
		s.escape(byte(r - 0x40))
	}
}

// textRun is the length of the run of printable, valid, complete characters at
// the head of in.
func textRun(in []byte) int {
	i := 0
	for i < len(in) {
		c := in[i]
		if c < utf8.RuneSelf {
			if c < 0x20 || c == 0x7f {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(in[i:])
		if r == utf8.RuneError && size == 1 || r >= 0x80 && r < 0xa0 {
			return i
		}
		i += size
	}
	return i
}

// sequence goes on with what an earlier byte began.
func (s *Scanner) sequence(in []byte) (Token, int) {
	c := in[0]
	switch s.state {
	case runeCut:
		return s.finishRune(in)
	case escaped, stringEsc:
		if c < 0x20 && c != 0x1b || c >= 0x7f {
			s.state = ground
			return Token{}, 0
		}
		if c == '\\' && s.state == stringEsc {
			return s.endString()
		}
		s.escape(c)
	case escapedMore:
		switch {
		case c == 0x1b:
			s.state = escaped
		case c >= 0x30 && c < 0x7f:
			s.state = ground
		case c < 0x20 || c >= 0x7f:
			s.state = ground
			return Token{}, 0
		}
	case csi:
		return s.control(c)
	case stringSeq:
		return s.str(c)
	}
	return Token{}, 1
}

func (s *Scanner) finishRune(in []byte) (Token, int) {
	held := len(s.buf)
	n := 0
	for n < len(in) && !utf8.FullRune(s.buf) {
		s.buf = append(s.buf, in[n])
		n++
	}
	if !utf8.FullRune(s.buf) {
		return Token{}, n
	}
	s.state = ground
	r, size := utf8.DecodeRune(s.buf)
	switch {
	case r == utf8.RuneError && size == 1:
		// One replacement a byte, as for a stream that is not cut; the newcomers
		// are read afresh.
		return Token{Kind: Text, Text: replacement[:held*replacementLen]}, 0
	case r >= 0x80 && r < 0xa0:
		s.c1(r)
		return Token{}, n
	}
	return Token{Kind: Text, Text: s.buf[:size]}, n
}

func (s *Scanner) escape(c byte) {
	s.buf = s.buf[:0]
	s.over = false
	switch {
	case c == '[':
		s.state = csi
	case c == ']':
		s.state, s.osc = stringSeq, true
	case c == 'P' || c == 'X' || c == '^' || c == '_':
		s.state, s.osc = stringSeq, false
	case c >= 0x20 && c < 0x30:
		s.state = escapedMore
	case c == 0x1b:
		s.state = escaped
	default:
		s.state = ground
	}
}

// control reads one byte of a control sequence.
func (s *Scanner) control(c byte) (Token, int) {
	switch {
	case c == 0x1b:
		s.state = escaped
	case c >= 0x40 && c < 0x7f:
		s.state = ground
		if c == 'm' && !s.over && isSGR(s.buf) {
			return Token{Kind: SGR, Text: s.buf}, 1
		}
	case c < 0x20 || c >= 0x7f:
		s.state = ground
		return Token{}, 0 // the sequence is torn: read this from the ground
	case len(s.buf) < csiMax:
		s.buf = append(s.buf, c)
	default:
		s.over = true
	}
	return Token{}, 1
}

// isSGR tells SGR from XTMODKEYS ("CSI > … m") and from queries ("CSI ? … m").
func isSGR(params []byte) bool {
	for _, c := range params {
		if (c < '0' || c > '9') && c != ';' && c != ':' {
			return false
		}
	}
	return true
}

// str reads one byte of a string sequence.
func (s *Scanner) str(c byte) (Token, int) {
	switch {
	case c == 0x07 && s.osc:
		return s.endString()
	case c == 0x1b:
		s.state = stringEsc
	case c == 0x18 || c == 0x1a:
		s.state = ground
	case c == '\n' || c == '\r':
		s.state = ground
		return Token{}, 0
	case c == 0x9c && len(s.buf) > 0 && s.buf[len(s.buf)-1] == 0xc2:
		s.buf = s.buf[:len(s.buf)-1] // ST as one character
		return s.endString()
	case c < 0x20 || c == 0x7f:
		// Dropped, as terminals do.
	case len(s.buf) < stringMax:
		s.buf = append(s.buf, c)
	default:
		s.over = true
	}
	return Token{}, 1
}

func (s *Scanner) endString() (Token, int) {
	s.state = ground
	if s.osc && !s.over && len(s.buf) >= 2 && s.buf[0] == '8' && s.buf[1] == ';' && safeLink(s.buf[2:]) {
		return Token{Kind: Link, Text: s.buf[2:]}, 1
	}
	return Token{}, 1
}

// safeLink accepts printable ASCII with one separator: the specification asks
// for URIs to be percent-encoded.
func safeLink(payload []byte) bool {
	separator := false
	for _, c := range payload {
		if c < 0x20 || c > 0x7e {
			return false
		}
		separator = separator || c == ';'
	}
	return separator
}

// SequenceLen is the length of the one control, or the one complete sequence that
// Append functions of this package wrote, at the head of s.
func SequenceLen(s []byte) int {
	if len(s) < 2 || s[0] != 0x1b {
		return min(len(s), 1)
	}
	for i := 2; i < len(s); i++ {
		if s[1] == ']' && s[i-1] == 0x1b || s[1] == '[' && s[i] >= 0x40 {
			return i + 1
		}
	}
	return len(s)
}

// Strip is the text of s: no escapes, no controls but newline and tab.
func Strip(s []byte) string {
	var sc Scanner
	var out []byte
	for len(s) > 0 {
		var tok Token
		tok, s = sc.Next(s)
		switch tok.Kind {
		case Text:
			out = append(out, tok.Text...)
		case Newline:
			out = append(out, '\n')
		case Tab:
			out = append(out, '\t')
		}
	}
	return string(out)
}
