package vtmodel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jp/vtmodel"
)

// redraw returns bytes that make a fresh terminal of the same profile show what term does:
// the main screen with its scrollback, then the alternate one over it. Modes come last, as
// they would change what is drawn.
func redraw(term *vtmodel.Terminal) string {
	s, main := term.Screen(), term.Main()
	r := redrawer{cols: s.Cols}
	if s.Alt {
		r.paper(main)
		r.cursor(main)
		r.b.WriteString("\x1b[?1049h\x1b[H")
		main = s
		main.Scrollback = nil
	}
	r.paper(main)
	if s.Title != "" {
		r.b.WriteString("\x1b]2;" + s.Title + "\x1b\\")
	}
	r.modes(s.Modes)
	r.cursor(s)
	r.late(s)
	return r.b.String()
}

type redrawer struct {
	b    strings.Builder
	cols int
}

// paper draws all rows, oldest first. A row that was wrapped is not ended by a line feed
// but by the first character of the next one.
func (r *redrawer) paper(s vtmodel.Screen) {
	rows := append(slices.Clone(s.Scrollback), s.Lines...)
	entered := false // The wrap of the row before has drawn the first cell of this one.
	for i, row := range rows {
		r.row(row.Cells, entered)
		entered = false
		switch {
		case i == len(rows)-1:
		case row.Wrapped:
			r.wrap(row, rows[i+1])
			entered = true
		default:
			r.b.WriteString("\x1b[m\r\n")
		}
	}
}

// row draws the cells of the row that the cursor is in. The first one is there if the row
// was entered by a wrap, but it may be of another width or look.
func (r *redrawer) row(cells []vtmodel.Cell, entered bool) {
	if entered {
		r.b.WriteString("\x1b[m\x1b[G\x1b[2X")
	}
	for x, c := range cells {
		switch {
		case c.Tail:
			continue
		case c.Cluster == "" && c.Style == (vtmodel.Style{}) && c.Link == "":
			continue
		}
		fmt.Fprintf(&r.b, "\x1b[%dG", x+1)
		r.look(c)
		switch {
		case c.Cluster == "" && c.Style == (vtmodel.Style{BG: c.Style.BG}) && c.Link == "":
			r.b.WriteString("\x1b[X")
			continue
		case c.Cluster == "": // A rectangle gave it a look without writing to it.
			c.Cluster = " "
		}
		r.b.WriteString(c.Cluster)
	}
	r.b.WriteString("\x1b[m\x1b]8;;\x1b\\")
}

func (r *redrawer) look(c vtmodel.Cell) {
	r.b.WriteString("\x1b[" + renditionFor(c.Style) + "m\x1b]8;;" + c.Link + "\x1b\\")
}

// wrap enters the next row by a character that does not fit in this one, having made sure
// that this one is full.
func (r *redrawer) wrap(row, next vtmodel.Row) {
	last := r.cols - 1
	if len(row.Cells) == r.cols && row.Cells[last].Cluster != "" {
		fmt.Fprintf(&r.b, "\x1b[%dG", r.cols)
		r.look(row.Cells[last])
		r.b.WriteString(row.Cells[last].Cluster + "\x1b[mx\b\x1b]8;;\x1b\\")
		return
	}
	if last > 0 && len(row.Cells) == r.cols && row.Cells[last].Tail {
		fmt.Fprintf(&r.b, "\x1b[%dG", r.cols-1)
		r.look(row.Cells[last-1])
		r.b.WriteString(row.Cells[last-1].Cluster + "\x1b[mx\b\x1b]8;;\x1b\\")
		return
	}
	style := vtmodel.Cell{} // A wide character did not fit, and left the background.
	if len(row.Cells) == r.cols {
		style = row.Cells[last]
	}
	fmt.Fprintf(&r.b, "\x1b[%dG", r.cols)
	r.look(vtmodel.Cell{Style: style.Style})
	r.b.WriteString("日\x1b[m\x1b[G")
	_ = next
}

// renditionFor returns the SGR values of a style.
func renditionFor(s vtmodel.Style) string {
	values := []string{"0"}
	codes := []string{"1", "2", "3", "5", "7", "8", "9", "53"}
	for i, code := range codes {
		if s.Attrs&(1<<i) != 0 {
			values = append(values, code)
		}
	}
	if s.Underline != 0 {
		values = append(values, fmt.Sprintf("4:%d", s.Underline))
	}
	for code, c := range map[string]vtmodel.Color{"38": s.FG, "48": s.BG, "58": s.UnderlineColor} {
		if c == 0 {
			continue
		}
		value := fmt.Sprintf("%s:2::%d:%d:%d", code, uint8(c>>16), uint8(c>>8), uint8(c))
		for i := range 256 {
			if c == vtmodel.Palette(uint8(i)) {
				value = fmt.Sprintf("%s:5:%d", code, i)
			}
		}
		values = append(values, value)
	}
	return strings.Join(values, ";")
}

