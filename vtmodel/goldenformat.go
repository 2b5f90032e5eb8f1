package vtmodel

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// formatter writes a golden file.
type formatter struct {
	bytes.Buffer
	letters map[Look]byte
}

func (f *formatter) styles() {
	names := make(map[byte]string)
	for look, letter := range f.letters {
		names[letter] = look.String()
	}
	f.WriteString("-- styles --\n")
	for _, letter := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(f, "%c %s\n", letter, names[letter])
	}
}

func (f *formatter) shot(s Shot) {
	f.WriteString(s.header())
	f.WriteByte('\n')
	for _, row := range s.Above {
		f.row('^', row)
	}
	blank := 0
	for i, row := range s.Lines {
		if s.isPlainBlank(i) {
			blank++
			continue
		}
		f.blanks(&blank)
		mark := byte('|')
		if i == s.Cursor.Row {
			mark = '>'
		}
		f.row(mark, row)
	}
	f.blanks(&blank)
}

// isPlainBlank reports a row that goes into a "~n".
func (s Shot) isPlainBlank(i int) bool {
	row := s.Lines[i]
	return i != s.Cursor.Row && row.Text == "" && !row.Continued && len(row.Looks) == 0 && len(row.Notes) == 0
}

func (f *formatter) blanks(n *int) {
	if *n > 0 {
		fmt.Fprintf(f, "~%d\n", *n)
	}
	*n = 0
}

func (f *formatter) row(mark byte, row ShotRow) {
	if row.Continued {
		mark = '+'
	}
	f.WriteByte(mark)
	f.WriteString(row.Text)
	f.WriteByte('\n')
	if len(row.Looks) > 0 {
		f.WriteByte(':')
		for _, look := range row.Looks {
			if look == (Look{}) {
				f.WriteByte('.')
			} else {
				f.WriteByte(f.letters[look])
			}
		}
		f.WriteByte('\n')
	}
	for _, note := range row.Notes {
		fmt.Fprintf(f, "=%s\n", note)
	}
}

// header is the line of facts: the size, when, the cursor, then only what is not default.
func (s Shot) header() string {
	at, frame := "*", "*"
	if s.Timed {
		at, frame = s.At.String(), strconv.Itoa(s.Frame)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d at %s frame %s %s", s.Cols, s.Rows, at, frame, s.facts())
	return b.String()
}

func (s Shot) facts() string {
	var b strings.Builder
	fmt.Fprintf(&b, "cursor %d,%d", s.Cursor.Col, s.Cursor.Row)
	if s.Hidden {
		b.WriteString(" hidden")
	}
	if s.Alt {
		b.WriteString(" alt")
	}
	if s.Title != "" {
		b.WriteString(" title " + strconv.Quote(s.Title))
	}
	if s.Bells > 0 {
		fmt.Fprintf(&b, " bell %d", s.Bells)
	}
	if s.Modes != 0 {
		b.WriteString(" modes " + s.Modes.String())
	}
	if s.Scrollback > 0 {
		fmt.Fprintf(&b, " scrollback %d", s.Scrollback)
	}
	if s.Unsteady {
		b.WriteString(" unsteady")
	}
	return b.String()
}
