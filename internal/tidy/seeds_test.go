package tidy_test

import (
	"slices"
	"strings"
	"testing"
)

// Each rule is shown what it must find, and what looks like it and is fine.
func TestRules_CatchSeededOffences(t *testing.T) {
	for _, c := range []struct {
		rule, name, path, text, want string
	}{
		{"clock", "now", "engine/a.go", `package engine; import "time"; var t = time.Now()`, "time.Now"},
		{"clock", "renamed import", "engine/a.go", `package engine; import clock "time"; var t = clock.After(1)`, "time.After"},
		{"clock", "file of another system", "engine/a_plan9.go", `package engine; import "time"; var t = time.NewTimer`, "time.NewTimer"},
		{"clock", "a duration is no clock", "engine/a.go", `package engine; import "time"; const d = time.Second`, ""},
		{"clock", "a test may", "engine/a_test.go", `package engine; import "time"; var t = time.Now()`, ""},
		{"clock", "somebody else's Now", "engine/a.go", `package engine; import "jp/time2"; var t = time2.Now()`, ""},

		{"escape", "hex", "printer/a.go", `package printer; const s = "\x1b[0m"`, "escape byte"},
		{"escape", "hex in capitals", "printer/a.go", `package printer; const s = "\x1B[0m"`, "escape byte"},
		{"escape", "octal rune", "printer/a.go", `package printer; const r = '\033'`, "escape byte"},
		{"escape", "unicode", "printer/a.go", `package printer; const s = "\u001b"`, "escape byte"},
		{"escape", "long unicode", "printer/a.go", `package printer; const s = "\U0000001B"`, "escape byte"},
		{"escape", "the byte itself", "printer/a.go", "package printer; const s = `\x1b[0m`", "escape byte"},
		{"escape", "a comment may", "printer/a.go", "package printer // \\x1b[0m\n", ""},
		{"escape", "a test may", "printer/a_test.go", `package printer; const s = "\x1b[0m"`, ""},

		{"stdio", "fmt", "engine/a.go", `package engine; import "fmt"; func f() { fmt.Println() }`, "fmt.Println"},
		{"stdio", "builtin", "engine/a.go", `package engine; func f() { println("x") }`, "println"},
		{"stdio", "stderr", "engine/a.go", `package engine; import "os"; var w = os.Stderr`, "os.Stderr"},
		{"stdio", "Sprint is fine", "engine/a.go", `package engine; import "fmt"; var s = fmt.Sprint(1)`, ""},

		{"goroutine", "go", "engine/a.go", `package engine; func f() { go f() }`, "bare go"},
		{"goroutine", "a test may", "engine/a_test.go", `package engine; func f() { go f() }`, ""},

		{"sleep", "plain", "engine/a_test.go", `package e; import "time"; func TestA(t T) { time.Sleep(1) }`, "sleeps"},
		{"sleep", "in a bubble", "engine/a_test.go", `package e; import ("time"; "testing/synctest")
			func TestA(t T) { synctest.Test(t, func(t T) { time.Sleep(1) }) }`, ""},
		{"sleep", "before a bubble", "engine/a_test.go", `package e; import ("time"; "testing/synctest")
			func TestA(t T) { time.Sleep(1); synctest.Test(t, func(t T) {}) }`, "sleeps"},
		{"sleep", "function used in a bubble", "engine/a_test.go", `package e; import ("time"; "testing/synctest")
			func TestA(t T) { synctest.Test(t, func(t T) { one() }) }
			func one() { two() }
			func two() { time.Sleep(1) }`, ""},
		{"sleep", "function handed to a bubble", "engine/a_test.go", `package e; import ("time"; "testing/synctest")
			func TestA(t T) { synctest.Test(t, one) }
			func one(t T) { time.Sleep(1) }`, ""},
		{"sleep", "function used on both sides", "engine/a_test.go", `package e; import ("time"; "testing/synctest")
			func TestA(t T) { one(); synctest.Test(t, func(t T) { one() }) }
			func one() { time.Sleep(1) }`, "sleeps"},
		{"sleep", "function that nobody calls", "engine/a_test.go", `package e; import "time"; func one() { time.Sleep(1) }`, "sleeps"},
		{"sleep", "marked", "engine/a_test.go", "//tidy:pty the child has no clock to grant\n\npackage e; import \"time\"; func TestA(t T) { time.Sleep(1) }", ""},
		{"sleep", "marked without a reason", "engine/a_test.go", "//tidy:pty\n\npackage e; import \"time\"; func TestA(t T) { time.Sleep(1) }", "sleeps"},

		{"size", "600 lines", "engine/a.go", "package engine" + strings.Repeat("\n", 600), ""},
		{"size", "601 lines", "engine/a.go", "package engine" + strings.Repeat("\n", 601), "more than 600"},

		{"name", "util", "internal/util/a.go", "package util", "says nothing"},
		{"name", "external test of helpers", "internal/helpers/a_test.go", "package helpers_test", "says nothing"},
		{"name", "a noun", "engine/a.go", "package engine", ""},
	} {
		t.Run(c.rule+"/"+c.name, func(t *testing.T) {
			wantOne(t, ruleNamed(t, c.rule).check(&tree{files: []*file{parse(t, c.path, c.text)}}), c.want)
		})
	}
}

