package conf_test

import (
	"fmt"
	"strings"
	"testing"

	"jp/vtmodel"
)

// region is ten rows of output and then three rows of a width, as a program that keeps a
// status region draws them.
func region(width int) string {
	var b strings.Builder
	for i := range 10 {
		fmt.Fprintf(&b, "out%02d\r\n", i+1)
	}
	return b.String() + strings.Repeat("A", width) + "\r\n" + strings.Repeat("B", width) + "\r\n" + strings.Repeat("C", width)
}

const (
	erased = "\x1b[2A\r\x1b[Jnew"
	top3   = "out01\r\nout02\r\nout03\r\n"
)

// resizes are what the terminals showed after one resize or two: the screen, the cursor,
// and how many rows are in the scrollback.
var resizes = []struct {
	name  string
	steps []any
	want  map[string]string
}{
	{"narrow9.w10", []any{region(10), size{9, 6}}, map[string]string{
		"xterm":                    "out08/out09/out10/AAAAAAAAA/BBBBBBBBB/CCCCCCCCC @8,5 7",
		"xtermjs":                  "out10/AAAAAAAAA/A/BBBBBBBBB/B/CCCCCCCCC @8,5 9",
		"alacritty kitty vte tmux": "AAAAAAAAA/A/BBBBBBBBB/B/CCCCCCCCC/C @1,5 10",
	}},
	{"widen30.w18", []any{region(18), size{30, 6}}, map[string]string{
		"xterm xtermjs alacritty kitty vte tmux": "out08/out09/out10/AAAAAAAAAAAAAAAAAA/BBBBBBBBBBBBBBBBBB/CCCCCCCCCCCCCCCCCC @18,5 7",
	}},
	{"narrow12.cursor_up", []any{region(18) + "\x1b[2A\r", size{12, 6}}, map[string]string{
		"xterm":                  "out08/out09/out10/AAAAAAAAAAAA/BBBBBBBBBBBB/CCCCCCCCCCCC @0,3 7",
		"xtermjs":                "out10/AAAAAAAAAAAA/AAAAAA/BBBBBBBBBBBB/CCCCCCCCCCCC/CCCCCC @0,3 9",
		"alacritty ghostty tmux": "AAAAAAAAAAAA/AAAAAA/BBBBBBBBBBBB/BBBBBB/CCCCCCCCCCCC/CCCCCC @0,0 10",
		"kitty":                  "AAAAAAAAAAAA/AAAAAA/BBBBBBBBBBBB/BBBBBB/CCCCCCCCCCCC/CCCCCC @0,3 10",
		"vte":                    "out09/out10/AAAAAAAAAAAA/AAAAAA/BBBBBBBBBBBB/BBBBBB @0,2 8",
	}},
	{"soft.narrow12", []any{top3 + strings.Repeat("x", 28), size{12, 6}}, map[string]string{
		"xterm vt10x xtermjs": "out01/out02/out03/xxxxxxxxxxxx/xxxxxxxx @8,4 0",
		"kitty vte":           "out01/out02/out03/xxxxxxxxxxxx/xxxxxxxxxxxx/xxxx @4,5 0",
		"alacritty tmux":      "out02/out03/xxxxxxxxxxxx/xxxxxxxxxxxx/xxxx @4,4 1",
	}},
	{"pending.widen25", []any{strings.Repeat("x", 20), size{25, 6}}, map[string]string{
		"xterm vt10x":                      "xxxxxxxxxxxxxxxxxxxx @19,0 0",
		"xtermjs alacritty kitty vte tmux": "xxxxxxxxxxxxxxxxxxxx @20,0 0",
	}},
	{"pending.narrow15", []any{strings.Repeat("x", 20), size{15, 6}}, map[string]string{
		"xterm vt10x xtermjs": "xxxxxxxxxxxxxxx @14,0 0",
		"kitty vte":           "xxxxxxxxxxxxxxx/xxxxx @5,1 0",
		"alacritty tmux":      "xxxxx @5,0 1",
	}},
	{"short2.region3", []any{region(10), size{20, 2}}, map[string]string{
		"xterm xtermjs alacritty ghostty kitty vte tmux": "BBBBBBBBBB/CCCCCCCCCC @10,1 11",
	}},
	{"short4_back6", []any{region(10), size{20, 4}, size{20, 6}}, map[string]string{
		"xterm xtermjs alacritty ghostty vte tmux": "out08/out09/out10/AAAAAAAAAA/BBBBBBBBBB/CCCCCCCCCC @10,5 7",
		"kitty vt10x": "out10/AAAAAAAAAA/BBBBBBBBBB/CCCCCCCCCC @10,3 9",
	}},
	{"tall9", []any{region(10), size{20, 9}}, map[string]string{
		"xterm xtermjs alacritty ghostty vte tmux": "out05/out06/out07/out08/out09/out10/AAAAAAAAAA/BBBBBBBBBB/CCCCCCCCCC @10,8 4",
		"kitty vt10x": "out08/out09/out10/AAAAAAAAAA/BBBBBBBBBB/CCCCCCCCCC @10,5 7",
	}},
	{"wide.narrow5", []any{"out01\r\nout02\r\n日本語日本語", size{5, 6}}, map[string]string{
		"xterm xtermjs": "out01/out02/日本語 @4,2 0",
		"alacritty":     "日本/語日/本語 @2,2 2",
		"kitty vte":     "out01/out02/日本/語日/本語 @4,4 0",
		"tmux":          "日本/語日/本語 @4,2 2",
	}},
	{"wide.narrow6", []any{"out01\r\nout02\r\n日本語日本語", size{6, 6}}, map[string]string{
		"xterm xtermjs": "out01/out02/日本語 @5,2 0",
		"kitty":         "out01/out02/日本語/日本語 @5,3 0",
		"alacritty":     "out02/日本語/日本語 @5,2 1",
		"vte":           "out01/out02/日本語/日本語 @6,3 0",
		"tmux":          "out02/日本語/日本語 @6,2 1",
	}},
	{"osc133.multi.narrow12", []any{top3 + "\x1b]133;A\a" + strings.Repeat("P", 18) + "\r\n> \x1b]133;B\acmd", size{12, 6}}, map[string]string{
		"xterm vt10x kitty": "out01/out02/out03/PPPPPPPPPPPP/> cmd @5,4 0",
		"xtermjs vte":       "out01/out02/out03/PPPPPPPPPPPP/PPPPPP/> cmd @5,5 0",
		"alacritty tmux":    "out02/out03/PPPPPPPPPPPP/PPPPPP/> cmd @5,4 1",
	}},
	{"erase.naive.w10", []any{region(10), size{12, 6}, erased}, map[string]string{
		"xterm xtermjs alacritty ghostty kitty vte tmux": "out08/out09/out10/new @3,3 7",
	}},
	{"erase.reflowaware", []any{region(18), size{12, 6}, "\x1b[5A\r\x1b[Jnew"}, map[string]string{
		"xterm": "new @3,0 7", "xtermjs": "new @3,0 9", "alacritty kitty vte": "new @3,0 10", "tmux": "new @3,0 16",
	}},
	{"erase.naive.widen30", []any{region(18), size{30, 6}, erased}, map[string]string{
		"xterm xtermjs alacritty ghostty kitty vte tmux": "out08/out09/out10/new @3,3 7",
	}},
	{"erase.naive.short2", []any{region(10), size{20, 2}, erased}, map[string]string{
		"xterm xtermjs alacritty ghostty kitty vte": "new @3,0 11", "tmux": "new @3,0 13",
	}},
	{"flag.overwrite", []any{"out\r\n" + strings.Repeat("x", 28) + "\x1b[A\rtop\r\nbot     ", size{60, 6}}, map[string]string{
		"xterm vt10x xtermjs":              "out/topxxxxxxxxxxxxxxxxx/bot @8,2 0",
		"alacritty ghostty kitty vte tmux": "out/topxxxxxxxxxxxxxxxxxbot @28,1 0",
	}},
	{"row1.J", []any{"AAAAA\r\nBBBBB\r\nCCCCC\x1b[2A\r\x1b[Jnew"}, map[string]string{
		"xterm xtermjs alacritty ghostty kitty vte": "new @3,0 0", "tmux": "new @3,0 3",
	}},
}

