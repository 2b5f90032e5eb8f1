package recording

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// valueEnd returns the index behind the JSON value at the front of b. It knows strings,
// brackets and words, and does not mind what is wrong inside them.
func valueEnd(b []byte) (int, found) {
	i := skipBlank(b, 0)
	depth := 0
	for i < len(b) {
		switch c := b[i]; {
		case c == '"':
			end, ok := stringEnd(b, i+1)
			if !ok {
				return len(b), foundPart
			}
			i = end
		case c == '[' || c == '{':
			depth++
			i++
			continue
		case c == ']' || c == '}':
			if depth == 0 {
				return i, foundOdd
			}
			depth--
			i++
		case depth > 0 && (isBlank(c) || c == ',' || c == ':'):
			i++
			continue
		case c == ',' || c == ':':
			return i, foundOdd
		default:
			i = wordEnd(b, i)
		}
		if depth == 0 {
			return i, foundAll
		}
	}
	return len(b), foundPart
}

// nesting follows the brackets of one value over a text that grows, without looking at any
// byte twice.
type nesting struct {
	i, depth int
	inString bool
	opened   bool
}

// closed reports whether the value at the front of b has ended. b holds all of what was
// passed before, and perhaps more.
func (n *nesting) closed(b []byte) bool {
	for ; n.i < len(b); n.i++ {
		switch c := b[n.i]; {
		case c == '\\' && n.inString:
			n.i++ // whatever comes next, perhaps only later, is no end of the string
		case c == '"':
			n.inString = !n.inString
		case n.inString:
		case c == '{' || c == '[':
			n.depth++
			n.opened = true
		case c == '}' || c == ']':
			n.depth--
		}
		if n.opened && n.depth <= 0 {
			return true
		}
	}
	return false
}

func stringEnd(b []byte, i int) (int, bool) {
	for ; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1, true
		}
	}
	return len(b), false
}

func wordEnd(b []byte, i int) int {
	for i < len(b) && !isBlank(b[i]) && !bytes.ContainsRune([]byte(`,:[]{}"`), rune(b[i])) {
		i++
	}
	return i
}

// member is one field of a JSON object, with its value as written.
type member struct {
	key   string
	value []byte
	cut   bool // the text ends inside the value
}

// members reads the object at the front of b: its fields in order, the index behind it,
// and whether it was well formed. It reads as far as it can.
func members(b []byte) (fields []member, end int, got found) {
	i := skipBlank(b, 0)
	if i >= len(b) || b[i] != '{' {
		return nil, i, foundOdd
	}
	i++
	got = foundAll
	comma := true // whether a field may stand here without having to be repaired
	for {
		i = skipBlank(b, i)
		switch {
		case i >= len(b):
			return fields, i, foundPart
		case b[i] == '}':
			if comma && len(fields) > 0 {
				got = foundOdd // trailing comma
			}
			return fields, i + 1, got
		case b[i] == ',':
			if comma {
				got = foundOdd
			}
			comma = true
			i++
			continue
		case b[i] != '"':
			return fields, i, foundOdd
		}
		keyEnd, ok := stringEnd(b, i+1)
		if !ok {
			return fields, len(b), foundPart
		}
		key := string(b[i+1 : keyEnd-1])
		i = skipBlank(b, keyEnd)
		if i >= len(b) {
			return fields, i, foundPart
		}
		if b[i] != ':' {
			return fields, i, foundOdd
		}
		i = skipBlank(b, i+1)
		n, state := valueEnd(b[i:])
		if state == foundOdd {
			return fields, i, foundOdd
		}
		fields = append(fields, member{key, b[i : i+n], state == foundPart})
		i += n
		comma = false
	}
}

