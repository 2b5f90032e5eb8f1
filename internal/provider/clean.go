package provider

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"jp/internal/ansi"
	"jp/internal/text"
)

// Clean makes one line of at most limit runes out of text that a service sent:
// runs of white space become one blank, escape sequences go with their payload,
// controls go, and bytes that are not UTF-8 become U+FFFD. What a reader would not
// see, or what reorders its neighbours, is shown as <U+202E>: somebody decides by
// what stands there. It never looks at much more of the text than needed for limit. A
// cut is marked with "…", which counts.
//
// It is for errors and other facts about a stream. Answers are passed on
// verbatim and sanitised where they are displayed.
func Clean(text string, limit int) string {
	l := line{limit: limit}
	var scan ansi.Scanner
	for len(text) > 0 && !l.full {
		in := []byte(text[:min(len(text), cleanStep)])
		text = text[len(in):]
		for len(in) > 0 && !l.full {
			var token ansi.Token
			token, in = scan.Next(in)
			switch token.Kind {
			case ansi.Text:
				l.add(token.Text)
			case ansi.Newline, ansi.CarriageReturn, ansi.Tab:
				l.blank = true
			}
		}
	}
	return l.String()
}

// cleanStep is how many bytes are looked at at once.
const cleanStep = 512

// line is a bounded line in the making.
type line struct {
	strings.Builder
	limit, runes int
	blank        bool // white space came, and stands before what comes next
	full         bool
}

func (l *line) add(s []byte) {
	for len(s) > 0 && !l.full {
		r, size := utf8.DecodeRune(s)
		s = s[size:]
		switch {
		case unicode.IsSpace(r):
			l.blank = true
		case r > ' ' && r < utf8.RuneSelf:
			l.put(string(r), 1)
		case isHidden(r):
			name := fmt.Sprintf("<U+%04X>", r)
			l.put(name, len(name))
		default:
			l.put(string(r), 1)
		}
	}
}

// put adds what has so many runes, whole or not at all.
func (l *line) put(s string, runes int) {
	blank := l.blank && l.runes > 0
	if blank {
		runes++
	}
	if l.runes+runes > l.limit {
		cut := cutMark(l.String(), l.limit)
		l.Reset()
		l.WriteString(cut)
		l.full = true
		return
	}
	if blank {
		l.WriteByte(' ')
	}
	l.WriteString(s)
	l.runes, l.blank = l.runes+runes, false
}

// isHidden reports whether nobody would see r, or whether nobody can say what they
// would see.
func isHidden(r rune) bool {
	if !unicode.IsGraphic(r) || unicode.Is(unicode.Co, r) {
		return true
	}
	s := string(r)
	return text.Visible(s) != s
}

// cutMark replaces the end of line by "…" so that it still fits limit runes.
func cutMark(line string, limit int) string {
	if limit <= 0 {
		return ""
	}
	for utf8.RuneCountInString(line) >= limit {
		_, size := utf8.DecodeLastRuneInString(line)
		line = line[:len(line)-size]
	}
	return strings.TrimRight(line, " ") + "…"
}
