package lineui

import (
	"strings"
	"testing"
)

func TestFence_FindsCode(t *testing.T) {
	for _, c := range []struct{ name, in, code string }{
		{"none", "a\nb\n", ""},
		{"plain", "a\n```\ncode\n```\nb\n", "\ncode\n```"},
		{"with a language", "```go\ncode\n```\nb", "go\ncode\n```"},
		{"tildes", "~~~\n```\n~~~\nb", "\n```\n~~~"},
		{"indented three", "   ```\nx\n", "\nx\n"},
		{"indented four", "    ```\nx\n", ""},
		{"two marks", "``\nx\n", ""},
		{"mixed marks", "`~`\nx\n", ""},
		{"in mid-line", "a ```\nx\n", ""},
		{"not closed", "```\nx", "\nx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range []int{len(c.in), 1, 2, 3} {
				var f fence
				var code strings.Builder
				for rest := c.in; rest != ""; {
					piece := rest[:min(size, len(rest))]
					rest = rest[len(piece):]
					for piece != "" {
						n, isCode := f.next(piece)
						if isCode {
							code.WriteString(piece[:n])
						}
						piece = piece[n:]
					}
				}
				if code.String() != c.code {
					t.Errorf("pieces of %d: got %q, want %q", size, code.String(), c.code)
				}
			}
		})
	}
}
