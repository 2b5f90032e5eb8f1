package vtmodel_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"jp/vtmodel"
)

const twenty = "abcdefghijklmnopqrst"

// shows is the text of a screen with its cursor: rows joined by "/" without the blank end,
// then column,row, and "+" when a wrap is pending.
func shows(s vtmodel.Screen) string {
	text := s.Text()
	for len(text) > 0 && text[len(text)-1] == "" {
		text = text[:len(text)-1]
	}
	pending := ""
	if s.Cursor.PendingWrap {
		pending = "+"
	}
	return fmt.Sprintf("%s @%d,%d%s", strings.Join(text, "/"), s.Cursor.Col, s.Cursor.Row, pending)
}

// TestTerminal_Table holds the semantics of 20 columns by 6 rows. What it says of xterm was
// measured on xterm 398, and of the others on them.
func TestTerminal_Table(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		profile vtmodel.Profile
		in      string
		want    string
	}{
		{"a full row waits", vtmodel.XTerm, twenty, twenty + " @19,0+"},
		{"the next character wraps", vtmodel.XTerm, twenty + "X", twenty + "/X @1,1"},
		{"CR ends the wait", vtmodel.XTerm, twenty + "\rY", "Y" + twenty[1:] + " @1,0"},
		{"BS counts from the last column", vtmodel.XTerm, twenty + "\bY", "abcdefghijklmnopqrYt @19,0"},
		{"BS counts from beyond it in kitty", vtmodel.Kitty, twenty + "\bY", "abcdefghijklmnopqrsY @19,0+"},
		{"EL clears the wait", vtmodel.XTerm, twenty + "\x1b[KY", "abcdefghijklmnopqrsY @19,0+"},
		{"EL keeps it in Alacritty", vtmodel.Alacritty, twenty + "\x1b[KY", twenty + "/Y @1,1"},
		{"DECSC saves it", vtmodel.XTerm, twenty + "\x1b7\x1b[H\x1b8Y", twenty + "/Y @1,1"},
		{"without autowrap the last cell changes", vtmodel.XTerm, "\x1b[?7l" + twenty + "UVW", "abcdefghijklmnopqrsW @19,0"},

		{"wide text takes two columns", vtmodel.XTerm, "日本x", "日本x @5,0"},
		{"wide text wraps whole", vtmodel.XTerm, twenty[:19] + "日x", twenty[:19] + "/日x @3,1"},
		{"half of a wide character goes with the other", vtmodel.XTerm, "日本\x1b[2Gx", " x本 @2,0"},
		{"a mark joins", vtmodel.XTerm, "e\u0301x", "e\u0301x @2,0"},
		{"a mark joins over two writes", vtmodel.XTerm, "e\xcc", "e @1,0"},
		{"a mark in the first column is dropped", vtmodel.XTerm, "\u0301x", "x @1,0"},
		{"VS16 is ignored by xterm", vtmodel.XTerm, "☂\ufe0fx", "☂\ufe0fx @2,0"},
		{"VS16 widens in kitty", vtmodel.Kitty, "☂\ufe0fx", "☂\ufe0fx @3,0"},
		{"a family is one cluster in tmux", vtmodel.Tmux, "👨\u200d👩\u200d👧x", "👨\u200d👩\u200d👧x @3,0"},
		{"emoji are narrow in xterm.js", vtmodel.XTermJS, "😀x", "😀x @2,0"},

		{"tabs", vtmodel.XTerm, "\tx\t\t\ty", "        x          y @19,0+"},
		{"tab stops set and cleared", vtmodel.XTerm, "\x1b[3g\x1b[5G\x1bH\r\tx", "    x @5,0"},
		{"empty and huge parameters", vtmodel.XTerm, "\x1b[;5Hx\x1b[99999999999999999999;2Hy", "    x///// y @2,5"},
		{"zero counts as one", vtmodel.XTerm, "abc\x1b[1G\x1b[0P", "bc @0,0"},
		{"CUU stops at the margin", vtmodel.XTerm, "\x1b[3;5r\x1b[4;4H\x1b[9Ax", "//   x @4,2"},
		{"origin mode", vtmodel.XTerm, "\x1b[3;5r\x1b[?6h\x1b[2;2Hx", "/// x @2,3"},
		{"side margins", vtmodel.XTerm, "\x1b[?69h\x1b[3;6s\x1b[3Gabcdefgh", "  abcd/  efgh @5,1"},
		{"a control within a sequence", vtmodel.XTerm, "abc\x1b[2\rCx", "abx @3,0"},
		{"CAN ends a sequence", vtmodel.XTerm, "\x1b[3\x18Ax", "Ax @2,0"},

		{"insert mode", vtmodel.XTerm, "abc\x1b[1G\x1b[4hX", "Xabc @1,0"},
		{"repeat", vtmodel.XTerm, "a\x1b[3bx", "aaaax @5,0"},
		{"IL in the margins", vtmodel.XTerm, "1\r\n2\r\n3\r\n4\x1b[1;3r\x1b[2;1H\x1b[L", "1//2/4 @0,1"},
		{"SU", vtmodel.XTerm, "1\r\n2\r\n3\x1b[2S", "3 @1,2"},
		{"SD 0 in xterm", vtmodel.XTerm, "1\x1b[0T", "1 @1,0"},
		{"SD 0 elsewhere", vtmodel.VTE, "1\x1b[0T", "/1 @1,0"},
		{"protected cells", vtmodel.XTerm, "\x1b[1\"qAB\x1b[0\"qCD\x1b[?2J", "AB @4,0"},
		{"DECALN", vtmodel.XTerm, "\x1b[2;3H\x1b#8\x1b[2;1H\x1b[J", "EEEEEEEEEEEEEEEEEEEE @0,1"},
		{"fill and erase rectangles", vtmodel.XTerm, "\x1b[65;1;1;2;4$x\x1b[1;2;1;3$z", "A  A/AAAA @0,0"},

		{"line drawing", vtmodel.XTerm, "\x1b(0lqk\x1b(B)", "┌─┐) @4,0"},
		{"SO and SI", vtmodel.XTerm, "\x1b)0a\x0eq\x0fq", "a─q @3,0"},
		{"1049 restores", vtmodel.XTerm, "main\x1b[?1049hALT\x1b[?1049lx", "mainx @5,0"},
		{"47 keeps the text", vtmodel.XTerm, "\x1b[?47hALT\x1b[?47l\x1b[?47h", "ALT @3,0"},
		{"RIS", vtmodel.XTerm, "ab\x1b[2;4r\x1b[?1049hcd\x1bcx", "x @1,0"},
		{"DECSTR", vtmodel.XTerm, "\x1b[2;4r\x1b[?6h\x1b[4h\x1b[!p\x1b[3;3Hx", "//  x @3,2"},

		{"broken UTF-8", vtmodel.VTE, "a\xffb\xe2\x94c\xed\xa0\x80d", "a\ufffdb\ufffdc\ufffd\ufffd\ufffdd @9,0"},
		{"C1 controls as UTF-8", vtmodel.XTerm, "a\u009b2Cb", "a  b @4,0"},
		{"strings are swallowed", vtmodel.XTerm, "\x1bPabc\x1b\\\x1b_d\x1b\\\x1b^e\x1b\\\x1bXf\x1b\\x", "x @1,0"},
		{"another sequence cuts a string", vtmodel.XTerm, "\x1b]2;t\x1b[31mx", "x @1,0"},
		{"private sequences are told apart", vtmodel.XTerm, "\x1b[3;3H\x1b7\x1b[H\x1b[>1u\x1b[<u\x1b[=5S\x1b[?2;4rx", "x @1,0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			term := vtmodel.NewTerminal(tt.profile, 20, 6)
			term.Write([]byte(tt.in))
			if got := shows(term.Screen()); got != tt.want {
				t.Errorf("%s: %q shows\n%s, want\n%s", tt.profile, tt.in, got, tt.want)
			}
		})
	}
}

