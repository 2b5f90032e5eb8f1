package vtmodel

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseGolden reads a golden file; name is for its errors, which begin with "name:line: ".
// A file that Format would write differently is an error too, so that an edit by hand
// can never mean something else than what it looks like.
func ParseGolden(name string, data []byte) (*Golden, error) {
	p := goldenParser{name: name, golden: &Golden{letters: make(map[Look]byte)}, looks: make(map[byte]Look)}
	if err := p.parse(string(data)); err != nil {
		return nil, err
	}
	normal, err := p.golden.Format()
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	if err := p.compare(string(data), string(normal)); err != nil {
		return nil, err
	}
	return p.golden, nil
}

// goldenParser reads a golden file line by line.
type goldenParser struct {
	name    string
	line    int // Of the line that is being read, from 1.
	golden  *Golden
	section goldenSection
	rows    []ShotRow // Of the shot that is being read.
	looks   map[byte]Look
	// These wait for the end, since the styles come later in the file.
	styled []styleRow
	sames  []sameShot
}

type goldenSection uint8

const (
	inComment goldenSection = iota
	inHeader
	inRows
	inSame
	inStyles
)

type styleRow struct {
	shot, row int // The row counted from the first of Above.
	letters   string
	line      int
}

type sameShot struct{ shot, as int }

func (p *goldenParser) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", p.name, p.line, fmt.Sprintf(format, args...))
}

func (p *goldenParser) parse(text string) error {
	if err := p.checkBytes(text); err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		p.line++
		if p.line > goldenLinesMax {
			return p.errorf("more than %d lines", goldenLinesMax)
		}
		if err := p.read(strings.TrimSuffix(line, "\n")); err != nil {
			return err
		}
	}
	if err := p.endSection(); err != nil {
		return err
	}
	if err := p.resolveLooks(); err != nil {
		return err
	}
	for _, same := range p.sames {
		p.golden.Shots[same.shot].copyOf(p.golden.Shots[same.as])
	}
	return nil
}

// checkBytes refuses what would not be seen when the file is read.
func (p *goldenParser) checkBytes(text string) error {
	p.line = 1
	for i, r := range text {
		switch {
		case r == '\n':
			p.line++
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			return p.errorf("invalid UTF-8")
		case unicode.IsControl(r):
			return p.errorf("control character %U", r)
		}
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		return p.errorf("no newline at the end")
	}
	p.line = 0
	return nil
}

func (p *goldenParser) read(line string) error {
	title, isTitle := strings.CutPrefix(line, "-- ")
	title, isWhole := strings.CutSuffix(title, " --")
	if isTitle && isWhole {
		return p.beginSection(title)
	}
	switch p.section {
	case inComment:
		p.golden.Comment += line + "\n"
	case inHeader:
		return p.header(line)
	case inRows:
		return p.row(line)
	case inSame:
		return p.errorf("%q follows a screen that is the same as another", line)
	case inStyles:
		return p.style(line)
	}
	return nil
}

func (p *goldenParser) beginSection(title string) error {
	if err := p.endSection(); err != nil {
		return err
	}
	name, isScreen := strings.CutPrefix(title, "screen ")
	switch {
	case title == "styles":
		p.section = inStyles
		return nil
	case !isScreen || !isName(name):
		return p.errorf("section %q is neither a screen nor the styles", title)
	case p.find(name) >= 0:
		return p.errorf("screen name %q is used twice", name)
	case len(p.golden.Shots) == goldenScreensMax:
		return p.errorf("more than %d screens", goldenScreensMax)
	}
	p.golden.Shots = append(p.golden.Shots, Shot{Name: name})
	p.section = inHeader
	return nil
}

// endSection checks that a shot is whole and tells its scrollback from its screen.
func (p *goldenParser) endSection() error {
	if p.section == inHeader {
		return p.errorf("screen without a header")
	}
	if p.section != inRows {
		return nil
	}
	shot := p.shot()
	above := len(p.rows) - shot.Rows
	if above < 0 {
		return p.errorf("screen %q has %d rows, want %d", shot.Name, len(p.rows), shot.Rows)
	}
	if above > 0 {
		shot.Above = p.rows[:above:above]
	}
	shot.Lines = p.rows[above:]
	p.rows = nil
	return nil
}

func (p *goldenParser) shot() *Shot { return &p.golden.Shots[len(p.golden.Shots)-1] }

func (p *goldenParser) find(name string) int {
	for i := range p.golden.Shots {
		if p.golden.Shots[i].Name == name {
			return i
		}
	}
	return -1
}

// header reads "same NAME" or the facts.
func (p *goldenParser) header(line string) error {
	if name, ok := strings.CutPrefix(line, "same "); ok {
		last := len(p.golden.Shots) - 1
		as := p.find(name)
		if as < 0 || as == last {
			return p.errorf("same as %q, which is no earlier screen", name)
		}
		p.sames = append(p.sames, sameShot{shot: last, as: as})
		p.section = inSame
		return nil
	}
	p.section = inRows
	if err := p.shot().parseHeader(line); err != nil {
		return p.errorf("%v", err)
	}
	return nil
}