// tidyJSON rewrites what people and other languages write for JSON: it drops trailing
// commas, escapes raw control bytes in strings, and turns NaN and Infinity into null.
func tidyJSON(b []byte) []byte {
	out := make([]byte, 0, len(b)+16)
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '"':
			end, _ := stringEnd(b, i+1)
			out = appendTidyString(out, b[i:end])
			i = end
		case c == ',':
			next := skipBlank(b, i+1)
			if next < len(b) && b[next] != ']' && b[next] != '}' && b[next] != ',' {
				out = append(out, c)
			}
			i++
		case c == 'N' || c == 'I' || c == '-' && i+1 < len(b) && b[i+1] == 'I':
			i = max(wordEnd(b, i), i+1)
			out = append(out, "null"...)
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

func appendTidyString(out, s []byte) []byte {
	const hex = "0123456789abcdef"
	for _, c := range s {
		if c < ' ' {
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			continue
		}
		out = append(out, c)
	}
	return out
}

// elements splits the JSON array b, which valueEnd has measured, into its values.
func elements(b []byte) ([]json.RawMessage, bool) {
	var list []json.RawMessage
	if json.Unmarshal(b, &list) == nil {
		return list, true
	}
	return list, json.Unmarshal(tidyJSON(b), &list) == nil
}

// lenientText is the string in raw, decoded by the same rules as on the usual path.
func (s *scanner) lenientText(raw []byte) bool {
	s.data = s.data[:0]
	if len(raw) == 0 || raw[0] != '"' {
		return false
	}
	_, got := s.text(raw, 1)
	return got == foundAll
}

// lenientSeconds reads a time in any spelling. ok is false for what is no usable number;
// text tells that it was a string.
func lenientSeconds(raw []byte) (t time.Duration, text, ok bool) {
	word := string(raw)
	if len(raw) > 1 && raw[0] == '"' {
		text = true
		word = strings.Trim(strings.TrimSpace(word), `"`)
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
	if err != nil {
		return 0, text, false
	}
	t, ok = durationOf(seconds)
	return t, text, ok
}

// durationOf converts seconds, if they are a number within ±[MaxTime].
func durationOf(seconds float64) (time.Duration, bool) {
	if math.IsNaN(seconds) || math.Abs(seconds) > MaxTime.Seconds() {
		return 0, false
	}
	return time.Duration(math.Round(seconds * float64(time.Second))), true
}

// lenientSize reads "80x24", "80X24", [80,24] and {"cols":80,"rows":24}.
func lenientSize(raw []byte) (cols, rows int, ok bool) {
	var pair [2]float64
	switch {
	case len(raw) == 0:
		return 0, 0, false
	case raw[0] == '"':
		return parseSize(bytes.Trim(raw, `"`))
	case raw[0] == '[':
		list, isList := elements(raw)
		if !isList || len(list) != 2 {
			return 0, 0, false
		}
		for i := range list {
			if json.Unmarshal(list[i], &pair[i]) != nil {
				return 0, 0, false
			}
		}
	default:
		var named struct{ Cols, Rows, Width, Height float64 }
		if json.Unmarshal(raw, &named) != nil {
			return 0, 0, false
		}
		pair = [2]float64{max(named.Cols, named.Width), max(named.Rows, named.Height)}
	}
	cols, okCols := integral(pair[0])
	rows, okRows := integral(pair[1])
	return cols, rows, okCols && okRows && isSize(cols, rows)
}

// parseSize reads COLSxROWS without allocating.
func parseSize(b []byte) (cols, rows int, ok bool) {
	b = bytes.TrimSpace(b)
	x := bytes.IndexAny(b, "xX*")
	if x <= 0 || len(b) > 24 {
		return 0, 0, false
	}
	cols, okCols := parseSide(b[:x])
	rows, okRows := parseSide(b[x+1:])
	return cols, rows, okCols && okRows && isSize(cols, rows)
}

func parseSide(b []byte) (int, bool) {
	v := 0
	for _, c := range b {
		if !isDigit(c) || v > MaxSide {
			return 0, false
		}
		v = v*10 + int(c-'0')
	}
	return v, len(b) > 0
}

// integral accepts 80 and 80.0, not 80.5.
func integral(v float64) (int, bool) {
	if v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, false
	}
	return int(v), true
}

// validText is b as valid UTF-8, with every wrong byte replaced; tail is how many bytes at
// its end may be the start of a character that goes on in the next event.
func validText(dst, b []byte) (out []byte, tail int, replaced bool) {
	for len(b) > 0 {
		char, n := utf8.DecodeRune(b)
		if char != utf8.RuneError || n > 1 {
			dst = append(dst, b[:n]...)
			b = b[n:]
			continue
		}
		if !utf8.FullRune(b) {
			return dst, len(b), replaced
		}
		dst = utf8.AppendRune(dst, utf8.RuneError)
		replaced = true
		b = b[1:]
	}
	return dst, 0, replaced
}