func TestTerminal_Answers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		profile vtmodel.Profile
		in      string
		want    string
	}{
		{vtmodel.XTerm, "\x1b[5n", "\x1b[0n"},
		{vtmodel.XTerm, "\x1b[3;4H\x1b[6n", "\x1b[3;4R"},
		{vtmodel.XTerm, twenty + "\x1b[6n", "\x1b[1;20R"},
		{vtmodel.Kitty, twenty + "\x1b[6n", "\x1b[2;1R"},
		{vtmodel.Tmux, twenty + "\x1b[6n", "\x1b[1;21R"},
		{vtmodel.Kitty, "\x1b[c", "\x1b[?62;c"},
		{vtmodel.VTE, "\x1b[>c", "\x1b[>61;8001;1c"},
		{vtmodel.Alacritty, "\x1b[>q", ""},
		{vtmodel.XTerm, "\x1b[?2026$p", "\x1b[?2026;0$y"},
		{vtmodel.Kitty, "\x1b[?2026h\x1b[?2026$p", "\x1b[?2026;1$y"},
		{vtmodel.XTerm, "\x1b[1;4:3;31m\x1bP$qm\x1b\\", "\x1bP1$r0;1;4:3;31m\x1b\\"},
		{vtmodel.XTerm, "\x1b[2;4r\x1bP$qr\x1b\\", "\x1bP1$r2;4r\x1b\\"},
		{vtmodel.XTerm, "A\x1b[1;1;1;1;1;1*y", "\x1bP1!~FFBF\x1b\\"},
		{vtmodel.XTerm, "\x1b]11;?\a", "\x1b]11;rgb:ffff/ffff/ffff\a"},
		{vtmodel.XTerm, "\x1b]4;1;#102030\x1b\\\x1b]4;1;?\x1b\\", "\x1b]4;1;rgb:1010/2020/3030\x1b\\"},
		{vtmodel.Kitty, "\x1b[>5u\x1b[?u\x1b[<u\x1b[?u", "\x1b[?5u\x1b[?0u"},
		{vtmodel.Tmux, "\x1b[?25$p\x1bP$qm\x1b\\", ""},
		{vtmodel.XTerm, "\x1b G\x1b[5n\x1b F\x1b[5n", "\x9b0n\x1b[0n"},
	}
	for _, tt := range tests {
		term := vtmodel.NewTerminal(tt.profile, 20, 6)
		term.Write([]byte(tt.in))
		if got := string(term.Answers()); got != tt.want {
			t.Errorf("%s answers %q with %q, want %q", tt.profile, tt.in, got, tt.want)
		}
		if got := term.Answers(); got != nil {
			t.Errorf("%s answers %q twice: %q", tt.profile, tt.in, got)
		}
	}
}

