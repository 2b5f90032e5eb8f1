package markdown_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jp/internal/ansi"
	"jp/internal/markdown"
	"jp/internal/text"
	"jp/internal/theme"
)

var pairs = flag.Int("markdown.pairs", 4000, "random (document, chunking) pairs of TestChunking_Random")

// alphabet is what random documents are made of: every construct, whole and broken.
var alphabet = []string{
	"a", "word ", "two words ", "long-word-that-does-not-fit-anywhere-because-it-is-long ", " ", "  ", "    ", "\t", "\n", "\n\n", "\r\n", "  \n", "\\\n", " \n\n",
	"*", "**", "***", "_", "__", "~~", "~", "`", "``", "```", "~~~", "```go\n", "```markdown\n", "\n```\n", "\n~~~\n", "[", "]", "(", ")", "![", "](http://x.y)", "](/u \"t\")", "[a]", "[a]: /url\n", "[^1]", "[^1]: note\n",
	"<", ">", "> ", "<div>\n", "</div>", "<b>", "<!-- c -->", "<https://x.y>", "<a@b.c>", "&amp;", "&#27;", "&", ";", "https://x.y/a_b*c", "www.x.y", "h", "http", "w",
	"# ", "## ", "#", "- ", "* ", "+ ", "1. ", "2) ", "- [ ] ", "- [x] ", "---\n", "===\n", "***\n", "-", "=", "| a | b |\n", "|---|:-:|\n", "| c | d \\| e |\n", "|", ":", "\n", "\\", "\\*", "!",
	"世", "界。", "「", "é", "e\u0301", "👩\u200d💻", "🇩🇪", "❤\ufe0f", "\u200b", "\u202e", "\x1b[31m", "\x1b]8;;x\x07", "\x00", "\"", "'",
}

func randomDocument(rng *rand.Rand) string {
	var b strings.Builder
	for range 1 + rng.IntN(40) {
		b.WriteString(alphabet[rng.IntN(len(alphabet))])
	}
	return b.String()
}

// settings are the renderings that the laws hold for.
func settings() []markdown.Options {
	styled := theme.Theme{Styled: true, Depth: theme.Palette}
	return []markdown.Options{
		{Width: 80},
		{},
		{Width: 20, Theme: styled, Links: markdown.LinksOSC8},
		{Width: 33, Theme: styled, Markers: markdown.MarkersVisible, Tables: markdown.TablesStream, Highlight: fakeHighlighter{}},
		{Width: 1},
		{Width: 7, ASCII: true, Links: markdown.LinksNone},
		{Theme: styled, Links: markdown.LinksOSC8, Tab: -1},
	}
}

// fakeHighlighter makes every second byte a keyword.
type fakeHighlighter struct{}

func (fakeHighlighter) Start(string) markdown.Lines { return fakeLines{} }

type fakeLines struct{}

func (fakeLines) Line(dst []markdown.Span, line []byte) []markdown.Span {
	for i := range line {
		dst = append(dst, markdown.Span{End: i + 1, Kind: markdown.Kind(i % 2)})
	}
	return dst
}

func render(source string, opt markdown.Options) string {
	return string(markdown.Render(nil, []byte(source), opt))
}

// renderCut renders source in pieces that cut says the length of.
func renderCut(source string, opt markdown.Options, cut func(left int) int) string {
	r := markdown.New(opt)
	var out []byte
	for rest := source; len(rest) > 0; {
		n := cut(len(rest))
		out = r.Append(out, []byte(rest[:n]))
		rest = rest[n:]
	}
	return string(r.Close(out))
}

// checkLaws holds what must hold for each document and each way to cut it.
func checkLaws(t *testing.T, source string, opt markdown.Options, cut func(left int) int) {
	t.Helper()
	want := render(source, opt)
	if got := renderCut(source, opt, cut); got != want {
		t.Fatalf("document %q\noptions %+v\ncut   %q\nwhole %q", source, opt, got, want)
	}
	if !opt.Theme.Styled && strings.Contains(want, "\x1b") {
		t.Fatalf("document %q: an escape in plain text: %q", source, want)
	}
	checkRows(t, source, want, opt)
}

