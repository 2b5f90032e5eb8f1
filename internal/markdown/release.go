package markdown

import (
	"bytes"
)

// put gives text to the layout.
func (in *inline) put(s []byte, extra look) {
	in.lay.text(s, style{in.look | in.styles() | in.linkHere | extra, in.linkNow})
}

// putRaw gives source that may hold line ends to the layout.
func (in *inline) putRaw(s []byte, extra look) {
	for i := 0; ; i++ {
		line, rest, more := bytes.Cut(s, lineBreak)
		if i > 0 {
			line = bytes.TrimLeft(line, " \t")
		}
		in.put(line, extra)
		if !more {
			return
		}
		in.lay.softBreak(style{in.look | in.styles() | in.linkHere, in.linkNow})
		s = rest
	}
}

func (in *inline) styles() look {
	var l look
	for i, n := range in.open {
		if n > 0 {
			l |= styleLooks[i]
		}
	}
	return l
}

// release gives the first n nodes to the layout.
func (in *inline) release(n int) {
	if n == 0 {
		return
	}
	visible := in.lay.opt.Markers == MarkersVisible
	for i := range n {
		nd := &in.nodes.items[i]
		switch nd.kind {
		case nodeText:
			in.put(in.buf[nd.from:nd.to], 0)
		case nodeAux:
			in.put(in.aux[nd.from:nd.to], 0)
		case nodeCode:
			in.releaseCode(in.buf[nd.from:nd.to], visible)
		case nodeDelim:
			in.releaseDelim(nd, visible)
		case nodeSoft:
			in.lay.softBreak(style{in.look | in.styles() | in.linkHere, in.linkNow})
		case nodeHard:
			if visible {
				in.put([]byte{'\\'}, lookMarker)
			}
			in.lay.hardBreak(style{in.look | in.styles() | in.linkHere, in.linkNow})
		case nodeLinkOpen, nodeLinkClose:
			in.releaseLink(nd, visible)
		case nodeAuto:
			in.releaseAuto(nd)
		case nodeAside:
			in.putRaw(in.buf[nd.from:nd.to], lookAside)
		}
	}
	in.nodes.drop(n)
	if len(in.nodes.items) == 0 && len(in.lay.links) > linkBytesMax {
		in.lay.forgetLinks()
	}
	if len(in.nodes.items) == 0 {
		in.aux = in.aux[:0]
	}
}

func (in *inline) releaseDelim(nd *node, visible bool) {
	c := in.buf[nd.from]
	for i, k := range nd.closes {
		for range k {
			if visible {
				in.put(delimText(c, i, nd), lookMarker)
			}
			in.open[i]--
		}
	}
	in.put(in.buf[nd.from:nd.to], 0)
	for i := styleCount - 1; i >= 0; i-- {
		for range nd.opens[i] {
			in.open[i]++
			if visible {
				in.put(delimText(c, i, nd), lookMarker)
			}
		}
	}
}

func delimText(c byte, style int, nd *node) []byte {
	switch {
	case style == styleStrike && nd.flag:
		return []byte("~")
	case style == styleStrike:
		return []byte("~~")
	case style == styleStrong && c == '*':
		return []byte("**")
	case style == styleStrong:
		return []byte("__")
	case c == '*':
		return []byte("*")
	}
	return []byte("_")
}

// releaseCode shows a code span: line ends are blanks, and one blank at each end is the source's.
func (in *inline) releaseCode(s []byte, visible bool) {
	ticks := 0
	for s[ticks] == '`' {
		ticks++
	}
	if visible {
		in.put(s[:ticks], lookMarker)
	}
	body := s[ticks : len(s)-ticks]
	if len(body) > 2 && isSpaceByte(body[0]) && isSpaceByte(body[len(body)-1]) && !isAllSpace(body) {
		body = body[1 : len(body)-1]
	}
	if len(body) <= unbrokenMax && !in.lay.whole && !isSpaceByte(body[0]) && !isSpaceByte(body[len(body)-1]) {
		in.lay.unbroken(body, style{in.look | in.styles() | in.linkHere | lookCode, in.linkNow})
		body = nil
	}
	for from := 0; from < len(body); {
		to := from
		for to < len(body) && body[to] != '\n' {
			to++
		}
		in.put(body[from:to], lookCode)
		if to < len(body) {
			in.lay.space(style{in.look | in.styles() | in.linkHere | lookCode, in.linkNow})
		}
		from = to + 1
	}
	if visible {
		in.put(s[:ticks], lookMarker)
	}
}

// unbrokenMax is the longest code span that stays on one row.
const unbrokenMax = 24
