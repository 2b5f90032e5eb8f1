package markdown

import "bytes"

// tickRunMax bounds the runs of backticks that can hold code.
const tickRunMax = 32

// codeSpan reads a run of backticks, and the code up to a run of the same length.
func (in *inline) codeSpan(s []byte, final bool) int {
	n := 1
	for n < len(s) && s[n] == '`' {
		n++
		if n > 2*tickRunMax {
			return in.addText(n)
		}
	}
	if n == len(s) && !final {
		return 0
	}
	if n > tickRunMax {
		return in.addText(n)
	}
	abs := in.base + in.pos
	i := n
	if in.tickLast[n] <= abs+1 {
		i = max(n, in.tickEnd-abs)
	}
	limit := min(len(s), constructMax)
	for i < limit {
		if s[i] != '`' {
			i++
			in.work++
			continue
		}
		run := 1
		for i+run < len(s) && s[i+run] == '`' && run <= tickRunMax {
			run++
		}
		if i+run == len(s) && !final {
			break
		}
		in.work += run
		if run <= tickRunMax {
			in.tickLast[run] = max(in.tickLast[run], abs+i+1)
		}
		if run == n {
			in.tickEnd = max(in.tickEnd, abs+i+run)
			in.nodes.push(node{kind: nodeCode, from: in.pos, to: in.pos + i + run, at: abs})
			return i + run
		}
		i += run
	}
	in.tickEnd = max(in.tickEnd, abs+i)
	if i < constructMax && !final {
		return 0
	}
	return in.addText(n)
}

// angle reads an address or a tag between < and >.
func (in *inline) angle(s []byte, final bool) int {
	if len(s) == 1 && !final {
		return 0
	}
	if !in.worthReading(s, "> \n<", final, constructMax) {
		return 0
	}
	s = s[:min(len(s), constructMax)]
	n, isMail, got := autolink(s)
	in.work += n
	kind := nodeAuto
	if got == readNo {
		n, got = htmlTag(s)
		in.work += n
		kind = nodeAside
	}
	switch {
	case got == readMore && !final && len(s) < constructMax:
		in.waited = len(s)
		return 0
	case got == readYes:
		in.nodes.push(node{kind: kind, from: in.pos, to: in.pos + n, at: in.base + in.pos, flag: isMail})
		return n
	}
	return in.addText(1)
}

// autolink reads "<scheme:address>" or "<mail@address>"; n is how far it got.
func autolink(s []byte) (n int, isMail bool, got read) {
	colon, at := 0, 0
	isScheme := len(s) > 1 && isAlpha(s[1])
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '>':
			switch {
			case colon >= 3 && colon <= 33:
				return i + 1, false, readYes
			case at > 1 && at < i-1 && isMailDomain(s[at+1:i]):
				return i + 1, true, readYes
			}
			return i, false, readNo
		case c <= ' ' || c == '<':
			return i, false, readNo
		case colon > 0:
		case c == ':' && at == 0 && i >= 3 && isScheme:
			colon = i
		case c == '@' && at == 0:
			at = i
		case isAlnum(c) || c == '+' || c == '.' || c == '-':
		case at == 0 && bytes.IndexByte([]byte("!#$%&'*/=?^_`{|}~"), c) >= 0:
			isScheme = false
		default:
			return i, false, readNo
		}
	}
	return len(s), false, readMore
}

func isMailDomain(s []byte) bool {
	for i, c := range s {
		edge := i == 0 || i == len(s)-1 || s[i-1] == '.' || s[i+1] == '.'
		if !isAlnum(c) && (c != '-' && c != '.' || edge) {
			return false
		}
	}
	return len(s) > 0
}

func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }

// entityMax bounds a reference to a character; the longest name has 31 letters.
const entityMax = 34

// entityLen is the length of what looks like a reference at the head of s.
func entityLen(s []byte) (int, read) {
	for i := 1; i < len(s) && i < entityMax; i++ {
		switch c := s[i]; {
		case c == ';':
			return i + 1, yesIf(i > 1 && (s[1] != '#' || isNumeric(s[2:i])))
		case c == '#' && i == 1, isAlnum(c):
		default:
			return 0, readNo
		}
	}
	return 0, moreIf(len(s) < entityMax)
}

// isNumeric reports whether s is "123" or "x1F", of a length that a reference may have.
func isNumeric(s []byte) bool {
	digits, isHex := s, false
	if len(s) > 0 && s[0]|0x20 == 'x' {
		digits, isHex = s[1:], true
	}
	for _, c := range digits {
		if !isDigit(c) && (!isHex || c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return len(digits) > 0 && len(digits) <= 7-btoi(isHex)
}

func (in *inline) entity(s []byte, final bool) int {
	n, got := entityLen(s)
	switch {
	case got == readMore && !final:
		return 0
	case got == readYes:
		if decoded := decodeEntity(s[:n]); decoded != string(s[:n]) {
			return in.pushAux(clean(decoded), n)
		}
	}
	return in.addText(1)
}
