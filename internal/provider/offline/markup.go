package offline

import (
	"path"
	"strings"
	"unicode"
)

// languages are the info strings of fences.
var languages = map[string]string{
	".go": "go", ".md": "markdown", ".rs": "rust", ".py": "python", ".js": "javascript", ".ts": "typescript", ".c": "c", ".h": "c",
	".sh": "sh", ".json": "json", ".yaml": "yaml", ".yml": "yaml", ".toml": "toml", ".html": "html", ".css": "css", ".sql": "sql",
}

func language(name string) string {
	switch path.Base(name) {
	case "Makefile":
		return "make"
	case "go.mod":
		return "text"
	}
	if l := languages[extension(name)]; l != "" {
		return l
	}
	return "text"
}

// fence quotes lines so that nothing in them can end the quotation: the fence is longer
// than any run of backticks inside. Long lines are cut, and say so.
func fence(b *strings.Builder, info string, lines []string) {
	ticks := 2
	var quoted []string
	for _, l := range lines {
		l = strings.TrimRight(l, " \t\r")
		if r := []rune(l); len(r) > quotedRunes {
			l = string(r[:quotedRunes]) + "…"
		}
		quoted = append(quoted, l)
		ticks = max(ticks, longestRun(l, '`'))
	}
	bar := strings.Repeat("`", ticks+1)
	b.WriteString(bar + info + "\n" + strings.Join(quoted, "\n") + "\n" + bar + "\n\n")
}

// code is a code span of any text.
func code(s string) string {
	s = oneLine(s)
	bar := strings.Repeat("`", longestRun(s, '`')+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	if s == "" {
		return "(no name)"
	}
	return bar + s + bar
}

// inline is any text with its markdown made harmless.
func inline(s string) string {
	var b strings.Builder
	for _, r := range oneLine(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// cell is any text inside a table.
func cell(s string) string {
	if strings.ContainsAny(s, "|`") {
		return inline(s)
	}
	return code(s)
}

// oneLine replaces what could leave the line, or act on a terminal.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return '\uFFFD'
		}
		return r
	}, s)
}

func longestRun(s string, of rune) int {
	longest, run := 0, 0
	for _, r := range s {
		if r == of {
			run++
			longest = max(longest, run)
			continue
		}
		run = 0
	}
	return longest
}
