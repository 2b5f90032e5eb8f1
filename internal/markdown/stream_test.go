package markdown_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"jp/internal/markdown"
	"jp/internal/theme"
)

// TestRenderer_ShowsWhatIsCertain lists how much is out after the start of a document.
func TestRenderer_ShowsWhatIsCertain(t *testing.T) {
	long := "These words are more than eighty bytes, so that no underline can make a heading of them any more, "
	cases := []struct{ name, in, want string }{
		{"a short paragraph waits", "some words", ""},
		{"until it ends", "some words\n\n", "some words\n"},
		{"a long one is out but for the word in flight", long + "and mo", long + "and"},
		{"a heading waits for its line", "# Tit", ""},
		{"and is out with it", "# Title\n", "Title\n"},
		{"half a mark ends no paragraph", long + "x\n#", long + "x"},
		{"and the paragraph goes on", long + "x\n#y z", long + "x #y"},
		{"code is out line by line", "```\nab\ncd", "ab\ncd"},
		{"a closing fence is not shown", "```\nab\n```", "ab\n"},
		{"items are out one by one", "- one\n- two\n- thr", "• one\n• two\n"},
		{"a long item streams", "- " + long + "and mo", "• " + long + "and"},
		{"a quote streams", "> " + long + "and mo", "│ " + long + "and"},
		{"emphasis waits for its end", long + "and *more of", long + "and"},
		{"and is out with it", long + "and *more of* it", long + "and more of"},
		{"a link waits for its address", long + "[text](http://x", strings.TrimSuffix(long, " ")},
		{"no opener waits for ever", long + "*" + strings.Repeat("x ", 140), long + "*" + strings.TrimSuffix(strings.Repeat("x ", 140), " ")},
		{"a table waits", long + "\n\n| a | b |\n|--|--|\n| c | d |\n", strings.TrimSuffix(long, " ") + "\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := markdown.New(markdown.Options{Width: 1000})
			got := string(r.Append(nil, []byte(c.in)))
			if got != c.want {
				t.Errorf("after %q: got %q, want %q", c.in, got, c.want)
			}
			if isInLine := got != "" && !strings.HasSuffix(got, "\n"); r.InLine() != isInLine {
				t.Errorf("after %q: InLine is %v", c.in, r.InLine())
			}
		})
	}
}

func TestRenderer_StreamsTables(t *testing.T) {
	rows := "| a | b |\n|--|--|\n" + strings.Repeat("| cell | d |\n", 4)
	r := markdown.New(markdown.Options{Tables: markdown.TablesStream})
	if got := string(r.Append(nil, []byte(rows[:len(rows)-1]))); got != "" {
		t.Errorf("before the widths are known: %q", got)
	}
	if got := string(r.Append(nil, []byte("\n"))); strings.Count(got, "\n") != 6 {
		t.Errorf("with the fourth row: %q", got)
	}
	if got, want := string(r.Append(nil, []byte("| too long | e |\n"))), "too  │ e\nlong ┆\n"; got != want {
		t.Errorf("a later row: got %q, want %q", got, want)
	}
}

// A table that never ends is not held for ever.
func TestRenderer_BoundsTables(t *testing.T) {
	r := markdown.New(markdown.Options{})
	out := 0
	for range 40_000 {
		out += len(r.Append(nil, []byte("| some cell | another |\n|--|--|\n")[:24]))
		if r.Held() > 600_000 {
			t.Fatalf("%d bytes held", r.Held())
		}
		if out == 0 && r.Held() < 40 {
			r.Append(nil, []byte("|--|--|\n"))
		}
	}
	if out == 0 {
		t.Error("nothing was shown")
	}
}

