package markdown

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

// wait turns "more" into "no" when no more comes, or may be waited for.
func (d *decision) wait(got read) read {
	if got == readMore && (d.isLong || d.isWhole) {
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

// rest is where verbatim content begins; what remains of a tab becomes blanks, and so do the marks of indented code.
func (d *decision) rest() int {
	d.r.code.lead = d.c.tab
	if d.r.leaf == leafIndented && d.r.opt.Markers == MarkersVisible {
		d.r.code.lead += 4
	}
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
			return d.indented(first), readYes
		}
		at, got, again := d.mark(first, cols)
		switch d.wait(got) {
		case readMore:
			return 0, readMore
		case readNo:
			return d.text(first), readYes
		}
		if !again {
			return at, readYes
		}
	}
}

// isFresh reports whether the line stands in all open containers and opens none.
func (d *decision) isFresh() bool { return d.matched == len(d.r.stack) && len(d.r.plan) == 0 }

// inParagraph reports whether the line would go on with a paragraph if it opened nothing.
func (d *decision) inParagraph() bool { return d.r.leaf == leafParagraph && d.isFresh() }

// mayBeLazy reports whether the line may go on with a paragraph, perhaps one in a container whose mark it leaves out.
func (d *decision) mayBeLazy() bool { return d.r.leaf == leafParagraph && len(d.r.plan) == 0 }

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
		if got = d.html(s); got != readNo {
			return d.c.i, got, false
		}
	case '[':
		if !d.mayBeLazy() {
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

// blankLine ends what a blank line ends.
func (d *decision) blankLine() int {
	r := d.r
	bare, isBare := container{}, d.matched < len(r.stack) && r.stack[d.matched].isBare
	if isBare {
		bare = r.stack[d.matched]
	}
	before := r.bareAt
	d.apply()
	switch {
	case isBare:
		r.bare, r.bareAt = bare, d.matched+1
	case len(r.plan) == 0:
		r.bareAt = before
	}
	if n := len(r.stack); n > 0 && len(r.plan) > 0 && !r.stack[n-1].isQuote {
		r.state = inNothing // the first line of a bare item is no blank line
		return len(d.c.s)
	}
	r.blank = true
	r.state = inNothing
	return len(d.c.s)
}

// indented begins code, or goes on with a paragraph.
func (d *decision) indented(first int) int {
	if d.r.leaf == leafParagraph && len(d.r.plan) == 0 {
		return d.text(first)
	}
	d.apply()
	d.c.skip(4)
	d.r.startCode(leafIndented, nil)
	return d.rest()
}

// text goes on with a paragraph or a table, or begins a paragraph.
func (d *decision) text(first int) int {
	r := d.r
	switch {
	case r.leaf == leafParagraph && len(r.plan) == 0:
		r.goOnParagraph(d.c.s[first])
	case r.leaf == leafTable && (d.isFresh() || len(r.plan) == 0 && d.c.s[first] == '|'):
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
	switch {
	case d.matched < len(r.stack):
		sibling = r.stack[d.matched]
	case r.bareAt == d.matched+1:
		sibling = r.bare
	}
	r.pop(d.matched)
	for i, ct := range r.plan {
		if i == 0 && ct.bullet != 0 && sibling.bullet == ct.bullet && isDigitBullet(ct.bullet) {
			ct.number = sibling.number + 1
		}
		r.push(ct)
	}
	r.titled, r.bareAt = false, 0
}
