package vtmodel_test

import (
	"slices"
	"strings"
	"testing"

	"jp/vtmodel"
)

var (
	_ vtmodel.Model  = (*vtmodel.VT10x)(nil)
	_ vtmodel.Tagger = (*vtmodel.VT10x)(nil)
)

func TestVT10x_ScrollbackHasWhatLeftAtTheTop(t *testing.T) {
	tests := []struct {
		name, bytes string
		scrollback  []string
		screen      []string
	}{
		{"line feed", "a\r\nb\r\nc\r\nd", []string{"a"}, []string{"b", "c", "d"}},
		{"not before the bottom", "a\r\nb\r\nc", nil, []string{"a", "b", "c"}},
		{"index", "a\r\nb\r\nc\x1bD", []string{"a"}, []string{"b", "c", ""}},
		{"next line", "a\r\nb\r\nc\x1bEd", []string{"a"}, []string{"b", "c", "d"}},
		{"wrap", "a\r\nb\r\ncccccd", []string{"a"}, []string{"b", "ccccc", "d"}},
		{"pending wrap", "a\r\nb\r\nccccc", nil, []string{"a", "b", "ccccc"}},
		{"wrap of a long text", "abcdefghijklmnopqrstuvwxyz", []string{"abcde", "fghij", "klmno"}, []string{"pqrst", "uvwxy", "z"}},
		{"wrap of runes", "äöüßéäöüßéäöüßéäöüßé", []string{"äöüßé"}, []string{"äöüßé", "äöüßé", "äöüßé"}},
		{"no wrap when switched off", "a\r\nb\r\n\x1b[?7lccccccd", nil, []string{"a", "b", "ccccd"}},
		{"scroll up", "a\r\nb\r\nc\x1b[2S", []string{"a", "b"}, []string{"c", "", ""}},
		{"scroll up too far", "a\r\nb\r\nc\x1b[9S", []string{"a", "b", "c"}, []string{"", "", ""}},
		{"scroll down", "a\r\nb\r\nc\x1b[T", nil, []string{"", "a", "b"}},
		{"reverse index", "a\r\nb\r\nc\x1b[H\x1bM", nil, []string{"", "a", "b"}},
		{"delete lines", "a\r\nb\r\nc\x1b[H\x1b[M", nil, []string{"b", "c", ""}},
		{"below the top margin", "a\r\nb\r\nc\x1b[2;3r\x1b[3;1H\n", nil, []string{"a", "c", ""}},
		{"above the bottom margin", "a\r\nb\r\nc\x1b[1;2r\x1b[2;1H\n", []string{"a"}, []string{"b", "", "c"}},
		{"alternate screen", "a\x1b[?1049h\x1b[Hb\r\nc\r\nd\r\ne", nil, []string{"c", "d", "e"}},
		{"back on the main screen", "a\r\nb\r\nc\x1b[?1049h\n\n\x1b[?1049l\r\nd", []string{"a"}, []string{"b", "c", "d"}},
		{"erase scrollback", "a\r\nb\r\nc\r\nd\x1b[3J", nil, []string{"b", "c", "d"}},
		{"reset", "a\r\nb\r\nc\r\nd\x1bce", nil, []string{"e", "", ""}},
		{"repeat", "a\x1b[99b", []string{"aaaaa"}, []string{"aaaaa", "aaaaa", "a"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := screenOf(5, 3, test.bytes)
			var scrollback []string
			for _, row := range s.Scrollback {
				scrollback = append(scrollback, row.Text())
			}
			if !slices.Equal(scrollback, test.scrollback) || !slices.Equal(s.Text(), test.screen) {
				t.Errorf("got %q and %q, want %q and %q", scrollback, s.Text(), test.scrollback, test.screen)
			}
		})
	}
}

func TestVT10x_KeepsWrapMarksOfRowsThatLeave(t *testing.T) {
	for rows := 1; rows <= 4; rows++ {
		s := screenOf(4, rows, "abcdefgh\r\nijklm\r\n")
		if got, want := s.Unwrapped(), []string{"abcdefgh", "ijklm"}; !slices.Equal(got, want) {
			t.Errorf("%d rows: got %q, want %q", rows, got, want)
		}
	}
}

