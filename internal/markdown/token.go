package markdown

import (
	"bytes"
	"unicode/utf8"
)

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

// htmlTag reads a tag, a comment, a declaration, or the like; n is how far it got.
func htmlTag(s []byte) (n int, got read) {
	if len(s) < 2 {
		return 0, readMore
	}
	until := func(start, end string) (int, read) {
		if len(s) < len(start) {
			if bytes.HasPrefix([]byte(start), s) {
				return 0, readMore
			}
			return 0, readNo
		}
		if !bytes.HasPrefix(s, []byte(start)) {
			return 0, readNo
		}
		if i := bytes.Index(s[2:], []byte(end)); i >= 0 {
			return 2 + i + len(end), readYes
		}
		return len(s), readMore
	}
	switch c := s[1]; {
	case c == '?':
		return until("<?", "?>")
	case c == '!' && len(s) == 2:
		return 0, readMore
	case c == '!' && s[2] == '-':
		switch {
		case bytes.HasPrefix(s, []byte("<!-->")):
			return 5, readYes
		case bytes.HasPrefix(s, []byte("<!--->")):
			return 6, readYes
		}
		return until("<!--", "-->")
	case c == '!' && s[2] == '[':
		return until("<![CDATA[", "]]>")
	case c == '!' && isAlpha(s[2]):
		return until("<!", ">")
	case c == '/':
		i := tagName(s, 2)
		if i == 2 {
			return 0, moreIf(i == len(s))
		}
		if i = skipSpace(s, i); i == len(s) {
			return 0, readMore
		}
		return i + 1, yesIf(s[i] == '>')
	case isAlpha(c):
		return openTag(s)
	}
	return 0, readNo
}

func yesIf(b bool) read { return read(btoi(b)) }

func moreIf(b bool) read {
	if b {
		return readMore
	}
	return readNo
}

func tagName(s []byte, i int) int {
	if i < len(s) && isAlpha(s[i]) {
		for i < len(s) && (isAlnum(s[i]) || s[i] == '-') {
			i++
		}
	}
	return i
}

// openTag reads "<name attribute=value … />"; n is how far it got.
func openTag(s []byte) (n int, got read) {
	i := tagName(s, 1)
	for {
		j := skipSpace(s, i)
		switch {
		case j == len(s):
			return j, readMore
		case s[j] == '>':
			return j + 1, readYes
		case s[j] == '/':
			if j+1 == len(s) {
				return j, readMore
			}
			return j + 2, yesIf(s[j+1] == '>')
		case j == i || !isAlpha(s[j]) && s[j] != '_' && s[j] != ':':
			return j, readNo
		}
		for i = j; i < len(s) && (isAlnum(s[i]) || bytes.IndexByte([]byte("_:.-"), s[i]) >= 0); i++ {
			continue
		}
		if j = skipSpace(s, i); j == len(s) {
			return j, readMore
		}
		if s[j] != '=' {
			continue
		}
		if i, got = attributeValue(s, skipSpace(s, j+1)); got != readYes {
			return i, got
		}
	}
}

func attributeValue(s []byte, i int) (end int, got read) {
	if i == len(s) {
		return i, readMore
	}
	if q := s[i]; q == '"' || q == '\'' {
		if n := bytes.IndexByte(s[i+1:], q); n >= 0 {
			return i + n + 2, readYes
		}
		return len(s), readMore
	}
	j := i
	for j < len(s) && s[j] > ' ' && bytes.IndexByte([]byte("\"'=<>`"), s[j]) < 0 {
		j++
	}
	switch {
	case j == len(s):
		return j, readMore
	case j == i:
		return j, readNo
	}
	return j, readYes
}

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
