package text_test

import (
	"strings"
	"testing"

	"jp/internal/text"
)

func TestOf(t *testing.T) {
	cases := []struct {
		name, in     string
		cells, runes int
	}{
		{"empty", "", 0, 0},
		{"ascii", "hello", 5, 5},
		{"wide", "世界", 4, 4},
		{"combining mark", "e\u0301", 1, 1},
		{"mark after ascii", "abe\u0301c", 4, 4},
		{"emoji presentation", "❤\ufe0f", 2, 1},
		{"joined family", "👩\u200d💻", 2, 4},
		{"skin tone", "👍🏽", 2, 4},
		{"flag", "🇩🇪", 2, 2},
		{"stopwatch", "⏱", 1, 1},
		{"ellipsis", "…", 1, 1},
		{"zero width space", "a\u200bb", 2, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := text.Of([]byte(c.in)); got != (text.Width{Cells: c.cells, Runes: c.runes}) {
				t.Errorf("Of(%q) = %+v, want cells %d runes %d", c.in, got, c.cells, c.runes)
			}
		})
	}
}

func TestTake_CutsOnClusters(t *testing.T) {
	cases := []struct {
		in   string
		cols int
		want string
	}{
		{"hello", 4, "hell"},
		{"hello", 5, "hello"},
		{"hello", 6, "hello"},
		{"hello", 0, ""},
		{"世界", 1, ""},
		{"世界", 2, "世"},
		{"世界", 3, "世"},
		{"abe\u0301c", 3, "abe\u0301"},
		{"👩\u200d💻x", 3, ""}, // the larger opinion counts: 4
		{"👩\u200d💻x", 4, "👩\u200d💻"},
	}
	for _, c := range cases {
		n, w := text.Take([]byte(c.in), c.cols)
		if got := c.in[:n]; got != c.want {
			t.Errorf("Take(%q, %d) = %q, want %q", c.in, c.cols, got, c.want)
		}
		if w.Max() > c.cols {
			t.Errorf("Take(%q, %d) is %+v wide", c.in, c.cols, w)
		}
	}
}

func TestFirst_BoundsClusters(t *testing.T) {
	zalgo := "e" + strings.Repeat("\u0301", 1000)
	n, _ := text.First([]byte(zalgo))
	if n == 0 || n > 256 {
		t.Errorf("a cluster of %d bytes, want 1 to 256", n)
	}
}

func TestUnfinished(t *testing.T) {
	cases := []struct {
		in   string
		want int
	}{
		{"", 0},
		{"abc", 0},
		{"a👩", 0},
		{"a👩\u200d", len("👩\u200d")},
		{"🇩", 4},
		{"a🇩🇪", 0},
		{"🇩🇪🇫", 4},
	}
	for _, c := range cases {
		if got := text.Unfinished([]byte(c.in)); got != c.want {
			t.Errorf("Unfinished(%q) = %d, want %d", c.in, got, c.want)
		}
	}
}

func TestDeceives(t *testing.T) {
	for _, r := range "\u202e\u2066\u200b\ufeff\u00ad\u2028\U000e0041" {
		if !text.Deceives(r) {
			t.Errorf("%U passes", r)
		}
	}
	for _, r := range "aé世\u0301\u200d\ufe0f…⏱" {
		if text.Deceives(r) {
			t.Errorf("%U does not", r)
		}
	}
}

func TestClusters(t *testing.T) {
	if got := text.Clusters([]byte("abe\u0301👩\u200d💻世!")); got != 6 {
		t.Errorf("Clusters = %d, want 6", got)
	}
}

func BenchmarkOf(b *testing.B) {
	ascii := []byte(strings.Repeat("abcde", 15))
	mixed := []byte(strings.Repeat("ab世é ", 12))
	b.Run("ascii75", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			text.Of(ascii)
		}
	})
	b.Run("mixed75", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			text.Of(mixed)
		}
	})
}

func BenchmarkTake(b *testing.B) {
	ascii := []byte(strings.Repeat("abcde", 15))
	b.ReportAllocs()
	for b.Loop() {
		text.Take(ascii, 60)
	}
}
