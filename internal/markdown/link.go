package markdown

import (
	"bytes"
	"html"

	"jp/internal/text"
)

// bracket is a [ or ![ that may still begin a link.
type bracket struct {
	node     int
	after    int // where its text begins in buf
	isActive bool
	isImage  bool
}

// read is the outcome of reading a construct.
type read uint8

const (
	readNo read = iota
	readYes
	readMore // it can not be told yet
)

// openBracket reads a [, which may be a reference to a footnote.
func (in *inline) openBracket(s []byte, final bool) int {
	n, got := footnoteLabel(s)
	switch {
	case got == readMore && !final:
		return 0
	case got == readYes:
		in.nodes.push(node{kind: nodeAside, from: in.pos, to: in.pos + n, at: in.base + in.pos})
		return n
	}
	return in.push(node{kind: nodeText}, 1)
}

// footnoteMax bounds the label of a footnote.
const footnoteMax = 64

// footnoteLabel reads "[^label]".
func footnoteLabel(s []byte) (n int, got read) {
	if len(s) < 2 {
		return 0, readMore
	}
	if s[1] != '^' {
		return 0, readNo
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == ']' && i > 2:
			return i + 1, readYes
		case c == ']' || c == '[' || c == ' ' || c == '\n' || c == '\t' || i > footnoteMax:
			return 0, readNo
		}
	}
	return 0, readMore
}

// closeBracket reads a ] and what may follow it: an address, a label, or nothing.
func (in *inline) closeBracket(s []byte, final bool) int {
	if len(in.brackets.items) == 0 {
		return in.addText(1)
	}
	if len(s) == 1 && !final {
		return 0
	}
	b := in.brackets.items[len(in.brackets.items)-1]
	if !b.isActive {
		in.dropBracket(len(in.brackets.items) - 1)
		return in.addText(1)
	}
	if len(s) > 1 && s[1] == '(' {
		if !in.worthReading(s, ")\n \"'", final, addressMax) {
			return 0
		}
		n, dest, got := linkTail(s[1:min(len(s), addressMax)])
		in.work += n
		switch {
		case got == readMore && !final && len(s) < addressMax:
			in.waited = len(s)
			return 0
		case got == readYes:
			return in.link(b, dest, n+1)
		}
	}
	label := in.buf[b.after:in.pos]
	if len(s) > 1 && s[1] == '[' {
		n, inner, got := labelTail(s[1:min(len(s), constructMax)])
		switch {
		case got == readMore && !final && len(s) < constructMax:
			return 0
		case got == readYes:
			if len(inner) == 0 {
				inner = label
			}
			if dest, ok := in.refs.find(inner); ok {
				return in.link(b, dest, n+1)
			}
			in.refs.miss(inner)
			return in.noLink()
		}
	}
	if dest, ok := in.refs.find(label); ok {
		return in.link(b, dest, 1)
	}
	in.refs.miss(label)
	return in.noLink()
}

// worthReading reports whether s, of which a part was read before, has got something that may complete it.
func (in *inline) worthReading(s []byte, ends string, final bool, limit int) bool {
	return final || len(s) > limit || in.waited == 0 || bytes.ContainsAny(s[min(in.waited, len(s)):], ends)
}

// noLink makes the last bracket and this ] text.
func (in *inline) noLink() int {
	in.dropBracket(len(in.brackets.items) - 1)
	return in.addText(1)
}

// dropBracket makes bracket i text. Delimiters that waited for it are matched when it was the last one.
func (in *inline) dropBracket(i int) {
	if i == 0 {
		in.brackets.drop(1)
	} else {
		in.brackets.items = append(in.brackets.items[:i], in.brackets.items[i+1:]...)
	}
	if len(in.brackets.items) == 0 {
		in.emphasize(0, in.settledTo, &in.bottoms)
		in.settledTo = len(in.delims.items)
	}
}

// link makes a link to dest of everything since b; n bytes at pos belong to it.
func (in *inline) link(b bracket, dest []byte, n int) int {
	first := len(in.delims.items)
	for first > 0 && in.delims.items[first-1].node > b.node {
		first--
	}
	var bottoms [bottomCount]int
	in.emphasize(first, first, &bottoms)
	in.delims.items = in.delims.items[:first]
	in.settledTo = min(in.settledTo, first)

	id := in.lay.addLink(dest)
	opener := in.nodes.at(b.node)
	opener.kind, opener.link = nodeLinkOpen, id
	in.nodes.push(node{kind: nodeLinkClose, from: in.pos, to: in.pos + n, at: in.base + in.pos, link: id, flag: in.isPlainTo(b, dest)})
	in.brackets.items = in.brackets.items[:len(in.brackets.items)-1]
	if !b.isImage {
		for i := range in.brackets.items {
			if !in.brackets.items[i].isImage {
				in.brackets.items[i].isActive = false
			}
		}
	}
	if len(in.brackets.items) == 0 {
		in.emphasize(0, in.settledTo, &in.bottoms)
		in.settledTo = len(in.delims.items)
	}
	return n
}

// isPlainTo reports whether what the link shows says where it leads: then the address is not shown a second time.
func (in *inline) isPlainTo(b bracket, dest []byte) bool {
	shown := in.buf[b.after:in.pos]
	if bytes.Equal(shown, dest) {
		return true
	}
	if in.lay.opt.Links == LinksText || !in.lay.opt.Theme.Styled {
		return bytes.HasSuffix(dest, shown) && bytes.HasPrefix(dest, []byte("mailto:")) && len(dest) == len(shown)+7
	}
	// A text that looks like another address would deceive.
	return text.IsSafeLink(dest) && !looksLikeAddress(shown)
}

func looksLikeAddress(s []byte) bool {
	return bytes.Contains(s, []byte("://")) || bytes.HasPrefix(s, []byte("www."))
}

