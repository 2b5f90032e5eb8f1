package screentest

import (
	"fmt"
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
	return newScenario(t, callerOf(1), venues[0], size, setup...)
}

// newScenario begins a scenario in a venue. Who is file:line.
func newScenario(t *testing.T, who string, v venue, size Size, setup ...string) *Scenario {
	t.Helper()
	album, err := openAlbum(t, who)
	if err != nil {
		t.Fatalf("%s: %v", who, err)
	}
	s := &Scenario{t: t, parser: newParser(t.Name())}
	s.parser.script.Sentence, s.parser.script.Name = t.Name(), t.Name()
	s.parser.script.Setup.Size = size
	for i, line := range setup {
		if err := s.parser.line(i+1, line); err != nil {
			t.Fatalf("%s: setup %q: %v", who, line, err)
		}
	}
	if s.parser.script.Setup.Program != nil {
		t.Fatalf("%s: a scenario has an engine: for a program use Start", who)
	}
	s.run = &run{script: s.parser.script, venue: v, golden: album.golden, update: album.update, screens: map[string]vtmodel.Screen{}}
	if err := s.run.start(t); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.finish)
	return s
}

// Play performs lines of the script language.
func (s *Scenario) Play(lines string) *Scenario {
	s.t.Helper()
	where := callerOf(1)
	_, _, number, _ := runtime.Caller(1)
	for line := range strings.SplitSeq(lines, "\n") {
		if err := s.parser.line(number, strings.TrimSpace(line)); err != nil {
			s.failed = true
			s.t.Fatalf("%s: Play %q: %v", where, strings.TrimSpace(line), err)
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

// AdvanceTo is Advance up to a time since the beginning.
func (s *Scenario) AdvanceTo(at time.Duration) *Scenario {
	s.t.Helper()
	if now := s.run.ground.now(); at < now {
		s.check(fmt.Errorf("advance to %v: it is %v already", at, now))
	} else {
		s.add(opAdvance{at - now})
	}
	return s
}

// Resize gives the terminal another size, and tells the program.
func (s *Scenario) Resize(size Size) *Scenario {
	s.t.Helper()
	s.add(opCommands{terminal: &size, commands: []engine.Command{engine.Resize{Cols: size.Cols, Rows: size.Rows}}})
	return s
}

// Blank fails when there was a frame or anything can be read on the terminal.
func (s *Scenario) Blank() *Scenario {
	s.t.Helper()
	if screen := s.Screen(); s.Frames() > 0 || strings.Join(screen.Text(), "") != "" {
		s.check(fmt.Errorf("%d frames so far, and the screen is\n%v", s.Frames(), screen))
	}
	return s
}

// Transcript is what stays: the logical lines on the screen and in the scrollback
// that belong neither to chrome nor to a prompt, joined where the terminal has
// wrapped them.
func (s *Scenario) Transcript() []string {
	var lines []string
	for _, l := range layoutOf(s.Screen()).transcript(true) {
		lines = append(lines, strings.Join(l.rows, ""))
	}
	return lines
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
	report.saveFor(s.t)
	s.t.Fatal("\n" + report.String())
}
