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
