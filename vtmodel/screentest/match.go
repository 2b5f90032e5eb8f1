package screentest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// tabWidth is the distance of the terminal's tab stops.
const tabWidth = 8

// visible returns how much of text the transcript rows of a layout show. The
// error says where they show something else.
//
// On a terminal that keeps what it has, every logical line must be there,
// exactly, in order; the last one may be incomplete. Where a terminal has
// become narrower and crops, a row of the line may have lost what stood beyond
// the new width: nobody can prevent that, so it is accepted by rule, and only
// for widths that the terminal really had.
//
// An unfinished line may be shown by the region, as its first row: then that
// row counts, if it is the beginning of the line that comes next.
func visible(l layout, text string, o *oracle) (int, error) {
	if first, _ := l.chrome(); first >= l.scrollback {
		if n, err := visibleRows(l.withTail(first), text, o); err == nil {
			return n, nil
		}
	}
	return visibleRows(l, text, o)
}

func visibleRows(l layout, text string, o *oracle) (int, error) {
	lines := strings.Split(text, "\n")
	if o.cropped {
		return visibleCropped(l.transcript(false), lines, o.widths)
	}
	at, next := 0, 0 // at: offset of lines[next]
	seen := l.transcript(true)
	for i, s := range seen {
		got := strings.Join(s.rows, "")
		if next == len(lines) {
			return at, fmt.Errorf("%q stands below the end of the transcript", got)
		}
		want := strings.TrimRight(lines[next], " \t")
		n, ok := prefixOf(strings.TrimRight(got, " "), lines[next])
		switch {
		case s.optional && got == "" && want != "":
			continue
		case !ok:
			return at, fmt.Errorf("line %d is %q, want %q", next+1, got, want)
		case n < len(want) && i < len(seen)-1:
			return at, fmt.Errorf("line %d ends after %q, want %q", next+1, got, want)
		case i == len(seen)-1:
			return shown(text, at+n), nil
		}
		at += len(lines[next]) + 1
		next++
	}
	return shown(text, at), nil
}

// shown moves n over blanks and line breaks, which nobody can see.
func shown(text string, n int) int {
	n = min(n, len(text))
	for n < len(text) && strings.IndexByte(" \t\n", text[n]) >= 0 {
		n++
	}
	return n
}

// prefixOf reports whether the screen text got is the beginning of the printed
// line want, and how much of want that is. A tab is the blanks up to the next stop.
func prefixOf(got, want string) (n int, ok bool) {
	col := 0
	for got != "" {
		if n == len(want) {
			return n, false
		}
		r, size := utf8.DecodeRuneInString(want[n:])
		if r == '\t' {
			blanks := tabWidth - col%tabWidth
			skip := min(blanks, len(got))
			if strings.Trim(got[:skip], " ") != "" {
				return n, false
			}
			got, n, col = got[skip:], n+1, col+blanks
			continue
		}
		if !strings.HasPrefix(got, want[n:n+size]) {
			return n, false
		}
		got, n, col = got[size:], n+size, col+1
	}
	return n, true
}

// visibleCropped is visible for rows that may have been cut.
func visibleCropped(rows []seenLine, lines []string, widths []int) (int, error) {
	f := fitting{rows: rows, widths: widths, lines: lines}
	if n, ok := f.line(0, 0, 0, 0); ok {
		return shown(strings.Join(lines, "\n"), n), nil
	}
	at := min(f.deepest, len(rows)-1)
	return 0, fmt.Errorf("row %q does not continue the transcript, also not as a cut row", rows[at].rows[0])
}

// fitting searches how rows can be the lines, some of them cut.
type fitting struct {
	rows    []seenLine
	lines   []string
	widths  []int
	deepest int
}

// line fits row, and what follows it, to the rest of a line from offset on. At
// is the line's own offset in the text.
func (f *fitting) line(row, line, offset, at int) (int, bool) {
	f.deepest = max(f.deepest, row)
	if row == len(f.rows) {
		return at + f.bytes(line, offset), true
	}
	got := strings.TrimRight(f.rows[row].rows[0], " ")
	if f.rows[row].optional && got == "" {
		if n, ok := f.line(row+1, line, offset, at); ok {
			return n, true
		}
	}
	if line == len(f.lines) {
		return 0, false
	}
	rest := []rune(expandTabs(f.lines[line]))[offset:]
	next := at + len(f.lines[line]) + 1
	if got == strings.TrimRight(string(rest), " ") {
		if n, ok := f.line(row+1, line+1, 0, next); ok {
			return n, true
		}
	}
	for _, cut := range f.widths {
		if cut >= len(rest) || got != strings.TrimRight(string(rest[:cut]), " ") {
			continue
		}
		for _, width := range f.widths {
			if width < cut {
				continue
			}
			follow := func() (int, bool) { return f.line(row+1, line, offset+width, at) }
			if width >= len(rest) {
				follow = func() (int, bool) { return f.line(row+1, line+1, 0, next) }
			}
			if n, ok := follow(); ok {
				return n, true
			}
		}
	}
	if row == len(f.rows)-1 && strings.HasPrefix(string(rest), got) {
		return at + f.bytes(line, offset+utf8.RuneCountInString(got)), true
	}
	return 0, false
}

// bytes is how long the first columns of a line are.
func (f *fitting) bytes(line, columns int) int {
	if line == len(f.lines) {
		return 0
	}
	runes := []rune(f.lines[line])
	return len(string(runes[:min(columns, len(runes))]))
}

// expandTabs writes out the blanks of a line's tabs.
func expandTabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	col := 0
	for _, r := range s {
		if r != '\t' {
			b.WriteRune(r)
			col++
			continue
		}
		for blanks := tabWidth - col%tabWidth; blanks > 0; blanks-- {
			b.WriteByte(' ')
			col++
		}
	}
	return b.String()
}
