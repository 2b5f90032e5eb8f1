package tidy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const module = "jp/"

func TestImports(t *testing.T) {
	report(t, checkImports(loadTree(t), loadPage(t).imports))
}

func TestImports_CatchesEachOffence(t *testing.T) {
	rows := []importRow{
		{pkg: "engine", may: []string{"internal/ansi"}, never: []string{"os"}},
		{pkg: "internal/ansi"},
		{pkg: "vtmodel", never: []string{"engine"}},
		{pkg: "internal/provider", may: []string{"internal/ansi"}},
		{pkg: "internal/provider/*", may: []string{"internal/provider"}},
		{pkg: "cmd/*", may: []string{"*"}},
	}
	for name, c := range map[string]struct{ path, text, want string }{
		"allowed":                  {"engine/a.go", `package engine; import _ "jp/internal/ansi"`, ""},
		"not in the second column": {"engine/a.go", `package engine; import _ "jp/vtmodel"`, "may not import vtmodel"},
		"standard library":         {"engine/a.go", `package engine; import _ "os"`, "never imports os"},
		"file of another system":   {"engine/a_windows.go", "//go:build windows\n\npackage engine; import _ \"os\"", "never imports os"},
		"a test looks down":        {"engine/a_test.go", `package engine_test; import _ "jp/vtmodel"; import _ "os"`, ""},
		"a judge's test":           {"vtmodel/a_test.go", `package vtmodel_test; import _ "jp/engine"`, "never imports engine"},
		"below a star":             {"internal/provider/x/a.go", `package x; import _ "jp/internal/provider"`, ""},
		"a star is not its root":   {"internal/provider/x/a.go", `package x; import _ "jp/internal/ansi"`, "may not import internal/ansi"},
		"anything":                 {"cmd/x/a.go", `package main; import _ "jp/engine"`, ""},
		"a command":                {"cmd/x/a.go", `package main; import _ "jp/cmd/y"`, "nothing imports cmd"},
		"unknown package":          {"newcomer/a.go", `package newcomer`, "is not in the table"},
	} {
		t.Run(name, func(t *testing.T) {
			tr := &tree{files: []*file{parse(t, c.path, c.text)}}
			got := checkImports(tr, rows)
			got = slices.DeleteFunc(got, func(s string) bool { return strings.HasSuffix(s, "is in the table and nowhere else") })
			wantOne(t, got, c.want)
		})
	}
	t.Run("row without a package", func(t *testing.T) {
		tr := &tree{files: []*file{parse(t, "engine/a.go", "package engine")}}
		wantOne(t, checkImports(tr, []importRow{{pkg: "engine"}, {pkg: "gone"}}), "gone is in the table and nowhere else")
	})
}

func checkImports(tr *tree, rows []importRow) []string {
	var found []string
	seen := map[string]bool{}
	for _, f := range tr.files {
		row, ok := rowFor(rows, f.pkg)
		if !ok {
			if f.pkg != "." && !seen[f.pkg] {
				found = append(found, f.pkg+" is not in the table")
			}
			seen[f.pkg] = true
			continue
		}
		seen[row.pkg] = true
		for _, imp := range f.imports() {
			if why := judge(f, row, imp); why != "" {
				found = append(found, f.path+": "+why)
			}
		}
	}
	for _, row := range rows {
		if !seen[row.pkg] {
			found = append(found, row.pkg+" is in the table and nowhere else")
		}
	}
	return found
}

func judge(f *file, row importRow, imp string) string {
	ours, isOurs := strings.CutPrefix(imp, module)
	if !isOurs {
		if !f.test && slices.Contains(row.never, imp) {
			return fmt.Sprintf("%s never imports %s", row.pkg, imp)
		}
		return ""
	}
	if below(ours, []string{"cmd"}) {
		return "nothing imports cmd"
	}
	for _, never := range row.never {
		if star, ok := strings.CutSuffix(never, "/*"); ok && strings.HasPrefix(ours, star+"/") || below(ours, []string{never}) {
			if ours != f.pkg {
				return fmt.Sprintf("%s never imports %s", row.pkg, ours)
			}
		}
	}
	if f.test || ours == f.pkg || slices.ContainsFunc(row.may, func(may string) bool { return matches(may, ours) }) {
		return ""
	}
	return fmt.Sprintf("%s may not import %s", row.pkg, ours)
}

func rowFor(rows []importRow, pkg string) (importRow, bool) {
	for _, row := range rows {
		if matches(row.pkg, pkg) {
			return row, true
		}
	}
	return importRow{}, false
}

func matches(pattern, pkg string) bool {
	if pattern == "*" {
		return true
	}
	if star, ok := strings.CutSuffix(pattern, "/*"); ok {
		return strings.HasPrefix(pkg, star+"/")
	}
	return pattern == pkg
}
