package scenarios_test

import (
	"os"
	"strings"
	"testing"

	"jp/vtmodel/screentest"
)

const referenceFile = "doc.go"

// The package comment is the language reference. It is made from the verbs' own
// usage, so it can not be out of date.
func TestReference_IsThePackageComment(t *testing.T) {
	text, err := os.ReadFile(referenceFile)
	if err != nil {
		t.Fatal(err)
	}
	const first = "// # Setup"
	intro, _, ok := strings.Cut(string(text), first)
	if !ok {
		t.Fatalf("%s lacks the line %q", referenceFile, first)
	}
	var want strings.Builder
	want.WriteString(intro)
	for line := range strings.Lines(screentest.Reference()) {
		want.WriteString(strings.TrimRight("// "+line, " \n"))
		want.WriteString("\n")
	}
	want.WriteString("package scenarios\n")
	made := strings.ReplaceAll(want.String(), "// \t", "//\t")
	if made == string(text) {
		return
	}
	if update, err := screentest.Updating(); !update || err != nil {
		t.Fatalf("%s is not what the verbs say: run with %s=1 (%v)", referenceFile, screentest.UpdateEnv, err)
	}
	if err := os.WriteFile(referenceFile, []byte(made), 0o644); err != nil {
		t.Fatal(err)
	}
}
