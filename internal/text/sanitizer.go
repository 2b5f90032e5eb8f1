package text

import (
	"unicode/utf8"

	"jp/internal/ansi"
)

// Strength says how much of what deceives the eye a Sanitizer lets pass.
type Strength uint8

// The strengths.
const (
	// Prose is for text that is read: lines, tabs and the joiners that shape emoji and scripts stay. What reorders text
	// is shown as <U+202E>; what is merely invisible goes.
	Prose Strength = iota
	// Strict is for text that somebody decides on: a command, a path, a title. Everything goes on one line, and every
	// control, format and invisible character is shown. Nothing is removed, in any mode.
	Strict
)

// Mode says what becomes of an escape sequence in prose.
type Mode uint8

// The modes.
const (
	Strip     Mode = iota // it goes, with its payload
	Visualize             // one ␛ stands for it
	Off                   // it passes, and so does everything else
)

// Sanitizer takes what is dangerous out of a stream of text that nobody vouches for, so that it can be printed. Set the
// fields before the first Append. It keeps state between calls, so the stream may be cut anywhere, even in a character;
// use one for each stream, since the unfinished end of one must not join the start of another.
//
// CR LF is one line break, and so is a CR alone. What comes out of Append goes through a second Sanitizer unchanged.
type Sanitizer struct {
	Strength Strength
	Mode     Mode
	// Styles keeps SGR, rewritten in one form and without "conceal". Finish closes what is open.
	Styles bool
	// LastSegment makes a lone CR take back what its line held so far, as progress bars expect. A line is then held until
	// it ends, or until it has 4 KiB: from there on a CR is a line break again.
	LastSegment bool

	scan    ansi.Scanner
	pen     ansi.Pen
	cut     [utf8.UTFMax]byte // strict: the start of a character
	cutLen  int
	cr      bool // a CR came, and what it means depends on what comes next
	flag    bool // the last character belongs to a flag made of tags
	over    bool // the held line has outgrown its bound
	segment []byte

	inSequence bool // the scanner stands in a sequence
	lead       byte // what the scanner stands in began with
}

const segmentBytesMax = 4096

// Append adds to dst what of chunk may be printed and returns it.
func (s *Sanitizer) Append(dst, chunk []byte) []byte {
	switch {
	case s.Strength == Strict:
		return s.strict(dst, chunk)
	case s.Mode == Off:
		return append(dst, chunk...)
	}
	for len(chunk) > 0 {
		if n := s.clean(chunk); n > 0 {
			dst = append(dst, chunk[:n]...)
			chunk = chunk[n:]
			continue
		}
		was, wasSequence := s.scan.Pending(), s.inSequence
		n := s.span(chunk, was)
		tok, rest := s.scan.Next(chunk[:n])
		s.follow(chunk[:n], was)
		dropped := s.isDropped(tok, wasSequence)
		chunk = chunk[n-len(rest):]
		if dropped && s.Mode == Visualize {
			s.flag = false
			dst = s.put(dst, visibleEscape)
		}
		dst = s.token(dst, tok)
	}
	return dst
}

// visibleEscape stands for a sequence that was taken out.
var visibleEscape = []byte("␛")

// Finish ends the stream: what is unfinished goes the way of what is finished, and an open style is closed. The
// Sanitizer is then ready for another stream.
func (s *Sanitizer) Finish(dst []byte) []byte {
	if s.Strength != Strict && s.Mode != Off {
		if s.inSequence && s.Mode == Visualize {
			dst = s.put(dst, visibleEscape)
		}
		if s.cr {
			dst = s.lineBreak(dst)
		}
		dst = append(dst, s.segment...)
		if s.Styles && !s.pen.IsDefault() {
			dst = append(dst, ansi.ResetStyle...)
		}
	}
	for range s.cutLen {
		dst = utf8.AppendRune(dst, utf8.RuneError)
	}
	s.scan.Reset()
	s.inSequence = false
	s.pen, s.cutLen, s.cr, s.flag, s.over, s.segment = ansi.Pen{}, 0, false, false, false, s.segment[:0]
	return dst
}

// clean is the length of the run at the head of b that passes as it is.
func (s *Sanitizer) clean(b []byte) int {
	if s.cr || s.LastSegment || s.scan.Pending() {
		return 0
	}
	n := 0
	for n < len(b) && (b[n] >= ' ' && b[n] < 0x7f || b[n] == '\n' || b[n] == '\t') {
		n++
	}
	if n > 0 {
		s.flag = false
	}
	return n
}

// span is how much of b to give the scanner at once: a run of text, or a single byte where a sequence may end unseen.
func (s *Sanitizer) span(b []byte, pending bool) int {
	if pending || b[0] < ' ' || b[0] == 0x7f {
		return 1
	}
	if b[0] == c1Lead {
		return min(2, len(b))
	}
	n := 1
	for n < len(b) && b[n] >= ' ' && b[n] != 0x7f && b[n] != c1Lead {
		n++
	}
	return n
}

