package screentest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"jp/vtmodel"
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
	lines := printedLines(text)
	if o.cropped && o.reflow == crops {
		n, err := visibleCropped(l.transcript(false), lines, o.widths)
		return shown(text, n), err
	}
	n, err := visibleWhole(l, lines, text)
	if err != nil && o.cropped && o.reflow == cropsCursorLine {
		cut, cutErr := visibleCropped(l.transcript(true), lines, o.widths)
		if cutErr == nil {
			return shown(text, cut), nil
		}
	}
	return n, err
}

// visibleWhole is visible for rows that are all there.
func visibleWhole(l layout, lines []printedLine, text string) (int, error) {
	next := 0
	seen := l.transcript(true)
	for i, s := range seen {
		got := strings.Join(s.rows, "")
		if next == len(lines) {
			return len(text), fmt.Errorf("%q stands below the end of the transcript", got)
		}
		line := lines[next]
		if line.loose {
			got = strings.TrimLeft(got, " ")
		}
		want := strings.TrimRight(readable(line.text), " \t")
		n, ok := prefixOf(strings.TrimRight(got, " "), line.text)
		switch {
		case s.optional && got == "" && want != "":
			continue
		case !ok:
			return line.at, fmt.Errorf("line %d is %q, want %q", next+1, got, want)
		case i < len(seen)-1 && n < len(strings.TrimRight(line.text, " \t")):
			return line.at, fmt.Errorf("line %d ends after %q, want %q", next+1, got, want)
		case i == len(seen)-1:
			return shown(text, line.at+n), nil
		}
		next++
	}
	if next == len(lines) {
		return len(text), nil
	}
	return shown(text, lines[next].at), nil
}

// reflow is what a terminal does to the transcript when it becomes narrower.
type reflow uint8

const (
	crops           reflow = iota // what is beyond the new width is gone
	rewraps                       // long lines go on in the next row
	cropsCursorLine               // all but the line that the cursor is in
)

func reflows(model string) reflow {
	p, ok := vtmodel.ParseProfile(model)
	switch {
	case !ok || p == vtmodel.XTerm || p == vtmodel.CropVT10x || p == vtmodel.LibVTerm:
		return crops
	case p == vtmodel.XTermJS:
		return cropsCursorLine
	}
	return rewraps
}

// A printedLine is one logical line of what was printed.
type printedLine struct {
	text  string
	at    int  // where it begins in the whole text
	loose bool // the line began where a suspension has cut it: blanks do not count
}

func printedLines(text string) []printedLine {
	var lines []printedLine
	line := printedLine{}
	for {
		end := strings.IndexAny(text[line.at:], "\n"+string(forcedBreak))
		if end < 0 {
			line.text = text[line.at:]
			return append(lines, line.trimmed())
		}
		line.text = text[line.at : line.at+end]
		cut := line.at + end
		lines = append(lines, line.trimmed())
		line = printedLine{at: cut + 1, loose: text[cut] == forcedBreak}
	}
}

func (p printedLine) trimmed() printedLine {
	if p.loose {
		blanks := len(p.text) - len(strings.TrimLeft(p.text, " "))
		p.text, p.at = p.text[blanks:], p.at+blanks
	}
	return p
}

// shown moves n over blanks and line breaks, which nobody can see.
func shown(text string, n int) int {
	n = min(n, len(text))
	for n < len(text) && strings.IndexByte(" \t\n"+string(forcedBreak), text[n]) >= 0 {
		n++
	}
	return n
}

// prefixOf reports whether the screen text got is the beginning of the printed
// line want, and how much of want that is. A tab is the blanks up to the next stop.
func prefixOf(got, want string) (n int, ok bool) {
	col, bare := 0, 0
	for {
		r, size := utf8.DecodeRuneInString(want[n:])
		switch {
		case isIgnorable(r), n == bare && isCombining(r) && !strings.HasPrefix(got, string(r)):
			n += size // a mark with nothing before it has no place
			bare = n
			continue
		case got == "":
			return n, true
		case n == len(want):
			return n, false
		}
		if r == '\t' {
			blanks := tabWidth - col%tabWidth
			if lead := len(got) - len(strings.TrimLeft(got, " ")); !strings.HasPrefix(want[n+1:], " ") && lead > 0 && lead < len(got) {
				blanks = min(lead, tabWidth) // terminals differ on the width of what is before it
			}
			if got[0] != ' ' && strings.ContainsFunc(want[:n], func(r rune) bool { return r >= utf8.RuneSelf }) {
				blanks = 0 // for this terminal the row was full
			}
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
}

// visibleCropped is visible for rows that may have been cut.
func visibleCropped(rows []seenLine, lines []printedLine, widths []int) (int, error) {
	f := fitting{rows: rows, widths: widths, lines: lines}
	if n, ok := f.line(0, 0, 0); ok {
		return n, nil
	}
	at := min(f.deepest, len(rows)-1)
	return 0, fmt.Errorf("row %q does not continue the transcript, also not as a cut row", rows[at].rows[0])
}

// fitting searches how rows can be the lines, some of them cut.
type fitting struct {
	rows    []seenLine
	lines   []printedLine
	widths  []int
	deepest int
}

// line fits row, and what follows it, to the rest of a line from column offset on.
func (f *fitting) line(row, line, offset int) (int, bool) {
	f.deepest = max(f.deepest, row)
	if row == len(f.rows) {
		return f.place(line, offset), true
	}
	got := strings.TrimRight(strings.Join(f.rows[row].rows, ""), " ")
	if f.rows[row].optional && got == "" {
		if n, ok := f.line(row+1, line, offset); ok {
			return n, true
		}
	}
	if line == len(f.lines) {
		return 0, false
	}
	if f.lines[line].loose && offset == 0 {
		got = strings.TrimLeft(got, " ")
	}
	rest := []rune(expandTabs(readable(f.lines[line].text)))[offset:]
	if got == strings.TrimRight(string(rest), " ") {
		if n, ok := f.line(row+1, line+1, 0); ok {
			return n, true
		}
	}
	if n, ok := f.cut(row, line, offset, got, rest); ok {
		return n, true
	}
	if row == len(f.rows)-1 && strings.HasPrefix(string(rest), got) {
		return f.place(line, offset+utf8.RuneCountInString(got)), true
	}
	return 0, false
}

// cut fits a row that shows the beginning of rest, up to a width that the
// terminal had, and was as wide as another or the same when it was written.
func (f *fitting) cut(row, line, offset int, got string, rest []rune) (int, bool) {
	for _, cut := range f.widths {
		if cut >= len(rest) || got != strings.TrimRight(string(rest[:cut]), " ") {
			continue
		}
		for _, width := range f.widths {
			if width < cut {
				continue
			}
			if width >= len(rest) {
				if n, ok := f.line(row+1, line+1, 0); ok {
					return n, true
				}
				continue
			}
			if n, ok := f.line(row+1, line, offset+width); ok {
				return n, true
			}
		}
	}
	return 0, false
}

// place is where a column of a line is in the whole text.
func (f *fitting) place(line, column int) int {
	if line == len(f.lines) {
		last := f.lines[line-1]
		return last.at + len(last.text)
	}
	runes := []rune(f.lines[line].text)
	return f.lines[line].at + len(string(runes[:min(column, len(runes))]))
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
