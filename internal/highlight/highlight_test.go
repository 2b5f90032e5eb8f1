package highlight_test

import (
	"fmt"
	"strings"
	"testing"

	"jp/internal/highlight"
	"jp/internal/markdown"
)

var letters = map[markdown.Kind]byte{
	markdown.CodePlain: '.', markdown.CodeKeyword: 'K', markdown.CodeName: 'N', markdown.CodeType: 'T', markdown.CodeString: 's',
	markdown.CodeNumber: '1', markdown.CodeComment: 'c', markdown.CodeAdded: '+', markdown.CodeRemoved: '-',
}

// colour shows each line with a letter for the kind of each byte below it.
func colour(t *testing.T, language, code string) string {
	t.Helper()
	block := highlight.New().Start(language)
	if block == nil {
		t.Fatalf("%s is unknown", language)
	}
	var b strings.Builder
	for line := range strings.SplitSeq(code, "\n") {
		from := 0
		for _, sp := range block.Line(nil, []byte(line)) {
			b.WriteString(strings.Repeat(string(letters[sp.Kind]), sp.End-from))
			from = sp.End
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestHighlighter_KeepsItsStateOverLines(t *testing.T) {
	cases := []struct{ name, language, code, want string }{
		{"go", "go", "func f() { // x\n\treturn 1", "KKKK.N.....cccc\n.KKKKKK.1\n"},
		{"go comment over lines", "go", "/* a\nb\n*/ x", "cccc\nc\ncc..\n"},
		{"go raw string over lines", "go", "x := `a\nb` + 1", ".....ss\nss...1\n"},
		{"python string over lines", "py", "\"\"\"a\nb\n\"\"\"\nif x:", "ssss\ns\nsss\nKK...\n"},
		{"c comment over lines", "c", "/* a\nb */ int x;", "cccc\ncccc.TTT...\n"},
		{"javascript comment over lines", "js", "/* a\nb */ return", "cccc\ncccc.KKKKKK\n"},
		{"diff", "diff", "+a\n-b\n c", "++\n--\n..\n"},
		{"json", "json", `{"a": 1}`, ".NNN..1.\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := colour(t, c.language, c.code); got != c.want {
				t.Errorf("%q: got\n%swant\n%s", c.code, got, c.want)
			}
		})
	}
}

// Every language that a fence can name is read, and colours hostile lines without harm.
func TestHighlighter_KnowsEveryLanguageItNames(t *testing.T) {
	h := highlight.New()
	for _, name := range highlight.Names() {
		block := h.Start(name)
		if block == nil {
			t.Errorf("%s can not be read", name)
			continue
		}
		for _, line := range []string{"", "x", `"unclosed`, "<a href='x'>{{ ${ `", "/* \u0000 \uefef 世界 \xff", strings.Repeat("(", 400), "def f(x): return 1 # c"} {
			end := 0
			for _, sp := range block.Line(nil, []byte(line)) {
				if sp.End < end || sp.End > len(line) {
					t.Fatalf("%s, line %q: a span ends at %d after %d", name, line, sp.End, end)
				}
				end = sp.End
			}
		}
	}
}

func TestHighlighter_UnknownLanguage(t *testing.T) {
	if highlight.New().Start("klingon") != nil {
		t.Error("it is known")
	}
}

// A line costs the same at the start and at the end of a long block.
func BenchmarkLine(b *testing.B) {
	for _, language := range []string{"go", "python", "json", "bash", "typescript"} {
		b.Run(language, func(b *testing.B) {
			block := highlight.New().Start(language)
			line := []byte(`	fmt.Println("value", x+1, foo(bar)) # say it`)
			var spans []markdown.Span
			b.ReportAllocs()
			for b.Loop() {
				spans = block.Line(spans[:0], line)
			}
		})
	}
}

func ExampleHighlighter() {
	block := highlight.New().Start("go")
	for _, sp := range block.Line(nil, []byte("x := 1")) {
		fmt.Println(sp.End, sp.Kind == markdown.CodeNumber)
	}
	// Output:
	// 5 false
	// 6 true
}
