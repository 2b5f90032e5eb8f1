package text_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"jp/internal/ansi"
	"jp/internal/text"
)

func sanitize(s text.Sanitizer, in string) string {
	return string(s.Finish(s.Append(nil, []byte(in))))
}

func TestSanitizer_Prose(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"text, lines and tabs pass", "a\tb\n世", "a\tb\n世"},
		{"controls go", "a\x00b\x07c\x08d\x0be\x0cf\x0eg\x7fh", "abcdefgh"},
		{"C1 in UTF-8 goes", "a\u0085b\u0081c", "abc"},
		{"C1 begins sequences", "a\u009b31mb\u009d0;t\u009cc", "abc"},
		{"raw C1 is no character", "a\x9bm", "a\ufffdm"},
		{"CSI goes with its parameters", "a\x1b[2Jb\x1b[>4;2mc\x1b[?25ld", "abcd"},
		{"title and clipboard go with their payload", "a\x1b]0;t\x07b\x1b]52;c;QQ==\x1b\\c", "abc"},
		{"links go, their text stays", "\x1b]8;;http://x\x1b\\y\x1b]8;;\x1b\\", "y"},
		{"device control goes", "a\x1bP$qm\x1b\\b\x1b_G\x1b\\c", "abc"},
		{"SGR goes", "a\x1b[31mb", "ab"},
		{"nothing is put together anew", "\x1b]\x1b[31mx\x07y", "xy"},
		{"a sequence without end", "a\x1b]0;never\nb", "a\nb"},
		{"CR LF", "a\r\nb\r\n", "a\nb\n"},
		{"CR alone", "a\rb\r", "a\nb\n"},
		{"CR CR LF", "a\r\r\nb", "a\nb"},
		{"overrides are shown", "a\u202eb\u2066c", "a<U+202E>b<U+2066>c"},
		{"invisible characters go", "a\u200bb\ufeffc\u00add\u200fe", "abcde"},
		{"joiners shape emoji", "👩\u200d💻 ❤\ufe0f क\u200dष", "👩\u200d💻 ❤\ufe0f क\u200dष"},
		{"line separators are line breaks", "a\u2028b\u2029c", "a\nb\nc"},
		{"tags spell a flag", "🏴\U000e0067\U000e007f.", "🏴\U000e0067\U000e007f."},
		{"tags elsewhere are shown", "a\U000e0041", "a<U+E0041>"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := sanitize(text.Sanitizer{}, c.in); got != c.want {
				t.Errorf("%q: got %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestSanitizer_Modes(t *testing.T) {
	in := "a\x1b[2Jb\x1b]0;t\x07c\x1b[31md\x07e\x1b[1"
	for _, c := range []struct {
		name string
		s    text.Sanitizer
		want string
	}{
		{"strip", text.Sanitizer{}, "abcde"},
		{"visualize shows one mark a sequence", text.Sanitizer{Mode: text.Visualize}, "a␛b␛c␛d␛e␛"},
		{"off passes everything", text.Sanitizer{Mode: text.Off}, in},
		{"styles stay and are closed", text.Sanitizer{Styles: true}, "abc\x1b[0;31mde\x1b[m"},
		{"strict shows everything, whatever the mode", text.Sanitizer{Strength: text.Strict, Mode: text.Off}, "a<U+001B>[2Jb<U+001B>]0;t<U+0007>c<U+001B>[31md<U+0007>e<U+001B>[1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := sanitize(c.s, in); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestSanitizer_Conceal(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[8mx":      "\x1b[mx",
		"\x1b[1;8;31mx": "\x1b[0;1;31mx\x1b[m",
		"\x1b[38;5;8mx": "\x1b[0;90mx\x1b[m",
		"\x1b[08;4mx":   "\x1b[0;4mx\x1b[m",
		"\x1b[>4;2mx":   "x",
		"\x1b[?4mx":     "x",
	} {
		if got := sanitize(text.Sanitizer{Styles: true}, in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestSanitizer_LastSegment(t *testing.T) {
	for in, want := range map[string]string{
		"10%\r50%\r100%\ndone\n": "100%\ndone\n",
		"10%\r":                  "10%\n",
		"a\r\nb":                 "a\nb",
		"a\rb":                   "b",
	} {
		if got := sanitize(text.Sanitizer{LastSegment: true}, in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	long := strings.Repeat("x", 5000)
	if got := sanitize(text.Sanitizer{LastSegment: true}, long+"\ry"); got != long+"\ny" {
		t.Errorf("a line past the bound: got %d bytes", len(got))
	}
}

func TestVisible_ShowsWhatHides(t *testing.T) {
	for in, want := range map[string]string{
		"rm -rf\u202e /": "rm -rf<U+202E> /",
		"a\nb\tc":        "a<U+000A>b<U+0009>c",
		"x\u200d\ufe0f":  "x<U+200D><U+FE0F>",
		"\xffok":         "\ufffdok",
		"сurl":           "сurl",
		"\U000e0101":     "<U+E0101>",
	} {
		if got := text.Visible(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// hostile is the alphabet of the laws below.
var hostile = []string{
	"a", "b ", "\n", "\t", "\r", "\r\n", "\x1b", "\x1b[", "1;31", "m", "8m", "\x1b[8m", "\x1b[31m", "\x1b[m", "\x1b[2J", "\x1b]0;t", "\x07", "\x1b\\", "\x1b]8;;http://x",
	"\x1bP", "\x9b", "\u009b", "\u0085", "é", "世", "\xe4\xb8", "\x96", "\xff", "👩", "\u200d", "💻", "\ufe0f", "\u202e", "\u2066", "\u200b", "🏴", "\U000e0067", "\u2028", "\x00", "\x18", "[", "?25l",
}

// TestSanitizer_Laws holds on random streams: the alphabet of what comes out, idempotence, and that cuts do not matter.
func TestSanitizer_Laws(t *testing.T) {
	settings := []text.Sanitizer{
		{}, {Styles: true}, {Mode: text.Visualize}, {LastSegment: true}, {Styles: true, LastSegment: true}, {Strength: text.Strict},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		var in strings.Builder
		for range 1 + rng.IntN(24) {
			in.WriteString(hostile[rng.IntN(len(hostile))])
		}
		whole := in.String()
		for i, s := range settings {
			want := sanitize(s, whole)
			cut := s
			var got []byte
			for rest := whole; len(rest) > 0; {
				n := 1 + rng.IntN(min(4, len(rest)))
				got = cut.Append(got, []byte(rest[:n]))
				rest = rest[n:]
			}
			got = cut.Finish(got)
			if string(got) != want {
				t.Fatalf("setting %d of %q: cut %q, whole %q", i, whole, got, want)
			}
			if again := sanitize(s, want); again != want {
				t.Fatalf("setting %d of %q: %q becomes %q", i, whole, want, again)
			}
			for _, r := range ansi.Strip([]byte(want)) {
				if unicode.IsControl(r) && (s.Strength == text.Strict || r != '\n' && r != '\t') {
					t.Fatalf("setting %d of %q lets %U through", i, whole, r)
				}
			}
			if !s.Styles && strings.Contains(want, "\x1b") {
				t.Fatalf("setting %d of %q lets an escape through: %q", i, whole, want)
			}
		}
	}
}

func TestIsSafeLink(t *testing.T) {
	for uri, want := range map[string]bool{
		"https://example.org/a?b=c#d": true, "HTTP://x.y": true, "mailto:a@b.c": true, "https://例え.jp/世": true,
		"": false, "http:": false, "javascript:alert(1)": false, "file:///etc/passwd": false, "ssh://-oProxyCommand=x": false,
		"telnet://x": false, "x-man-page://1": false, "/relative": false, "example.org": false, " https://x": false, "https://x y": false,
		"https://x\x1b\\": false, "https://x\x07": false, "https://x\u202ey": false, "https://x\u009c": false, "java\nscript:x": false,
		"https://" + strings.Repeat("x", text.LinkBytesMax): false,
	} {
		if got := text.IsSafeLink([]byte(uri)); got != want {
			t.Errorf("%.40q: got %v, want %v", uri, got, want)
		}
	}
}

func TestAppendLinkTarget_HoldsNoControl(t *testing.T) {
	got := string(text.AppendLinkTarget(nil, []byte("https://x/\x1b\\\x07世 \u009c"+strings.Repeat("y", 5000))))
	want := "https://x/%1B\\%07%E4%B8%96%20%C2%9C"
	if !strings.HasPrefix(got, want) || len(got) > 3*text.LinkBytesMax {
		t.Errorf("got %.60q of %d bytes, want it to begin with %q", got, len(got), want)
	}
}

func BenchmarkSanitizer(b *testing.B) {
	for _, c := range []struct{ name, in string }{
		{"ascii", strings.Repeat("The quick brown fox.\n", 500)}, {"cjk", strings.Repeat("日本語のテキスト。\n", 400)},
	} {
		b.Run(c.name, func(b *testing.B) {
			in, dst := []byte(c.in), make([]byte, 0, 1<<16)
			var s text.Sanitizer
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				dst = s.Append(dst[:0], in)
			}
		})
	}
}
