package markdown

import (
	"bytes"
	"strings"
)

// htmlBlock is a block of HTML, which is shown as it is written.
type htmlBlock struct {
	kind   int    // 1 to 7, as CommonMark counts them
	tail   []byte // the end of the line so far, in lower case, to find what ends the block
	isOver bool
}

const htmlTailMax = 16

// htmlEnds are what ends blocks of the kinds 1 to 5.
var htmlEnds = [...][]string{1: {"</script>", "</pre>", "</style>", "</textarea>"}, 2: {"-->"}, 3: {"?>"}, 4: {">"}, 5: {"]]>"}}

func (h *htmlBlock) endsAtBlank() bool { return h.kind >= 6 }

// html reads the start of a block of HTML.
func (d *decision) html(s []byte) read {
	kind, got := htmlKind(s, d.isWhole, d.mayBeLazy())
	if got != readYes {
		return got
	}
	d.apply()
	r := d.r
	r.startLeaf(leafHTML)
	r.html.kind, r.html.isOver, r.html.tail = kind, false, r.html.tail[:0]
	r.state = inHTML
	return readYes
}

func htmlKind(s []byte, isWhole, inParagraph bool) (kind int, got read) {
	low := strings.ToLower(string(s[:min(len(s), 32)]))
	isCut := !isWhole && len(s) < 32
	for _, start := range []struct {
		text string
		kind int
	}{{"<!--", 2}, {"<?", 3}, {"<![cdata[", 5}} {
		if strings.HasPrefix(low, start.text) {
			return start.kind, readYes
		}
		if isCut && strings.HasPrefix(start.text, low) {
			return 0, readMore
		}
	}
	if len(low) > 2 && low[1] == '!' {
		return 4, yesIf(isAlpha(low[2]))
	}
	from := 1
	if len(low) > 1 && low[1] == '/' {
		from = 2
	}
	end := tagName([]byte(low), from)
	if end == len(low) && isCut {
		return 0, readMore
	}
	if end == from {
		return 0, readNo
	}
	name := low[from:end]
	closes := end == len(low) || low[end] == ' ' || low[end] == '\t' || low[end] == '>'
	switch {
	case from == 1 && closes && (name == "script" || name == "pre" || name == "style" || name == "textarea"):
		return 1, readYes
	case htmlBlockTags[name] && (closes || low[end] == '/' && strings.HasPrefix(low[end:], "/>")):
		return 6, readYes
	case htmlBlockTags[name] && low[end] == '/' && end+1 == len(low) && isCut:
		return 0, readMore
	case inParagraph:
		return 0, readNo
	}
	n, got := htmlTag(s)
	switch {
	case got == readMore && isWhole, got == readNo:
		return 0, readNo
	case got == readMore, !isWhole && len(bytes.TrimRight(s[n:], " \t")) == 0:
		return 0, readMore
	}
	return 7, yesIf(len(bytes.TrimSpace(s[n:])) == 0)
}

var htmlBlockTags = func() map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq(`address article aside base basefont blockquote body caption center col colgroup dd
		details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe
		legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead
		title tr track ul`) {
		m[name] = true
	}
	return m
}()

func (r *Renderer) htmlText(b []byte) {
	if !r.gapped {
		r.gap()
		r.lay.setBlock(Code)
	}
	r.plainCode(b, lookAside)
	h := &r.html
	if h.kind > 5 || h.isOver {
		return
	}
	for len(b) > 0 && !h.isOver {
		n := min(len(b), 4*htmlTailMax)
		h.tail = append(h.tail, bytes.ToLower(b[:n])...)
		b = b[n:]
		for _, end := range htmlEnds[h.kind] {
			h.isOver = h.isOver || bytes.Contains(h.tail, []byte(end))
		}
		if drop := len(h.tail) - htmlTailMax; drop > 0 {
			h.tail = h.tail[:copy(h.tail, h.tail[drop:])]
		}
	}
}

func (r *Renderer) endHTMLLine() {
	if !r.gapped {
		r.gap()
		r.lay.setBlock(Code)
	}
	r.code.pad, r.code.col = r.code.pad[:0], 0
	r.lay.newline()
	r.html.tail = r.html.tail[:0]
	if r.html.isOver {
		r.closeLeaf()
		r.lay.setBlock(Prose)
	}
}
