package recording

import (
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// found says how far a scan got.
type found uint8

const (
	foundAll  found = iota
	foundPart       // the text ends before the value does
	foundOdd        // something else stands there; the lenient reader may know
)

// scanner reads the usual event line `[1.5, "o", "text"]` in one pass. It changes nothing
// in the line, so that the lenient reader can have a second look. The scanned parts stay
// valid until the next scan.
type scanner struct {
	time    time.Duration // as written, absolute or relative
	code    []byte        // part of the line
	data    []byte        // decoded, in a buffer that is reused
	control bool          // there were raw control bytes in data
	half    bool          // there was half a surrogate pair
}

// event scans one event at the front of b and returns the bytes it took.
func (s *scanner) event(b []byte) (int, found) {
	s.data = s.data[:0]
	s.control, s.half = false, false
	i := skipBlank(b, 0)
	if i == len(b) {
		return 0, foundPart
	}
	if b[i] != '[' {
		return 0, foundOdd
	}
	t, i, ok := scanSeconds(b, skipBlank(b, i+1))
	if !ok {
		return 0, partOrOdd(b, i)
	}
	s.time = t
	if i = skipComma(b, i); i < 0 || i >= len(b) || b[i] != '"' {
		return 0, partOrOdd(b, i)
	}
	codeStart := i + 1
	for i = codeStart; i < len(b) && b[i] != '"'; i++ {
		if b[i] == '\\' || b[i] < ' ' {
			return 0, foundOdd
		}
	}
	if i >= len(b) {
		return 0, foundPart
	}
	s.code = b[codeStart:i]
	if i = skipComma(b, i+1); i < 0 || i >= len(b) || b[i] != '"' {
		return 0, partOrOdd(b, i)
	}
	i, got := s.text(b, i+1)
	if got != foundAll {
		return 0, got
	}
	i = skipBlank(b, i)
	if i == len(b) {
		return 0, foundPart
	}
	if b[i] != ']' {
		return 0, foundOdd
	}
	return i + 1, foundAll
}

// partOrOdd tells a line that stopped too early from one that holds something else.
func partOrOdd(b []byte, i int) found {
	if i >= len(b) {
		return foundPart
	}
	return foundOdd
}

// text decodes the rest of a JSON string into s.data and returns the index behind the
// closing quote. Raw control bytes and bytes that are not UTF-8 are taken as they are.
func (s *scanner) text(b []byte, i int) (int, found) {
	for {
		run := i
		for i < len(b) && b[i] >= ' ' && b[i] != '"' && b[i] != '\\' {
			i++
		}
		s.data = append(s.data, b[run:i]...)
		if i == len(b) {
			return i, foundPart
		}
		switch b[i] {
		case '"':
			return i + 1, foundAll
		case '\\':
			var got found
			if i, got = s.escape(b, i+1); got != foundAll {
				return i, got
			}
		default:
			s.control = true
			s.data = append(s.data, b[i])
			i++
		}
	}
}

// escape decodes one escape; i is behind its backslash.
func (s *scanner) escape(b []byte, i int) (int, found) {
	if i >= len(b) {
		return i, foundPart
	}
	c := b[i]
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		return s.unicode(b, i+1)
	default:
		return i, foundOdd
	}
	s.data = append(s.data, c)
	return i + 1, foundAll
}

func (s *scanner) unicode(b []byte, i int) (int, found) {
	char, got := scanHex(b, i)
	if got != foundAll {
		return i, got
	}
	i += 4
	if utf16.IsSurrogate(char) {
		if i+6 <= len(b) && b[i] == '\\' && b[i+1] == 'u' {
			low, got := scanHex(b, i+2)
			if both := utf16.DecodeRune(char, low); got == foundAll && both != utf8.RuneError {
				s.data = utf8.AppendRune(s.data, both)
				return i + 6, foundAll
			}
		}
		s.half = true
		char = utf8.RuneError
	}
	s.data = utf8.AppendRune(s.data, char)
	return i, foundAll
}

func scanHex(b []byte, i int) (rune, found) {
	var v rune
	for range 4 {
		if i >= len(b) {
			return 0, foundPart
		}
		c := b[i]
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, foundOdd
		}
		v = v<<4 | rune(c)
		i++
	}
	return v, foundAll
}

// scanSeconds reads a plain decimal number of seconds. It gives up on exponents and on
// more digits than a time here can have, which the lenient reader then judges.
func scanSeconds(b []byte, i int) (time.Duration, int, bool) {
	negative := i < len(b) && b[i] == '-'
	if negative {
		i++
	}
	first := i
	var whole, part int64
	for i < len(b) && isDigit(b[i]) {
		whole = whole*10 + int64(b[i]-'0')
		if i++; i-first > 10 {
			return 0, i, false
		}
	}
	if i == first {
		return 0, i, false
	}
	if i < len(b) && b[i] == '.' {
		i++
		scale := int64(time.Second)
		for i < len(b) && isDigit(b[i]) {
			if scale > 1 { // digits below a nanosecond do not count
				scale /= 10
				part += scale * int64(b[i]-'0')
			}
			i++
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') || whole > int64(MaxTime/time.Second) {
		return 0, i, false
	}
	t := time.Duration(whole*int64(time.Second) + part)
	if negative {
		t = -t
	}
	return t, i, true
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func skipBlank(b []byte, i int) int {
	for i < len(b) && isBlank(b[i]) {
		i++
	}
	return i
}

// skipComma expects a comma between blanks and returns the index of what follows, or -1.
func skipComma(b []byte, i int) int {
	i = skipBlank(b, i)
	if i >= len(b) {
		return len(b)
	}
	if b[i] != ',' {
		return -1
	}
	return skipBlank(b, i+1)
}
