package markdown

import (
	"bytes"
	"unicode/utf8"

	"jp/internal/text"
	"jp/internal/theme"
)

// code is a block of code, fenced or indented.
type code struct {
	char      byte // of the fence
	count     int  // its length
	indent    int  // columns that may be taken off each line
	depth     int  // fences that are open inside, in an example of markdown
	isExample bool
	lines     Lines
	spans     []Span
	line      []byte // of a highlighted block: the line so far
	pad       []byte // blanks that are shown only when something follows them
	lead      int    // columns of a tab that remain before the line
	col       int
	blankRows int // blank lines that are shown only when code follows
	isTorn    bool
}

// codeLineMax is how much of a line is held to be highlighted.
const codeLineMax = 4096

// fence reads the opening of fenced code.
func (d *decision) fence(s []byte, cols int) (at int, got read) {
	n := 0
	for n < len(s) && s[n] == s[0] {
		n++
	}
	switch {
	case n == len(s) && !d.isWhole:
		return 0, readMore
	case n < 3, s[0] == '`' && bytes.IndexByte(s[n:], '`') >= 0:
		return 0, readNo
	case !d.isWhole:
		return 0, readMore
	}
	info := bytes.TrimSpace(s[n:])
	d.apply()
	r := d.r
	r.code.char, r.code.count, r.code.indent = s[0], n, cols
	r.startCode(leafFence, info)
	if r.opt.Markers == MarkersVisible {
		r.fenceRow(info)
	}
	r.state = inNothing
	return len(d.c.s), readYes
}

// fence tells whether a line that begins with s closes the fence.
func (c *code) fence(s []byte, isWhole bool) read {
	n := 0
	for n < len(s) && s[n] == c.char {
		n++
	}
	if n == len(s) && !isWhole {
		return readMore
	}
	if n < c.count {
		return readNo
	}
	i := n
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	got := endsHere(s, i, isWhole)
	switch {
	case !c.isExample || got == readMore:
	case got == readNo && i == n:
		c.depth++
	case got == readYes && c.depth > 0:
		c.depth--
		return readNo
	}
	return got
}

// isExample reports whether code in this language is markdown, which may hold fences of its own: who writes such examples
// rarely makes the outer fence longer.
func isExample(language string) bool {
	switch language {
	case "markdown", "md", "mdx", "qmd", "rmd":
		return true
	}
	return false
}

// startCode begins a block of code. info is what follows the fence.
func (r *Renderer) startCode(l leaf, info []byte) {
	r.startLeaf(l)
	r.state = inCode
	c := &r.code
	c.depth, c.blankRows, c.lead, c.col, c.isTorn, c.lines = 0, 0, 0, 0, false, nil
	c.pad, c.line = c.pad[:0], c.line[:0]
	language, _, _ := bytes.Cut(info, []byte{' '})
	c.isExample = isExample(string(language))
	if r.opt.Highlight != nil && r.opt.Theme.Styled && r.opt.Theme.Depth > theme.NoColor && len(language) > 0 {
		c.lines = r.opt.Highlight.Start(string(language))
	}
}

// fenceRow shows a fence; one that is longer than every fence inside would be known too late.
func (r *Renderer) fenceRow(info []byte) {
	r.openCode()
	r.lay.verbatim(bytes.Repeat([]byte{r.code.char}, r.code.count), lookMarker)
	r.lay.verbatim(info, lookMarker)
	r.lay.newline()
}

// openCode puts the block apart from the one before it, at its first row.
func (r *Renderer) openCode() {
	if !r.gapped {
		r.gap()
		r.lay.setBlock(Code)
	}
	for ; r.code.blankRows > 0; r.code.blankRows-- {
		r.lay.newline()
	}
}

func (r *Renderer) codeText(b []byte) {
	c := &r.code
	r.openCode()
	for ; c.lead > 0; c.lead-- {
		c.pad = r.appendPad(c.pad, ' ')
	}
	if c.lines == nil || c.isTorn {
		r.plainCode(b, 0)
		return
	}
	c.line = append(c.line, b...)
	if len(c.line) > codeLineMax {
		c.isTorn = true
		r.plainCode(c.line, 0)
		c.line = c.line[:0]
	}
}

// plainCode shows a piece of a line; blanks wait until something follows them.
func (r *Renderer) plainCode(b []byte, lk look) {
	c := &r.code
	for len(b) > 0 {
		n := 0
		for n < len(b) && !isBlank(b[n]) {
			n++
		}
		if n > 0 {
			r.lay.verbatim(c.pad, r.lay.now) // no look of code can be seen in a blank
			c.pad = c.pad[:0]
			r.lay.verbatim(b[:n], lk)
			if r.opt.Tab >= 0 {
				c.col += runeCols(b[:n])
			}
			b = b[n:]
			continue
		}
		c.pad = r.appendPad(c.pad, b[0])
		b = b[1:]
	}
}

// runeCols is the width of s, a character at a time: s may be a piece that ends inside of a cluster, and the sum must not
// depend on where.
func runeCols(s []byte) int {
	n := 0
	for i := 0; i < len(s); {
		size := 1
		if s[i] < utf8.RuneSelf {
			n++
		} else {
			_, size = utf8.DecodeRune(s[i:])
			_, w := text.First(s[i : i+size])
			n += w.Runes
		}
		i += size
	}
	return n
}

// appendPad adds a blank, or a tab as far as it reaches.
func (r *Renderer) appendPad(pad []byte, blank byte) []byte {
	c := &r.code
	if blank == ' ' || r.opt.Tab < 0 {
		c.col++
		return append(pad, blank)
	}
	stop := r.opt.Tab
	if stop == 0 {
		stop = 8
	}
	for n := stop - c.col%stop; n > 0; n-- {
		pad = append(pad, ' ')
		c.col++
	}
	return pad
}

func (r *Renderer) endCodeLine() {
	c := &r.code
	r.openCode()
	if c.lines != nil && !c.isTorn {
		c.spans = c.lines.Line(c.spans[:0], c.line)
		from := 0
		for _, sp := range c.spans {
			r.plainCode(c.line[from:sp.End], lookOfKind(sp.Kind))
			from = sp.End
		}
		r.plainCode(c.line[from:], 0)
	}
	c.line, c.pad, c.col, c.lead, c.isTorn = c.line[:0], c.pad[:0], 0, 0, false
	r.lay.newline()
}

func (r *Renderer) endCode() {
	r.code.blankRows = 0
	r.lay.finishRow()
	if r.opt.Markers == MarkersVisible && r.code.count > 0 {
		r.fenceRow(nil)
	}
	r.code.count = 0
	r.code.lines = nil
	r.lay.setBlock(Prose)
}
