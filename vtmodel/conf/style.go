package conf

import (
	"fmt"
	"strings"

	"jp/vtmodel"
)

// RunStyle runs a case of the style set and compares how the first cell looks, as far as
// the terminal's record tells that.
func RunStyle(p vtmodel.Profile, c Case, want Answer) Result {
	term := vtmodel.NewTerminal(p, c.Cols, c.Rows)
	for _, s := range c.Steps {
		term.Write(s.Write)
	}
	if len(want.Style) == 0 || want.Style[0] == "" {
		return Result{NotComparable, "the record tells no styles"}
	}
	cell := term.Screen().Lines[0].Cells[0]
	var got, wanted string
	switch p {
	case vtmodel.Alacritty:
		got, wanted = alacrittyStyle(cell), want.Style[0]
	case vtmodel.XTermJS:
		got, wanted = xtermjsStyle(cell), want.Style[0]
	case vtmodel.Kitty:
		// The record is the sequences that draw the row.
		as := vtmodel.NewTerminal(p, c.Cols, c.Rows)
		as.Write([]byte(want.Style[0]))
		got, wanted = cell.Style.String(), as.Screen().Lines[0].Cells[0].Style.String()
	default:
		return Result{NotComparable, "the record tells no styles"}
	}
	if got != wanted {
		return Result{Fail, fmt.Sprintf("the first cell is %s, want %s", got, wanted)}
	}
	return Result{}
}

// alacrittyStyle writes a cell as the record of Alacritty does.
func alacrittyStyle(c vtmodel.Cell) string {
	var flags []string
	add := func(on bool, name string) {
		if on {
			flags = append(flags, name)
		}
	}
	s := c.Style
	add(s.Attrs&vtmodel.Reverse != 0, "INVERSE")
	add(s.Attrs&vtmodel.Bold != 0, "BOLD")
	add(s.Attrs&vtmodel.Italic != 0, "ITALIC")
	add(s.Underline == vtmodel.SingleUnderline, "UNDERLINE")
	add(s.Attrs&vtmodel.Faint != 0, "DIM")
	add(s.Attrs&vtmodel.Conceal != 0, "HIDDEN")
	add(s.Attrs&vtmodel.Strike != 0, "STRIKEOUT")
	add(s.Underline == vtmodel.DoubleUnderline, "DOUBLE_UNDERLINE")
	add(s.Underline == vtmodel.CurlyUnderline, "UNDERCURL")
	add(s.Underline == vtmodel.DottedUnderline, "DOTTED_UNDERLINE")
	add(s.Underline == vtmodel.DashedUnderline, "DASHED_UNDERLINE")
	all := "0x0"
	if len(flags) > 0 {
		all = strings.Join(flags, " | ")
	}
	line, link := "None", "None"
	if s.UnderlineColor != 0 {
		line = "Some(" + alacrittyName(s.UnderlineColor, "") + ")"
	}
	if c.Link != "" {
		link = fmt.Sprintf("Some(%q)", c.Link)
	}
	return fmt.Sprintf("fg=%s bg=%s flags=Flags(%s) ulc=%s link=%s",
		alacrittyName(s.FG, "Foreground"), alacrittyName(s.BG, "Background"), all, line, link)
}

// alacrittyName writes a color. The record keeps apart the 16 named colors and the same
// slots of the palette by number, which a Color does not.
func alacrittyName(c vtmodel.Color, none string) string {
	if c == 0 {
		return "Named(" + none + ")"
	}
	for name, n := range alacrittyNames {
		if c == vtmodel.Palette(n) {
			return "Named(" + name + ")"
		}
	}
	for i := range 256 {
		if c == vtmodel.Palette(uint8(i)) {
			return fmt.Sprintf("Indexed(%d)", i)
		}
	}
	return fmt.Sprintf("Spec(Rgb { r: %d, g: %d, b: %d })", uint8(c>>16), uint8(c>>8), uint8(c))
}

// xtermjsStyle writes a cell as the record of xterm.js does.
func xtermjsStyle(c vtmodel.Cell) string {
	var names []string
	s := c.Style
	for _, a := range []struct {
		on   bool
		name string
	}{
		{s.Attrs&vtmodel.Bold != 0, "Bold"},
		{s.Attrs&vtmodel.Italic != 0, "Italic"},
		{s.Attrs&vtmodel.Faint != 0, "Dim"},
		{s.Underline != 0 || c.Link != "", "Underline"},
		{s.Attrs&vtmodel.Blink != 0, "Blink"},
		{s.Attrs&vtmodel.Reverse != 0, "Inverse"},
		{s.Attrs&vtmodel.Conceal != 0, "Invisible"},
		{s.Attrs&vtmodel.Strike != 0, "Strikethrough"},
		{s.Attrs&vtmodel.Overline != 0, "Overline"},
	} {
		if a.on {
			names = append(names, a.name)
		}
	}
	return fmt.Sprintf("fg=%s bg=%s %s", xtermjsColor(s.FG), xtermjsColor(s.BG), strings.Join(names, ","))
}

func xtermjsColor(c vtmodel.Color) string {
	if c == 0 {
		return "0:-1"
	}
	for i := range 256 {
		switch {
		case c != vtmodel.Palette(uint8(i)):
		case i < 16:
			return fmt.Sprintf("16777216:%x", i)
		default:
			return fmt.Sprintf("33554432:%x", i)
		}
	}
	return fmt.Sprintf("50331648:%x", uint32(c)&0xffffff)
}
