package tidy_test

import (
	"go/ast"
	"regexp"
	"strings"
)

// ptyMark exempts a file whose tests talk to another process through a pty. It needs a reason behind it.
var ptyMark = regexp.MustCompile(`(?m)^//tidy:pty \S+.*`)

// checkSleep finds time.Sleep in tests. A sleep is free inside a synctest bubble: in a function literal handed to synctest.Test, or
// in a function of the package that is only ever mentioned inside such bubbles.
func checkSleep(tr *tree) []string {
	byPkg := map[string][]*file{}
	var order []string
	for _, f := range tr.files {
		if !f.test {
			continue
		}
		if byPkg[f.pkg] == nil {
			order = append(order, f.pkg)
		}
		byPkg[f.pkg] = append(byPkg[f.pkg], f)
	}
	var found []string
	for _, pkg := range order {
		found = append(found, sleepsOf(byPkg[pkg])...)
	}
	return found
}

func sleepsOf(files []*file) []string {
	bubbled := bubbledFuncs(files)
	var found []string
	for _, f := range files {
		if marked(f) {
			continue
		}
		visit(f, bubbled, func(n ast.Node, inBubble bool) {
			if name, ok := f.uses(n, "time"); ok && name == "Sleep" && !inBubble {
				found = append(found, f.at(n)+": sleeps outside a synctest bubble")
			}
		})
	}
	return found
}

func marked(f *file) bool {
	for _, group := range f.ast.Comments {
		for _, c := range group.List {
			if ptyMark.MatchString(c.Text) {
				return true
			}
		}
	}
	return false
}

// bubbledFuncs returns the functions that are mentioned in bubbles and nowhere else. A function mentioned in such a function counts too,
// so the set is taken as large as possible and shrunk until it holds.
func bubbledFuncs(files []*file) map[string]bool {
	set := map[string]bool{}
	for _, f := range files {
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && !strings.HasPrefix(fn.Name.Name, "Test") {
				set[fn.Name.Name] = true
			}
		}
	}
	inside := map[string]bool{}
	for changed := true; changed; {
		changed = false
		clear(inside)
		for _, f := range files {
			visit(f, set, func(n ast.Node, inBubble bool) {
				id, ok := n.(*ast.Ident)
				if !ok || !set[id.Name] {
					return
				}
				if !inBubble {
					delete(set, id.Name)
					changed = true
				} else {
					inside[id.Name] = true
				}
			})
		}
	}
	for name := range set {
		if !inside[name] { // never mentioned at all
			delete(set, name)
		}
	}
	return set
}

// visit calls see for every node in f's function bodies and says whether it runs in a bubble.
func visit(f *file, bubbled map[string]bool, see func(n ast.Node, inBubble bool)) {
	var descend func(n ast.Node, in bool)
	descend = func(n ast.Node, in bool) {
		ast.Inspect(n, func(m ast.Node) bool {
			if m == nil || m == n {
				return true
			}
			call, ok := m.(*ast.CallExpr)
			if !ok {
				see(m, in)
				return true
			}
			if name, ok := f.uses(call.Fun, "testing/synctest"); ok && name == "Test" {
				see(call.Fun, in)
				for _, arg := range call.Args {
					see(arg, true)
					descend(arg, true)
				}
				return false
			}
			return true
		})
	}
	for _, d := range f.ast.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			descend(d, false)
			continue
		}
		if fn.Body != nil {
			descend(fn.Body, bubbled[fn.Name.Name])
		}
	}
}
