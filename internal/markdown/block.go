package markdown

import (
	"bytes"
	"strconv"
)

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

// begin tells the block of r.line, and where its content begins. It returns false when more of the line must come first.
// Nothing is changed before all is known. isLong says that the line is as long as may be waited for.
func (r *Renderer) begin(isComplete, isLong bool) (at int, ok bool) {
	r.scanned += len(r.line)
	c := cursor{s: r.line, isComplete: isComplete || isLong}
	matched, known := r.match(&c)
	if !known {
		return 0, false
	}
	d := decision{r: r, c: c, matched: matched, isWhole: isComplete, isLong: isLong}
	r.plan = r.plan[:0]
	if matched == len(r.stack) {
		switch at, got := d.goOn(); got {
		case readMore:
			return 0, false
		case readYes:
			return at, true
		}
	}
	at, got := d.open()
	return at, got == readYes
}

// match goes over the marks of the open containers and returns how many go on in this line.
func (r *Renderer) match(c *cursor) (n int, known bool) {
	for ; n < len(r.stack); n++ {
		cols, at, known := c.indent()
		if !known {
			return 0, false
		}
		isBlank := at == len(c.s)
		ct := &r.stack[n]
		switch {
		case ct.isQuote:
			if isBlank || cols > 3 || c.s[at] != '>' {
				return n, true
			}
			if at+1 == len(c.s) && !c.isComplete {
				return 0, false
			}
			c.quote(at, cols)
		case isBlank && !ct.isBare:
		case isBlank, cols < ct.need:
			return n, true
		default:
			c.skip(ct.need)
		}
	}
	return n, true
}

// quote goes over a > and a blank after it.
func (c *cursor) quote(at, cols int) {
	c.to(at, cols)
	c.take(1)
	c.skip(1)
}

// decision is how a line is told, from the place behind the marks of its containers.
type decision struct {
	r               *Renderer
	c               cursor
	matched         int
	isWhole, isLong bool
}

// wait turns "more" into "no" when no more may be waited for.
func (d *decision) wait(got read) read {
	if got == readMore && d.isLong {
		return readNo
	}
	return got
}

// goOn tries whether the open leaf takes the line.
func (d *decision) goOn() (at int, got read) {
	r := d.r
	cols, first, known := d.c.indent()
	if !known {
		return 0, readMore
	}
	isBlank := first == len(d.c.s)
	switch r.leaf {
	case leafFence:
		if !isBlank && cols <= 3 {
			got = d.wait(r.code.fence(d.c.s[first:], d.isWhole))
			switch got {
			case readMore:
				return 0, readMore
			case readYes:
				r.closeLeaf()
				r.state = inNothing
				return len(d.c.s), readYes
			}
		}
		d.c.skip(r.code.indent)
		r.state = inCode
		return d.rest(), readYes
	case leafHTML:
		if isBlank && r.html.endsAtBlank() {
			return 0, readNo
		}
		r.state = inHTML
		return d.c.i, readYes
	case leafIndented:
		switch {
		case isBlank:
			d.c.skip(4)
			r.code.blankRows++
			r.state = inNothing
			return len(d.c.s), readYes
		case cols >= 4:
			d.c.skip(4)
			r.state = inCode
			return d.rest(), readYes
		}
	}
	return 0, readNo
}

// rest is where verbatim content begins; what remains of a tab becomes blanks.
func (d *decision) rest() int {
	d.r.code.lead = d.c.tab
	return d.c.i
}

// open finds what the line opens.
func (d *decision) open() (at int, got read) {
	for {
		cols, first, known := d.c.indent()
		if !known {
			return 0, readMore
		}
		if first == len(d.c.s) {
			return d.blankLine(), readYes
		}
		if cols >= 4 {
			return d.indented(first, cols), readYes
		}
		at, got, again := d.mark(first, cols)
		if d.wait(got) == readMore {
			return 0, readMore
		}
		if got == readYes && !again {
			return at, readYes
		}
		if got != readYes {
			return d.text(first, cols), readYes
		}
	}
}

