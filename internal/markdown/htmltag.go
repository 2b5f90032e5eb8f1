package markdown

import (
	"bytes"
)

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
