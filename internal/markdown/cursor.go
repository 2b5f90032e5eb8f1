package markdown

// cursor is a place in a line whose tabs stand at stops of four columns, as CommonMark has it.
type cursor struct {
	s          []byte
	i          int
	col        int
	tab        int  // columns of a tab before i that are not used up
	isComplete bool // nothing follows s in the line
}

// indent is how many columns of blanks are at c, where they end, and whether that is known.
func (c *cursor) indent() (cols, at int, known bool) {
	cols, col, at := c.tab, c.col+c.tab, c.i
	for ; at < len(c.s); at++ {
		switch c.s[at] {
		case ' ':
			cols++
			col++
			continue
		case '\t':
			cols += 4 - col%4
			col += 4 - col%4
			continue
		}
		return cols, at, true
	}
	return cols, at, c.isComplete
}

// skip goes over n columns of blanks, or as many as there are.
func (c *cursor) skip(n int) {
	used := min(n, c.tab)
	c.tab -= used
	c.col += used
	n -= used
	for n > 0 && c.i < len(c.s) {
		w := 1
		switch c.s[c.i] {
		case ' ':
		case '\t':
			w = 4 - c.col%4
		default:
			return
		}
		c.i++
		used = min(n, w)
		c.col += used
		c.tab = w - used
		n -= used
	}
}

// to goes to s[at], blanks having been measured as cols.
func (c *cursor) to(at, cols int) {
	c.col += cols
	c.i, c.tab = at, 0
}

// take goes over n bytes that are no blanks.
func (c *cursor) take(n int) {
	c.i += n
	c.col += n
}
