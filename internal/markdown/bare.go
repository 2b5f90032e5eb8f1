package markdown

import (
	"bytes"
	"unicode/utf8"
)

var addressStarts = [...]string{"https://", "http://", "www."}

// mayBeAddress reports whether an address in the open may begin at s[i].
func (in *inline) mayBeAddress(s []byte, i int, final bool) bool {
	if len(in.brackets.items) > 0 {
		return false
	}
	before := in.before
	switch {
	case i > 0:
		before = rune(s[i-1])
	case in.pos > 0:
		before = rune(in.buf[in.pos-1])
	}
	switch before {
	case ' ', '\t', '\n', '*', '_', '~', '(', '|', '"', '\'', ':':
	default:
		return before >= utf8.RuneSelf && isAddressStart(s[i:], final)
	}
	return isAddressStart(s[i:], final)
}

func isAddressStart(s []byte, final bool) bool {
	for _, start := range addressStarts {
		switch {
		case len(s) > len(start):
			if string(s[:len(start)]) == start && s[len(start)] > ' ' {
				return true
			}
		case !final && start[:len(s)] == string(s):
			return true
		}
	}
	return false
}

func hasAddressStart(s []byte) bool {
	for _, start := range addressStarts {
		if len(s) > len(start) && string(s[:len(start)]) == start {
			return true
		}
	}
	return false
}

// endsAddress reports whether s begins with what no address in the open holds: blanks, <, and the letters and signs of
// scripts that are written without blanks.
func endsAddress(s []byte) bool {
	c := s[0]
	if c < utf8.RuneSelf {
		return c <= ' ' || c == '<' || c == '`' || c == '"' || c == '|'
	}
	if !utf8.RuneStart(c) {
		return false
	}
	r, _ := utf8.DecodeRune(s)
	return r >= 0x2e80 && r < 0x1f000 || r >= 0x2010 && r <= 0x2027
}

// trimAddress takes punctuation off the end, and closers that nothing in the address opens.
func trimAddress(s []byte) int {
	n := len(s)
	extra := bytes.Count(s, []byte{')'}) - bytes.Count(s, []byte{'('})
	isBracketed := bytes.IndexByte(s, '[') >= 0
	for n > 0 {
		switch c := s[n-1]; {
		case c == ';' && entityStart(s[:n]) >= 0:
			n = entityStart(s[:n])
		case bytes.IndexByte([]byte("?!.,:;*_~'"), c) >= 0:
			n--
		case c == ')' && extra > 0:
			extra--
			n--
		case c == ']' && !isBracketed:
			n--
		default:
			return n
		}
	}
	return n
}

// entityStart is where a reference to a character at the end of s begins; -1 when there is none.
func entityStart(s []byte) int {
	for i := len(s) - 2; i >= 0 && len(s)-i < entityMax; i-- {
		if s[i] == '&' {
			return i
		}
		if !isAlnum(s[i]) && s[i] != '#' {
			break
		}
	}
	return -1
}

// address reads an address in the open: up to a blank, a < or a character that no address holds, less the punctuation
// that belongs to the sentence.
func (in *inline) address(s []byte, final bool) int {
	if len(s) <= len(addressStarts[0]) && !final && !hasAddressStart(s) {
		return 0
	}
	i := in.waited
	for i < len(s) && i < addressMax && !endsAddress(s[i:]) {
		i++
	}
	in.work += i - in.waited
	if i == len(s) && !final && i < addressMax {
		in.waited = i
		return 0
	}
	n := trimAddress(s[:i])
	if !isAddressStart(s[:n], true) {
		return in.addText(1)
	}
	in.nodes.push(node{kind: nodeAuto, from: in.pos, to: in.pos + n, at: in.base + in.pos})
	return n
}
