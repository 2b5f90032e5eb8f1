package offline

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

const (
	quotedLines   = 8   // of a file, or matches of a search
	quotedRunes   = 110 // of a line
	describedKind = 4   // kinds of files that are counted one by one
	namedDirs     = 12
)

// answer is the report on everything that was seen.
func (s *scene) answer() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", s.heading())
	switch {
	case s.problem != "":
		fmt.Fprintf(&b, "I could not list it: %s.\n\n", inline(strings.TrimSuffix(firstLine(s.problem), ".")))
	case len(s.listing) == 0 && len(s.reads) == 0:
		b.WriteString("The directory is empty, apart from hidden files that I do not look at.\n\n")
	default:
		s.report(&b)
	}
	if n := strings.Count(s.question, "\n") + 1; n > 10 {
		fmt.Fprintf(&b, "Your message itself has %s and %s.\n\n", count(n, "line"), count(len(strings.Fields(s.question)), "word"))
	}
	b.WriteString(about)
	return b.String()
}

// report puts first what answers the question: lines with its words if there are any,
// else the directory as a whole.
func (s *scene) report(b *strings.Builder) {
	found := s.matches()
	if len(found) > 0 {
		quoteMatches(b, found)
	} else {
		s.overview(b)
	}
	if len(s.reads) > 0 {
		s.table(b)
		s.findings(b)
	}
	if len(found) > 0 {
		b.WriteString("### Around it\n\n")
		s.overview(b)
	} else {
		s.quoteOpening(b)
	}
}

func (s *scene) heading() string {
	if terms := s.terms(); len(terms) > 0 && len(s.matches()) > 0 {
		return "What I found about " + inline(strings.Join(terms[:min(len(terms), 3)], ", "))
	}
	if picks := s.picks(); len(picks) > 0 && picks[0].score >= named && s.wasRead(picks[0].path) {
		return "About " + code(picks[0].path)
	}
	return "What is in this directory"
}

// overview is the list of what the listing says.
func (s *scene) overview(b *strings.Builder) {
	files, dirs := s.files(), s.dirs()
	var size int64
	kinds := map[string]int{}
	var largest entry
	for _, f := range files {
		size += max(f.size, 0)
		kinds[kindOf(f.path)]++
		if f.size > largest.size {
			largest = f
		}
	}
	scope := "in the first two levels"
	if len(s.lists) > 1 && s.lists[1] != "" {
		scope = "in the first two levels and in " + code(s.lists[1]+"/")
	}
	if s.more {
		scope += ", and more that the listing leaves out"
	}
	fmt.Fprintf(b, "- **%s** and **%s** %s, %s together\n", count(len(files), "file"), count(len(dirs), "directory"), scope, count(size, "byte"))
	if len(kinds) > 0 {
		fmt.Fprintf(b, "- by kind: %s\n", kindList(kinds))
	}
	if largest.size > 0 {
		fmt.Fprintf(b, "- largest: %s with %s\n", code(largest.path), count(largest.size, "byte"))
	}
	var top []string
	for _, d := range dirs {
		if depth(d.path) == 0 {
			top = append(top, code(d.path+"/"))
		}
	}
	if len(top) > namedDirs {
		top = append(top[:namedDirs:namedDirs], fmt.Sprintf("and %d more", len(top)-namedDirs))
	}
	if len(top) > 0 {
		fmt.Fprintf(b, "- directories at the top: %s\n", strings.Join(top, ", "))
	}
	b.WriteString("\n")
}

// kindNames are the extensions that have a better name than themselves.
var kindNames = map[string]string{
	".go": "Go", ".md": "Markdown", ".txt": "text", ".rs": "Rust", ".py": "Python", ".js": "JavaScript", ".ts": "TypeScript",
	".c": "C", ".h": "C header", ".sh": "shell", ".json": "JSON", ".yaml": "YAML", ".yml": "YAML", ".toml": "TOML",
	".html": "HTML", ".css": "CSS", ".java": "Java", ".rb": "Ruby", ".png": "PNG", ".jpg": "JPEG", ".svg": "SVG", ".txtar": "txtar", ".mod": "Go module", ".sum": "Go module",
}

func kindOf(name string) string {
	ext := extension(name)
	switch {
	case kindNames[ext] != "":
		return kindNames[ext]
	case len(ext) < 2 || len(ext) > 8:
		return "other"
	}
	return code("*" + ext)
}

