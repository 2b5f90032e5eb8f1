package vtmodel_test

import (
	"strings"
	"testing"
	"time"

	"jp/vtmodel"
)

const sample = `-- screen hello --
60x10 at 1.2s frame 9 cursor 9,1 title "say \"hi\"" modes bracketed-paste scrollback 1
^content 1
|loaded 3 files
>Name? Ada
:......kkk
|` + "a long line that the terminal wrapped because it did not fi" + `t
+ into one row
~3
|e` + "\u0301" + `xit
=0 "e\u0301" 1
|
:xxx
~1
-- styles --
k bold green
x on 236 underline=curly link "https://example.org/"
-- screen released --
same hello
-- screen later --
6x1 at * frame * cursor 0,0 hidden alt bell 2 unsteady
>ok
`

func TestGolden_ParseThenFormatIsTheSameFile(t *testing.T) {
	g, err := vtmodel.ParseGolden("sample", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	got, err := g.Format()
	if err != nil || string(got) != sample {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, sample)
	}
	hello, _ := g.Find("hello")
	released, ok := g.Find("released")
	if !ok || released.Timed || len(released.Above) != 0 || released.Lines[1].Text != "Name? Ada" {
		t.Errorf("a shot that is the same has other content: %+v", released)
	}
	if !hello.Timed || hello.At != 1200*time.Millisecond || hello.Cursor != (vtmodel.Pos{Row: 1, Col: 9}) {
		t.Errorf("header was read as %+v", hello)
	}
	if look := hello.Lines[1].Looks[6].Style; look.String() != "bold green" || !hello.Lines[3].Continued {
		t.Errorf("style %q, continued %t", look, hello.Lines[3].Continued)
	}
}

