package screentest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// failingRun plays a script on an engine that forgets to erase, against a golden
// file that is right.
func failingRun(t *testing.T) *run {
	t.Helper()
	s := parseText(t, `# The row goes when text comes.
size 24x4
claim wait "Waiting…"
advance 100ms
print "one\n"
screen text above
`)
	s.File = "scenarios/demo.txtar"
	golden, err := vtmodel.ParseGolden("golden/demo.txtar", []byte(`-- screen text above --
24x4 at 100ms frame 2 cursor 0,1
|one
>Waiting…
~2
`))
	if err != nil {
		t.Fatal(err)
	}
	doctor := replace("Waiting…", "Weighting")
	m := &broken{engine.New(s.Setup.config()), doctor}
	r := &run{script: s, venue: witness(), screens: map[string]vtmodel.Screen{}}
	r.golden = &goldenFile{path: "golden/demo.txtar", golden: golden}
	r.pure = newPure(s.Setup, m, vtmodel.NewVT10x(24, 4))
	r.pure.setup.Accept = []Acceptance{{Law: "repaint", Reason: "here the report is tested"}}
	r.ground, r.model = r.pure, r.pure.term
	return r
}

// The report is read more often than any other text of this package, so it has a
// golden file as well.
func TestReport_IsAsInItsGoldenFile(t *testing.T) {
	r := failingRun(t)
	err := r.play()
	if err == nil {
		t.Fatal("the run passes")
	}
	report := report{run: r, err: err, test: "TestScenarios/demo/pure", dir: "scenarios"}
	dir := t.TempDir()
	if err := report.save(dir); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(report.String(), dir+string(filepath.Separator), "")
	const path = "testdata/report.txt"
	if update, _ := Updating(); update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if i := strings.IndexFunc(got, func(r rune) bool { return r < ' ' && r != '\n' || r == del }); i >= 0 {
		t.Errorf("control byte %q in the report", got[i])
	}
}

func TestReport_SavesWhatHelps(t *testing.T) {
	r := failingRun(t)
	report := report{run: r, err: r.play()}
	dir := t.TempDir()
	if err := report.save(dir); err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile(filepath.Join(dir, "got.txtar"))
	if err != nil || !strings.Contains(string(golden), "|one\n>Weighting\n") {
		t.Errorf("got.txtar: %q, %v", golden, err)
	}
	cast, err := os.ReadFile(filepath.Join(dir, "run.cast"))
	if err != nil || !strings.Contains(string(cast), "Weighting") || !strings.Contains(string(cast), "0.100") {
		t.Errorf("run.cast: %q, %v", cast, err)
	}
}

// A law that broke names its frame, its command and the script's line.
func TestReport_NamesTheFrameThatBrokeALaw(t *testing.T) {
	s := parseText(t, "# S.\nsize 24x4\nclaim wait \"Waiting\" clock=elapsed\nadvance 1s\n")
	m := &broken{engine.New(s.Setup.config()), after(500*time.Millisecond, replace("\r", "\r\x1b[6n"))}
	r := &run{script: s, venue: witness(), golden: &goldenFile{}, screens: map[string]vtmodel.Screen{}}
	r.pure = newPure(s.Setup, m, vtmodel.NewVT10x(24, 4))
	r.ground, r.model = r.pure, r.pure.term
	text := report{run: r, err: r.play(), test: "TestX"}.String()
	for _, want := range []string{
		"x.txtar:4: advance 1s\n",
		`law broken: vocabulary (frame 6): "\x1b[6n" is no sequence for control`,
		"first bad frame: 6 at 500ms, after tick (line 4)\n",
		"replay: go test -run '^TestX$'",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}

func TestReplayPattern_SelectsOneTest(t *testing.T) {
	if got, want := replayPattern("TestScenarios/a/b/pure"), "^TestScenarios$/^a$/^b$/^pure$"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