func TestResizes(t *testing.T) {
	t.Parallel()
	for _, c := range resizes {
		for names, want := range c.want {
			for name := range strings.FieldsSeq(names) {
				p, ok := vtmodel.ParseProfile(name)
				if !ok {
					t.Fatalf("%s: no profile %q", c.name, name)
				}
				if got := showsAfter(p, c.steps); got != want {
					t.Errorf("%s, %s:\ngot  %s\nwant %s", name, c.name, got, want)
				}
			}
		}
	}
}

// showsAfter returns the screen after some steps; a pending wrap is a column beyond the
// last one for the terminals that tell it so.
func showsAfter(p vtmodel.Profile, steps []any) string {
	term := vtmodel.NewTerminal(p, 20, 6)
	for _, s := range steps {
		switch s := s.(type) {
		case string:
			term.Write([]byte(s))
		case size:
			term.Resize(s.cols, s.rows)
		}
	}
	s := term.Screen()
	_, text, _ := strings.Cut(summary(s), "|")
	col := s.Cursor.Col
	if s.Cursor.PendingWrap && (p == vtmodel.VTE || p == vtmodel.Tmux || p == vtmodel.XTermJS || p == vtmodel.Kitty) {
		col++
	}
	return fmt.Sprintf("%s @%d,%d %d", text, col, s.Cursor.Row, len(s.Scrollback))
}
