package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// shapes are documents whose work must grow with their size only, whatever is in them.
func shapes(size int) map[string]string {
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)+1)[:size] }
	return map[string]string{
		"mixed": repeat("# Head\n\nSome *words* in `code` and [a link](https://x.y/z).\n\n- item **one**\n- item two\n\n```go\nx := 1\n```\n\n" +
			"| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n"),
		"paragraph":        repeat("Some words that make a line, and *some* more of `them`. "),
		"word":             repeat("abcdefghij"),
		"wide word":        repeat("日本語"),
		"stars":            repeat("a *b _c [d "),
		"openers":          repeat("*a **b "),
		"closers":          repeat("a* b** "),
		"both":             repeat("a*b_c*d__e"),
		"nested stars":     repeat("*a **b *c d* e** f* "),
		"brackets":         repeat("["),
		"images":           repeat("!["),
		"nested links":     repeat("[a]("),
		"quoted titles":    repeat("[a](b \""),
		"closing brackets": repeat("[a] "),
		"backticks":        repeat("a ``b `c ```d ````e "),
		"tags":             repeat("<a b='"),
		"comments":         repeat("<!-- a "),
		"angles":           repeat("<"),
		"entities":         repeat("&amp;&am &#"),
		"backslashes":      repeat("\\a\\*"),
		"addresses":        repeat("https://x.y/((( "),
		"parentheses":      repeat("https://x.y/" + strings.Repeat(")", 900) + " "),
		"long delimiter":   repeat("*"),
		"tildes":           repeat("~~a ~b "),
		"quotes":           repeat(">"),
		"quote lines":      repeat("> > > > a\n"),
		"deep items":       repeat("- - - - - - - - a\n"),
		"indented items":   repeat("- a\n  - b\n    - c\n      - d\n"),
		"rules":            repeat("- - - - - - - -"),
		"long rule":        repeat("* "),
		"blank":            repeat(" "),
		"blank lines":      repeat("\n"),
		"pipes":            repeat("|"),
		"table heads":      repeat("| a | b |\n"),
		"wide table":       "|" + strings.Repeat("a|", size/8) + "\n|" + strings.Repeat("-|", size/8) + "\n" + repeat("x|")[:size/2],
		"definitions":      repeat("[a]: /u\n"),
		"labels":           repeat("[a][b] [c] "),
		"fences":           repeat("```\na\n"),
		"open fence":       "```\n" + repeat("a b\n"),
		"code blanks":      "```\n" + repeat(" "),
		"marks":            repeat("e\u0301\u0301\u0301"),
		"zalgo":            "a" + repeat("\u0301"),
		"underlines":       repeat("a\n=\n"),
		"footnotes":        repeat("[^a]: b\n\n"),
	}
}

// TestWork_GrowsWithTheDocument counts the bytes that are looked at: at most a fixed number for each byte that comes in, cut
// into single bytes or fed whole, and no more for ten times the size.
func TestWork_GrowsWithTheDocument(t *testing.T) {
	const most = 40
	perByte := func(source string, piece int) float64 {
		r := New(Options{Width: 40})
		var out []byte
		for rest := source; len(rest) > 0; {
			n := min(piece, len(rest))
			out = r.Append(out[:0], []byte(rest[:n]))
			rest = rest[n:]
		}
		return float64(r.in.work+r.scanned) / float64(len(source))
	}
	small, large := shapes(4_000), shapes(40_000)
	for name := range small {
		for _, piece := range []int{1, 17, 1 << 20} {
			a, b := perByte(small[name], piece), perByte(large[name], piece)
			if b > most || b > 1.5*a+2 {
				t.Errorf("%s in pieces of %d: %.1f looks at each byte of 4 kB, %.1f at each of 40 kB", name, piece, a, b)
			}
		}
	}
}

// TestHeld_IsBounded holds that little is held back, except of a table.
func TestHeld_IsBounded(t *testing.T) {
	for name, source := range shapes(20_000) {
		if strings.Contains(name, "table") || name == "pipes" {
			continue
		}
		r := New(Options{Width: 80})
		most := 0
		for _, c := range []byte(source) {
			r.Append(nil, []byte{c})
			most = max(most, r.Held())
		}
		if limit := addressMax + 2*constructMax; most > limit {
			t.Errorf("%s: %d bytes held, want at most %d", name, most, limit)
		}
	}
}

// TestHeld_InProse is what a reader waits for.
func TestHeld_InProse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	source := strings.Repeat(strings.Repeat("Most words are short, some are *longer*, and a few are `code`. ", 7)+"\n\n", 40)
	r := New(Options{Width: 80})
	sum, n := 0, 0
	for rest := source; len(rest) > 0; n++ {
		k := min(len(rest), 4+rng.IntN(37))
		r.Append(nil, []byte(rest[:k]))
		rest = rest[k:]
		sum += r.Held()
	}
	if mean := float64(sum) / float64(n); mean > 16 {
		t.Errorf("%.1f bytes held on average, want at most 16", mean)
	}
}

// TestNarrow_EveryWidth holds that no width and no document panics, hangs or loses text.
func TestNarrow_EveryWidth(t *testing.T) {
	squeeze := func(s []byte) string {
		return strings.Join(strings.FieldsFunc(string(s), func(r rune) bool { return strings.ContainsRune(" \n│┆─┼•…", r) }), "")
	}
	for name, source := range shapes(300) {
		if strings.Contains(name, "table") || name == "mixed" || strings.Contains(name, "rule") || name == "both" {
			continue // rules and the head of a table depend on the width
		}
		want := squeeze(Render(nil, []byte(source), Options{Width: 1000}))
		for width := 1; width <= 30; width++ {
			if got := squeeze(Render(nil, []byte(source), Options{Width: width})); got != want {
				t.Fatalf("%s at width %d: got %q, want %q", name, width, got, want)
			}
		}
	}
	for name, source := range shapes(300) {
		for width := range 30 {
			for _, opt := range []Options{{Width: width}, {Width: width, Markers: MarkersVisible, Tables: TablesStream, ASCII: true}} {
				if out := Render(nil, []byte(source), opt); len(out) > 100*len(source)+1000 {
					t.Fatalf("%s at width %d: %d bytes out", name, width, len(out))
				}
			}
		}
	}
}
