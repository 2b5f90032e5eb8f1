package screentest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A token is one argument of a script line: a bare word, a quoted text, or
// either of them behind "key=".
type token struct {
	key    string
	text   string
	quoted bool
}

// lexLine splits a line into the commands that ";" separates, and each of them
// into tokens. A "#" with a blank behind it begins a comment.
func lexLine(line string) ([][]token, error) {
	var all [][]token
	var current []token
	for {
		line = strings.TrimLeft(line, " \t")
		switch {
		case line == "" || line == "#" || strings.HasPrefix(line, "# "):
			if len(current) > 0 || len(all) > 0 {
				all = append(all, current)
			}
			return all, nil
		case line[0] == ';':
			all, current, line = append(all, current), nil, line[1:]
		default:
			tok, rest, err := lexToken(line)
			if err != nil {
				return nil, err
			}
			current, line = append(current, tok), rest
		}
	}
}

func lexToken(s string) (token, string, error) {
	var tok token
	if s[0] != '"' {
		end := strings.IndexAny(s, " \t;=\"")
		switch {
		case end < 0:
			return token{text: s}, "", nil
		case end == 0 || s[end] == '"':
			return tok, "", fmt.Errorf("stray %q: write key=\"text\", or a blank before the quote", s[end])
		case s[end] != '=' || isOperator(s[:end]):
			return operatorOrWord(s, end)
		}
		tok.key, s = s[:end], s[end+1:]
		if s == "" || s[0] == ' ' || s[0] == '\t' {
			return tok, "", fmt.Errorf("%s= has no value", tok.key)
		}
	}
	if s[0] == '"' {
		text, rest, err := unquote(s)
		tok.text, tok.quoted = text, true
		return tok, rest, err
	}
	end := strings.IndexAny(s, " \t;")
	if end < 0 {
		end = len(s)
	}
	tok.text = s[:end]
	return tok, s[end:], nil
}

// isOperator reports whether a word before "=" is the first half of <= or >=.
func isOperator(s string) bool { return s == "<" || s == ">" }

func operatorOrWord(s string, end int) (token, string, error) {
	if s[end] == '=' {
		end++
		if tail := strings.IndexAny(s[end:], " \t;"); tail >= 0 {
			end += tail
		} else {
			end = len(s)
		}
	}
	return token{text: s[:end]}, s[end:], nil
}

// unquote reads a Go-like string literal at the start of s. Beyond Go's escapes
// it knows \e, the escape character.
func unquote(s string) (text, rest string, err error) {
	const escape = 27
	var b strings.Builder
	for s = s[1:]; s != ""; {
		switch {
		case s[0] == '"':
			return b.String(), s[1:], nil
		case strings.HasPrefix(s, `\e`):
			b.WriteByte(escape)
			s = s[2:]
		default:
			r, multibyte, tail, err := strconv.UnquoteChar(s, '"')
			if err != nil {
				return "", "", fmt.Errorf("bad escape at %.4q: use \\n \\t \\r \\e \\u1234 \\x41 \\\\ \\\"", s)
			}
			if r < utf8.RuneSelf || !multibyte {
				b.WriteByte(byte(r))
			} else {
				b.WriteRune(r)
			}
			s = tail
		}
	}
	return "", "", fmt.Errorf("the text has no closing quote")
}
