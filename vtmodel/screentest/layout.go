package screentest

import (
	"slices"
	"strings"

	"jp/vtmodel"
)

// A layout is a screen, with its scrollback, sorted by what each row is for.
type layout struct {
	rows       []layoutRow
	scrollback int // so many of the rows are scrollback
}

type layoutRow struct {
	kind    rowKind
	text    string // without trailing blanks, unless it goes on in the next row
	wrapped bool
	width   int // columns up to the last one that shows something
}

type rowKind uint8

const (
	rowBlank rowKind = iota
	rowTranscript
	rowChrome
	rowPrompt
	rowMixed    // chrome and something else: always wrong
	rowStranded // chrome that a resize has moved above the cursor, where no program can reach it
)

func layoutOf(s vtmodel.Screen) layout {
	l := layout{scrollback: len(s.Scrollback)}
	for _, r := range s.Scrollback {
		l.rows = append(l.rows, rowOf(r))
	}
	for _, r := range s.Lines {
		l.rows = append(l.rows, rowOf(r))
	}
	return l
}

func rowOf(r vtmodel.Row) layoutRow {
	row := layoutRow{wrapped: r.Wrapped}
	var b strings.Builder
	cells := r.Cells
	for n := len(cells); r.Wrapped && n > 0 && cells[n-1].Cluster == "" && !cells[n-1].Tail; n-- {
		cells = cells[:n-1] // no room for a wide character: it stands in the next row
	}
	for col, c := range cells {
		if c.Cluster == "" && !c.Tail {
			b.WriteByte(' ')
		} else {
			b.WriteString(c.Cluster)
		}
		if strings.TrimLeft(c.Cluster, " ") == "" && !c.Tail && c.Style == (vtmodel.Style{}) {
			continue
		}
		row.width = col + 1
		row.kind = merged(row.kind, kindOf(c.Tag))
	}
	row.text = readable(b.String())
	if !r.Wrapped {
		row.text = strings.TrimRight(row.text, " ")
	}
	return row
}

func kindOf(t vtmodel.Tag) rowKind {
	switch t {
	case tagChrome:
		return rowChrome
	case tagPrompt, tagEcho:
		return rowPrompt
	}
	return rowTranscript
}

// merged is the kind of a row that holds both. A prompt may share a row with
// transcript: it begins where the cursor is.
func merged(a, b rowKind) rowKind {
	switch {
	case a == rowBlank || a == b:
		return b
	case a == rowPrompt && b == rowTranscript, a == rowTranscript && b == rowPrompt:
		return rowPrompt
	}
	return rowMixed
}

// chrome returns the first and one past the last row with chrome; first is -1
// when there is none.
func (l layout) chrome() (first, end int) {
	first = -1
	for i, r := range l.rows {
		if r.kind == rowChrome || r.kind == rowMixed {
			if first < 0 {
				first = i
			}
			end = i + 1
		}
	}
	return first, end
}

// reachable is the layout without the chrome that the terminal itself has moved away
// when its size changed. It is damage of one law, chrome-is-one-block; the others
// judge what the program can still do something about.
func (o *oracle) reachable(l layout, s vtmodel.Screen) layout {
	begin := l.scrollback + s.Cursor.Row
	if first, _ := l.chrome(); !o.moved || first < 0 || first >= begin {
		return l
	}
	l.rows = slices.Clone(l.rows)
	for i := range l.rows[:begin] {
		if r := &l.rows[i]; r.kind == rowChrome || r.kind == rowMixed {
			r.kind = rowStranded
		}
	}
	return l
}

// withTail is the layout with the region's first row counted as transcript.
func (l layout) withTail(first int) layout {
	l.rows = slices.Clone(l.rows)
	l.rows[first].kind = rowTranscript
	return l
}

// above returns the index one past the last row before i that holds something.
func (l layout) above(i int) int {
	for i > 0 && l.rows[i-1].kind == rowBlank {
		i--
	}
	return i
}

// A seenLine is one logical line of the transcript as it stands on the screen.
type seenLine struct {
	rows     []string
	optional bool // a blank line behind a prompt: the prompt may have made it
}

// transcript returns the logical lines: everything but chrome and prompts, rows
// joined where the terminal has wrapped them, or kept apart if join is false.
func (l layout) transcript(join bool) []seenLine {
	var lines []seenLine
	open, behindPrompt := false, false
	for _, r := range l.rows {
		switch {
		case r.kind == rowChrome || r.kind == rowPrompt:
			open, behindPrompt = false, behindPrompt || r.kind == rowPrompt
			continue
		case r.kind != rowBlank:
			behindPrompt = false
		}
		if open && join {
			last := &lines[len(lines)-1]
			last.rows = append(last.rows, r.text)
		} else {
			lines = append(lines, seenLine{rows: []string{r.text}, optional: behindPrompt && r.kind == rowBlank})
		}
		open = r.wrapped
	}
	for len(lines) > 0 && strings.Join(lines[len(lines)-1].rows, "") == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
