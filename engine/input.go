package engine

import "jp/internal/ansi"

// input is one channel's view of what is printed on it: the scanner's state, and
// a carriage return whose meaning the next byte decides.
type input struct {
	scan ansi.Scanner
	cr   bool

	// For a plain channel: where the line under way begins in the engine's buffer, or
	// -1 when an earlier print began it; and whether it has any text.
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

// appendPlain adds one print to dst as a file gets it: text, newline and tab.
// CR LF is a newline. Of a line with lone CRs the last segment counts, as far as
// this print has it; a segment that an earlier print has written ends in a newline.
func (in *input) appendPlain(dst, s []byte) []byte {
	in.lineStart = -1
	if !in.lineText {
		in.lineStart = len(dst)
	}
	for len(s) > 0 {
		var tok ansi.Token
		tok, s = in.scan.Next(s)
		switch tok.Kind {
		case ansi.Text:
			dst = append(in.overwrite(dst), tok.Text...)
			in.lineText = true
		case ansi.Tab:
			dst = append(in.overwrite(dst), '\t')
			in.lineText = true
		case ansi.Newline:
			dst = append(dst, '\n')
			in.lineStart = len(dst)
			in.lineText, in.cr = false, false
		case ansi.CarriageReturn:
			in.cr = true
		case ansi.SGR, ansi.Link, ansi.End:
		}
	}
	return dst
}

// overwrite makes room for what follows a carriage return, if one stands there.
func (in *input) overwrite(dst []byte) []byte {
	if !in.cr || !in.lineText {
		in.cr = false
		return dst
	}
	in.cr, in.lineText = false, false
	if in.lineStart >= 0 {
		return dst[:in.lineStart]
	}
	in.lineStart = len(dst) + 1
	return append(dst, '\n')
}
