package tidy_test

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// rule is one row of the second table. check is given the files that the row does not except.
type rule struct {
	name  string
	check func(tr *tree) []string
}

var rules = []rule{
	{"clock", each(checkClock)},
	{"escape", each(checkEscape)},
	{"stdio", each(checkStdio)},
	{"goroutine", each(checkGoroutine)},
	{"sleep", checkSleep},
	{"size", each(checkSize)},
	{"name", each(checkName)},
	{"golden", checkGolden},
	{"tools", checkTools},
}

func TestRules(t *testing.T) {
	tr, rows := loadTree(t), loadPage(t).rules
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			i := slices.IndexFunc(rows, func(row ruleRow) bool { return row.name == r.name })
			if i < 0 {
				t.Fatalf("ARCHITECTURE.md has no rule %q", r.name)
			}
			report(t, r.check(without(tr, rows[i].except)))
		})
	}
	for _, row := range rows {
		if !slices.ContainsFunc(rules, func(r rule) bool { return r.name == row.name }) {
			t.Errorf("ARCHITECTURE.md has the rule %q, which no test holds", row.name)
		}
	}
}

// without returns tr less the files of the excepted packages.
func without(tr *tree, except []string) *tree {
	rest := *tr
	rest.files = slices.DeleteFunc(slices.Clone(tr.files), func(f *file) bool { return below(f.pkg, except) })
	return &rest
}

// each makes a rule of a check that needs one file at a time.
func each(check func(f *file) []string) func(tr *tree) []string {
	return func(tr *tree) []string {
		var found []string
		for _, f := range tr.files {
			found = append(found, check(f)...)
		}
		return found
	}
}

// walk returns what say says about the nodes of f.
func walk(f *file, say func(n ast.Node) string) []string {
	var found []string
	for n := range ast.Preorder(f.ast) {
		if s := say(n); s != "" {
			found = append(found, f.at(n)+": "+s)
		}
	}
	return found
}

var clocks = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

func checkClock(f *file) []string {
	if f.test {
		return nil
	}
	return walk(f, func(n ast.Node) string {
		if name, ok := f.uses(n, "time"); ok && slices.Contains(clocks, name) {
			return "reads a clock: time." + name
		}
		return ""
	})
}

func checkEscape(f *file) []string {
	if f.test {
		return nil
	}
	spellings := []string{`\x1b`, `\033`, `\u001b`, `\u{1b}`, `\u0000001b`, "\x1b"}
	return walk(f, func(n ast.Node) string {
		lit, ok := n.(*ast.BasicLit)
		if !ok || (lit.Kind != token.STRING && lit.Kind != token.CHAR) {
			return ""
		}
		text := strings.ToLower(lit.Value)
		if slices.ContainsFunc(spellings, func(s string) bool { return strings.Contains(text, s) }) {
			return "an escape byte in a literal"
		}
		return ""
	})
}

func checkStdio(f *file) []string {
	if f.test {
		return nil
	}
	return walk(f, func(n ast.Node) string {
		if name, ok := f.uses(n, "fmt"); ok && strings.HasPrefix(name, "Print") {
			return "prints: fmt." + name
		}
		if name, ok := f.uses(n, "os"); ok && slices.Contains([]string{"Stdin", "Stdout", "Stderr"}, name) {
			return "reaches for os." + name
		}
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && (id.Name == "print" || id.Name == "println") {
				return "prints: " + id.Name
			}
		}
		return ""
	})
}

func checkGoroutine(f *file) []string {
	if f.test {
		return nil
	}
	return walk(f, func(n ast.Node) string {
		if _, ok := n.(*ast.GoStmt); ok {
			return "a goroutine without an owner: bare go statement"
		}
		return ""
	})
}

const linesMax = 600

func checkSize(f *file) []string {
	if f.lines > linesMax {
		return []string{f.path + ": more than 600 lines, usually two responsibilities"}
	}
	return nil
}

var emptyNames = []string{"util", "utils", "common", "helper", "helpers", "type", "types", "base", "misc"}

func checkName(f *file) []string {
	if name := strings.TrimSuffix(f.ast.Name.Name, "_test"); slices.Contains(emptyNames, name) {
		return []string{f.path + ": package " + name + " says nothing"}
	}
	return nil
}

// checkGolden pairs scenarios/x.txtar with golden/x.txtar, which may have golden/x.terminals.txtar beside it. A scenario that says "skip", and why, may do without one, until a model can show
// its text.
func checkGolden(tr *tree) []string {
	scenarios, goldens := map[string]bool{}, map[string]bool{}
	for _, p := range tr.paths {
		if name, ok := strings.CutPrefix(p, "scenarios/"); ok && strings.HasSuffix(p, ".txtar") {
			scenarios[name] = true
		}
		if name, ok := strings.CutPrefix(p, "golden/"); ok {
			goldens[strings.Replace(name, ".terminals.txtar", ".txtar", 1)] = true
		}
	}
	var found []string
	for name := range scenarios {
		if !goldens[name] && !tr.skipped["scenarios/"+name] {
			found = append(found, "scenarios/"+name+": has no golden (make golden)")
		}
	}
	for name := range goldens {
		if !scenarios[name] {
			found = append(found, "golden/"+name+": has no scenario")
		}
	}
	slices.Sort(found)
	return found
}

func checkTools(tr *tree) []string {
	var found []string
	for _, tool := range []string{"honnef.co/go/tools/cmd/staticcheck", "mvdan.cc/gofumpt"} {
		pinned := strings.Contains(tr.gomod, "\ttool "+tool+"\n") || strings.Contains(tr.gomod, "\ntool "+tool+"\n") ||
			strings.Contains(tr.gomod, "\n\t"+tool+"\n")
		if !pinned {
			found = append(found, "go.mod: no tool line for "+tool)
		}
	}
	return found
}

func report(t *testing.T, found []string) {
	t.Helper()
	for _, s := range found {
		t.Error(s)
	}
}

// wantOne checks that found is empty when want is, else that exactly one finding has want in it.
func wantOne(t *testing.T, found []string, want string) {
	t.Helper()
	if want == "" {
		if len(found) > 0 {
			t.Errorf("got %q, want nothing", found)
		}
		return
	}
	if len(found) != 1 || !strings.Contains(found[0], want) {
		t.Errorf("got %q, want one finding with %q", found, want)
	}
}