var modeCodes = map[vtmodel.Modes]string{
	vtmodel.ReverseScreen: "?5h", vtmodel.AppCursor: "?1h", vtmodel.MouseX10: "?9h",
	vtmodel.MouseButton: "?1000h", vtmodel.MouseDrag: "?1002h", vtmodel.MouseMotion: "?1003h", vtmodel.MouseSGR: "?1006h",
	vtmodel.FocusEvents: "?1004h", vtmodel.BracketedPaste: "?2004h", vtmodel.SyncUpdate: "?2026h",
	vtmodel.ColorSchemeReports: "?2031h", vtmodel.ResizeReports: "?2048h", vtmodel.GraphemeClusters: "?2027h",
	vtmodel.NewlineMode: "20h", vtmodel.Origin: "?6h",
}

func (r *redrawer) modes(m vtmodel.Modes) {
	for mode, code := range modeCodes {
		if m&mode != 0 {
			r.b.WriteString("\x1b[" + code)
		}
	}
	if m&vtmodel.AppKeypad != 0 {
		r.b.WriteString("\x1b=")
	}
}

func (r *redrawer) cursor(s vtmodel.Screen) {
	fmt.Fprintf(&r.b, "\x1b[%d;%dH", s.Cursor.Row+1, s.Cursor.Col+1)
	if !s.Cursor.PendingWrap {
		return
	}
	cells := s.Lines[s.Cursor.Row].Cells
	x := s.Cursor.Col
	if cells[x].Tail {
		x--
	}
	c := cells[x]
	fmt.Fprintf(&r.b, "\x1b[%dG", x+1)
	r.look(c)
	if c.Cluster == "" { // Erased while the wrap was pending.
		c.Cluster = "x\x1b7\x1b[X\x1b8"
	}
	r.b.WriteString(c.Cluster + "\x1b[m\x1b]8;;\x1b\\")
}

// late sets what would have disturbed the rest.
func (r *redrawer) late(s vtmodel.Screen) {
	if s.Modes&vtmodel.Insert != 0 {
		r.b.WriteString("\x1b[4h")
	}
	if s.Modes&vtmodel.NoWrap != 0 {
		r.b.WriteString("\x1b[?7l")
	}
	if !s.Cursor.Visible {
		r.b.WriteString("\x1b[?25l")
	}
}

// isRestyle reports a rectangle that changes only looks. It can give one to the cell that a
// wide character left since it did not fit, which nothing else can draw.
func isRestyle(piece string) bool {
	return strings.HasSuffix(piece, "$r") || strings.HasSuffix(piece, "$t")
}

// TestTerminal_RedrawnScreenIsEqual is a law: what a snapshot says is enough to make an
// equal one. It runs on the profiles where nothing of what is drawn depends on the state
// before, and leaves out sizes that change, since rows of the scrollback keep their width.
func TestTerminal_RedrawnScreenIsEqual(t *testing.T) {
	t.Parallel()
	for _, p := range []vtmodel.Profile{vtmodel.XTerm, vtmodel.VTE, vtmodel.Alacritty, vtmodel.CropVT10x} {
		for seed := range uint64(120) {
			rng := rand.New(rand.NewPCG(seed, 77))
			var program strings.Builder
			term := vtmodel.NewTerminal(p, 12, 5)
			for range 50 {
				if piece := pieces[rng.IntN(len(pieces))]; !isRestyle(piece) {
					program.WriteString(piece)
				}
			}
			program.WriteString("\x18\x1b\\\x1b[m\x1b]8;;\x1b\\") // Ends what is open.
			term.Write([]byte(program.String()))
			fresh := vtmodel.NewTerminal(p, 12, 5)
			text := redraw(term)
			fresh.Write([]byte(text))
			if a, b := term.Screen(), fresh.Screen(); !a.Equal(b) {
				t.Fatalf("%s: seed %d\nprogram %q\nredraw %q\n%s", p, seed, program.String(), text, vtmodel.FirstDifference(a, b))
			}
		}
	}
}
