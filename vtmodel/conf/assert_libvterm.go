package conf

import (
	"fmt"
	"strconv"
	"strings"

	"jp/vtmodel"
)

// assertAll checks an assertion, which may be one for several numbers.
func (s *script) assertAll(command, text string) {
	rest, ok := strings.CutPrefix(text, "$SEQ ")
	if !ok {
		s.assert(command, text)
		return
	}
	counts, template, _ := strings.Cut(rest, ":")
	from, to, _ := strings.Cut(counts, " ")
	for i := number(from); i <= number(to); i++ {
		s.assert(command, strings.ReplaceAll(strings.TrimSpace(template), `\#`, strconv.Itoa(i)))
	}
}

// assert checks one assertion below a command, unless it is about something else than a
// Screen.
func (s *script) assert(command, text string) {
	name, rest, _ := strings.Cut(text, " ")
	args, want, _ := strings.Cut(rest, "=")
	args, want = strings.TrimSpace(args), strings.TrimSpace(want)
	var got string
	screen := s.term.Screen()
	at := numbers(args)
	switch name {
	case "output":
		s.takeAnswer(command, parseString(rest))
		return
	case "sb_pushline":
		s.takePushed(screen, command, want)
		return
	case "?cursor":
		got = fmt.Sprintf("%d,%d", screen.Cursor.Row, screen.Cursor.Col)
		want = strings.ReplaceAll(want, " ", "")
	case "?screen_row":
		if len(at) < 1 || at[0] >= screen.Rows {
			return
		}
		got, want = written(screen.Lines[at[0]]), wantedText(want)
	case "?screen_chars", "?screen_text":
		if len(at) != 4 {
			return
		}
		got, want = areaText(screen, at), wantedText(want)
		if name == "?screen_text" {
			want = rawText(rest)
		}
	case "?screen_cell":
		if len(at) != 2 || !isInside(screen, at) {
			return
		}
		var ok bool
		if got, want, ok = s.compareCell(screen.Lines[at[0]].Cells[at[1]], want); !ok {
			return
		}
	case "?screen_eol":
		if len(at) != 2 || !isInside(screen, at) {
			return
		}
		got = "0"
		if len(screen.Lines[at[0]].Text()) <= at[1] {
			got = "1"
		}
	case "?lineinfo":
		if strings.Contains(want, "d") || len(at) != 1 || at[0] > screen.Rows {
			return // Double-width rows.
		}
		if at[0] > 0 && screen.Lines[at[0]-1].Wrapped {
			got = "cont"
		}
	case "?pen":
		var ok bool
		if got, ok = s.pen(args); !ok {
			return
		}
	default:
		return
	}
	s.asserted++
	if got != want {
		s.problems = append(s.problems, fmt.Sprintf("%s: %s is %q, want %q", command, name+" "+args, got, want))
	}
}

// written is the text of a row with the spaces that were written at its end.
func written(r vtmodel.Row) string {
	var b strings.Builder
	end := len(r.Cells)
	for end > 0 && r.Cells[end-1].Cluster == "" {
		end--
	}
	for _, c := range r.Cells[:end] {
		switch {
		case c.Tail:
		case c.Cluster == "":
			b.WriteByte(' ')
		default:
			b.WriteString(c.Cluster)
		}
	}
	return b.String()
}

func isInside(s vtmodel.Screen, at []int) bool {
	return at[0] >= 0 && at[0] < s.Rows && at[1] >= 0 && at[1] < s.Cols
}

func numbers(list string) []int {
	var out []int
	for field := range strings.SplitSeq(list, ",") {
		out = append(out, number(field))
	}
	return out
}

func (s *script) takeAnswer(command, want string) {
	s.asserted++
	rest, ok := strings.CutPrefix(s.answer, want)
	if !ok {
		s.problems = append(s.problems, fmt.Sprintf("%s: answered %q, want %q", command, s.answer, want))
		return
	}
	s.answer = rest
}

// takePushed checks the next row that entered the scrollback.
func (s *script) takePushed(screen vtmodel.Screen, command, want string) {
	s.asserted++
	i := len(screen.Scrollback) - (screen.Scrolled - s.scrolled)
	s.scrolled++
	var text strings.Builder
	for field := range strings.FieldsSeq(want) {
		text.WriteRune(rune(number("0x" + field)))
	}
	if i < 0 || i >= len(screen.Scrollback) {
		s.problems = append(s.problems, fmt.Sprintf("%s: no row entered the scrollback, want %q", command, text.String()))
		return
	}
	if got := screen.Scrollback[i].Text(); got != text.String() {
		s.problems = append(s.problems, fmt.Sprintf("%s: %q entered the scrollback, want %q", command, got, text.String()))
	}
}