func TestVT10x_ForgetsAWrapThatWasErased(t *testing.T) {
	for name, bytes := range map[string]string{
		"overwritten": "abcdefgh\x1b[H\x1b[2Kxy\r\n",
		"erased":      "abcdefgh\x1b[1;3H\x1b[K",
		"cleared":     "abcdefgh\x1b[2J",
	} {
		if screenOf(4, 3, bytes).Row(0).Wrapped {
			t.Errorf("%s: still wrapped", name)
		}
	}
}

func TestVT10x_ResizeCropsAndScrolls(t *testing.T) {
	const text = "one\r\ntwo\r\nthree\r\nfour"
	tests := []struct {
		name       string
		cols, rows int
		scrollback int
		screen     string
	}{
		{"same", 6, 5, 0, "one,two,three,four,"},
		{"narrower", 3, 5, 0, "one,two,thr,fou,"},
		{"wider", 7, 5, 0, "one,two,three,four,"},
		{"blank row cut", 6, 4, 0, "one,two,three,four"},
		{"one row shorter", 6, 3, 1, "two,three,four"},
		{"one row left", 6, 1, 3, "four"},
		{"taller", 6, 6, 0, "one,two,three,four,,"},
		{"all at once", 2, 2, 2, "th,fo"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := vtmodel.NewVT10x(6, 5)
			v.Write([]byte(text))
			v.Resize(test.cols, test.rows)
			s := v.Screen()
			if got := strings.Join(s.Text(), ","); got != test.screen || len(s.Scrollback) != test.scrollback {
				t.Errorf("got %q and %d rows of scrollback, want %q and %d", got, len(s.Scrollback), test.screen, test.scrollback)
			}
			if err := s.Verify(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestVT10x_BoundsItsScrollback(t *testing.T) {
	for _, limit := range []int{0, 1, 2, 3, 4} {
		v := vtmodel.NewVT10x(4, 1)
		v.KeepScrollback(limit)
		v.Write([]byte("1\r\n2\r\n3\r\n"))
		s := v.Screen()
		if len(s.Scrollback) != min(limit, 3) || s.Scrolled != 3 {
			t.Errorf("limit %d: %d rows, %d entered", limit, len(s.Scrollback), s.Scrolled)
		}
		if limit > 0 && s.Scrollback[len(s.Scrollback)-1].Text() != "3" {
			t.Errorf("limit %d: newest row is %q", limit, s.Scrollback[len(s.Scrollback)-1].Text())
		}
	}
}

func TestVT10x_TagsFollowTheCells(t *testing.T) {
	v := vtmodel.NewVT10x(6, 2)
	v.Tag(7)
	v.Write([]byte("ab\xe2\x94"))
	v.Tag(9)
	v.Write([]byte("\x80c\x1b[31md"))
	v.Tag(0)
	v.Write([]byte("e\x1b[1;2H\x1b[X"))
	var tags []vtmodel.Tag
	for _, c := range v.Screen().Row(0).Cells {
		tags = append(tags, c.Tag)
	}
	if want := []vtmodel.Tag{7, 0, 9, 9, 9, 0}; !slices.Equal(tags, want) {
		t.Errorf("got tags %v, want %v:\n%v", tags, want, v.Screen())
	}
	v.Write([]byte("\x1b[2;1H\n\n"))
	if c := v.Screen().Scrollback[0].Cells[3]; c.Tag != 9 || c.Cluster != "c" {
		t.Errorf("in the scrollback the cell is %+v", c)
	}
}

func TestVT10x_LinksAndStylesOutliveTheCursor(t *testing.T) {
	s := screenOf(12, 2, "\x1b]8;id=1;http://a;b\x1b\\ab\x1b]8;;\x1b\\c\x1b[1;31m\x1b7\x1b[md\x1b8e\x1b[?1049hf\x1b[?1049lg")
	cells := s.Row(0).Cells
	if cells[0].Link != "http://a;b" || cells[2].Link != "" {
		t.Errorf("links %q and %q", cells[0].Link, cells[2].Link)
	}
	for i, want := range map[int]string{2: "default", 3: "bold red", 4: "bold red"} {
		if got := cells[i].Style.String(); got != want {
			t.Errorf("cell %d %q: style %q, want %q", i, cells[i].Cluster, got, want)
		}
	}
}

func TestVT10x_ErasedCellsKeepOnlyTheBackground(t *testing.T) {
	for _, erase := range []string{"\x1b[K", "\x1b[J", "\x1b[2J", "\x1b[X", "\x1b[@", "\x1b[4P", "\x1b[L", "\x1b[S"} {
		s := screenOf(4, 1, "abcd\r\x1b[1;4;7;31;44m"+erase)
		cell := s.Row(0).Cells[0]
		if got := cell.Style.String(); got != "on blue" || cell.Cluster != "" {
			t.Errorf("%q: cell %q with style %q, want an erased one on blue", erase, cell.Cluster, got)
		}
	}
}

func TestVT10x_TellsModesAndCursor(t *testing.T) {
	s := screenOf(4, 2, "\x1b[?1;7;25;1002;1006;1004;2004;2026h\x1b[?7;25;2026l\x1b=\x1b[20h")
	const want = "no-wrap,newline,app-cursor,app-keypad,mouse-drag,mouse-sgr,focus-events,bracketed-paste"
	if got := s.Modes.String(); got != want || s.Cursor.Visible {
		t.Errorf("got modes %s, cursor visible %t, want %s and hidden", got, s.Cursor.Visible, want)
	}
	if s := screenOf(4, 2, "\x1b[?1;25;2004h\x1b[?25l\x1bc"); s.Modes != 0 || !s.Cursor.Visible {
		t.Errorf("after a reset: modes %s, cursor visible %t", s.Modes, s.Cursor.Visible)
	}
	if s := screenOf(4, 2, "abcd"); !s.Cursor.PendingWrap || s.Cursor.Col != 3 {
		t.Errorf("cursor %+v, want a pending wrap in column 3", s.Cursor)
	}
}

func TestVT10x_ComparableUntilItIsNot(t *testing.T) {
	for text, want := range map[string]bool{
		"plain ä ─ ✓ … ⏱ → “x”": true,
		"\x1b[1;38:5:9mstyled":  true,
		"世":                     false,
		"e\u0301":               false,
		"\u200d":                false,
		"⏱\ufe0f":               false,
		"\U0001f1e9":            false,
		"\u00ad":                false,
		"\x1b[4h":               false,
		"\x1b[2'}":              false,
		"\x1b[2 q":              true, // The cursor's shape.
		"\x1b[>1u":              true,
	} {
		v := vtmodel.NewVT10x(40, 2)
		v.Write([]byte(text))
		if ok, reason := v.Comparable(); ok != want || ok != (reason == "") {
			t.Errorf("%q: comparable %t (%s), want %t", text, ok, reason, want)
		}
	}
}

func TestVT10x_BoundsWhatAStreamCanFill(t *testing.T) {
	link := func(n int) string { return "\x1b]8;;" + strings.Repeat("u", n) + "\a" }
	for n, want := range map[int]int{2082: 2082, 2083: 2083, 2084: 0} {
		if got := len(screenOf(4, 1, link(n)+"x").Row(0).Cells[0].Link); got != want {
			t.Errorf("a link of %d bytes is kept as %d, want %d", n, got, want)
		}
	}
	v := vtmodel.NewVT10x(2, 1)
	kept := 0
	for i := range 600 {
		v.Write([]byte("\x1b]8;;" + strings.Repeat(string(rune('a'+i%26)), 1900+i/26) + "\a\rx"))
		if c := v.Screen().Row(0).Cells[0]; c.Cluster != "x" {
			t.Fatalf("link %d: cell %+v", i, c)
		} else if c.Link != "" {
			kept++
		}
	}
	if kept < 500 || kept > 1<<20/1900 {
		t.Errorf("%d links are kept, want about a megabyte of them", kept)
	}
	for range 1001 {
		v.Write([]byte("\x1b[?u"))
	}
	if got := len(v.Refused()); got != 1000 {
		t.Errorf("%d refusals are kept, want 1000", got)
	}
	v.Write([]byte("\x1b[1" + strings.Repeat(";1", 5000) + "mafter"))
	if got := v.Screen().Text()[0]; got != "er" {
		t.Errorf("after an endless sequence the screen is %q", got)
	}
}

func TestVT10x_RefusalsSayWhatAndWhere(t *testing.T) {
	v := vtmodel.NewVT10x(20, 2)
	v.Write([]byte("ab\x1b[?1u\x1b[3\u00e9\x1b[" + strings.Repeat("1;", 200) + "m"))
	want := []string{
		`offset 2: refused "[?1u": vt10x ignores the private prefix`,
		`offset 7: refused "[3": a byte beyond ASCII ends the sequence`,
		`offset 12: refused "[` + strings.Repeat("1;", 31) + `1...": longer than 256 bytes: vt10x would print its end`,
	}
	var got []string
	for _, r := range v.Refused() {
		got = append(got, r.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
