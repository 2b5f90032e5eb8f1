package vtmodel

import (
	"fmt"
	"strings"
)

// Text returns the row's text without trailing blanks.
func (r Row) Text() string {
	var b strings.Builder
	for _, c := range r.Cells[:r.visible()] {
		c.appendText(&b)
	}
	return b.String()
}

// visible counts the columns up to the last one with something to read in it.
func (r Row) visible() int {
	n := len(r.Cells)
	for n > 0 && r.Cells[n-1].isBlank() {
		n--
	}
	return n
}

// appendWritten writes the row's text up to the last column that was written to.
func (r Row) appendWritten(b *strings.Builder) {
	n := len(r.Cells)
	for n > 0 && r.Cells[n-1].Cluster == "" && !r.Cells[n-1].Tail {
		n--
	}
	for _, c := range r.Cells[:n] {
		c.appendText(b)
	}
}

// columnOf returns the column of the cluster at a byte offset of Text.
func (r Row) columnOf(offset int) int {
	for col, c := range r.Cells {
		if c.Tail {
			continue
		}
		if offset -= max(len(c.Cluster), 1); offset < 0 {
			return col
		}
	}
	return len(r.Cells)
}

func (r Row) verify() error {
	for col, c := range r.Cells {
		tail := col > 0 && r.Cells[col-1].Width == 2
		switch {
		case c.Tail != tail:
			return fmt.Errorf("column %d: tail is %t, but the cell before has width 2: %t", col, c.Tail, tail)
		case c.Tail && (c.Width != 0 || c.Cluster != ""):
			return fmt.Errorf("column %d: tail with width %d and text %q", col, c.Width, c.Cluster)
		case !c.Tail && c.Width != 1 && c.Width != 2:
			return fmt.Errorf("column %d: width %d", col, c.Width)
		case c.Width == 2 && col+1 == len(r.Cells):
			return fmt.Errorf("column %d: wide cluster without a second column", col)
		}
	}
	return nil
}

// isBlank reports that there is nothing to read in the cell. A wide cluster's tail is
// not blank.
func (c Cell) isBlank() bool {
	return !c.Tail && (c.Cluster == "" || c.Cluster == " ")
}

func (c Cell) appendText(b *strings.Builder) {
	switch {
	case c.Tail:
	case c.Cluster == "":
		b.WriteByte(' ')
	default:
		b.WriteString(c.Cluster)
	}
}

// looksLike compares what a person sees: erased and written spaces are the same, tags
// do not show.
func (c Cell) looksLike(d Cell) bool {
	same := c.Cluster == d.Cluster || c.isBlank() && d.isBlank()
	return same && c.Width == d.Width && c.Tail == d.Tail && c.Style == d.Style && c.Link == d.Link
}

// looksLike compares rows; columns that one of them does not have count as blank, since
// rows of the scrollback leave out their unwritten end.
func (r Row) looksLike(q Row) bool {
	return r.Wrapped == q.Wrapped && r.firstDifference(q) < 0
}

// firstDifference returns the first column that looks different, or -1.
func (r Row) firstDifference(q Row) int {
	for col := range max(len(r.Cells), len(q.Cells)) {
		if !r.at(col).looksLike(q.at(col)) {
			return col
		}
	}
	return -1
}

// at returns the cell of a column, blank beyond the row's end.
func (r Row) at(col int) Cell {
	if col < len(r.Cells) {
		return r.Cells[col]
	}
	return Cell{Width: 1}
}