// row reads a row, or a line that tells more about the row before it.
func (p *goldenParser) row(line string) error {
	if line == "" {
		return p.errorf("empty line; a blank row is %q", "~1")
	}
	mark, text := line[0], line[1:]
	switch mark {
	case '^', '|', '>', '+':
		if strings.TrimRight(text, " ") != text {
			return p.errorf("blanks at the end of the row")
		}
		p.rows = append(p.rows, ShotRow{Text: text, Continued: mark == '+'})
		return nil
	case '~':
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > sizeMax {
			return p.errorf("%q is no number of blank rows", text)
		}
		p.rows = append(p.rows, make([]ShotRow, n)...)
		return nil
	case ':', '=':
		if len(p.rows) == 0 {
			return p.errorf("no row before %q", line)
		}
	default:
		return p.errorf("%q is no mark of a row", line[:1])
	}
	if mark == '=' {
		return p.note(text)
	}
	if text == "" || strings.HasSuffix(text, ".") {
		return p.errorf("style row ends in plain columns")
	}
	p.styled = append(p.styled, styleRow{
		shot: len(p.golden.Shots) - 1, row: len(p.rows) - 1, letters: text, line: p.line,
	})
	return nil
}

func (p *goldenParser) note(text string) error {
	var note Note
	col, rest, _ := strings.Cut(text, " ")
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return p.errorf("%q is no column, quoted text and width", text)
	}
	note.Cluster, _ = strconv.Unquote(quoted) // QuotedPrefix has checked it.
	var errs [2]error
	note.Col, errs[0] = strconv.Atoi(col)
	note.Width, errs[1] = strconv.Atoi(strings.TrimPrefix(rest[len(quoted):], " "))
	if errs[0] != nil || errs[1] != nil {
		return p.errorf("%q is no column, quoted text and width", text)
	}
	row := &p.rows[len(p.rows)-1]
	row.Notes = append(row.Notes, note)
	return nil
}

func (p *goldenParser) style(line string) error {
	letter, text, ok := strings.Cut(line, " ")
	if !ok || len(letter) != 1 || !strings.Contains(letterSet, letter) {
		return p.errorf("%q does not begin with a letter and a space", line)
	}
	look, err := parseLook(text)
	if err != nil {
		return p.errorf("%v", err)
	}
	if _, ok := p.looks[letter[0]]; ok {
		return p.errorf("style %s is listed twice", letter)
	}
	p.looks[letter[0]] = look
	p.golden.letters[look] = letter[0]
	return nil
}

func parseLook(text string) (Look, error) {
	var look Look
	var err error
	style, quoted, isLink := strings.Cut(text, linkWord)
	if isLink {
		if look.Link, err = strconv.Unquote(quoted); err != nil {
			return Look{}, fmt.Errorf("link %q: %w", quoted, err)
		}
	}
	if look.Style, err = ParseStyle(style); err != nil {
		return Look{}, err
	}
	return look, nil
}

// resolveLooks turns the letters into what they stand for.
func (p *goldenParser) resolveLooks() error {
	used := make(map[byte]bool)
	for _, styled := range p.styled {
		p.line = styled.line
		shot := &p.golden.Shots[styled.shot]
		row := shot.row(styled.row)
		if len(styled.letters) > shot.Cols && styled.row >= len(shot.Above) || len(row.Looks) > 0 {
			return p.errorf("style row is wider than the screen or the second of its row")
		}
		for i := range len(styled.letters) {
			letter := styled.letters[i]
			look, ok := p.looks[letter]
			if !ok && letter != '.' {
				return p.errorf("style %q is not listed", letter)
			}
			used[letter] = true
			row.Looks = append(row.Looks, look)
		}
	}
	for letter := range p.looks {
		if !used[letter] {
			p.line = 1
			return p.errorf("style %q is listed but not used", letter)
		}
	}
	return nil
}

// row returns row i, counted from the first of Above.
func (s *Shot) row(i int) *ShotRow {
	if i < len(s.Above) {
		return &s.Above[i]
	}
	return &s.Lines[i-len(s.Above)]
}

// copyOf makes s show what an earlier shot did, at a time that nobody wrote down.
func (s *Shot) copyOf(earlier Shot) {
	name := s.Name
	*s = earlier
	s.Name, s.Above = name, nil
	s.Timed, s.At, s.Frame = false, 0, 0
}

// compare finds the first line that is not as Format writes it.
func (p *goldenParser) compare(have, want string) error {
	if have == want {
		return nil
	}
	haves, wants := strings.SplitAfter(have, "\n"), strings.SplitAfter(want, "\n")
	for i := range min(len(haves), len(wants)) {
		if haves[i] != wants[i] {
			p.line = i + 1
			return p.errorf("not in normal form: %q, want %q", strings.TrimSuffix(haves[i], "\n"), strings.TrimSuffix(wants[i], "\n"))
		}
	}
	panic("vtmodel: different texts with the same lines")
}
