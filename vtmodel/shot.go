package vtmodel

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// NewShot takes a screen for a golden file. At and frame say when it was taken; a
// negative at means that nobody knows, as over a pty. Scrolled is Screen.Scrolled of the
// previous shot in the file, 0 for the first: rows that entered the scrollback since then
// become part of this shot.
func NewShot(name string, s Screen, at time.Duration, frame, scrolled int) Shot {
	shot := Shot{
		Name: name,
		Cols: s.Cols, Rows: s.Rows,
		Cursor: Pos{Row: s.Cursor.Row, Col: s.Cursor.Col},
		Hidden: !s.Cursor.Visible,
		Alt:    s.Alt, Title: s.Title, Bells: s.Bells, Modes: s.Modes,
		Scrollback: len(s.Scrollback),
	}
	if at >= 0 {
		shot.Timed, shot.At, shot.Frame = true, at, frame
	}
	first := max(len(s.Scrollback)-max(s.Scrolled-scrolled, 0), 0)
	for i := first; i < len(s.Scrollback)+len(s.Lines); i++ {
		row := newShotRow(s.rowOfHistory(i))
		row.Continued = i > 0 && s.rowOfHistory(i-1).Wrapped
		if i < len(s.Scrollback) {
			shot.Above = append(shot.Above, row)
		} else {
			shot.Lines = append(shot.Lines, row)
		}
	}
	return shot
}

func newShotRow(r Row) ShotRow {
	var row ShotRow
	var text strings.Builder
	for _, c := range r.Cells[:r.visible()] {
		c.appendDrawn(&text)
	}
	row.Text = text.String()
	plain := 0
	for col, c := range r.Cells {
		look := Look{Style: c.Style, Link: c.Link}
		row.Looks = append(row.Looks, look)
		if look != (Look{}) {
			plain = col + 1
		}
		if c.needsNote() {
			row.Notes = append(row.Notes, Note{Col: col, Cluster: c.Cluster, Width: int(c.Width)})
		}
	}
	row.Looks = slices.Clip(row.Looks[:plain])
	return row
}

// needsNote reports a cell of which the text tells too little: not visible, more than
// one rune, or not as wide as everyone expects.
func (c Cell) needsNote() bool {
	if c.Tail || c.isBlank() {
		return false
	}
	r, size := utf8.DecodeRuneInString(c.Cluster)
	return size < len(c.Cluster) || !c.isReadable() || narrow.RuneWidth(r) != int(c.Width)
}

// shows reports that two shots show the same screen, whenever they were taken and
// however its rows got into the scrollback.
func (s Shot) shows(t Shot) bool {
	return s.Cols == t.Cols && s.Rows == t.Rows && s.facts() == t.facts() &&
		slices.EqualFunc(s.Lines, t.Lines, ShotRow.equal)
}

func (r ShotRow) equal(q ShotRow) bool {
	return r.Text == q.Text && r.Continued == q.Continued &&
		slices.Equal(r.Looks, q.Looks) && slices.Equal(r.Notes, q.Notes)
}

// Diff reports for people how got differs from the wanted shot s, or returns "". Names
// are not compared, times only when both shots have them.
func (s Shot) Diff(got Shot) string {
	timed := s.Timed && got.Timed
	sameTime := !timed || s.At == got.At && s.Frame == got.Frame
	sameRows := slices.EqualFunc(s.Above, got.Above, ShotRow.equal)
	if s.shows(got) && sameRows && sameTime {
		return ""
	}
	wantRows, gotRows := s.marked(), got.marked()
	row := firstDifferentRow(wantRows, gotRows)
	var b strings.Builder
	if row >= 0 {
		b.WriteString(describeRows(wantRows, gotRows, row, len(s.Above)))
	} else {
		fmt.Fprintf(&b, "want %s\n got %s\n", s.header(), got.header())
	}
	b.WriteString(sideBySide(s.header(), got.header(), wantRows, gotRows, row))
	return b.String()
}

// markedRow is a row with its mark, as the file has it.
type markedRow struct {
	ShotRow
	mark byte
}

func (s Shot) marked() []markedRow {
	var rows []markedRow
	for _, row := range s.Above {
		rows = append(rows, markedRow{row, '^'})
	}
	for i, row := range s.Lines {
		mark := byte('|')
		if i == s.Cursor.Row {
			mark = '>'
		}
		rows = append(rows, markedRow{row, mark})
	}
	for i := range rows {
		if rows[i].Continued {
			rows[i].mark = '+'
		}
	}
	return rows
}

// firstDifferentRow returns the first row that differs in more than where the cursor
// is, or -1.
func firstDifferentRow(want, got []markedRow) int {
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || !want[i].equal(got[i].ShotRow) || (want[i].mark == '^') != (got[i].mark == '^') {
			return i
		}
	}
	return -1
}

func describeRows(want, got []markedRow, row, above int) string {
	name := fmt.Sprintf("row %d", row-above)
	if row < above {
		name = fmt.Sprintf("scrollback row %d", row)
	}
	switch {
	case row >= len(want):
		return fmt.Sprintf("%s: got one row more: %q\n", name, got[row].Text)
	case row >= len(got):
		return fmt.Sprintf("%s: one row less, want %q\n", name, want[row].Text)
	}
	w, g := want[row], got[row]
	switch {
	case w.Text != g.Text:
		return fmt.Sprintf("%s: text: want %q, got %q\n", name, w.Text, g.Text)
	case w.Continued != g.Continued:
		return fmt.Sprintf("%s: continues the row above: want %t, got %t\n", name, w.Continued, g.Continued)
	case !slices.Equal(w.Notes, g.Notes):
		return fmt.Sprintf("%s: cells: want %v, got %v\n", name, w.Notes, g.Notes)
	}
	for col := range max(len(w.Looks), len(g.Looks)) {
		if a, b := lookAt(w.Looks, col), lookAt(g.Looks, col); a != b {
			return fmt.Sprintf("%s column %d: style: want %v, got %v\n", name, col, a, b)
		}
	}
	return fmt.Sprintf("%s: want it on the screen: %t, got it there: %t\n", name, w.mark != '^', g.mark != '^')
}

func lookAt(looks []Look, col int) Look {
	if col < len(looks) {
		return looks[col]
	}
	return Look{}
}

// sideBySide draws both shots, the row that differs marked.
func sideBySide(wantHead, gotHead string, want, got []markedRow, row int) string {
	width := 20
	for _, w := range want {
		width = max(width, 1+narrow.StringWidth(w.Text))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "want %s\n got %s\n", wantHead, gotHead)
	for i := range max(len(want), len(got)) {
		sign := ' '
		if i == row {
			sign = '!'
		}
		left := rowText(want, i)
		pad := strings.Repeat(" ", max(width-narrow.StringWidth(left), 0))
		fmt.Fprintf(&b, "%c %s%s  %s\n", sign, left, pad, rowText(got, i))
	}
	return b.String()
}

func rowText(rows []markedRow, i int) string {
	if i >= len(rows) {
		return ""
	}
	return string(rune(rows[i].mark)) + rows[i].Text
}