func kindList(kinds map[string]int) string {
	type kind struct {
		name string
		n    int
	}
	var list []kind
	rest := 0
	for name, n := range kinds {
		if name == "other" {
			rest += n
			continue
		}
		list = append(list, kind{name, n})
	}
	slices.SortFunc(list, func(a, b kind) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.name, b.name))
	})
	for len(list) > describedKind {
		last := list[len(list)-1]
		rest += last.n
		list = list[:len(list)-1]
	}
	var parts []string
	for _, k := range list {
		parts = append(parts, fmt.Sprintf("%d %s", k.n, k.name))
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d other", rest))
	}
	return strings.Join(parts, ", ")
}

// table is what was read, in numbers.
func (s *scene) table(b *strings.Builder) {
	b.WriteString("### What I read\n\n| File | Lines | Bytes |\n|:-----|------:|------:|\n")
	for _, r := range s.reads {
		lines, bytes := numberOrDash(r.lines), numberOrDash(r.bytes)
		switch {
		case r.problem != "":
			lines = "unreadable"
		case r.binary:
			lines = "binary"
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", cell(r.path), lines, bytes)
	}
	b.WriteString("\n")
	for _, r := range s.reads {
		if r.problem != "" {
			fmt.Fprintf(b, "%s could not be read: %s.\n\n", code(r.path), inline(strings.TrimSuffix(firstLine(r.problem), ".")))
		}
	}
}

func numberOrDash(n int64) string {
	if n < 0 {
		return "–"
	}
	return grouped(n)
}

// findings are facts that the content states itself, one line a file.
func (s *scene) findings(b *strings.Builder) {
	var lines []string
	for _, r := range s.reads {
		if f := finding(r); f != "" {
			lines = append(lines, fmt.Sprintf("- %s: %s\n", code(path.Base(r.path)), f))
		}
	}
	if len(lines) > 0 {
		b.WriteString("### What they say\n\n" + strings.Join(lines, "") + "\n")
	}
}

// match is a line with some of the question's words.
type match struct {
	path  string
	line  int
	text  string
	terms int // how many different ones
}

func (s *scene) matches() (list []match) {
	terms := s.terms()
	for _, r := range s.reads {
		for i, line := range r.content {
			m := match{path: r.path, line: r.first + i, text: line}
			lower := strings.ToLower(line)
			for _, t := range terms {
				if strings.Contains(lower, t) {
					m.terms++
				}
			}
			if m.terms > 0 {
				list = append(list, m)
			}
		}
	}
	return list
}

// quoteMatches shows the lines with most of the words, in the order in which they stand
// in their files.
func quoteMatches(b *strings.Builder, found []match) {
	best := slices.Clone(found)
	slices.SortStableFunc(best, func(x, y match) int { return cmp.Compare(y.terms, x.terms) })
	best = best[:min(len(best), quotedLines)]
	fmt.Fprintf(b, "%s with words of the question", upper(count(len(found), "line")))
	if len(found) > len(best) {
		fmt.Fprintf(b, "; the %d with most of them", len(best))
	}
	b.WriteString(":\n\n")
	var lines []string
	for _, m := range found {
		if slices.Contains(best, m) {
			lines = append(lines, fmt.Sprintf("%s:%d: %s", m.path, m.line, strings.TrimSpace(m.text)))
		}
	}
	fence(b, "text", lines)
}

// quoteOpening shows how the first file with content begins.
func (s *scene) quoteOpening(b *strings.Builder) {
	for _, r := range s.reads {
		if lines := opening(r.content); len(lines) > 0 {
			fmt.Fprintf(b, "### How %s begins\n\n", code(r.path))
			fence(b, language(r.path), lines)
			return
		}
	}
}

// opening is the first lines of a file that are not empty, at most quotedLines, with
// the empty ones between them.
func opening(content []string) []string {
	start := slices.IndexFunc(content, func(l string) bool { return strings.TrimSpace(l) != "" })
	if start < 0 {
		return nil
	}
	lines := content[start:min(start+quotedLines, len(content))]
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func upper(s string) string {
	r := []rune(s)
	r[0] = unicode.ToUpper(r[0])
	return string(r)
}