// isFresh reports whether the line stands in all open containers and opens none.
func (d *decision) isFresh() bool { return d.matched == len(d.r.stack) && len(d.r.plan) == 0 }

// inParagraph reports whether the line would go on with a paragraph if it opened nothing.
func (d *decision) inParagraph() bool { return d.r.leaf == leafParagraph && d.isFresh() }

// mark looks at what begins at s[first]. again says that a container was opened and the line goes on in it.
func (d *decision) mark(first, cols int) (at int, got read, again bool) {
	s := d.c.s[first:]
	switch c := s[0]; c {
	case '>':
		if len(d.r.plan)+d.matched >= depthMax {
			return 0, readNo, false
		}
		if len(s) == 1 && !d.c.isComplete {
			return 0, readMore, false
		}
		d.c.quote(first, cols)
		d.r.plan = append(d.r.plan, container{isQuote: true})
		return 0, readYes, true
	case '#':
		if at, got = d.atx(s); got != readNo {
			return first + at, got, false
		}
	case '`', '~':
		if at, got = d.fence(s, cols); got != readNo {
			return at, got, false
		}
	case '<':
		if at, got = d.html(s); got != readNo {
			return d.c.i, got, false
		}
	case '[':
		if !d.inParagraph() {
			return d.definition(s, first, cols)
		}
	case '"', '\'', '(':
		if d.r.titled && d.isFresh() {
			return d.title(s)
		}
	case '|', ':':
		return d.delimiterRow(s)
	case '=', '-', '*', '_', '+':
		return d.bar(s, first, cols)
	default:
		if isDigit(c) {
			return d.item(s, first, cols)
		}
	}
	return 0, readNo, false
}

// title reads the title of the definition in the line before.
func (d *decision) title(s []byte) (at int, got read, again bool) {
	switch {
	case !d.isWhole:
		return 0, d.wait(readMore), false
	case !isTitle(s):
		return 0, readNo, false
	}
	d.apply()
	d.r.state = inNothing
	return len(d.c.s), readYes, false
}

// bar looks at a line of - = * _ +: an underline, the second row of a table, a rule, or an item.
func (d *decision) bar(s []byte, first, cols int) (at int, got read, again bool) {
	c := s[0]
	if c == '-' {
		if at, got, again = d.delimiterRow(s); got != readNo {
			return at, got, again
		}
	}
	if (c == '-' || c == '=') && d.inParagraph() && d.r.para.isWhole() {
		got = d.wait(underline(s, d.isWhole))
		if got == readYes && d.isNestedDash(s) {
			return d.item(s, first, cols)
		}
		switch got {
		case readMore:
			return 0, got, false
		case readYes:
			d.r.setext(1 + btoi(c == '-'))
			return len(d.c.s), readYes, false
		}
	}
	if c == '-' || c == '*' || c == '_' {
		switch got = d.wait(rule(s, d.isWhole)); got {
		case readMore:
			return 0, got, false
		case readYes:
			d.apply()
			d.r.rule(c)
			return len(d.c.s), readYes, false
		}
	}
	if c == '-' || c == '*' || c == '+' {
		return d.item(s, first, cols)
	}
	return 0, readNo, false
}

// isNestedDash reports whether s is a lone - in an item: an item that will get its text is meant, and not a heading.
func (d *decision) isNestedDash(s []byte) bool {
	n := len(d.r.stack)
	return n > 0 && !d.r.stack[n-1].isQuote && len(bytes.TrimRight(s, " \t")) == 1 && s[0] == '-'
}

// underline reads a line of nothing but - or =.
func underline(s []byte, isWhole bool) read {
	i := 0
	for i < len(s) && s[i] == s[0] {
		i++
	}
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	return endsHere(s, i, isWhole)
}

func endsHere(s []byte, i int, isWhole bool) read {
	switch {
	case i < len(s):
		return readNo
	case isWhole:
		return readYes
	}
	return readMore
}