func TestTerminal_Styles(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"1;2;3;5;7;8;9;53":   "bold faint italic blink reverse conceal strike overline",
		"1;;4":               "underline",
		"4:3;58:2::255:0:0":  "underline=curly underline-color=#ff0000",
		"4;58;5;9":           "underline underline-color=bright-red",
		"21":                 "underline=double",
		"38;2;0;0;1":         "#000001",
		"38;5;1":             "red",
		"31;48:5:208":        "red on 208",
		"38:2:10:20:30":      "#0a141e",
		"38:2::10:20:30":     "#0a141e",
		"38;5;999;1":         "bold",
		"4:9;1":              "bold underline",
		"1;2;22":             "default",
		"91;104":             "bright-red on bright-blue",
		"38;2;1;2":           "default",
		"7;0":                "default",
		"58;2;1;2;3;4;59":    "underline",
		"1;38;2;300;0;0;4:0": "bold",
	} {
		term := vtmodel.NewTerminal(vtmodel.XTerm, 20, 6)
		term.Write([]byte("\x1b[" + in + "mX"))
		if got := term.Screen().Row(0).Cells[0].Style.String(); got != want {
			t.Errorf("SGR %s is %q, want %q", in, got, want)
		}
	}
}

func TestTerminal_ErasesWithTheBackgroundOnly(t *testing.T) {
	t.Parallel()
	term := vtmodel.NewTerminal(vtmodel.XTerm, 10, 2)
	term.Tag(7)
	term.Write([]byte("\x1b[1;4;31;44mX\x1b[K"))
	row := term.Screen().Row(0)
	if got := row.Cells[5]; got.Style.String() != "on blue" || got.Tag != 0 || got.Cluster != "" {
		t.Errorf("an erased cell is %+v, want blue, untagged, and without text", got)
	}
	if got := row.Cells[0].Tag; got != 7 {
		t.Errorf("the tag of a written cell is %d, want 7", got)
	}
}

