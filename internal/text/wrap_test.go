package text_test

import (
	"strings"
	"testing"

	"jp/internal/ansi"
	"jp/internal/text"
)

func TestWrap(t *testing.T) {
	cases := []struct {
		name, in string
		cols     int
		want     string
	}{
		{"one under the edge", "ab cd", 6, "ab cd"},
		{"at the edge", "ab cd", 5, "ab cd"},
		{"one over", "ab cd", 4, "ab\ncd"},
		{"blanks at the break go", "ab   cd", 4, "ab\ncd"},
		{"blanks inside stay", "a  b", 4, "a  b"},
		{"blanks at the end go", "ab   ", 3, "ab"},
		{"long word is broken when it must", "ab https://example.org", 10, "ab\nhttps://ex\nample.org"},
		{"width 1", "ab c", 1, "a\nb\nc"},
		{"wide cluster in one column", "世界", 1, "世\n界"},
		{"zero columns change nothing", "ab   cd ", 0, "ab   cd "},
		{"ideographs break anywhere", "ab世界cd", 4, "ab世\n界cd"},
		{"but not before what closes", "世界。世", 4, "世\n界。\n世"},
		{"nor after what opens", "世界「世」", 6, "世界\n「世」"},
		{"marks stay with their base", "e\u0301e\u0301e\u0301", 2, "e\u0301e\u0301\ne\u0301"},
		{"newlines stay", "ab\n\ncd ef", 3, "ab\n\ncd\nef"},
		{"tab", "a\tb", 9, "a       b"},
		{"empty", "", 5, ""},
		{"joined family counts by the larger opinion", "👩\u200d💻x", 4, "👩\u200d💻\nx"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := string(text.Wrap(nil, []byte(c.in), c.cols)); got != c.want {
				t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.cols, got, c.want)
			}
		})
	}
}

func TestWrap_ClosesStylesAtTheEdge(t *testing.T) {
	in := "\x1b[1mab cd\x1b[m e \x1b]8;id=1;http://x.y\x1b\\f gh\x1b]8;;\x1b\\"
	want := "\x1b[0;1mab\x1b[m\n\x1b[0;1mcd\x1b[m e\n\x1b]8;id=1;http://x.y\x1b\\f gh\x1b]8;;\x1b\\"
	if got := string(text.Wrap(nil, []byte(in), 4)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Every width from 1 on: nothing is lost, no row is too wide unless one cluster is, and no row begins with a mark.
func TestWrap_HoldsAtEveryWidth(t *testing.T) {
	samples := []string{
		"the quick brown fox", "สวัสดีครับผม ที่นี่", "क्षत्रिय देवनागरी", "Tie\u0302\u0301ng Vie\u0323\u0302t", "日本語のテキスト、です。",
		strings.Repeat("x", 40), "🇩🇪🇫🇷 👍🏽 ❤\ufe0f a\u0301b", "  lead", "a b c d e f g", "\x1b[31mred text in rows\x1b[m",
	}
	for _, s := range samples {
		for cols := 1; cols <= 25; cols++ {
			out := string(text.Wrap(nil, []byte(s), cols))
			squeeze := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(ansi.Strip([]byte(s))) }
			if squeeze(out) != squeeze(s) {
				t.Fatalf("width %d of %q lost text: %q", cols, s, out)
			}
			for row := range strings.SplitSeq(ansi.Strip([]byte(out)), "\n") {
				first, w := text.First([]byte(row))
				if text.Of([]byte(row)).Max() > cols && first != len(row) {
					t.Fatalf("width %d of %q: row %q is too wide", cols, s, row)
				}
				if first > 0 && w.Max() == 0 {
					t.Fatalf("width %d of %q: row %q begins with a mark", cols, s, row)
				}
			}
		}
	}
}

func TestAppendTruncated(t *testing.T) {
	cases := []struct {
		in    string
		cols  int
		place text.Place
		want  string
	}{
		{"abcdef", 7, text.Tail, "abcdef"},
		{"abcdef", 6, text.Tail, "abcdef"},
		{"abcdef", 5, text.Tail, "abcd…"},
		{"abcdef", 5, text.Head, "…cdef"},
		{"abcdef", 5, text.Middle, "ab…ef"},
		{"abcdef", 4, text.Middle, "ab…f"},
		{"abcdef", 1, text.Middle, "…"},
		{"abcdef", 0, text.Tail, ""},
		{"世界人", 5, text.Tail, "世界…"},
		{"世界人", 4, text.Tail, "世…"},
		{"世界人", 4, text.Head, "…人"},
		{"ae\u0301bc", 3, text.Head, "…bc"},
		{"👩\u200d💻x", 4, text.Tail, "…"},
		{"", 3, text.Tail, ""},
	}
	for _, c := range cases {
		got := string(text.AppendTruncated(nil, []byte(c.in), c.cols, c.place))
		if got != c.want {
			t.Errorf("%q in %d columns: got %q, want %q", c.in, c.cols, got, c.want)
		}
		if w := text.Of([]byte(got)).Max(); w > max(c.cols, 0) {
			t.Errorf("%q in %d columns is %d wide", c.in, c.cols, w)
		}
	}
}

func TestAppendExpanded(t *testing.T) {
	cases := []struct {
		in        string
		col, stop int
		want      string
		wantCol   int
	}{
		{"a\tb", 0, 8, "a       b", 9},
		{"\t", 7, 8, " ", 8},
		{"\t", 8, 8, "        ", 16},
		{"世\tb", 0, 4, "世  b", 5},
		{"ab\n\tc", 5, 4, "ab\n    c", 5},
		{"plain", 3, 0, "plain", 8},
	}
	for _, c := range cases {
		got, col := text.AppendExpanded(nil, []byte(c.in), c.col, c.stop)
		if string(got) != c.want || col != c.wantCol {
			t.Errorf("%q at %d: got %q, column %d, want %q, column %d", c.in, c.col, got, col, c.want, c.wantCol)
		}
	}
}

func BenchmarkAppendTruncated(b *testing.B) {
	for _, c := range []struct{ name, in string }{
		{"ascii75", strings.Repeat("abcde", 15)}, {"mixed75", strings.Repeat("ab世é ", 12)},
	} {
		b.Run(c.name, func(b *testing.B) {
			in, dst := []byte(c.in), make([]byte, 0, 256)
			b.ReportAllocs()
			for b.Loop() {
				dst = text.AppendTruncated(dst[:0], in, 60, text.Tail)
			}
		})
	}
}

func BenchmarkWrap(b *testing.B) {
	in := []byte(strings.Repeat("The quick brown fox jumps. ", 400))
	var w text.Wrapper
	dst := make([]byte, 0, 2*len(in))
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		dst = w.Append(dst[:0], in, 80)
	}
}
