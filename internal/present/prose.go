package present

import (
	"jp/internal/ansi"
	"jp/internal/text"
)

// Prose takes everything out of a stream from outside that is not text: escapes, with their
// payloads, and controls other than newline and tab. CR LF is one line break, and so is CR alone.
// What reorders text is shown as <U+202E>, what is merely invisible goes, and the joiners that
// shape emoji and scripts stay. It keeps state, so the stream may be cut anywhere; use one Prose
// for each stream. The zero Prose is ready.
//
// Styling goes as well: a model that could set a colour could also leave it on.
type Prose struct {
	scan ansi.Scanner
	eyes text.Sanitizer // what it gets is whole characters, so it holds nothing back
	cr   bool           // the last thing was CR, which has become a newline already
}

// Append adds what is text in s to dst and returns it. A character or an escape that s ends in is
// held until the next call.
func (p *Prose) Append(dst []byte, s string) []byte {
	in := []byte(s)
	for {
		var token ansi.Token
		token, in = p.scan.Next(in)
		switch token.Kind {
		case ansi.End:
			return dst
		case ansi.Text:
			dst = p.eyes.Append(dst, token.Text)
		case ansi.Tab:
			dst = append(dst, '\t')
		case ansi.CarriageReturn:
			dst = append(dst, '\n')
		case ansi.Newline:
			if !p.cr {
				dst = append(dst, '\n')
			}
		case ansi.SGR, ansi.Link:
			continue // nothing on screen: a CR before it still waits for its LF
		}
		p.cr = token.Kind == ansi.CarriageReturn
	}
}

// Text is what is text in s, taken as a whole stream.
func Text(s string) string {
	var p Prose
	return string(p.Append(nil, s))
}
