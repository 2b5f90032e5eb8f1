package vtmodel

import (
	"fmt"
	"strings"
)

// Screen is what a terminal shows at one instant, as a value: printing, comparing,
// storing and sending it to another goroutine are all safe. Nobody may write to its
// slices, since snapshots of one model share their scrollback rows.
type Screen struct {
	Cols, Rows int
	// Lines are the rows of the grid, top first; there are exactly Rows of them.
	Lines  []Row
	Cursor Cursor
	// Scrollback are the rows that left the main screen at the top, oldest first. They
	// keep the width they had and leave out their unwritten end.
	Scrollback []Row
	// Scrolled counts the rows that ever entered the scrollback, so that the difference
	// of two snapshots says how many are new even when old ones were dropped.
	Scrolled int
	Title    string
	// Alt says that the alternate screen is shown; it has no scrollback of its own.
	Alt   bool
	Modes Modes
	// Bells counts BEL since the model began. It is an event and not something that can
	// be seen later, hence Equal and Hash leave it out.
	Bells int
}

// Row is one row of cells.
type Row struct {
	Cells []Cell
	// Wrapped says that the text goes on in the next row because of autowrap, not
	// because a newline was written.
	Wrapped bool
}

// Cell is one column of a row.
type Cell struct {
	// Cluster is what was written: a rune with everything that combines with it. It is
	// empty where nothing was written or something was erased, and " " for a written
	// space; Equal takes the two for the same, Unwrapped does not.
	Cluster string
	// Width is 1, or 2 on the first column of a wide cluster, or 0 on its second.
	Width uint8
	// Tail marks the second column of a wide cluster. Its Cluster is empty.
	Tail  bool
	Style Style
	// Link is the target of an OSC 8 hyperlink.
	Link string
	// Tag is the provenance that Tagger.Tag named when the cell was painted; 0 when
	// erased or untagged. Equal and Hash leave it out.
	Tag Tag
}

// Cursor is where the next character goes. Row and Col count from 0.
type Cursor struct {
	Row, Col int
	// PendingWrap says that the last column was filled and the next character wraps
	// first. Col is then the last column, never one beyond it.
	PendingWrap bool
	Visible     bool
}

// Pos is a cell of a screen, counted from 0.
type Pos struct{ Row, Col int }

// Row returns row i, counted from 0 at the top or from -1 at the bottom. It panics when
// there is no such row, since a test that asks for one is wrong.
func (s Screen) Row(i int) Row {
	at := i
	if at < 0 {
		at += len(s.Lines)
	}
	if at < 0 || at >= len(s.Lines) {
		panic(fmt.Sprintf("vtmodel: row %d of a screen with %d rows", i, len(s.Lines)))
	}
	return s.Lines[at]
}

// Text returns the rows as text without trailing blanks. There are always Rows of them.
func (s Screen) Text() []string {
	text := make([]string, len(s.Lines))
	for i, row := range s.Lines {
		text[i] = row.Text()
	}
	return text
}

// Find returns the first cell of the topmost, leftmost occurrence of text within one
// row of the screen. Text over a soft wrap is not found: look in Unwrapped for that.
func (s Screen) Find(text string) (Pos, bool) {
	for i, row := range s.Lines {
		at := strings.Index(row.Text(), text)
		if at >= 0 {
			return Pos{Row: i, Col: row.columnOf(at)}, true
		}
	}
	return Pos{}, false
}

// Region returns the text of a rectangle without trailing blanks. Parts outside of the
// screen are left out.
func (s Screen) Region(row, col, rows, cols int) []string {
	var text []string
	for i := max(row, 0); i < min(row+rows, len(s.Lines)); i++ {
		cells := s.Lines[i].Cells
		from, to := min(max(col, 0), len(cells)), min(max(col+cols, 0), len(cells))
		text = append(text, Row{Cells: cells[from:max(from, to)]}.Text())
	}
	return text
}

// Unwrapped returns the logical lines of scrollback and screen: rows are joined where
// they were wrapped softly, so the result does not depend on the width. Written spaces at
// the end of a line are kept, erased ones are not. Blank lines below the last line that
// has something are left out, since a grid has no end of its text.
func (s Screen) Unwrapped() []string {
	var lines []string
	var line strings.Builder
	used := 0
	for i := range len(s.Scrollback) + len(s.Lines) {
		row := s.rowOfHistory(i)
		row.appendWritten(&line)
		if row.Wrapped {
			continue
		}
		lines = append(lines, line.String())
		if line.Len() > 0 {
			used = len(lines)
		}
		line.Reset()
	}
	if line.Len() > 0 {
		lines = append(lines, line.String())
		used = len(lines)
	}
	return lines[:used]
}

func (s Screen) rowOfHistory(i int) Row {
	if i < len(s.Scrollback) {
		return s.Scrollback[i]
	}
	return s.Lines[i-len(s.Scrollback)]
}

// Verify returns an error naming the first invariant of a Screen that does not hold. It
// is for the tests of a model: a model whose screen fails it is broken.
func (s Screen) Verify() error {
	if len(s.Lines) != s.Rows {
		return fmt.Errorf("screen has %d lines, want %d", len(s.Lines), s.Rows)
	}
	if s.Cursor.Row < 0 || s.Cursor.Row >= s.Rows || s.Cursor.Col < 0 || s.Cursor.Col >= s.Cols {
		return fmt.Errorf("cursor %d,%d outside of %dx%d", s.Cursor.Col, s.Cursor.Row, s.Cols, s.Rows)
	}
	if s.Cursor.PendingWrap && s.Cursor.Col != s.Cols-1 {
		return fmt.Errorf("pending wrap in column %d of %d", s.Cursor.Col, s.Cols)
	}
	if len(s.Scrollback) > s.Scrolled {
		return fmt.Errorf("scrollback has %d rows, but %d entered it", len(s.Scrollback), s.Scrolled)
	}
	for i, row := range s.Lines {
		if len(row.Cells) != s.Cols {
			return fmt.Errorf("row %d has %d cells, want %d", i, len(row.Cells), s.Cols)
		}
	}
	for i := range len(s.Scrollback) + len(s.Lines) {
		if err := s.rowOfHistory(i).verify(); err != nil {
			return fmt.Errorf("row %d: %w", i-len(s.Scrollback), err)
		}
	}
	return nil
}