// rule reads a line of three or more of one character, and blanks.
func rule(s []byte, isWhole bool) read {
	n, i := 0, 0
	for ; i < len(s); i++ {
		if s[i] == s[0] {
			n++
		} else if !isBlank(s[i]) {
			return readNo
		}
	}
	if isWhole && n < 3 {
		return readNo
	}
	return endsHere(s, i, isWhole)
}

// item reads the marker of an item.
func (d *decision) item(s []byte, first, cols int) (at int, got read, again bool) {
	n, number := 0, 0
	for n < len(s) && n < 10 && isDigit(s[n]) {
		number = number*10 + int(s[n]-'0')
		n++
	}
	if n > 9 || len(d.r.plan)+d.matched >= depthMax {
		return 0, readNo, false
	}
	if n == len(s) {
		return 0, d.wait(moreIf(!d.isWhole)), false
	}
	bullet := s[n]
	if n > 0 && bullet != '.' && bullet != ')' {
		return 0, readNo, false
	}
	n++
	c := d.c
	c.to(first, cols)
	c.take(n)
	inner, next, known := c.indent()
	switch {
	case n < len(s) && !isBlank(s[n]):
		return 0, readNo, false
	case !known:
		return 0, readMore, false
	}
	isBare := next == len(c.s)
	if d.inParagraph() && (isBare && !d.isNestedDash(s) || n > 1 && number != 1) {
		return 0, readNo, false
	}
	ct := container{bullet: bullet, number: number, isBare: isBare}
	switch {
	case isBare:
		c.to(next, inner)
		ct.need = cols + n + 1
	case inner > 4:
		c.skip(1)
		ct.need = cols + n + 1
	default:
		c.to(next, inner)
		ct.need = cols + n + inner
	}
	if !isBare && inner <= 4 && c.s[c.i] == '[' {
		if got = d.task(&c, &ct); got == readMore {
			return 0, got, false
		}
	}
	d.c = c
	d.r.plan = append(d.r.plan, ct)
	return 0, readYes, true
}

// task reads "[ ] " or "[x] ".
func (d *decision) task(c *cursor, ct *container) read {
	s := c.s[c.i:]
	for i, want := range []string{"[", " xX", "]", " \t"} {
		if i == len(s) {
			return d.wait(moreIf(!d.isWhole))
		}
		if !bytes.ContainsRune([]byte(want), rune(s[i])) {
			return readNo
		}
	}
	ct.hasTask, ct.isTicked = true, s[1] != ' '
	c.take(4)
	return readYes
}

// blankLine ends what a blank line ends.
func (d *decision) blankLine() int {
	r := d.r
	d.apply()
	if n := len(r.stack); n > 0 && len(r.plan) > 0 && !r.stack[n-1].isQuote {
		r.state = inNothing // the first line of a bare item is no blank line
		return len(d.c.s)
	}
	r.blank = true
	r.state = inNothing
	return len(d.c.s)
}

// indented begins code, or goes on with a paragraph.
func (d *decision) indented(first, cols int) int {
	if d.r.leaf == leafParagraph && len(d.r.plan) == 0 {
		return d.text(first, cols)
	}
	d.apply()
	d.c.skip(4)
	d.r.startCode(leafIndented, nil)
	return d.rest()
}

// text goes on with a paragraph or a table, or begins a paragraph.
func (d *decision) text(first, _ int) int {
	r := d.r
	switch {
	case r.leaf == leafParagraph && len(r.plan) == 0:
		r.goOnParagraph(d.c.s[first])
	case r.leaf == leafTable && d.isFresh():
		r.state = inRow
	default:
		d.apply()
		r.startParagraph()
	}
	return first
}

// apply closes what does not go on and opens what the line opens.
func (d *decision) apply() {
	r := d.r
	r.closeLeaf()
	sibling := container{}
	if d.matched < len(r.stack) {
		sibling = r.stack[d.matched]
	}
	r.pop(d.matched)
	for i, ct := range r.plan {
		if i == 0 && ct.bullet != 0 && sibling.bullet == ct.bullet && isDigitBullet(ct.bullet) {
			ct.number = sibling.number + 1
		}
		r.push(ct)
	}
	r.titled = false
}

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
