package offline

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// finding is one sentence of facts from a file that can be had without understanding
// it; empty when there is none.
func finding(r reading) string {
	if len(r.content) == 0 {
		return ""
	}
	switch base := path.Base(r.path); {
	case base == "go.mod":
		return goModule(r.content)
	case base == "package.json":
		return nodePackage(r.content)
	case base == "Makefile":
		return makeTargets(r.content)
	case extension(base) == ".go":
		return goFile(r.content)
	case extension(base) == ".md" || strings.HasPrefix(strings.ToLower(base), "readme"):
		return document(r.content)
	}
	return ""
}

func goModule(lines []string) string {
	var module, version string
	required := 0
	block := false
	for _, l := range lines {
		f := strings.Fields(l)
		switch {
		case len(f) == 0:
		case f[0] == ")":
			block = false
		case block && !strings.HasSuffix(l, "// indirect"):
			required++
		case block:
		case f[0] == "module" && len(f) > 1:
			module = f[1]
		case f[0] == "go" && len(f) > 1:
			version = f[1]
		case f[0] == "require" && len(f) == 2 && f[1] == "(":
			block = true
		case f[0] == "require":
			required++
		}
	}
	return fmt.Sprintf("Go module %s, Go %s, %s of its own", code(module), inline(version), count(required, "requirement"))
}

func nodePackage(lines []string) string {
	var p struct {
		Name, Version string
		Dependencies  map[string]any
	}
	if json.Unmarshal([]byte(strings.Join(lines, "\n")), &p) != nil {
		return "not readable as JSON"
	}
	return fmt.Sprintf("package %s %s with %s", code(p.Name), inline(p.Version), count(len(p.Dependencies), "dependency"))
}

var makeRule = regexp.MustCompile(`^([A-Za-z][\w.-]*):([^=]|$)`)

func makeTargets(lines []string) string {
	var names []string
	for _, l := range lines {
		if m := makeRule.FindStringSubmatch(l); m != nil && len(names) < 8 {
			names = append(names, code(m[1]))
		}
	}
	if len(names) == 0 {
		return "no targets"
	}
	return "targets " + strings.Join(names, ", ")
}

var goFunc = regexp.MustCompile(`^func (?:\([^)]*\) )?([A-Za-z_]\w*)`)

func goFile(lines []string) string {
	pkg := ""
	var exported []string
	functions := 0
	for _, l := range lines {
		if f := strings.Fields(l); pkg == "" && len(f) > 1 && f[0] == "package" {
			pkg = f[1]
		}
		if m := goFunc.FindStringSubmatch(l); m != nil {
			functions++
			if c := m[1][0]; c >= 'A' && c <= 'Z' && len(exported) < 5 {
				exported = append(exported, code(m[1]))
			}
		}
	}
	text := fmt.Sprintf("package %s with %s", code(pkg), count(functions, "function"))
	if len(exported) > 0 {
		text += ", among them " + strings.Join(exported, ", ")
	}
	return text
}

// document is a heading and the first paragraph below it.
func document(lines []string) string {
	title, paragraph := "", ""
	sections := 0
	fenced := false
	for _, l := range lines {
		l = strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(l, "```"):
			fenced = !fenced
		case fenced:
		case strings.HasPrefix(l, "#"):
			sections++
			if title == "" {
				title = strings.Trim(l, "# ")
			}
		case title != "" && sections == 1 && l != "" && paragraph == "":
			paragraph = l
		}
	}
	if title == "" {
		return ""
	}
	text := fmt.Sprintf("its title is “%s”, with %s", inline(firstLine(title)), count(sections, "heading"))
	if paragraph != "" {
		text += fmt.Sprintf("; it begins “%s”", inline(firstLine(paragraph)))
	}
	return text
}
