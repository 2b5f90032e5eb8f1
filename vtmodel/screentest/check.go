package screentest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jp/engine"
	"jp/vtmodel"
)

// A Machine makes programs that nobody would write: odd texts, odd sizes, odd orders.
// The zero value is ready.
type Machine struct {
	// Terminals to run on; nil is all of them.
	Terminals []vtmodel.Profile
	// Setup are setup lines of the script language.
	Setup []string
	// Steps is how many a program has at most; 0 is 40.
	Steps int
	// Programs is how many Check makes; 0 is 160.
	Programs int
}

const (
	stepsDefault    = 40
	programsDefault = 160
	longerCheck     = 75 // times as many in the long run
)

// Check runs random programs with all laws on every frame. What fails is shrunk by
// leaving out steps, and printed as a scenario. The test of its seed replays it:
//
//	go test -run 'TestCheck/seed-7$'
func Check(t *testing.T, m Machine) {
	t.Helper()
	programs := m.Programs
	if programs == 0 {
		programs = programsDefault
	}
	if exploring() {
		programs *= longerCheck
	}
	for seed := range uint64(programs) {
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 2))
			data := make([]byte, 8+r.IntN(6*m.steps()))
			for i := range data {
				data[i] = byte(r.IntN(256))
			}
			m.test(t, data)
		})
	}
}

// Fuzz lets the fuzzer choose the programs: it reads the same bytes as Check makes.
func Fuzz(f *testing.F, m Machine) {
	for seed := range uint64(len(m.terminals())) {
		r := rand.New(rand.NewPCG(seed, 3))
		data := []byte{byte(seed)}
		for range 60 {
			data = append(data, byte(r.IntN(256)))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { m.test(t, data) })
}

func (m Machine) steps() int {
	if m.Steps == 0 {
		return stepsDefault
	}
	return m.Steps
}

func (m Machine) terminals() []vtmodel.Profile {
	if m.Terminals == nil {
		return vtmodel.Profiles()
	}
	return m.Terminals
}

// test runs the program that the bytes are, and reports what is wrong with it.
func (m Machine) test(t *testing.T, data []byte) {
	t.Helper()
	p := m.decode(data)
	err := p.outcome(m.Setup)
	if err == nil {
		return
	}
	p.shrink(m.Setup, err)
	t.Errorf("on %v:\n%s\n%s", p.terminal, p.script(m.Setup), p.report(t, m.Setup))
}

// A program is lines of the script language for one terminal.
type program struct {
	terminal vtmodel.Profile
	size     Size
	lines    []string
}

// script is the program as a scenario.
func (p *program) script(setup []string) string {
	head := append([]string{"# Found by a machine.", "size " + p.size.String()}, setup...)
	return strings.Join(append(head, p.lines...), "\n") + "\n"
}

// start makes a run of the program.
func (p *program) start(setup []string) (*run, error) {
	s, err := Parse("program", p.script(setup))
	if err != nil {
		return nil, err
	}
	v := venue{
		name: p.terminal.String(), ground: "pure", modelName: p.terminal.String(),
		model: newTerminal(p.terminal), profile: drawingProfile(p.terminal),
	}
	s.Setup = v.setup(s.Setup)
	r := &run{script: s, venue: v, golden: &goldenFile{}, screens: map[string]vtmodel.Screen{}}
	r.model = v.model(p.size.Cols, p.size.Rows)
	r.pure = newPure(s.Setup, engine.New(s.Setup.config()), r.model)
	r.pure.on = v.modelName
	r.pure.judge.oracle.reflow = reflows(v.modelName)
	r.ground = r.pure
	return r, nil
}

// outcome is what is wrong with the program. One without steps is fine.
func (p *program) outcome(setup []string) error {
	if len(p.lines) == 0 {
		return nil
	}
	r, err := p.start(setup)
	if err != nil {
		return err
	}
	if err := r.play(); err != nil {
		return err
	}
	return r.finish()
}

// shrink leaves out steps, many at once and then fewer, while the same law is broken.
func (p *program) shrink(setup []string, wrong error) {
	for size := len(p.lines) / 2; size > 0; size /= 2 {
		for from := 0; from+size <= len(p.lines); {
			shorter := *p
			shorter.lines = slices.Delete(slices.Clone(p.lines), from, from+size)
			if _, err := shorter.start(setup); err != nil {
				from++ // what is left is no program
				continue
			}
			if err := shorter.outcome(setup); err != nil && lawOf(err) == lawOf(wrong) {
				p.lines = shorter.lines
				continue
			}
			from++
		}
	}
}

// report plays the program once more for the usual report.
func (p *program) report(t *testing.T, setup []string) string {
	r, err := p.start(setup)
	if err != nil {
		return err.Error()
	}
	if err = r.play(); err == nil {
		r.step = nil
		err = r.finish()
	}
	if err == nil {
		return "it failed only once"
	}
	report := report{run: r, err: err, test: t.Name(), dir: packageDir()}
	return report.String() + r.ground.screen().String()
}
