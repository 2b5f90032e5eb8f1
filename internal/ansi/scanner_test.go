package ansi_test

import (
	"fmt"
	"strings"
	"testing"

	"jp/internal/ansi"
)

// scan renders the tokens of the pieces as text: what is let through, marked.
func scan(pieces ...string) string {
	var s ansi.Scanner
	var b strings.Builder
	for _, piece := range pieces {
		for in := []byte(piece); len(in) > 0; {
			var tok ansi.Token
			tok, in = s.Next(in)
			switch tok.Kind {
			case ansi.Text:
				b.Write(tok.Text)
			case ansi.Newline:
				b.WriteString("<nl>")
			case ansi.CarriageReturn:
				b.WriteString("<cr>")
			case ansi.Tab:
				b.WriteString("<tab>")
			case ansi.SGR:
				fmt.Fprintf(&b, "<sgr %s>", tok.Text)
			case ansi.Link:
				fmt.Fprintf(&b, "<link %s>", tok.Text)
			}
		}
	}
	return b.String()
}

var scanCases = []struct{ name, in, want string }{
	{"plain text", "hello", "hello"},
	{"line ends", "a\r\nb\tc", "a<cr><nl>b<tab>c"},
	{"sgr", "\x1b[1;31mred\x1b[m", "<sgr 1;31>red<sgr >"},
	{"colon sgr", "\x1b[4:3mcurly", "<sgr 4:3>curly"},
	{"modifyOtherKeys is no sgr", "a\x1b[>4;1mb\x1b[?4mc", "abc"},
	{"cursor movement", "a\x1b[2Ab\x1b[10;20Hc", "abc"},
	{"link ended by BEL", "\x1b]8;;https://x.test\x07here\x1b]8;;\x07", "<link ;https://x.test>here<link ;>"},
	{"link ended by ST", "\x1b]8;id=1;https://x.test\x1b\\here", "<link id=1;https://x.test>here"},
	{"link with a control byte", "\x1b]8;;https://x\x00.test\x07a", "<link ;https://x.test>a"},
	{"link not in ASCII", "\x1b]8;;https://ü.test\x07a", "a"},
	{"title, clipboard, device control", "\x1b]0;t\x07a\x1b]52;c;AA==\x07b\x1bPq#1\x1b\\c", "abc"},
	{"SOS payload", "a\x1bXhidden\x1b\\b", "ab"},
	{"CAN ends a sequence", "\x1b[3\x18Ab", "Ab"},
	{"a control tears a sequence", "\x1b[3\nAb\x1b\tc", "<nl>Ab<tab>c"},
	{"a line end ends a string", "\x1b]2;never\nended\x1b_x\ry", "<nl>ended<cr>y"},
	{"escape inside a string", "\x1b]2;t\x1b[31mx", "<sgr 31>x"},
	{"designator", "a\x1b(0b", "ab"},
	{"C0, DEL and C1", "a\x00\x07\x08\x7fb\u0085c", "abc"},
	{"wide and combining", "世界e\u0301", "世界e\u0301"},
	{"invalid bytes", "a\xffb\xe2\x82c", "a\uFFFDb\uFFFD\uFFFDc"},
	{"designator cut by text or a line end", "a\x1b(日\x1b(\nb", "a日<nl>b"},
	{"string escape cut by a line end", "\x1b]0;t\x1b\nabc", "<nl>abc"},
	{"escape before a character", "\x1bé", "é"},
	{"C1 introducers take their payload", "a\u009b31;5Hb\u009d0;t\u009cc\u0090q\x07d\x1b\\e", "abce"},
	{"text inside a sequence", "\x1b[3é", "é"},
	{"nothing after an open string", "a\x1b]2;never ended", "a"},
}

func TestScanner(t *testing.T) {
	for _, c := range scanCases {
		t.Run(c.name, func(t *testing.T) {
			if got := scan(c.in); got != c.want {
				t.Errorf("scan(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// TestScanner_AnyCut holds that a cut anywhere changes nothing.
func TestScanner_AnyCut(t *testing.T) {
	for _, c := range scanCases {
		for i := range len(c.in) + 1 {
			if got := scan(c.in[:i], c.in[i:]); got != c.want {
				t.Errorf("%s cut at %d: %q, want %q", c.name, i, got, c.want)
			}
		}
		if got := scan(strings.Split(c.in, "")...); !strings.Contains(c.in, "\xff") && got != c.want {
			t.Errorf("%s in single characters: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestScanner_BoundsSequences(t *testing.T) {
	long := strings.Repeat("1;", 400)
	if got := scan("\x1b[" + long + "mx"); got != "x" {
		t.Errorf("an SGR of %d bytes passed: %q", len(long), got)
	}
	uri := "https://" + strings.Repeat("a", 5000)
	if got := scan("\x1b]8;;" + uri + "\x07x"); got != "x" {
		t.Errorf("a link of %d bytes passed", len(uri))
	}
}

func TestScanner_ResetForgets(t *testing.T) {
	var s ansi.Scanner
	s.Next([]byte("\x1b]0;open"))
	if !s.Pending() {
		t.Fatal("an open string is not pending")
	}
	s.Reset()
	tok, _ := s.Next([]byte("text"))
	if got := string(tok.Text); got != "text" {
		t.Errorf("after Reset: %q, want %q", got, "text")
	}
}

func FuzzScanner(f *testing.F) {
	for _, c := range scanCases {
		f.Add(c.in, 3)
	}
	f.Fuzz(func(t *testing.T, in string, cut int) {
		whole := scan(in)
		cut = max(0, min(cut, len(in)))
		if got := scan(in[:cut], in[cut:]); got != whole {
			t.Errorf("cut at %d: %q, whole %q", cut, got, whole)
		}
		if strings.ContainsAny(whole, "\x1b\r\n\x07\u009b") {
			t.Errorf("a control passed as text: %q", whole)
		}
	})
}

func BenchmarkScanner(b *testing.B) {
	line := []byte(strings.Repeat("the quick brown fox ", 6) + "\n")
	var s ansi.Scanner
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		for in := line; len(in) > 0; {
			_, in = s.Next(in)
		}
	}
}