func TestRules_ExceptedPackagesAreNotLookedAt(t *testing.T) {
	bad := `package p; import "time"; var t = time.Now()`
	tr := &tree{files: []*file{parse(t, "printer/a.go", bad), parse(t, "printer/x/a.go", bad), parse(t, "printers/a.go", bad)}}
	wantOne(t, ruleNamed(t, "clock").check(without(tr, []string{"printer"})), "printers/a.go:1")
}

func TestGolden_FindsWidowsAndOrphans(t *testing.T) {
	check := ruleNamed(t, "golden").check
	wantOne(t, check(&tree{paths: []string{"scenarios/a/b.txtar", "golden/a/b.txtar", "scenarios/doc.go"}}), "")
	wantOne(t, check(&tree{paths: []string{"scenarios/a/b.txtar"}}), "scenarios/a/b.txtar: has no golden")
	wantOne(t, check(&tree{paths: []string{"golden/a/b.txtar"}}), "golden/a/b.txtar: has no scenario")
	wantOne(t, check(&tree{paths: []string{"golden/a/b.terminals.txtar"}}), "golden/a/b.txtar: has no scenario")
	wantOne(t, check(&tree{paths: []string{"scenarios/a/b.txtar", "golden/a/b.txtar", "golden/a/b.terminals.txtar"}}), "")
	skipped := map[string]bool{"scenarios/a/b.txtar": true}
	wantOne(t, check(&tree{paths: []string{"scenarios/a/b.txtar"}, skipped: skipped}), "")
	wantOne(t, check(&tree{paths: []string{"scenarios/a/b.txtar", "golden/a/b.txtar"}, skipped: skipped}), "")
}

func TestSkips_NeedsAReason(t *testing.T) {
	for script, want := range map[string]bool{
		"# x\nskip wide cells\nsize 4 4\n": true, "skip \n": false, "skip\n": false, "# skip it\n": false, "[pty] skip x\n": false,
	} {
		if got := skips(script); got != want {
			t.Errorf("%q: got %v, want %v", script, got, want)
		}
	}
}

func TestTools_WantsToolLines(t *testing.T) {
	check := ruleNamed(t, "tools").check
	block := "module jp\n\ntool (\n\thonnef.co/go/tools/cmd/staticcheck\n\tmvdan.cc/gofumpt\n)\n"
	wantOne(t, check(&tree{gomod: block}), "")
	wantOne(t, check(&tree{gomod: strings.Replace(block, "\tmvdan.cc/gofumpt\n", "\tmvdan.cc/gofumpt v0.12.0 // indirect\n", 1)}), "mvdan.cc/gofumpt")
}

func ruleNamed(t *testing.T, name string) rule {
	t.Helper()
	i := slices.IndexFunc(rules, func(r rule) bool { return r.name == name })
	if i < 0 {
		t.Fatalf("no rule %q", name)
	}
	return rules[i]
}
