package screentest

import (
	"strings"
	"unicode/utf8"
)

// A filter says what of the text printed to one channel can be read. It is the
// judge's own: escapes other than SGR and OSC 8 and controls other than newline
// and tab are dropped (SGR and links are no text, so they go too), CR LF is a
// newline, a lone CR is a line break on a screen. Text may be cut anywhere.
type filter struct {
	held []byte // an unfinished character or sequence
	cr   bool   // the text so far ends in CR
	keep bool   // a lone CR is kept, for a reader who knows what to do with it
}

// add returns what can be read of the next piece of text.
func (f *filter) add(text string) string {
	items, rest := scan(append(f.held, text...))
	f.held = append([]byte(nil), rest...)
	var b strings.Builder
	for _, it := range items {
		switch {
		case it.kind == itemControl:
			f.control(&b, it.bytes[0])
		case it.kind == itemText:
			f.lineBreak(&b)
			b.WriteString(strings.ToValidUTF8(string(it.bytes), string(utf8.RuneError)))
		}
	}
	return b.String()
}

func (f *filter) control(b *strings.Builder, c byte) {
	switch c {
	case '\r':
		f.lineBreak(b)
		f.cr = true
	case '\n':
		f.cr = false
		b.WriteByte('\n')
	case '\t':
		f.lineBreak(b)
		b.WriteByte('\t')
	}
}

// lineBreak settles a CR that no LF has followed.
func (f *filter) lineBreak(b *strings.Builder) {
	switch {
	case f.cr && f.keep:
		b.WriteByte('\r')
	case f.cr:
		b.WriteByte('\n')
	}
	f.cr = false
}