func TestGolden_ErrorsNameFileAndLine(t *testing.T) {
	const head = "-- screen a --\n4x2 at 0s frame 1 cursor 0,0\n"
	tests := []struct{ name, file, want string }{
		{"rows missing", head + ">x\n", `f:3: screen "a" has 1 rows, want 2`},
		{"a mark that is none", head + "x\n", `f:3: "x" is no mark of a row`},
		{"empty line", head + ">x\n\n~1\n", `f:4: empty line; a blank row is "~1"`},
		{"blanks at the end", head + ">x \n~1\n", "f:3: blanks at the end of the row"},
		{"blank row spelled out", head + ">x\n|\n", `f:4: not in normal form: "|", want "~1"`},
		{"cursor mark on the wrong row", head + "|x\n>\n", `f:3: not in normal form: "|x", want ">x"`},
		{"style not listed", head + ">x\n:k\n~1\n", `f:4: style 'k' is not listed`},
		{"style not used", head + ">x\n~1\n-- styles --\nk bold\n", `f:1: style 'k' is listed but not used`},
		{"style spelled otherwise", head + ">x\n:k\n~1\n-- styles --\nk green bold\n", `f:7: style "green bold" is written "bold green"`},
		{"no such style", head + ">x\n:k\n~1\n-- styles --\nk loud\n", `f:7: "loud" is no color and no attribute`},
		{"two style rows", head + ">x\n:k\n:k\n~1\n-- styles --\nk bold\n", "f:5: style row is wider than the screen or the second of its row"},
		{"style row too wide", head + ">x\n:kkkkk\n~1\n-- styles --\nk bold\n", "f:4: style row is wider than the screen or the second of its row"},
		{"plain end of a style row", head + ">x\n:k.\n~1\n-- styles --\nk bold\n", "f:4: style row ends in plain columns"},
		{"escape", head + ">x\x1b[m\n~1\n", "f:3: control character U+001B"},
		{"carriage return", "-- screen a --\r\n", "f:1: control character U+000D"},
		{"invalid UTF-8", head + ">\xff\n~1\n", "f:3: invalid UTF-8"},
		{"no newline", head + ">x\n~1", "f:4: no newline at the end"},
		{"unknown section", "-- page a --\n", `f:1: section "page a" is neither a screen nor the styles`},
		{"name used twice", head + ">x\n~1\n-- screen a --\n", `f:5: screen name "a" is used twice`},
		{"same as nothing", "-- screen a --\nsame b\n", `f:2: same as "b", which is no earlier screen`},
		{"same as itself", "-- screen a --\nsame a\n", `f:2: same as "a", which is no earlier screen`},
		{"same but spelled out", head + ">x\n~1\n-- screen b --\n4x2 at 0s frame 1 cursor 0,0\n>x\n~1\n", `f:6: not in normal form: "4x2 at 0s frame 1 cursor 0,0", want "same a"`},
		{"rows after same", head + ">x\n~1\n-- screen b --\nsame a\n|x\n", `f:7: "|x" follows a screen that is the same as another`},
		{"no header", "-- screen a --\n-- styles --\n", "f:2: screen without a header"},
		{"bad size", "-- screen a --\n0x2 at 0s frame 1 cursor 0,0\n", `f:2: size "0x2" is not COLUMNSxROWS`},
		{"cursor outside", "-- screen a --\n4x2 at 0s frame 1 cursor 4,0\n", `f:2: cursor "4,0" is not COLUMN,ROW within 4x2`},
		{"unknown fact", "-- screen a --\n4x2 at 0s frame 1 cursor 0,0 loud\n", `f:2: "loud" is no fact of a screen`},
		{"facts in another order", "-- screen a --\n4x2 frame 1 at 0s cursor 0,0\n>\n~1\n", `f:2: not in normal form: "4x2 frame 1 at 0s cursor 0,0", want "4x2 at 0s frame 1 cursor 0,0"`},
		{"unknown mode", "-- screen a --\n4x2 at 0s frame 1 cursor 0,0 modes fast\n", `f:2: modes "fast" are unknown or in another order`},
		{"bad note", head + ">x\n=0 x 1\n~1\n", `f:4: "0 x 1" is no column, quoted text and width`},
		{"too many lines", strings.Repeat("comment\n", 201), "f:201: more than 200 lines"},
		{"too many screens", head + ">x\n~1\n" + manyScreens(12), "f:27: more than 12 screens"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := vtmodel.ParseGolden("f", []byte(test.file))
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// manyScreens returns n screens that are the same as a.
func manyScreens(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("-- screen " + string(rune('b'+i)) + " --\nsame a\n")
	}
	return b.String()
}

func TestGolden_UpdateKeepsLetters(t *testing.T) {
	v := vtmodel.NewVT10x(6, 1)
	v.Write([]byte("\x1b[31ma\x1b[1;32mb\x1b[m"))
	g := &vtmodel.Golden{Shots: []vtmodel.Shot{vtmodel.NewShot("one", v.Screen(), 0, 1, 0)}}
	old, err := vtmodel.ParseGolden("old", []byte("-- screen one --\n6x1 at 0s frame 1 cursor 1,0\n>b\n:a\n-- styles --\na bold green\n"))
	if err != nil {
		t.Fatal(err)
	}
	g.KeepLetters(old)
	got, err := g.Format()
	const want = "-- screen one --\n6x1 at 0s frame 1 cursor 2,0\n>ab\n:ba\n-- styles --\na bold green\nb red\n"
	if err != nil || string(got) != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
}

func TestNewShot_TakesWhatEnteredTheScrollbackSinceTheLast(t *testing.T) {
	v := vtmodel.NewVT10x(4, 2)
	v.Write([]byte("one\r\ntwo\r\n"))
	first := v.Screen()
	v.Write([]byte("long line\r\nend\x07\x1b]0;t\x07"))
	g := &vtmodel.Golden{
		Comment: "Rows scroll off.\n",
		Shots: []vtmodel.Shot{
			vtmodel.NewShot("first", first, 0, 1, 0),
			vtmodel.NewShot("second", v.Screen(), time.Second, 2, first.Scrolled),
		},
	}
	got, err := g.Format()
	const want = `Rows scroll off.
-- screen first --
4x2 at 0s frame 1 cursor 0,1 scrollback 1
^one
|two
>
-- screen second --
4x2 at 1s frame 2 cursor 3,1 title "t" bell 1 scrollback 4
^two
^long
+ lin
+e
>end
`
	if err != nil || string(got) != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
	if _, err := vtmodel.ParseGolden("f", got); err != nil {
		t.Error(err)
	}
}

func TestNewShot_ToldExactlyWhatCannotBeSeen(t *testing.T) {
	v := vtmodel.NewVT10x(8, 1)
	v.Write([]byte("a\u200db\u4e16\u202e\u00a0"))
	g := &vtmodel.Golden{Shots: []vtmodel.Shot{vtmodel.NewShot("one", v.Screen(), -1, 0, 0)}}
	got, err := g.Format()
	const want = `-- screen one --
8x1 at * frame * cursor 6,0
>a` + "\uFFFD" + `b世` + "\uFFFD\uFFFD" + `
=1 "\u200d" 1
=3 "\u4e16" 1
=4 "\u202e" 1
=5 "\u00a0" 1
`
	if err != nil || string(got) != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
}

func TestShot_DiffComparesTimesOnlyWhenBothAreKnown(t *testing.T) {
	s := vtmodel.NewVT10x(4, 1).Screen()
	pure, pty := vtmodel.NewShot("a", s, time.Second, 3, 0), vtmodel.NewShot("a", s, -1, 0, 0)
	later := vtmodel.NewShot("a", s, 2*time.Second, 3, 0)
	if got := pure.Diff(pty) + pty.Diff(pure); got != "" {
		t.Errorf("unknown time differs:\n%s", got)
	}
	if pure.Diff(later) == "" {
		t.Error("another time does not differ")
	}
}

func TestShot_DiffSaysWhatDiffersFirst(t *testing.T) {
	shot := func(bytes string) vtmodel.Shot {
		v := vtmodel.NewVT10x(6, 2)
		v.Write([]byte(bytes))
		return vtmodel.NewShot("a", v.Screen(), -1, 0, 0)
	}
	tests := []struct{ name, want, got, first string }{
		{"text", "ab\r\ncd", "ab\r\nce", `row 1: text: want "cd", got "ce"`},
		{"style", "ab", "a\x1b[1mb", "row 0 column 1: style: want default, got bold"},
		{"wrap", "abcdef\r\ng", "abcdefg", "row 1: continues the row above: want false, got true"},
		{"scrollback", "a\r\nb\r\nc", "b\r\nc", `scrollback row 0: text: want "a", got "b"`},
		{"cursor", "ab", "ab\b", "want 6x2 at * frame * cursor 2,0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := shot(test.want).Diff(shot(test.got))
			if first, _, _ := strings.Cut(got, "\n"); first != test.first {
				t.Errorf("got  %s\nwant %s\nin\n%s", first, test.first, got)
			}
			if strings.Contains(got, "\x1b") {
				t.Errorf("report has a control byte: %q", got)
			}
		})
	}
}