// checkRows holds what must hold for each row: no blanks at its end, and styles and links closed.
func checkRows(t *testing.T, source, out string, opt markdown.Options) {
	t.Helper()
	var pen ansi.Pen
	var sc ansi.Scanner
	linked := false
	for row := range strings.SplitSeq(out, "\n") {
		plain := ansi.Strip([]byte(row))
		if strings.HasSuffix(plain, " ") {
			t.Fatalf("document %q\noptions %+v\nrow %q ends in a blank", source, opt, plain)
		}
		for rest := []byte(row); len(rest) > 0; {
			var tok ansi.Token
			tok, rest = sc.Next(rest)
			switch tok.Kind {
			case ansi.SGR:
				pen.Apply(tok.Text)
			case ansi.Link:
				linked = !strings.HasSuffix(string(tok.Text), ";")
			}
		}
		if !pen.IsDefault() || linked {
			t.Fatalf("document %q\noptions %+v\nrow %q leaves something open", source, opt, row)
		}
		for _, r := range plain {
			if text.Deceives(r) || r < ' ' && r != '\t' || r >= 0x7f && r < 0xa0 {
				t.Fatalf("document %q: %U in row %q", source, r, row)
			}
		}
	}
}

func TestChunking_Random(t *testing.T) {
	opts := settings()
	for i := range *pairs {
		rng := rand.New(rand.NewPCG(uint64(i), 7))
		source := randomDocument(rng)
		opt := opts[rng.IntN(len(opts))]
		most := 1 + rng.IntN(12)
		checkLaws(t, source, opt, func(left int) int { return min(left, 1+rng.IntN(most)) })
	}
}

// Every sample is cut in two at every place, and fed byte by byte.
func TestChunking_EverySplitOfEverySample(t *testing.T) {
	for name, source := range samples(t) {
		for _, opt := range settings() {
			checkLaws(t, source, opt, func(int) int { return 1 })
		}
		if len(source) > 2000 {
			continue
		}
		opt := markdown.Options{Width: 24, Theme: theme.Theme{Styled: true, Depth: theme.Sixteen}, Links: markdown.LinksOSC8}
		want := render(source, opt)
		for at := 1; at < len(source); at++ {
			r := markdown.New(opt)
			out := r.Append(nil, []byte(source[:at]))
			out = r.Append(out, []byte(source[at:]))
			if got := string(r.Close(out)); got != want {
				t.Fatalf("%s, cut at %d:\ncut   %q\nwhole %q", name, at, got, want)
			}
		}
	}
}

// samples are the documents of the golden files, and the examples of CommonMark when they are there.
func samples(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		list[file] = readGolden(t, file).source
	}
	if !testing.Short() {
		for _, ex := range specExamples() {
			list["example "+ex.Name()] = ex.Markdown
		}
	}
	return list
}

func FuzzChunking(f *testing.F) {
	f.Add([]byte("\x01\x02\x10\x20"), uint64(1))
	opts := settings()
	f.Fuzz(func(t *testing.T, program []byte, seed uint64) {
		var b strings.Builder
		for _, c := range program[:min(len(program), 200)] {
			b.WriteString(alphabet[int(c)%len(alphabet)])
		}
		rng := rand.New(rand.NewPCG(seed, 3))
		checkLaws(t, b.String(), opts[rng.IntN(len(opts))], func(left int) int { return min(left, 1+rng.IntN(9)) })
	})
}

// example is one of CommonMark's.
type example struct {
	Markdown, HTML, Section string
	Example                 int
}

func (e example) Name() string { return e.Section + " " + itoa(e.Example) }

// specExamples reads the examples from goldmark's module; none when the module is not at hand.
func specExamples() []example {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "_test", "spec.json"))
	if err != nil {
		return nil
	}
	var list []example
	if json.Unmarshal(data, &list) != nil {
		return nil
	}
	return list
}
