package markdown

import "strconv"

// container is a quote, an item of a list, or a footnote: its children begin further right.
type container struct {
	isQuote  bool
	need     int  // columns that lines in an item are indented
	bullet   byte // of an item: - + * . ) or ^ for a footnote
	number   int
	isBare   bool   // an item whose first line has nothing but its marker
	label    string // of a footnote
	hasTask  bool
	isTicked bool
}

// depthMax bounds how deep containers nest. What would open more is text.
const depthMax = 64

func isDigitBullet(c byte) bool { return c == '.' || c == ')' }

// push opens a container.
func (r *Renderer) push(ct container) {
	if n := len(r.stack); n > 0 {
		r.stack[n-1].isBare = false
	}
	r.stack = append(r.stack, ct)
	m := margin{isFirst: true}
	switch {
	case ct.isQuote:
		bar := "│ "
		if r.opt.ASCII {
			bar = "| "
		}
		if r.opt.Markers == MarkersVisible {
			bar = "> "
		}
		m = margin{first: bar, rest: bar, cols: 2, isQuote: true}
	case ct.bullet == '^':
		m.first = "[^" + ct.label + "]: "
		m.cols, m.rest = 4, blanks(4)
	default:
		m.first = r.marker(ct)
		m.cols = markerCols(m.first)
		m.rest = blanks(m.cols)
		if r.opt.Markers == MarkersVisible && ct.hasTask {
			m.cols -= 4
			m.rest = blanks(m.cols)
		}
	}
	r.lay.prefix = append(r.lay.prefix, m)
}

// marker is what an item begins with.
func (r *Renderer) marker(ct container) string {
	s := "• "
	switch {
	case isDigitBullet(ct.bullet):
		s = strconv.Itoa(ct.number) + string(ct.bullet) + " "
	case r.opt.Markers == MarkersVisible:
		s = string(ct.bullet) + " "
	case r.opt.ASCII:
		s = "- "
	}
	switch {
	case !ct.hasTask:
		return s
	case r.opt.Markers == MarkersHidden && !isDigitBullet(ct.bullet):
		s = ""
	}
	if ct.isTicked {
		return s + "[x] "
	}
	return s + "[ ] "
}

// markerCols is the width of a marker: every glyph in one has one column.
func markerCols(s string) int {
	n := 0
	for range s {
		n++
	}
	return n
}

const blankRun = "                                                                "

func blanks(n int) string { return blankRun[:min(n, len(blankRun))] }

// pop closes containers until depth are open. An item that showed nothing shows its marker.
func (r *Renderer) pop(depth int) {
	for n := len(r.stack); n > depth; n = len(r.stack) {
		if m := &r.lay.prefix[n-1]; m.isFirst && !m.isQuote {
			r.gapped = false
			r.gap()
			r.lay.newline()
		}
		r.stack, r.lay.prefix = r.stack[:n-1], r.lay.prefix[:n-1]
		r.shared = min(r.shared, n-1)
	}
}

// gap puts a blank row between blocks, once for each leaf: outside of lists always, in lists where the source has one.
func (r *Renderer) gap() {
	if r.gapped {
		return
	}
	r.gapped = true
	isTight := false
	for i := range min(r.shared+1, len(r.stack)) {
		isTight = isTight || !r.stack[i].isQuote
	}
	if r.lay.wroteRows && (r.blank || !isTight || r.headed) {
		r.lay.setBlock(Prose)
		r.lay.blankRow(r.shared)
	}
	r.blank, r.headed, r.shared = false, false, len(r.stack)
}

// inItem reports whether an item or a footnote is open.
func (r *Renderer) inItem() bool {
	for _, ct := range r.stack {
		if !ct.isQuote {
			return true
		}
	}
	return false
}

// startLeaf begins a leaf in the innermost container.
func (r *Renderer) startLeaf(l leaf) {
	r.leaf, r.gapped = l, false
	if n := len(r.stack); n > 0 {
		r.stack[n-1].isBare = false
	}
}

// closeLeaf ends the leaf that takes lines.
func (r *Renderer) closeLeaf() {
	was := r.leaf
	r.leaf = leafNone
	if was > leafParagraph {
		r.headed = !r.inItem()
	}
	switch was {
	case leafParagraph:
		r.endParagraph()
	case leafFence, leafIndented:
		r.endCode()
	case leafHTML:
		r.lay.finishRow()
	case leafTable:
		r.endTable()
	}
	r.lay.forgetLinks()
}
