package conf

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"jp/vtmodel"
)

// LibVTerm runs the test scripts of libvterm: what is pushed, and what the screen, the
// cursor and the answers have to be. A section is a group of assertions with a title.
// Sections that only assert what a Screen does not have, such as damage, the encoding
// of keys, or double-width rows, are not comparable.
func (d Data) LibVTerm(p vtmodel.Profile, accepted map[string]Divergence) (*Tally, error) {
	n := &Tally{Profile: p.String(), Set: "libvterm"}
	files, err := filepath.Glob(filepath.Join(d.Dir, "suites", "libvterm", "*.test"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s := newScript(p)
		base := strings.TrimSuffix(filepath.Base(name), ".test")
		for _, sec := range sectionsOf(string(data)) {
			n.Add(base+"/"+strings.ReplaceAll(sec.title, " ", "_"), s.run(sec), accepted)
		}
	}
	return n, nil
}

type section struct {
	title string
	lines []string
}

// sectionsOf cuts a script at its titles. What is before the first one belongs to it.
func sectionsOf(text string) []section {
	var out []section
	var setup []string
	titles := map[string]int{}
	for line := range strings.SplitSeq(text, "\n") {
		title, ok := strings.CutPrefix(line, "!")
		switch {
		case ok:
			titles[title]++
			if titles[title] > 1 {
				title += "#" + strconv.Itoa(titles[title])
			}
			out = append(out, section{title, setup})
			setup = nil
		case strings.TrimSpace(line) == "" || line[0] == '#':
		case len(out) == 0:
			setup = append(setup, line)
		default:
			out[len(out)-1].lines = append(out[len(out)-1].lines, line)
		}
	}
	return out
}

// script is the state that the sections of one file share.
type script struct {
	term     *vtmodel.Terminal
	asserted int
	problems []string
	pending  []glyph // Drawn by the command that is run.
	answer   string  // To it, as far as no assertion has taken it.
	scrolled int
}

func newScript(p vtmodel.Profile) *script {
	return &script{term: vtmodel.NewTerminal(p, 80, 25)}
}

func (s *script) run(sec section) Result {
	s.asserted, s.problems = 0, nil
	for i := 0; i < len(sec.lines); {
		command := sec.lines[i]
		i++
		from := i
		for i < len(sec.lines) && strings.HasPrefix(sec.lines[i], " ") {
			i++
		}
		s.command(command, sec.lines[from:i])
	}
	switch {
	case len(s.problems) > 0:
		return Result{Fail, strings.Join(s.problems, "; ")}
	case s.asserted == 0:
		return Result{NotComparable, "asserts nothing that a Screen has"}
	}
	return Result{}
}

// command runs a command with the assertions below it.
func (s *script) command(line string, asserts []string) {
	s.pending, s.answer = nil, ""
	s.scrolled = s.term.Screen().Scrolled
	for _, a := range asserts {
		if text, ok := strings.CutPrefix(strings.TrimSpace(a), "putglyph "); ok {
			s.pending = append(s.pending, parseGlyph(text))
		}
	}
	known := s.execute(line)
	for _, g := range s.pending {
		s.fail("%q: no %s", line, g)
	}
	if !known {
		return
	}
	for _, a := range asserts {
		s.assertAll(line, strings.TrimSpace(a))
	}
}

func (s *script) fail(format string, args ...any) {
	s.asserted++
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

// execute runs a command and reports whether it is one that a terminal's output can do.
func (s *script) execute(line string) bool {
	name, rest, _ := strings.Cut(line, " ")
	switch name {
	case "PUSH":
		for _, b := range []byte(parseString(rest)) {
			s.term.Write([]byte{b})
			s.takeGlyphs()
		}
	case "RESET":
		s.term.Write([]byte{0x1b, 'c', 0x1b, '[', '3', 'J'}) // RIS, and ED 3 for the scrollback.
		s.scrolled = s.term.Screen().Scrolled
	case "RESIZE":
		rows, cols, _ := strings.Cut(rest, ",")
		s.term.Resize(number(cols), number(rows))
	case "$REP", "$SEQ":
		s.repeat(name, rest)
	default:
		return false
	}
	s.answer = string(s.term.Answers())
	return true
}

func number(text string) int {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 0, 32)
	if err != nil {
		return 0
	}
	return int(n)
}

// repeat runs "count: command" or "from to: command", in which \# is the number.
func (s *script) repeat(name, rest string) {
	counts, command, _ := strings.Cut(rest, ":")
	from, to := 1, number(counts)
	if name == "$SEQ" {
		a, b, _ := strings.Cut(counts, " ")
		from, to = number(a), number(b)
	}
	for i := from; i <= to; i++ {
		s.execute(strings.ReplaceAll(strings.TrimSpace(command), `\#`, strconv.Itoa(i)))
	}
}

// glyph is a character that libvterm says it has drawn.
type glyph struct {
	text            string
	width, row, col int
}

func (g glyph) String() string { return fmt.Sprintf("%q at %d,%d", g.text, g.row, g.col) }

func parseGlyph(text string) glyph {
	fields := strings.Fields(text)
	if len(fields) < 3 {
		return glyph{}
	}
	row, col, _ := strings.Cut(fields[2], ",")
	return glyph{runes(fields[0]), number(fields[1]), number(row), number(col)}
}

// takeGlyphs takes the glyphs that can be seen by now from those that are expected.
func (s *script) takeGlyphs() {
	for len(s.pending) > 0 {
		g := s.pending[0]
		screen := s.term.Screen()
		if g.row >= screen.Rows || g.col >= screen.Cols {
			return
		}
		c := screen.Lines[g.row].Cells[g.col]
		if c.Cluster != g.text || int(c.Width) != g.width {
			return
		}
		s.asserted++
		s.pending = s.pending[1:]
	}
}

// runes reads 0x41,0x301.
func runes(list string) string {
	var b strings.Builder
	for field := range strings.SplitSeq(list, ",") {
		if field = strings.TrimSpace(field); field != "" {
			b.WriteRune(rune(number(field)))
		}
	}
	return b.String()
}

// parseString reads parts like "\e[A"x3, joined by dots.
func parseString(text string) string {
	var b strings.Builder
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimLeft(text, " .") {
		part, rest := parseQuoted(text)
		count := 1
		if digits, ok := strings.CutPrefix(rest, "x"); ok {
			end := 0
			for end < len(digits) && digits[end] >= '0' && digits[end] <= '9' {
				end++
			}
			count, rest = number(digits[:end]), digits[end:]
		}
		b.WriteString(strings.Repeat(part, count))
		if rest == text {
			break
		}
		text = rest
	}
	return b.String()
}

// parseQuoted reads a string in Perl's double quotes and returns what is behind it.
func parseQuoted(text string) (value, rest string) {
	var b strings.Builder
	i := 1
	for ; i < len(text) && text[i] != '"'; i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch c := text[i]; c {
		case 'e':
			b.WriteByte(0x1b)
		case 'a':
			b.WriteByte('\a')
		case 'b':
			b.WriteByte('\b')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case '0':
			b.WriteByte(0)
		case 'x':
			n := 2
			digits := text[min(i+1, len(text)):]
			if strings.HasPrefix(digits, "{") {
				n = strings.IndexByte(digits, '}')
				b.WriteByte(byte(number("0x" + digits[1:max(n, 1)])))
				i += n + 1
				continue
			}
			b.WriteByte(byte(number("0x" + digits[:min(n, len(digits))])))
			i += n
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), text[min(i+1, len(text)):]
}
