package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"jp/vtmodel"
)

// look is a model with some text in it.
func look(cols, rows int, text string) vtmodel.Screen {
	m := vtmodel.NewVT10x(cols, rows)
	_, _ = m.Write([]byte(text))
	return m.Screen()
}

// TestDrawer_PaintsWhatTheScreenShows is the law of the drawer: after every frame, a
// terminal that got only the differences shows text, styles and cursor of the screen.
func TestDrawer_PaintsWhatTheScreenShows(t *testing.T) {
	pieces := []string{
		"abc", " ", "\r\n", "\r", "\b", "\x1b[31m", "\x1b[1;44m", "\x1b[m", "\x1b[38;2;1;2;3m", "\x1b[48;5;200m", "\x1b[7m",
		"\x1b[2J", "\x1b[K", "\x1b[2;3H", "\x1b[H", "\x1b[4;8H", "\x1b[L", "\x1b[M", "\x1b[?25l", "\x1b[?25h", "\x1b[?1049h", "\x1b[?1049l", "\n\n", "xxxxxxxxxxxx",
	}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		recorded := vtmodel.NewVT10x(10, 4)
		size := screenSize{10, 5}
		terminal := vtmodel.NewVT10x(size.cols, size.rows)
		d := newDrawer(false)
		for step := range 12 {
			for range rng.IntN(4) {
				_, _ = recorded.Write([]byte(pieces[rng.IntN(len(pieces))]))
			}
			want := recorded.Screen()
			_, _ = terminal.Write(d.frame(want, "status", size))
			got := terminal.Screen()
			for row := range want.Rows {
				for col := range want.Cols {
					w, g := want.Lines[row].Cells[col], got.Lines[row].Cells[col]
					if strings.TrimSpace(w.Cluster) != strings.TrimSpace(g.Cluster) || w.Style != g.Style {
						t.Fatalf("seed %d, step %d, cell %d,%d: got %q %v, want %q %v\n%s", seed, step, row, col,
							g.Cluster, g.Style, w.Cluster, w.Style, got)
					}
				}
			}
			if want.Cursor.Visible != got.Cursor.Visible {
				t.Fatalf("seed %d, step %d: cursor visible %t, want %t", seed, step, got.Cursor.Visible, want.Cursor.Visible)
			}
			if want.Cursor.Visible && (want.Cursor.Row != got.Cursor.Row || want.Cursor.Col != got.Cursor.Col) {
				t.Fatalf("seed %d, step %d: cursor %v, want %v", seed, step, got.Cursor, want.Cursor)
			}
			if again := d.frame(want, "status", size); len(again) > 0 {
				t.Fatalf("seed %d, step %d: nothing changed, but %q was sent", seed, step, again)
			}
		}
	}
}