func TestRenderer_SaysWhatBytesBelongTo(t *testing.T) {
	r := markdown.New(markdown.Options{Width: 40, Theme: theme.Theme{Styled: true}})
	out := r.Append([]byte("before"), []byte("# Head\n\n```\ncode\n```\n\n| a | b |\n|--|--|\n| c | d |\n\ntext\n\n"))
	var got []string
	from := len("before")
	for _, run := range r.Runs() {
		end := len("before") + run.End
		got = append(got, fmt.Sprintf("%d %q", run.Block, out[from:end]))
		from = end
	}
	want := []string{
		`0 "\x1b[0;1;4mHead\x1b[m\n\n"`, `1 "code\n"`, `0 "\n"`,
		`2 "\x1b[0;1ma\x1b[m  \x1b[0;2m │ \x1b[0;1mb\x1b[m\n\x1b[0;2m────┼────\x1b[m\nc  \x1b[0;2m │ \x1b[md\n"`, `0 "\ntext\n"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRenderer_CloseMakesItReadyAgain(t *testing.T) {
	source := "# A\n\n- b *c\n  [r]: /x\n\n```go\nd\n"
	r := markdown.New(markdown.Options{Width: 20})
	first := string(r.Close(r.Append(nil, []byte(source))))
	if again := string(r.Close(r.Append(nil, []byte(source)))); again != first {
		t.Errorf("the second time %q, the first time %q", again, first)
	}
	if got := string(r.Close(nil)); got != "" {
		t.Errorf("an empty document gave %q", got)
	}
}

func TestRenderer_TakesANewWidthAtTheNextRow(t *testing.T) {
	r := markdown.New(markdown.Options{Width: 100})
	words := strings.Repeat("word ", 18)
	out := r.Append(nil, []byte(words))
	r.SetWidth(14)
	out = r.Close(r.Append(out, []byte(words)))
	for i, row := range strings.Split(string(out), "\n") {
		if i > 0 && len(row) > 14 {
			t.Errorf("row %d is %d wide: %q", i, len(row), row)
		}
	}
	if got := strings.Count(string(out), "word"); got != 36 {
		t.Errorf("%d of 36 words", got)
	}
}

// Addresses are forgotten on the way; links on both sides of that are whole, and numbered on.
func TestRenderer_ForgetsAddresses(t *testing.T) {
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, "a [link to %d](https://example.org/%d) and ", i, i)
	}
	opt := benchOptions()
	checkLaws(t, b.String(), opt, func(left int) int { return min(left, 7) })
	out := render(b.String(), opt)
	for _, want := range []string{"id=m1;https://example.org/0\x1b", "id=m1000;https://example.org/999\x1b", "id=m2000;https://example.org/1999\x1b"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestWriter(t *testing.T) {
	var b bytes.Buffer
	w := markdown.NewWriter(&b, markdown.Options{})
	fmt.Fprint(w, "# He")
	fmt.Fprint(w, "ad\n\nwords")
	if got := b.String(); got != "Head\n" {
		t.Errorf("before the end: %q", got)
	}
	if err := w.Close(); err != nil || b.String() != "Head\n\nwords\n" {
		t.Errorf("got %q, %v", b.String(), err)
	}
}

// TestRenderer_Costs holds the goals for bytes and allocations on a mixed answer.
func TestRenderer_Costs(t *testing.T) {
	list := chunks(answer(100_000))
	r := markdown.New(benchOptions())
	var buf []byte
	out := 0
	run := func() {
		out = 0
		for _, c := range list {
			buf = r.Append(buf[:0], c)
			out += len(buf)
		}
		buf = r.Close(buf[:0])
		out += len(buf)
	}
	run()
	if allocs := testing.AllocsPerRun(3, run) / float64(len(list)); allocs > 0.1 {
		t.Errorf("%.3f allocations a chunk, want at most 0.1", allocs)
	}
	if ratio := float64(out) / 100_000; ratio > 1.6 {
		t.Errorf("%.2f bytes out for each in, want at most 1.6", ratio)
	}
}

func ExampleRenderer() {
	r := markdown.New(markdown.Options{Width: 30})
	for _, chunk := range []string{"# Head", "ing\nSome **bo", "ld** text\n- it", "em\n"} {
		os.Stdout.Write(r.Append(nil, []byte(chunk)))
	}
	os.Stdout.Write(r.Close(nil))
	// Output:
	// Heading
	//
	// Some bold text
	// • item
}
