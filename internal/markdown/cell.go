package markdown

import (
	"jp/internal/text"
)

// cell is the text of one cell of a table: a line, and how its parts look.
type cell struct {
	text  []byte
	marks []mark
}

func (c *cell) reset() { c.text, c.marks = c.text[:0], c.marks[:0] }

// add takes s in; blanks at the start and blanks after blanks go.
func (c *cell) add(s []byte, st style) {
	for len(s) > 0 {
		if isBlank(s[0]) {
			if n := len(c.text); n > 0 && c.text[n-1] != ' ' {
				c.mark(st)
				c.text = append(c.text, ' ')
			}
			s = s[1:]
			continue
		}
		n := 0
		for n < len(s) && !isBlank(s[n]) {
			n++
		}
		c.mark(st)
		c.text = append(c.text, s[:n]...)
		s = s[n:]
	}
}

func (c *cell) mark(st style) {
	if n := len(c.marks); n == 0 || c.marks[n-1].st != st {
		c.marks = append(c.marks, mark{len(c.text), st})
	}
}

// trim takes the blank at the end off.
func (c *cell) trim() {
	if n := len(c.text); n > 0 && c.text[n-1] == ' ' {
		c.text = c.text[:n-1]
	}
}

func (c *cell) cols() int { return text.Of(c.text).Max() }