// c1Lead begins every C1 control in UTF-8.
const c1Lead = 0xc2

// follow keeps whether what the scanner stands in is a sequence, and not a character. in is what it was given last.
func (s *Sanitizer) follow(in []byte, was bool) {
	switch {
	case !s.scan.Pending():
		s.inSequence = false
	case !was:
		s.lead = in[0]
		s.inSequence = in[0] < utf8.RuneSelf || utf8.FullRune(in)
	case s.lead == c1Lead || in[0] == 0x1b:
		s.inSequence = true
	}
}

// isDropped reports whether a sequence or a control has just vanished.
func (s *Sanitizer) isDropped(tok ansi.Token, wasSequence bool) bool {
	switch {
	case s.inSequence || tok.Kind == ansi.SGR && s.Styles:
		return false
	case wasSequence:
		return true // ended, or torn by what tok is
	}
	return tok.Kind == ansi.End && !s.scan.Pending()
}

func (s *Sanitizer) token(dst []byte, tok ansi.Token) []byte {
	if s.cr && tok.Kind != ansi.CarriageReturn && tok.Kind != ansi.End {
		s.cr = false
		switch {
		case tok.Kind == ansi.Newline:
		case s.LastSegment && !s.over:
			s.segment, s.flag = s.segment[:0], false
		default:
			dst = s.lineBreak(dst)
		}
	}
	switch tok.Kind {
	case ansi.Text:
		return s.prose(dst, tok.Text)
	case ansi.Newline:
		return s.lineBreak(dst)
	case ansi.CarriageReturn:
		s.cr = true
	case ansi.Tab:
		return s.put(dst, tab)
	case ansi.SGR:
		if s.Styles {
			s.pen.Apply(tok.Text)
			s.pen = s.pen.WithoutConceal()
			if s.LastSegment && !s.over {
				s.segment = s.pen.Append(s.segment)
				return dst
			}
			return s.pen.Append(dst)
		}
	}
	return dst
}

var tab = []byte{'\t'}

// lineBreak ends the line, and with it what was held of it.
func (s *Sanitizer) lineBreak(dst []byte) []byte {
	dst = append(dst, s.segment...)
	s.segment, s.over, s.flag = s.segment[:0], false, false
	return append(dst, '\n')
}

// put adds p to the output, or to the line that is held.
func (s *Sanitizer) put(dst, p []byte) []byte {
	if !s.LastSegment || s.over {
		return append(dst, p...)
	}
	s.segment = append(s.segment, p...)
	if len(s.segment) > segmentBytesMax {
		dst = append(dst, s.segment...)
		s.segment, s.over = s.segment[:0], true
	}
	return dst
}

// prose adds valid text without controls, less what deceives.
func (s *Sanitizer) prose(dst, p []byte) []byte {
	from := 0
	for i := 0; i < len(p); {
		if p[i] < utf8.RuneSelf {
			s.flag = false
			i++
			continue
		}
		r, size := utf8.DecodeRune(p[i:])
		inFlag := s.flag
		s.flag = r == blackFlag || inFlag && isTag(r)
		if !Deceives(r) || inFlag && isTag(r) {
			i += size
			continue
		}
		dst = s.put(dst, p[from:i])
		switch {
		case r == lineSeparator || r == paragraphSeparator:
			dst = s.lineBreak(dst)
		case reorders(r) || isTag(r):
			var shown [16]byte
			dst = s.put(dst, appendRuneName(shown[:0], r))
		}
		i += size
		from = i
	}
	return s.put(dst, p[from:])
}

// strict adds chunk with everything visible.
func (s *Sanitizer) strict(dst, chunk []byte) []byte {
	for len(chunk) > 0 {
		if s.cutLen > 0 {
			s.cut[s.cutLen] = chunk[0]
			s.cutLen++
			if !utf8.FullRune(s.cut[:s.cutLen]) {
				chunk = chunk[1:]
				continue
			}
			r, size := utf8.DecodeRune(s.cut[:s.cutLen])
			if r == utf8.RuneError && size == 1 {
				for range s.cutLen - 1 {
					dst = utf8.AppendRune(dst, utf8.RuneError)
				}
			} else {
				dst = appendVisible(dst, r)
				chunk = chunk[1:]
			}
			s.cutLen = 0
			continue
		}
		if !utf8.FullRune(chunk) {
			s.cutLen = copy(s.cut[:], chunk)
			return dst
		}
		r, size := utf8.DecodeRune(chunk)
		dst = appendVisible(dst, r)
		chunk = chunk[size:]
	}
	return dst
}

// Visible is s in the strict form: one line in which nothing hides.
func Visible(s string) string {
	strict := Sanitizer{Strength: Strict}
	return string(strict.Finish(strict.Append(nil, []byte(s))))
}