func TestDrawer_ClipsAndFollowsTheCursor(t *testing.T) {
	var lines []string
	for i := range 10 {
		lines = append(lines, fmt.Sprintf("row %d is long", i))
	}
	text := strings.Join(lines, "\r\n")
	for _, tc := range []struct {
		name string
		at   string
		size screenSize
		want []string
	}{
		{"cursor at the bottom", "", screenSize{6, 4}, []string{"row 7", "row 8", "row 9", " clipp"}},
		{"cursor at the top", "\x1b[H", screenSize{6, 4}, []string{"row 0", "row 1", "row 2", " clipp"}},
		{"cursor in the middle", "\x1b[6;1H", screenSize{6, 4}, []string{"row 3", "row 4", "row 5", " clipp"}},
		{"two rows", "\x1b[6;1H", screenSize{6, 2}, []string{"row 5", " clipp"}},
		{"one row has no status", "\x1b[6;1H", screenSize{6, 1}, []string{"row 5"}},
		{"one cell", "\x1b[6;1H", screenSize{1, 1}, []string{"r"}},
		{"enough room", "\x1b[6;1H", screenSize{20, 12}, append(append([]string{}, lines...), "", "status")},
	} {
		terminal := vtmodel.NewVT10x(tc.size.cols, tc.size.rows)
		_, _ = terminal.Write(newDrawer(false).frame(look(16, 10, text+tc.at), "status", tc.size))
		if got := terminal.Screen().Text(); strings.Join(got, "\n") != strings.Join(tc.want, "\n") {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestDrawer_PaintsAllAfterTheTerminalChanged(t *testing.T) {
	s := look(10, 3, "abc")
	d := newDrawer(false)
	d.frame(s, "", screenSize{10, 4})
	for _, c := range []struct {
		name   string
		change func() []byte
	}{
		{"another size", func() []byte { return d.frame(s, "", screenSize{12, 4}) }},
		{"forgotten", func() []byte {
			d.forget()
			return d.frame(s, "", screenSize{12, 4})
		}},
	} {
		if got := c.change(); !bytes.Contains(got, []byte("abc")) || !bytes.Contains(got, []byte("\x1b[2J")) {
			t.Errorf("%s: got %q, want a screen painted from scratch", c.name, got)
		}
	}
}

// TestDrawer_SendsNothingElse feeds what must never reach the terminal.
func TestDrawer_SendsNothingElse(t *testing.T) {
	hostile := "a\x1b]0;title\x07b\x1b]52;c;c2VjcmV0\x07c\x1b[c\x1b[6n\x1b[?1003h\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1bP+q544e\x1b\\\x07\x1b[?2004h\x1b]1337;File=:AA==\x07\u202e\u009b31m"
	got := string(newDrawer(true).frame(look(40, 5, hostile), "status", screenSize{40, 6}))
	for i := 0; i < len(got); i++ {
		if got[i] < ' ' && got[i] != '\x1b' {
			t.Errorf("control byte %#x at %d", got[i], i)
		}
	}
	for _, part := range strings.Split(got, "\x1b")[1:] {
		end := strings.IndexFunc(part[1:], func(r rune) bool { return r >= '@' && r <= '~' }) + 1
		switch sequence := part[:end+1]; {
		case part[0] == '[' && (part[end] == 'H' || part[end] == 'm'):
		case sequence == "[?25l", sequence == "[?25h", sequence == "[?7l", sequence == "[2J", sequence == "[?2026h", sequence == "[?2026l":
		default:
			t.Errorf("sequence %q is sent", sequence)
		}
	}
	for _, word := range []string{"title", "c2Vj", "http", "\u202e", "\u009b", "544e"} {
		if strings.Contains(got, word) {
			t.Errorf("%q is sent", word)
		}
	}
}

func TestStyles_SpeakEveryStyle(t *testing.T) {
	st := newStyles()
	for _, style := range []vtmodel.Style{
		{},
		{FG: vtmodel.Palette(1)},
		{FG: vtmodel.Palette(9), BG: vtmodel.Palette(15)},
		{FG: vtmodel.Palette(16), BG: vtmodel.Palette(255)},
		{FG: vtmodel.RGB(0, 0, 0), BG: vtmodel.RGB(255, 128, 1)},
		{Attrs: vtmodel.Bold | vtmodel.Italic | vtmodel.Reverse},
		{Underline: vtmodel.SingleUnderline},
	} {
		m := vtmodel.NewVT10x(4, 1)
		_, _ = m.Write(append(st.append([]byte("\x1b[1;3;7m"), style), 'x'))
		if got := m.Screen().Lines[0].Cells[0].Style; got != style {
			t.Errorf("got %v, want %v", got, style)
		}
	}
}

func BenchmarkDrawer_OneLineChanges(b *testing.B) {
	screens := []vtmodel.Screen{look(160, 50, "\x1b[25;1Hsome text"), look(160, 50, "\x1b[25;1Hother text")}
	d := newDrawer(false)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		d.frame(screens[i%2], "status", screenSize{160, 51})
		i++
	}
}

// wideRow is a row of cells; a pair of letters such as "世~" is a wide cluster.
func wideRow(cols int, text string) vtmodel.Screen {
	cells := make([]vtmodel.Cell, 0, cols)
	for _, r := range text {
		switch {
		case r == '~':
			cells[len(cells)-1].Width = 2
			cells = append(cells, vtmodel.Cell{Tail: true})
		default:
			cells = append(cells, vtmodel.Cell{Cluster: string(r), Width: 1})
		}
	}
	for len(cells) < cols {
		cells = append(cells, vtmodel.Cell{Width: 1})
	}
	return vtmodel.Screen{Cols: cols, Rows: 1, Lines: []vtmodel.Row{{Cells: cells}}}
}

func TestDrawer_ReplacesWideClustersWhole(t *testing.T) {
	for _, tc := range []struct{ name, before, after, want string }{
		{"the first half stays", "世~b", "世~c", "\x1b[1;3Hc"},
		{"wide to narrow", "a世~b", "axyb", "\x1b[1;2Hxy"},
		{"narrow to wide", "axyb", "a世~b", "\x1b[1;2H世"},
		{"moved by one", "a世~b", "世~bb", "\x1b[H世\x1b[1;3Hb"},
		{"another wide one", "a世~b", "a界~b", "\x1b[1;2H界"},
		{"the place is told after it", "a", "世~bc", "\x1b[H世\x1b[1;3Hbc"},
	} {
		d := newDrawer(false)
		d.frame(wideRow(6, tc.before), "", screenSize{6, 1})
		if got := string(d.frame(wideRow(6, tc.after), "", screenSize{6, 1})); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
	got := string(newDrawer(false).frame(wideRow(6, "abcd世~"), "", screenSize{5, 1}))
	if strings.Contains(got, "世") {
		t.Errorf("a cluster that the edge cuts was sent: %q", got)
	}
}
