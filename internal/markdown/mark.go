package markdown

import (
	"bytes"
)

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
