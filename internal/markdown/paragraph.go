package markdown

import "bytes"

// paragraph is the part of the open paragraph that may still become a heading or the head of a table.
type paragraph struct {
	hold      []byte // what is held back of it, lines parted by line ends
	lineFrom  int    // where the last line in hold begins
	isHeld    bool
	isStarted bool // a part of it went to inline
}

const (
	// holdMax is how much of a paragraph is held for an underline; about what a row of a terminal shows.
	holdMax = 80
	// headMax is how much of a line that begins with | is held for the second row of a table.
	headMax = 4096
)

// isWhole reports whether nothing of the paragraph was shown.
func (p *paragraph) isWhole() bool { return p.isHeld && !p.isStarted }

// isRow reports whether the last held line may be the head of a table.
func (p *paragraph) isRow() bool { return p.lineFrom < len(p.hold) && p.hold[p.lineFrom] == '|' }

func (r *Renderer) startParagraph() {
	r.startLeaf(leafParagraph)
	r.state = inParagraph
	r.para.hold, r.para.lineFrom, r.para.isHeld, r.para.isStarted = r.para.hold[:0], 0, true, false
}

// goOnParagraph takes the line break before a line that begins with first.
func (r *Renderer) goOnParagraph(first byte) {
	p := &r.para
	r.state = inParagraph
	if p.isHeld && len(p.hold) > holdMax {
		r.releaseHold()
	}
	switch {
	case p.isHeld || first == '|':
		p.isHeld = true
		p.hold = append(p.hold, '\n')
		p.lineFrom = len(p.hold)
	default:
		r.in.feed(lineBreak)
	}
}

var lineBreak = []byte{'\n'}

func (r *Renderer) paragraphText(b []byte) {
	p := &r.para
	if !p.isHeld {
		r.in.feed(b)
		return
	}
	p.hold = append(p.hold, b...)
	if len(p.hold) > holdMax && !p.isRow() || len(p.hold)-p.lineFrom > headMax {
		r.releaseHold()
	}
}

// releaseHold gives what is held to inline: it is a paragraph.
func (r *Renderer) releaseHold() {
	p := &r.para
	if !p.isStarted {
		p.isStarted = true
		r.gap()
		r.in.start(0)
	}
	r.in.feed(p.hold)
	p.hold, p.lineFrom, p.isHeld = p.hold[:0], 0, false
}

func (r *Renderer) endParagraph() {
	if r.para.isHeld {
		r.releaseHold()
	}
	r.in.finish()
	r.lay.finishRow()
}

// heading is a heading whose line is not complete.
type heading struct {
	level  int
	text   []byte
	isLong bool // longer than is waited for: it streams, and its closing marks are text
}

// headingMax is how much of a heading is held, so that its closing marks can be told.
const headingMax = 1024

// atx reads the marks of a heading; at is where its text begins.
func (d *decision) atx(s []byte) (at int, got read) {
	n := 0
	for n < len(s) && n < 7 && s[n] == '#' {
		n++
	}
	switch {
	case n == 7:
		return 0, readNo
	case n == len(s) && !d.c.isComplete:
		return 0, readMore
	case n < len(s) && !isBlank(s[n]):
		return 0, readNo
	}
	d.apply()
	d.r.heading.level, d.r.heading.isLong = n, false
	d.r.heading.text = d.r.heading.text[:0]
	d.r.state = inHeading
	return n, readYes
}

func (r *Renderer) headingText(b []byte) {
	h := &r.heading
	if h.isLong {
		r.in.feed(b)
		return
	}
	h.text = append(h.text, b...)
	if len(h.text) > headingMax {
		h.isLong = true
		r.openHeading(h.level)
		r.in.feed(bytes.TrimLeft(h.text, " \t"))
	}
}

func (r *Renderer) endHeading() {
	h := &r.heading
	if !h.isLong {
		r.openHeading(h.level)
		r.in.feed(headingBody(h.text))
	}
	h.text = h.text[:0]
	r.closeHeading()
}

// headingBody is the text of a heading without its closing marks.
func headingBody(s []byte) []byte {
	s = bytes.Trim(s, " \t")
	body := bytes.TrimRight(s, "#")
	switch {
	case len(body) == 0:
		return nil
	case len(body) < len(s) && isBlank(body[len(body)-1]):
		return bytes.TrimRight(body, " \t")
	}
	return s
}

func (r *Renderer) openHeading(level int) {
	r.startLeaf(leafNone)
	r.gap()
	lk := lookHeading
	if level == 1 {
		lk |= lookHeading1
	}
	if r.opt.Markers == MarkersVisible {
		r.lay.text([]byte("###### "[6-level:]), style{look: lookMarker})
	}
	r.in.start(lk)
}

func (r *Renderer) closeHeading() {
	r.in.finish()
	r.lay.finishRow()
	r.lay.forgetLinks()
	r.headed = !r.inItem()
}

// setext makes a heading of the paragraph that is held.
func (r *Renderer) setext(level int) {
	r.leaf = leafNone
	r.openHeading(level)
	r.in.feed(bytes.TrimRight(r.para.hold, " \t"))
	r.para.isHeld = false
	r.closeHeading()
	r.state = inNothing
}

// rule draws a line across the row.
func (r *Renderer) rule(c byte) {
	r.startLeaf(leafNone)
	r.gap()
	glyph, n := "─", 3
	if r.lay.width > 0 {
		n = r.lay.room()
	}
	switch {
	case r.opt.Markers == MarkersVisible:
		glyph, n = string(c), 3
	case r.opt.ASCII || r.lay.width == 0:
		glyph = "-"
	}
	r.lay.verbatim(bytes.Repeat([]byte(glyph), n), lookMarker)
	r.lay.finishRow()
	r.headed = !r.inItem()
	r.state = inNothing
}

// definition reads where a label leads, or the start of a footnote.
func (d *decision) definition(s []byte, first, cols int) (at int, got read, again bool) {
	if n, got := footnoteLabel(s); d.wait(got) != readNo {
		switch {
		case got == readMore && d.isWhole:
			return 0, readNo, false
		case got == readMore, n == len(s) && !d.isWhole:
			return 0, readMore, false
		case n < len(s) && s[n] == ':' && len(d.r.plan)+d.matched < depthMax:
			d.c.to(first, cols)
			d.c.take(n + 1)
			inner, next, known := d.c.indent()
			if !known {
				return 0, readMore, false
			}
			d.c.to(next, inner)
			d.r.plan = append(d.r.plan, container{bullet: '^', need: 4, label: string(s[2 : n-1])})
			return 0, readYes, true
		}
		return 0, readNo, false
	}
	n, _, got := labelTail(s)
	switch {
	case got == readMore && d.isWhole, got == readNo, got == readYes && n < len(s) && s[n] != ':':
		return 0, readNo, false
	case !d.isWhole:
		return 0, d.wait(readMore), false
	}
	label, dest, titled, ok := definition(s)
	if !ok {
		return 0, readNo, false
	}
	d.apply()
	r := d.r
	r.state = inNothing
	if isLate := r.refs.define(label, dest); isLate {
		r.startLeaf(leafNone)
		r.gap()
		r.lay.text(s, style{look: lookAside})
		r.lay.finishRow()
	}
	r.titled = !titled
	return len(d.c.s), readYes, false
}
