package vtmodel

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// String draws the screen in a box for people: what %v prints. The cursor's row starts
// with ">" and its column has a "v" above and a "^" below. Soft-wrapped rows end in "\"
// instead of the border. Whatever the cells hold, it contains no control byte.
func (s Screen) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d %s\n", s.Cols, s.Rows, s.facts())
	for _, line := range s.box(-1) {
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

// facts lists what is not default, as a golden's header does.
func (s Screen) facts() string {
	facts := fmt.Sprintf("cursor %d,%d", s.Cursor.Col, s.Cursor.Row)
	if s.Cursor.PendingWrap {
		facts += " pending-wrap"
	}
	if !s.Cursor.Visible {
		facts += " hidden"
	}
	if s.Alt {
		facts += " alt"
	}
	if s.Title != "" {
		facts += " title " + strconv.Quote(s.Title)
	}
	if s.Modes != 0 {
		facts += " modes " + s.Modes.String()
	}
	if n := len(s.Scrollback); n > 0 {
		facts += fmt.Sprintf(" scrollback %d", n)
	}
	return facts
}

// box returns the drawn lines, borders included. Row mark, unless negative, starts with
// a "!".
func (s Screen) box(mark int) []string {
	lines := []string{" " + s.border('v')}
	for i, row := range s.Lines {
		left := " "
		if i == s.Cursor.Row {
			left = ">"
		}
		if i == mark {
			left = "!"
		}
		right := "|"
		if row.Wrapped {
			right = "\\"
		}
		lines = append(lines, left+"|"+row.drawn(s.Cols)+right)
	}
	return append(lines, " "+s.border('^'))
}

func (s Screen) border(mark byte) string {
	line := []byte("+" + strings.Repeat("-", s.Cols) + "+")
	if s.Cursor.Col >= 0 && s.Cursor.Col < s.Cols {
		line[1+s.Cursor.Col] = mark
	}
	return string(line)
}

// drawn is the row with blanks spelled out and everything unprintable replaced.
func (r Row) drawn(cols int) string {
	var b strings.Builder
	for _, c := range r.Cells {
		c.appendDrawn(&b)
	}
	if n := cols - len(r.Cells); n > 0 {
		b.WriteString(strings.Repeat(" ", n))
	}
	return b.String()
}

// appendDrawn writes the cell so that it takes its columns in any viewer and cannot
// move a terminal: what does not stand for itself becomes U+FFFD.
func (c Cell) appendDrawn(b *strings.Builder) {
	if c.Tail || c.isBlank() || c.isReadable() {
		c.appendText(b)
		return
	}
	b.WriteRune(unicode.ReplacementChar)
	if c.Width == 2 {
		b.WriteRune(unicode.ReplacementChar)
	}
}

// isReadable reports that the cluster begins with a visible character and has no control
// or text direction in it. Spaces other than " " are invisible and get lost at line ends.
func (c Cell) isReadable() bool {
	for i, r := range c.Cluster {
		switch {
		case i == 0 && (!unicode.IsGraphic(r) || unicode.Is(unicode.M, r) || unicode.IsSpace(r)):
			return false
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return false
		case r == 0x2028 || r == 0x2029:
			return false
		}
	}
	return true
}

// FirstDifference returns a report for people on where got first differs from want:
// the facts, then the two boxes side by side with the first differing row marked by "!"
// and a caret below its first differing cell. It is empty when the screens are equal.
func FirstDifference(want, got Screen) string {
	if want.Equal(got) {
		return ""
	}
	row, col, what := want.difference(got)
	var b strings.Builder
	b.WriteString(what)
	b.WriteByte('\n')
	left, right := want.box(row), got.box(row)
	width := want.Cols + 3
	fmt.Fprintf(&b, "%4s %-*s    %s\n", "", width, fmt.Sprintf(" want %dx%d", want.Cols, want.Rows), fmt.Sprintf(" got %dx%d", got.Cols, got.Rows))
	for i := range max(len(left), len(right)) {
		fmt.Fprintf(&b, "%4s %s    %s\n", rowLabel(i-1, max(want.Rows, got.Rows)), boxLine(left, i, width), boxLine(right, i, 0))
		if i-1 == row && col >= 0 {
			fmt.Fprintf(&b, "%4s %*s%*s\n", "", 3+col, "^", width+4, "^")
		}
	}
	fmt.Fprintf(&b, "%4s  %s\n%4s  %s\n", "want", want.facts(), "got", got.facts())
	return b.String()
}

// FirstDifference is FirstDifference(s, got).
func (s Screen) FirstDifference(got Screen) string { return FirstDifference(s, got) }

func rowLabel(i, rows int) string {
	if i < 0 || i >= rows {
		return ""
	}
	return strconv.Itoa(i)
}

func boxLine(lines []string, i, width int) string {
	if i < len(lines) {
		return lines[i]
	}
	return strings.Repeat(" ", width)
}

// difference finds the first difference: rows of the screen, then the scrollback, then
// the facts. Row and col are -1 where they mean nothing.
func (s Screen) difference(got Screen) (row, col int, what string) {
	for i := range min(len(s.Lines), len(got.Lines)) {
		w, g := s.Lines[i], got.Lines[i]
		if col := w.firstDifference(g); col >= 0 {
			return i, col, fmt.Sprintf("row %d column %d: want %s, got %s", i, col, w.describe(col), g.describe(col))
		}
		if w.Wrapped != g.Wrapped {
			return i, -1, fmt.Sprintf("row %d: want soft wrap %t, got %t", i, w.Wrapped, g.Wrapped)
		}
	}
	if s.Cols != got.Cols || s.Rows != got.Rows {
		return -1, -1, fmt.Sprintf("want %dx%d, got %dx%d", s.Cols, s.Rows, got.Cols, got.Rows)
	}
	for i := range max(len(s.Scrollback), len(got.Scrollback)) {
		if i >= len(s.Scrollback) || i >= len(got.Scrollback) {
			return -1, -1, fmt.Sprintf("want %d rows of scrollback, got %d", len(s.Scrollback), len(got.Scrollback))
		}
		if w, g := s.Scrollback[i], got.Scrollback[i]; !w.looksLike(g) {
			return -1, -1, fmt.Sprintf("scrollback row %d: want %q, got %q, soft wrap %t and %t, first differing column %d", i, w.Text(), g.Text(), w.Wrapped, g.Wrapped, w.firstDifference(g))
		}
	}
	return -1, -1, fmt.Sprintf("want %s, got %s", s.facts(), got.facts())
}

func (r Row) describe(col int) string {
	c := r.at(col)
	text := strconv.QuoteToASCII(c.Cluster)
	if c.isReadable() {
		text = strconv.Quote(c.Cluster)
	}
	switch {
	case c.Tail:
		text = "the second half of a wide cluster"
	case c.isBlank():
		text = "blank"
	case c.Width == 2:
		text += " (wide)"
	}
	if c.Style != (Style{}) {
		text += " " + c.Style.String()
	}
	if c.Link != "" {
		text += " link " + strconv.Quote(c.Link)
	}
	return text
}