// releaseLink opens or closes a link in the layout.
func (in *inline) releaseLink(nd *node, visible bool) {
	lay := in.lay
	clickable := lay.opt.Links == LinksOSC8 && lay.opt.Theme.Styled && text.IsSafeLink(lay.address(nd.link))
	if nd.kind == nodeLinkOpen {
		if visible {
			in.put(in.buf[nd.from:nd.to], lookMarker)
		}
		in.linkDepth++
		in.linkHere = lookLink
		if clickable && in.linkNow == 0 {
			in.linkNow = nd.link
		}
		return
	}
	if in.linkNow == nd.link {
		in.linkNow = 0
	}
	if in.linkDepth--; in.linkDepth == 0 {
		in.linkHere = 0
	}
	switch {
	case visible:
		lay.keepWhole()
		in.putRaw(in.buf[nd.from:nd.to], lookMarker)
	case lay.opt.Links != LinksNone && !nd.flag && in.linkDepth == 0 && isWorthShowing(lay.address(nd.link)):
		lay.space(style{look: in.look})
		in.put([]byte{'('}, 0)
		lay.keepWhole()
		in.put(lay.address(nd.link), lookLink)
		in.put([]byte{')'}, 0)
	}
}

// isWorthShowing reports whether an address means something outside of the document. The address of a picture in a link does not come so far.
func isWorthShowing(dest []byte) bool { return len(dest) > 0 && dest[0] != '#' }

// releaseAuto shows an address that links to itself.
func (in *inline) releaseAuto(nd *node) {
	lay := in.lay
	shown := in.buf[nd.from:nd.to]
	if shown[0] == '<' {
		shown = shown[1 : len(shown)-1]
	}
	if lay.opt.Links == LinksOSC8 && lay.opt.Theme.Styled && in.linkNow == 0 {
		dest := shown
		switch {
		case bytes.HasPrefix(shown, []byte("www.")):
			dest = append([]byte("https://"), shown...)
		case nd.flag: // a mail address
			dest = append([]byte("mailto:"), shown...)
		}
		if text.IsSafeLink(dest) {
			in.lay.text(shown, style{in.look | in.styles() | lookLink, lay.addLink(dest)})
			return
		}
	}
	lay.keepWhole()
	in.put(shown, lookLink)
}

// linkTail reads "(address "title")" at the head of s; n is how far it got.
func linkTail(s []byte) (n int, dest []byte, got read) {
	i := skipSpace(s, 1)
	dest, i, got = linkDest(s, i)
	if got != readYes {
		return i, nil, got
	}
	j := skipSpace(s, i)
	if j == len(s) {
		return j, nil, readMore
	}
	if s[j] != ')' {
		if j == i {
			return j, nil, readNo
		}
		if j, got = linkTitle(s, j); got != readYes {
			return j, nil, got
		}
		if j = skipSpace(s, j); j == len(s) {
			return j, nil, readMore
		}
		if s[j] != ')' {
			return j, nil, readNo
		}
	}
	return j + 1, dest, readYes
}

func skipSpace(s []byte, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t') {
		i++
	}
	return i
}

// linkDest reads an address from s[i:], and returns it unescaped and where it ends.
func linkDest(s []byte, i int) (dest []byte, end int, got read) {
	if i == len(s) {
		return nil, i, readMore
	}
	if s[i] == '<' {
		for j := i + 1; j < len(s); j++ {
			switch s[j] {
			case '>':
				return unescape(s[i+1 : j]), j + 1, readYes
			case '<', '\n':
				return nil, j, readNo
			case '\\':
				j++
			}
		}
		return nil, len(s), readMore
	}
	depth, j := 0, i
	for ; j < len(s); j++ {
		switch c := s[j]; {
		case c == '\\' && j+1 < len(s) && isPunct(s[j+1]):
			j++
		case c == '(':
			if depth++; depth > 32 {
				return nil, j, readNo
			}
		case c == ')' && depth == 0, c == ' ', c == '\n', c == '\t':
			if depth > 0 {
				return nil, j, readNo
			}
			return unescape(s[i:j]), j, readYes
		case c == ')':
			depth--
		}
	}
	return nil, len(s), readMore
}

// linkTitle reads a title from s[i:] and returns where it ends.
func linkTitle(s []byte, i int) (end int, got read) {
	closer := s[i]
	switch closer {
	case '(':
		closer = ')'
	case '"', '\'':
	default:
		return i, readNo
	}
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == '\\':
			j++
		case s[j] == closer:
			return j + 1, readYes
		case s[j] == '(' && closer == ')':
			return j, readNo
		}
	}
	return len(s), readMore
}

// labelTail reads "[label]" at the head of s.
func labelTail(s []byte) (n int, label []byte, got read) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			return 0, nil, readNo
		case ']':
			return i + 1, s[1:i], readYes
		}
	}
	return 0, nil, readMore
}

// unescape resolves backslashes and references to characters in an address.
func unescape(s []byte) []byte {
	if bytes.IndexByte(s, '\\') < 0 && bytes.IndexByte(s, '&') < 0 {
		return s
	}
	var out []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && isPunct(s[i+1]):
			i++
		case s[i] == '&':
			if n, ok := entityLen(s[i:]); ok == readYes {
				out = append(out, clean(decodeEntity(s[i:i+n]))...)
				i += n - 1
				continue
			}
		}
		out = append(out, s[i])
	}
	return out
}

// decodeEntity resolves one reference, as CommonMark does where HTML differs.
func decodeEntity(s []byte) string {
	d := html.UnescapeString(string(s))
	if len(d) > 1 && d[len(d)-1] == ';' {
		return string(s) // HTML takes "&notit;" for "&not" and "it;"
	}
	return d
}
