package present_test

import (
	"testing"

	"jp/internal/present"
)

func TestProse_KeepsTextOnly(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "ab\tc\n", "ab\tc\n"},
		{"CR LF", "a\r\nb", "a\nb"},
		{"CR alone", "a\rb", "a\nb"},
		{"CR CR LF", "a\r\r\nb", "a\n\nb"},
		{"CR, colour, LF", "a\r\x1b[m\nb", "a\nb"},
		{"colour", "a\x1b[31mb\x1b[m", "ab"},
		{"clear screen", "a\x1b[2J\x1b[Hb", "ab"},
		{"title", "a\x1b]0;owned\x07b", "ab"},
		{"link", "\x1b]8;;http://x\x1b\\name\x1b]8;;\x1b\\", "name"},
		{"C1", "a\u009b31mb", "ab"},
		{"bell and backspace", "a\a\bb", "ab"},
		{"overrides and isolates", "a\u202eb\u2066c", "a<U+202E>b<U+2066>c"},
		{"tags", "a\U000e0041", "a<U+E0041>"},
		{"invisible", "a\u200bb\ufeffc", "abc"},
		{"line separators", "a\u2028b\u2029c", "a\nb\nc"},
		{"joiners", "👩\u200d💻 ❤\ufe0f", "👩\u200d💻 ❤\ufe0f"},
		{"a flag of tags", "🏴\U000e0067\U000e007f.", "🏴\U000e0067\U000e007f."},
		{"wide and combining", "漢e\u0301", "漢e\u0301"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := present.Text(c.in); got != c.want {
				t.Errorf("whole: got %q, want %q", got, c.want)
			}
			var p present.Prose
			var got []byte
			for i := range len(c.in) {
				got = p.Append(got, c.in[i:i+1])
			}
			if string(got) != c.want {
				t.Errorf("byte by byte: got %q, want %q", got, c.want)
			}
		})
	}
}
