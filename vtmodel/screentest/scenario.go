package screentest

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// A Scenario is a script that a Go test writes while it runs: for what needs
// loops or computed sizes. It runs on the pure ground with all laws on, and has
// its golden file at testdata/<test name>.txtar. Its test's goroutine owns it.
type Scenario struct {
	t      *testing.T
	parser *parser
	run    *run
	failed bool
}

// New begins a scenario on a terminal of the given size. Setup are setup lines
// of the script language, such as "ports out=plain". The test fails when a law
// is broken, also if it only shows at the end.
func New(t *testing.T, size Size, setup ...string) *Scenario {
	t.Helper()
	update, err := Updating()
	if err != nil {
		t.Fatal(err)
	}
	s := &Scenario{t: t, parser: newParser(t.Name())}
	s.parser.script.Sentence, s.parser.script.Name = t.Name(), t.Name()
	s.parser.script.Setup.Size = size
	for i, line := range setup {
		if err := s.parser.line(i+1, line); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := openGolden(filepath.Join("testdata", filepath.FromSlash(t.Name())+".txtar"))
	if err != nil && !update {
		t.Fatal(err)
	}
	s.run = &run{script: s.parser.script, venue: venues[0], golden: golden, update: update, screens: map[string]vtmodel.Screen{}}
	if err := s.run.start(t); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.finish)
	return s
}

// Play performs lines of the script language.
func (s *Scenario) Play(lines string) *Scenario {
	s.t.Helper()
	_, _, number, _ := runtime.Caller(1)
	for line := range strings.SplitSeq(lines, "\n") {
		if err := s.parser.line(number, strings.TrimSpace(line)); err != nil {
			s.t.Fatal(err)
		}
		s.check(s.run.play())
	}
	return s
}

// Apply performs commands as one batch. Where they report a new size, the
// terminal takes it first.
func (s *Scenario) Apply(commands ...engine.Command) *Scenario {
	s.t.Helper()
	o := opCommands{commands: commands}
	for _, c := range commands {
		if r, ok := c.(engine.Resize); ok && r.Cols > 0 && r.Rows > 0 {
			o.terminal = &Size{r.Cols, r.Rows}
		}
	}
	s.add(o)
	return s
}

// Advance lets time pass, with a tick at every deadline on the way.
func (s *Scenario) Advance(d time.Duration) *Scenario {
	s.t.Helper()
	s.add(opAdvance{d})
	return s
}

// Golden compares the screen with the one of that name in the golden file.
func (s *Scenario) Golden(name string) *Scenario {
	s.t.Helper()
	s.add(opScreen{name})
	return s
}

// Screen is what the terminal shows now.
func (s *Scenario) Screen() vtmodel.Screen { return s.run.ground.screen() }

// Frames is how many frames there were so far.
func (s *Scenario) Frames() int { return len(s.run.pure.shots) }

func (s *Scenario) add(o op) {
	s.t.Helper()
	_, _, number, _ := runtime.Caller(2)
	s.parser.script.Steps = append(s.parser.script.Steps, Step{Line: number, Source: fmt.Sprintf("%T", o), op: o})
	s.check(s.run.play())
}

func (s *Scenario) finish() {
	if !s.failed && !s.t.Failed() {
		s.check(s.run.finish())
	}
}

func (s *Scenario) check(err error) {
	s.t.Helper()
	if err == nil {
		return
	}
	s.failed = true
	report := report{run: s.run, err: err, test: s.t.Name(), dir: packageDir()}
	if saveErr := report.save(s.t.ArtifactDir()); saveErr != nil {
		s.t.Error(saveErr)
	}
	s.t.Fatal("\n" + report.String())
}
