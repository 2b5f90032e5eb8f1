package tidy_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// file is one parsed Go file. Build constraints are not looked at, so files of other systems are in the tree as well.
type file struct {
	path  string // slash-separated, relative to the module
	pkg   string // directory of path
	test  bool
	lines int
	fset  *token.FileSet
	ast   *ast.File
}

// tree is what the rules look at: every Go file of the module, and the names of all files.
type tree struct {
	files   []*file
	paths   []string
	skipped map[string]bool // scenarios that say so
	gomod   string
}

func loadTree(t *testing.T) *tree {
	t.Helper()
	tr := &tree{skipped: map[string]bool{}}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			return enter(name, rel)
		}
		tr.paths = append(tr.paths, rel)
		if strings.HasPrefix(rel, "scenarios/") && strings.HasSuffix(rel, ".txtar") {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			tr.skipped[rel] = skips(string(text))
		}
		if strings.HasSuffix(rel, ".go") {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			tr.files = append(tr.files, parse(t, rel, string(text)))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(root + "/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	tr.gomod = string(text)
	return tr
}

// skips reports whether a scenario's script has a skip with a reason.
func skips(script string) bool {
	for line := range strings.Lines(script) {
		if reason, ok := strings.CutPrefix(line, "skip "); ok && strings.TrimSpace(reason) != "" {
			return true
		}
	}
	return false
}

// enter says which directories are not ours: hidden ones, fixtures, and nested modules.
func enter(name, rel string) error {
	base := path.Base(rel)
	if rel == "." {
		return nil
	}
	if strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "bin" {
		return fs.SkipDir
	}
	if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

func parse(t *testing.T, name, text string) *file {
	t.Helper()
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return &file{
		path:  name,
		pkg:   path.Dir(name),
		test:  strings.HasSuffix(name, "_test.go"),
		lines: strings.Count(text, "\n"),
		fset:  fset,
		ast:   parsed,
	}
}

func (f *file) at(n ast.Node) string {
	return f.path + ":" + strconv.Itoa(f.fset.Position(n.Pos()).Line)
}

// imports returns the import paths of f in order.
func (f *file) imports() []string {
	var paths []string
	for _, spec := range f.ast.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		paths = append(paths, p)
	}
	return paths
}

// nameOf returns what f calls the package at importPath, or "" if f does not import it.
func (f *file) nameOf(importPath string) string {
	for _, spec := range f.ast.Imports {
		if p, _ := strconv.Unquote(spec.Path.Value); p != importPath {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path.Base(importPath)
	}
	return ""
}

// uses reports whether n is a selector pkg.Name of the package at importPath, and returns Name.
func (f *file) uses(n ast.Node, importPath string) (string, bool) {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok || id.Name != f.nameOf(importPath) {
		return "", false
	}
	return sel.Sel.Name, true
}

// below reports whether pkg is one of names, or under one of them.
func below(pkg string, names []string) bool {
	for _, name := range names {
		if pkg == name || strings.HasPrefix(pkg, name+"/") {
			return true
		}
	}
	return false
}