// wantedText reads a string or a list of code points.
func wantedText(text string) string {
	if strings.HasPrefix(text, `"`) {
		return parseString(text)
	}
	return runes(text)
}

// rawText reads the bytes behind "=".
func rawText(rest string) string {
	_, list, _ := strings.Cut(rest, "=")
	var b []byte
	for field := range strings.SplitSeq(list, ",") {
		if field = strings.TrimSpace(field); field != "" {
			b = append(b, byte(number(field)))
		}
	}
	return string(b)
}

func areaText(s vtmodel.Screen, at []int) string {
	rows := s.Region(at[0], at[1], at[2]-at[0], at[3]-at[1])
	return strings.TrimRight(strings.Join(rows, "\n"), "\n")
}

// pen returns an attribute of the pen, and false for those that a Style does not have.
func (s *script) pen(name string) (string, bool) {
	style := s.term.Pen()
	attrs := map[string]vtmodel.Attrs{
		"bold": vtmodel.Bold, "italic": vtmodel.Italic, "blink": vtmodel.Blink,
		"reverse": vtmodel.Reverse, "conceal": vtmodel.Conceal, "strike": vtmodel.Strike,
	}
	attr, ok := attrs[name]
	switch {
	case ok && style.Attrs&attr != 0:
		return "on", true
	case ok:
		return "off", true
	case name == "underline":
		return strconv.Itoa(int(style.Underline)), true
	case name == "foreground":
		return penColor(style.FG, "rgb(240,240,240,is_default_fg)"), true
	case name == "background":
		return penColor(style.BG, "rgb(0,0,0,is_default_bg)"), true
	}
	return "", false
}

func penColor(c vtmodel.Color, none string) string {
	if c == 0 {
		return none
	}
	for i := range 256 {
		if c == vtmodel.Palette(uint8(i)) {
			return fmt.Sprintf("idx(%d)", i)
		}
	}
	return fmt.Sprintf("rgb(%d,%d,%d)", uint8(c>>16), uint8(c>>8), uint8(c))
}

// compareCell writes a cell as libvterm does. It is not ok for what a Cell does not have:
// fonts, small letters, double width.
func (s *script) compareCell(c vtmodel.Cell, want string) (got, wanted string, ok bool) {
	var b strings.Builder
	b.WriteByte('{')
	for i, r := range []rune(c.Cluster) {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "0x%x", r)
	}
	reverse := c.Style.Attrs&vtmodel.Reverse != 0
	if s.term.Screen().Modes&vtmodel.ReverseScreen != 0 {
		reverse = !reverse
	}
	fmt.Fprintf(&b, "} width=%d attrs={%s} fg=%s bg=%s", c.Width, attrLetters(c.Style, reverse),
		rgbOf(c.Style.FG, "240,240,240"), rgbOf(c.Style.BG, "0,0,0"))
	_, attrs, _ := strings.Cut(want, "attrs={")
	if strings.HasPrefix(attrs, "F") || strings.HasPrefix(attrs, "S") || strings.Contains(want, "dwl") {
		return "", "", false
	}
	return b.String(), want, true
}

func attrLetters(s vtmodel.Style, reverse bool) string {
	var b strings.Builder
	if s.Attrs&vtmodel.Bold != 0 {
		b.WriteByte('B')
	}
	if s.Underline != 0 {
		fmt.Fprintf(&b, "U%d", s.Underline)
	}
	if s.Attrs&vtmodel.Italic != 0 {
		b.WriteByte('I')
	}
	if s.Attrs&vtmodel.Blink != 0 {
		b.WriteByte('K')
	}
	if reverse {
		b.WriteByte('R')
	}
	return b.String()
}

// rgbOf writes a color with the palette of libvterm, as far as the scripts use it.
func rgbOf(c vtmodel.Color, none string) string {
	if c == 0 {
		return "rgb(" + none + ")"
	}
	for i := range uint8(8) {
		if c == vtmodel.Palette(i) {
			return fmt.Sprintf("rgb(%d,%d,%d)", 224*(i&1), 224*(i>>1&1), 224*(i>>2))
		}
	}
	for i := range 256 {
		if c == vtmodel.Palette(uint8(i)) {
			return fmt.Sprintf("palette %d", i)
		}
	}
	return fmt.Sprintf("rgb(%d,%d,%d)", uint8(c>>16), uint8(c>>8), uint8(c))
}
