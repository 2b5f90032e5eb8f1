package markdown_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"jp/internal/markdown"
	"jp/internal/theme"
)

// answer is a document like a long answer of a model: prose, lists, code, tables, quotes.
func answer(size int) string {
	rng := rand.New(rand.NewPCG(42, 42))
	words := strings.Fields(`the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one
		you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new
		function value parameter **important** *really* code ~~old~~ [link](https://example.org/path) https://example.org/a_b context 日本語 éclair don't`)
	sentence := func(n int) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(' ')
			}
			if rng.IntN(15) == 0 {
				b.WriteString("`" + words[rng.IntN(40)] + "`")
			} else {
				b.WriteString(words[rng.IntN(len(words))])
			}
		}
		return b.String() + "."
	}
	var b strings.Builder
	for b.Len() < size {
		switch rng.IntN(8) {
		case 0:
			b.WriteString("## " + sentence(4) + "\n\n")
		case 1:
			for range 3 + rng.IntN(4) {
				b.WriteString("- " + sentence(8+rng.IntN(12)) + "\n")
			}
			b.WriteByte('\n')
		case 2:
			b.WriteString("```go\nfunc main() {\n")
			for range 5 + rng.IntN(10) {
				b.WriteString("\tfmt.Println(\"value\", x+1) // say it\n")
			}
			b.WriteString("}\n```\n\n")
		case 3:
			b.WriteString("| name | value | 説明 |\n|---|---:|---|\n")
			for range 3 + rng.IntN(5) {
				fmt.Fprintf(&b, "| %s | %d | %s |\n", words[rng.IntN(40)], rng.IntN(1000), sentence(3))
			}
			b.WriteByte('\n')
		case 4:
			b.WriteString("> " + sentence(20) + "\n> " + sentence(10) + "\n\n")
		default:
			for range 1 + rng.IntN(4) {
				b.WriteString(sentence(8+rng.IntN(16)) + " ")
			}
			b.WriteString("\n\n")
		}
	}
	return b.String()[:size]
}

// documents are the shapes whose cost must grow with their size only.
func documents(size int) map[string]string {
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)+1)[:size] }
	return map[string]string{
		"mixed":     answer(size),
		"paragraph": repeat("Some words that make a line, and *some* more of `them`. "),
		"word":      repeat("abcdefghij"),
		"stars":     repeat("a *b _c [d "),
	}
}

func benchOptions() markdown.Options {
	return markdown.Options{Width: 80, Theme: theme.Theme{Styled: true, Depth: theme.Palette}, Links: markdown.LinksOSC8}
}

// chunks cuts a document as a stream does: 4 to 40 bytes.
func chunks(source string) [][]byte {
	rng := rand.New(rand.NewPCG(1, 1))
	var list [][]byte
	for len(source) > 0 {
		n := min(len(source), 4+rng.IntN(37))
		list = append(list, []byte(source[:n]))
		source = source[n:]
	}
	return list
}

func BenchmarkStream(b *testing.B) {
	for _, size := range []int{10_000, 100_000, 1_000_000} {
		for name, source := range documents(size) {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				list := chunks(source)
				r := markdown.New(benchOptions())
				var buf []byte
				out := 0
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					out = 0
					for _, c := range list {
						buf = r.Append(buf[:0], c)
						out += len(buf)
					}
					buf = r.Close(buf[:0])
					out += len(buf)
				}
				b.ReportMetric(float64(out)/float64(size), "B-out/B-in")
				b.ReportMetric(float64(len(list)), "chunks")
			})
		}
	}
}

func BenchmarkWhole(b *testing.B) {
	source := []byte(answer(100_000))
	r := markdown.New(benchOptions())
	var buf []byte
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		buf = r.Append(buf[:0], source)
		buf = r.Close(buf)
	}
}