func TestTerminal_Events(t *testing.T) {
	t.Parallel()
	term := vtmodel.NewTerminal(vtmodel.XTerm, 20, 6)
	term.Write([]byte("\x1b]0;a;b\ax\x1b]7;file:///tmp\x1b\\\x1b]52;c;aGk=\a\x1b]52;c;?\a\x1b]777;notify;t;b\a\x1b]133;A\a\x1b[6n\x1b]8;;http://a.b/;x\aL\x1b]8;;\aM\a"))
	var got []string
	for _, e := range term.Events() {
		got = append(got, e.String())
	}
	want := []string{
		`offset 26: directory "file:///tmp"`,
		`offset 38: clipboard "c;aGk="`,
		`offset 47: query "]52;c;?"`,
		`offset 64: notify "777;notify;t;b"`,
		`offset 72: prompt "A"`,
		`offset 76: query "[6n", answered "[1;2R"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("events:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	s := term.Screen()
	if s.Title != "a;b" || s.Bells != 1 {
		t.Errorf("title %q and %d bells, want %q and 1", s.Title, s.Bells, "a;b")
	}
	if cells := s.Row(0).Cells; cells[1].Link != "http://a.b/;x" || cells[2].Link != "" {
		t.Errorf("links %q and %q", cells[1].Link, cells[2].Link)
	}
}

func TestTerminal_ScrollbackIsBoundedAndShared(t *testing.T) {
	t.Parallel()
	term := vtmodel.NewTerminal(vtmodel.XTerm, 10, 2)
	term.KeepScrollback(3)
	for i := range 3000 {
		fmt.Fprintf(term, "line %d\r\n", i)
		if i == 10 {
			old := term.Screen()
			defer func() {
				if got := old.Scrollback[0].Text(); got != "line 7" {
					t.Errorf("an old snapshot has changed: %q", got)
				}
			}()
		}
	}
	s := term.Screen()
	if len(s.Scrollback) != 3 || s.Scrolled != 2999 || s.Scrollback[2].Text() != "line 2998" {
		t.Errorf("scrollback of %d rows, %d scrolled, the last %q", len(s.Scrollback), s.Scrolled, s.Scrollback[len(s.Scrollback)-1].Text())
	}
}

// TestTerminal_ManyLooks makes the table of looks overflow several times.
func TestTerminal_ManyLooks(t *testing.T) {
	t.Parallel()
	term := vtmodel.NewTerminal(vtmodel.XTerm, 40, 10)
	term.KeepScrollback(20)
	const rows = 4000
	for i := range rows {
		for j := range 39 {
			n := i*39 + j
			fmt.Fprintf(term, "\x1b[38;2;%d;%d;%d;44m\x1b]8;;l%d\a%s", n>>16&255, n>>8&255, n&255, n%7, "e\u0301")
		}
		term.Write([]byte("\x1b]8;;\a\x1b[m\r\n"))
	}
	if err := term.Verify(); err != nil {
		t.Fatal(err)
	}
	row := term.Screen().Row(0)
	first := (rows - 9) * 39
	for j, c := range row.Cells[:39] {
		n := first + j
		want := vtmodel.Style{FG: vtmodel.RGB(uint8(n>>16), uint8(n>>8), uint8(n)), BG: vtmodel.Palette(4)}
		if c.Style != want || c.Link != fmt.Sprintf("l%d", n%7) || c.Cluster != "e\u0301" {
			t.Fatalf("column %d is %q %s %q, want %s", j, c.Cluster, c.Style, c.Link, want)
		}
	}
}

func TestTerminal_SizesAreClamped(t *testing.T) {
	t.Parallel()
	for _, size := range [][4]int{{0, 0, 1, 1}, {-5, 3, 1, 3}, {1 << 30, 2, 4096, 2}} {
		term := vtmodel.NewTerminal(vtmodel.VTE, size[0], size[1])
		if s := term.Screen(); s.Cols != size[2] || s.Rows != size[3] {
			t.Errorf("NewTerminal(%d, %d) is %dx%d", size[0], size[1], s.Cols, s.Rows)
		}
		term.Resize(size[0], size[1])
		if err := term.Verify(); err != nil {
			t.Error(err)
		}
	}
}

func TestTerminal_HostileInput(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"\x1b[-1@", "a\x1b[9223372036854775807@", "\x1b[999999999I", "\x1b[999999999Z", "a\x1b[999999999b", "\x1b[;28r\x1b[S",
		"\x1b[99999999X", "\x1b[99999999S", "\x1b[99999999T", "\x1b]0;" + strings.Repeat("x", 3<<20), "\x1b[" + strings.Repeat("1;", 1<<20) + "m",
		"\x1b[?45h\x1b[2H\bx", "\x1b]52;c;?\a", strings.Repeat("\u0301", 1<<16), "a" + strings.Repeat("\u0301", 1<<16),
		strings.Repeat("\x1b[22t", 1<<12), strings.Repeat("\x1b[>1u", 1<<12), strings.Repeat("\x1b[#{", 1<<12), strings.Repeat("\x1b[6n", 1<<12),
	} {
		for _, p := range vtmodel.Profiles() {
			term := vtmodel.NewTerminal(p, 20, 6)
			term.Write([]byte(in))
			if err := term.Verify(); err != nil {
				t.Errorf("%s: %.20q: %v", p, in, err)
			}
		}
	}
}

func TestProfile_NamesAreRead(t *testing.T) {
	t.Parallel()
	for _, p := range vtmodel.Profiles() {
		if got, ok := vtmodel.ParseProfile(p.String()); !ok || got != p {
			t.Errorf("ParseProfile(%q) = %v, %t", p, got, ok)
		}
	}
	if _, ok := vtmodel.ParseProfile("vt52"); ok {
		t.Error("vt52 is a profile")
	}
}

func ExampleTerminal() {
	term := vtmodel.NewTerminal(vtmodel.Alacritty, 12, 3)
	term.Write([]byte("one two three\r\n$ "))
	fmt.Println(term.Screen())
	term.Resize(20, 3)
	fmt.Println(term.Screen())
	// Output:
	// 12x3 cursor 2,2
	//  +--v---------+
	//  |one two thre\
	//  |e           |
	// >|$           |
	//  +--^---------+
	//
	// 20x3 cursor 2,1
	//  +--v-----------------+
	//  |one two three       |
	// >|$                   |
	//  |                    |
	//  +--^-----------------+
}

// TestTerminal_WideScrollbackStaysSmall resizes a scrollback of short rows on a very wide
// screen, whose rows would take hundreds of megabytes in full.
func TestTerminal_WideScrollbackStaysSmall(t *testing.T) {
	for _, p := range []vtmodel.Profile{vtmodel.XTerm, vtmodel.VTE, vtmodel.Alacritty, vtmodel.XTermJS} {
		term := vtmodel.NewTerminal(p, 4096, 3)
		for i := range 11_000 {
			fmt.Fprintf(term, "line %d\r\n", i)
		}
		term.Resize(4000, 3)
		term.Resize(4096, 4)
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		if limit := uint64(100 << 20); m.HeapAlloc > limit {
			t.Errorf("%s: %d MB in use", p, m.HeapAlloc>>20)
		}
		if s := term.Screen(); s.Scrollback[len(s.Scrollback)-1].Text() == "" || len(s.Scrollback) < 9_990 {
			t.Errorf("%s: %d rows in the scrollback, the last %q", p, len(s.Scrollback), s.Scrollback[len(s.Scrollback)-1].Text())
		}
	}
}
