package screentest

import (
	"strings"
	"testing"

	"jp/vtmodel"
)

func TestScan_CutsIntoItems(t *testing.T) {
	for _, tc := range []struct{ in, want, rest string }{
		{"ab", "ab", ""},
		{"a\x1b[1;31mb", "a|\x1b[1;31m|b", ""},
		{"\r\n", "\r|\n", ""},
		{"\x1b]8;;u\x1b\\x\x1b]8;;\ay", "\x1b]8;;u\x1b\\|x|\x1b]8;;\a|y", ""},
		{"\x1b(0x\x1bDy\x1b7", "\x1b(0|x|\x1bD|y|\x1b7", ""},
		{"\x1bPdata\x1b\\z", "\x1bPdata\x1b\\|z", ""},
		{"a\x1b", "a", "\x1b"},
		{"a\x1b[3", "a", "\x1b[3"},
		{"a\x1b]2;t", "a", "\x1b]2;t"},
		{"a\x1b]2;t\x1b", "a", "\x1b]2;t\x1b"},
		{"a\xe4\xb8", "a", "\xe4\xb8"},
		{"\x1b[3\nx", "\x1b[3|\n|x", ""},
		{"\x1b]2;t\nx", "\x1b]2;t|\n|x", ""},
		{"\x1b\nx", "\x1b|\n|x", ""},
		{"é世", "é世", ""},
	} {
		items, rest := scan([]byte(tc.in))
		var parts []string
		for _, it := range items {
			parts = append(parts, string(it.bytes))
		}
		if got := strings.Join(parts, "|"); got != tc.want || string(rest) != tc.rest {
			t.Errorf("%q: got %q, rest %q; want %q, rest %q", tc.in, got, rest, tc.want, tc.rest)
		}
	}
}

func TestPen_KnowsWhatIsOn(t *testing.T) {
	for _, tc := range []struct {
		in     string
		closed bool
	}{
		{"\x1b[31m", false},
		{"\x1b[31m\x1b[39m", true},
		{"\x1b[1;31m\x1b[39m", false},
		{"\x1b[1;31m\x1b[39;22m", true},
		{"\x1b[38;5;0m", false},
		{"\x1b[38;2;0;0;0m\x1b[49m", false},
		{"\x1b[48;5;3m\x1b[49m", true},
		{"\x1b[4:3m", false},
		{"\x1b[4:3m\x1b[4:0m", true},
		{"\x1b[58:5:1m\x1b[59m", true},
		{"\x1b[97;105m", false},
		{"\x1b[7m\x1b[m", true},
		{"\x1b[1;0m", true},
		{"\x1b]8;;u\x1b\\", false},
		{"\x1b]8;id=1;u\a\x1b]8;;\a", true},
	} {
		var p pen
		items, _ := scan([]byte(tc.in))
		for _, it := range items {
			p.follow(it)
		}
		if p.isClosed() != tc.closed {
			t.Errorf("%q: closed is %v", tc.in, p.isClosed())
		}
	}
}

// Whatever the pieces, the filter reads the same.
func TestFilter_ReadsTextInAnyPieces(t *testing.T) {
	const in = "a\x1b[31mé\r\nb\rc\td\x1b]8;;u\x1b\\世\x1b]8;;\a\x07\x1b[2Je\r\n"
	const want = "aé\nb\nc\td世e\n"
	for size := 1; size <= len(in); size++ {
		var f filter
		var got strings.Builder
		for rest := in; rest != ""; {
			n := min(size, len(rest))
			got.WriteString(f.add(rest[:n]))
			rest = rest[n:]
		}
		if got.String() != want {
			t.Errorf("in pieces of %d: got %q, want %q", size, got.String(), want)
		}
	}
}

func TestFileStream_TakesBackOnlyWhatOnePrintHas(t *testing.T) {
	f := fileStream{}
	f.add("10%\r20%")
	f.add("\r30%\r40%\nx")
	if want := "20%\n40%\nx"; f.want != want {
		t.Errorf("got %q, want %q", f.want, want)
	}
}

// screenOf draws text as a terminal does.
func screenOf(cols, rows int, text string) layout {
	m := vtmodel.NewTerminal(vtmodel.XTerm, cols, rows)
	_, _ = m.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n")))
	return layoutOf(m.Screen())
}

func TestVisible_MatchesScreenAndPrint(t *testing.T) {
	for _, tc := range []struct {
		name, printed, drawn string
		want                 int // of printed; -1: they do not match
	}{
		{"all", "one\ntwo\n", "one\ntwo\n", 8},
		{"nothing", "one\n", "", 0},
		{"a prefix", "one\ntwo\n", "one\ntw", 6},
		{"a line less", "one\ntwo\n", "one\n", 4},
		{"wrapped", "abcdefghijklm\n", "abcdefghijklm\n", 14},
		{"wrapped at a blank", "abcdefghi jkl\n", "abcdefghi jkl\n", 14},
		{"scrolled", "1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\n6\n", 12},
		{"tab", "a\tb\n", "a\tb\n", 4},
		{"wide", "世界\n", "世界\n", 7},
		{"combining", "e\u0301x\n", "e\u0301x\n", 5},
		{"joined", "👩\u200d👧x\n", "👩\u200d👧x\n", 13},
		{"blank lines", "a\n\n\nb\n", "a\n\n\nb\n", 6},
		{"cut by a suspension", "one" + string(forcedBreak) + " two\n", "one\ntwo\n", 9},
		{"lost in the middle", "one\ntwo\nsix\n", "one\nsix\n", -1},
		{"lost at a line's end", "one\ntwo\n", "on\ntwo\n", -1},
		{"doubled", "one\n", "one\none\n", -1},
		{"joined lines", "one\ntwo\n", "onetwo\n", -1},
		{"blank line too many", "one\ntwo\n", "one\n\ntwo\n", -1},
		{"blank line too few", "one\n\ntwo\n", "one\ntwo\n", -1},
		{"out of order", "one\ntwo\n", "two\none\n", -1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := newOracle(Setup{Size: Size{10, 4}})
			got, err := visible(screenOf(10, 4, tc.drawn), tc.printed, o)
			if err != nil {
				got = -1
			}
			if got != tc.want {
				t.Errorf("got %d (%v), want %d", got, err, tc.want)
			}
		})
	}
}

// After a crop a row may be cut to a width that the terminal had, and only to such.
func TestVisible_AcceptsCutRowsOnlyAfterACrop(t *testing.T) {
	for _, tc := range []struct {
		name, drawn string
		cropped     bool
		ok          bool
	}{
		{"whole", "abcdefghij\nok\n", true, true},
		{"cut to the new width", "abcdef\nok\n", true, true},
		{"cut to no width", "abcdefg\nok\n", true, false},
		{"cut without a crop", "abcdef\nok\n", false, false},
		{"lost after a crop", "ok\n", true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := newOracle(Setup{Size: Size{20, 4}})
			if tc.cropped {
				o.terminal(Size{6, 4})
			}
			if _, err := visible(screenOf(20, 4, tc.drawn), "abcdefghij\nok\n", o); (err == nil) != tc.ok {
				t.Errorf("got %v, want ok %v", err, tc.ok)
			}
		})
	}
}

func TestWidestOpinion_IsNeverTooSmall(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want int
	}{{"abc", 3}, {"世", 2}, {"e\u0301", 1}, {"❤\ufe0f", 2}, {"👩\u200d👧", 4}, {"⏱", 1}, {"…", 1}} {
		if got := widestOpinion(tc.in); got != tc.want {
			t.Errorf("%q: got %d, want %d", tc.in, got, tc.want)
		}
	}
}
