package engine

import "jp/internal/ansi"

// input is one channel's view of what is printed on it: the scanner's state, and
// a carriage return whose meaning the next byte decides.
type input struct {
	scan ansi.Scanner
	cr   bool

	// For a plain channel: where the line under way begins in the engine's buffer,
	// or -1 when part of it is written; and whether it has any text.
	lineStart int
	lineText  bool
}

// screenTokens hands the tokens of s to yield, with CR LF and a lone CR both made
// one Newline. A lone CR on a screen is a line break: what it would overwrite may
// be on the screen already, and nothing printed may be lost
// (docs/decisions/lone-cr-is-a-line-break.md).
func (in *input) screenTokens(s []byte, yield func(ansi.Token)) {
	for len(s) > 0 {
		var tok ansi.Token
		tok, s = in.scan.Next(s)
		if tok.Kind == ansi.End {
			continue
		}
		if in.cr && tok.Kind != ansi.SGR && tok.Kind != ansi.Link {
			in.cr = false
			yield(ansi.Token{Kind: ansi.Newline})
			if tok.Kind == ansi.Newline {
				continue
			}
		}
		if tok.Kind == ansi.CarriageReturn {
			in.cr = true
			continue
		}
		yield(tok)
	}
}

// appendPlain adds s to dst as a file gets it: text, newline and tab. CR LF is a
// newline. A lone CR drops the line as far as this write has it; when part of the
// line is written already it becomes a newline. from is where this write's bytes
// begin in dst.
func (in *input) appendPlain(dst, s []byte, from int) []byte {
	for len(s) > 0 {
		var tok ansi.Token
		tok, s = in.scan.Next(s)
		if tok.Kind == ansi.End {
			continue
		}
		if tok.Kind == ansi.SGR || tok.Kind == ansi.Link {
			continue
		}
		if in.cr && tok.Kind != ansi.Newline {
			dst = in.overwrite(dst, from)
		}
		in.cr = false
		switch tok.Kind {
		case ansi.Text:
			dst = append(dst, tok.Text...)
			in.lineText = true
		case ansi.Tab:
			dst = append(dst, '\t')
			in.lineText = true
		case ansi.Newline:
			dst = append(dst, '\n')
			in.lineStart = len(dst)
			in.lineText = false
		case ansi.CarriageReturn:
			in.cr = true
		}
	}
	return dst
}

func (in *input) overwrite(dst []byte, from int) []byte {
	if !in.lineText {
		return dst
	}
	in.lineText = false
	if in.lineStart >= from {
		return dst[:in.lineStart]
	}
	in.lineStart = len(dst) + 1
	return append(dst, '\n')
}
