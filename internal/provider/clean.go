package provider

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes one line of at most limit runes out of text that a service sent:
// runs of white space become one blank, control and invisible characters go,
// bytes that are not UTF-8 become U+FFFD. It never looks at more of text than
// needed for limit. A cut is marked with "…", which counts.
//
// It is for errors and other facts about a stream. Answers are passed on
// verbatim and sanitised where they are displayed.
func Clean(text string, limit int) string {
	var b strings.Builder
	runes, blank := 0, false
	for _, r := range text {
		if unicode.IsSpace(r) {
			blank = runes > 0
			continue
		}
		if !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) {
			continue
		}
		need := 1
		if blank {
			need = 2
		}
		if runes+need > limit {
			return cutMark(b.String(), limit)
		}
		if blank {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		runes, blank = runes+need, false
	}
	return b.String()
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
