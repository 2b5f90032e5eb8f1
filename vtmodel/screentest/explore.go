package screentest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"jp/engine"
	"jp/vtmodel"
)

// An Exploration is a small program of which every order of events is played.
type Exploration struct {
	Size Size
	// Setup are setup lines of the script language, such as "ports out=plain".
	Setup []string
	// Producers act at the same time: each is a list of lines of the script language
	// that come in their order. Their names begin with different letters. A line may
	// have alternatives: "resize 11x6 | resize 12x6 | resize 13x6".
	Producers map[string][]string
	// Tear lets a resize also come while the frame before it is being written. Then
	// residue is allowed, three rows of it, but nothing may be lost.
	Tear bool
	// Terminals to explore on; nil is all of them.
	Terminals []vtmodel.Profile
	// Bound is how many states are explored before schedules are only sampled; 0 is
	// 50,000.
	Bound int
	// Samples is how many schedules are sampled then; 0 is 1,000.
	Samples int
	// Accept is the damage that nobody can prevent. It fails when it never happens.
	Accept []Acceptance
}

const (
	boundDefault   = 50_000
	samplesDefault = 1_000
	longer         = 250 // times the bound in the long run
	failuresMax    = 3   // that are reported
	tornRowsMax    = 3   // limit 3 of docs/decisions/top-hold.md
)

// ExploreEnv names the variable that makes explorations long: 250 times the bound,
// and a torn write is cut after each of its bytes.
const ExploreEnv = "SCREENTEST_EXPLORE"

// exploring reports whether this is the long run, that of "make explore".
func exploring() bool { return os.Getenv(ExploreEnv) != "" }

// Explored is what an exploration has gone through on all its terminals.
type Explored struct {
	Schedules float64
	States    int // distinct states of engine and screen
	Merged    int // times that a known state was met
	Frames    int // on which all laws were checked
	Torn      int // writes that a resize has cut
}

func (e *Explored) add(o Explored) {
	e.Schedules += o.Schedules
	e.States += o.States
	e.Merged += o.Merged
	e.Frames += o.Frames
	e.Torn += o.Torn
}

func (e Explored) String() string {
	return fmt.Sprintf("%.0f schedules, %d states, %d merged, %d frames, %d torn writes", e.Schedules, e.States, e.Merged, e.Frames, e.Torn)
}

// Explore plays all interleavings of the producers on all terminals, with all laws
// on every frame. Equal states of engine and screen are merged. A failure prints
// its schedule; the test of that name replays exactly that one:
//
//	go test -run 'TestExplore/kitty/ttuo'
//
// What it returns is complete when the test that calls it ends.
func Explore(t *testing.T, x Exploration) *Explored {
	t.Helper()
	terminals := x.Terminals
	if terminals == nil {
		terminals = vtmodel.Profiles()
	}
	var sum Explored
	var lock sync.Mutex // of sum: terminals are explored in parallel when it takes long
	for _, p := range terminals {
		t.Run(p.String(), func(t *testing.T) {
			if exploring() {
				t.Parallel()
			}
			e, err := newExplorer(x, p)
			if err != nil {
				t.Fatal(err)
			}
			e.t = t
			e.explore()
			lock.Lock()
			defer lock.Unlock()
			sum.add(e.done)
		})
	}
	return &sum
}

// explorer explores on one terminal.
type explorer struct {
	t         *testing.T
	tear      bool
	bound     int
	samples   int
	script    *Script
	setup     Setup
	venue     venue
	machine   func() machine // the engine; tests put a broken one in its place
	producers []producer

	seen     map[uint64]bool
	done     Explored
	failed   int
	reported map[string]bool // shrunk schedules
	bounded  bool
	happened map[string]bool // accepted damage that was seen
}

func newExplorer(x Exploration, p vtmodel.Profile) (*explorer, error) {
	parser := newParser("exploration")
	parser.script.Sentence = "All laws hold in every order of events."
	parser.script.Setup.Size = x.Size
	for _, line := range x.Setup {
		if err := parser.line(0, line); err != nil {
			return nil, err
		}
	}
	producers, err := producersOf(parser, x.Producers)
	if err != nil {
		return nil, err
	}
	e := &explorer{
		tear: x.Tear, bound: x.Bound, samples: x.Samples, script: parser.script, producers: producers,
		seen: map[uint64]bool{}, happened: map[string]bool{}, reported: map[string]bool{},
		venue: venue{
			name: p.String(), ground: "pure", modelName: p.String(),
			model: newTerminal(p), profile: drawingProfile(p),
		},
	}
	if e.bound == 0 {
		e.bound = boundDefault
	}
	if exploring() {
		e.bound *= longer
	}
	if e.samples == 0 {
		e.samples = samplesDefault
	}
	parser.script.Setup.Accept = append(parser.script.Setup.Accept, x.Accept...)
	e.setup = e.venue.setup(parser.script.Setup)
	e.machine = func() machine { return engine.New(e.setup.config()) }
	e.done.Schedules = e.schedules()
	return e, nil
}

func (e *explorer) explore() {
	e.t.Helper()
	if path, ok := e.asked(); ok {
		e.t.Run(e.schedule(path), func(t *testing.T) { e.replay(t, path) })
		return
	}
	e.walk(nil, e.begin())
	if e.bounded {
		const seed = 1
		e.t.Logf("more than %d states: %d more schedules are samples of seed %d", e.bound, e.samples, seed)
		e.sample(rand.New(rand.NewPCG(seed, 0)))
	}
	for _, a := range e.setup.Accept {
		if !e.happened[a.Law] && !e.bounded {
			e.t.Errorf("accept %s %q: it did not happen on %s, take it away", a.Law, a.Reason, e.venue.name)
		}
	}
	e.t.Log(e.done)
}

// asked is the schedule that -run names, if it names one.
func (e *explorer) asked() ([]move, bool) {
	f := flag.Lookup("test.run")
	if f == nil {
		return nil, false
	}
	parts := strings.Split(f.Value.String(), "/")
	depth := strings.Count(e.t.Name(), "/") + 1
	if len(parts) <= depth {
		return nil, false
	}
	return e.parseSchedule(strings.Trim(parts[depth], "^$"))
}

// begin is the ground before the first step.
func (e *explorer) begin() *pure {
	g := newPure(e.setup, e.machine(), e.venue.model(e.setup.Size.Cols, e.setup.Size.Rows))
	g.on = e.venue.modelName
	g.judge.oracle.reflow = reflows(e.venue.modelName)
	return g
}

// walk explores what can come after a path. It may use g up.
func (e *explorer) walk(path []move, g *pure) {
	key := g.digest(e.countsOf(path))
	if e.seen[key] {
		e.done.Merged++
		return
	}
	if len(e.seen) >= e.bound {
		e.bounded = true
		return
	}
	e.seen[key] = true
	e.done.States++
	moves := e.next(path)
	if len(moves) == 0 {
		e.complete(path)
		return
	}
	last := g.lastFrame()
	judge := g.judge.clone()
	for i, m := range moves {
		if e.failed >= failuresMax {
			return
		}
		longer := append(path[:len(path):len(path)], m)
		e.torn(longer, last)
		next := g
		if i < len(moves)-1 {
			next = e.again(path)
			next.judge = judge.clone()
		}
		if e.perform(next, longer) {
			e.walk(longer, next)
		}
	}
}

func (e *explorer) countsOf(path []move) []int {
	counts := make([]int, len(e.producers))
	for _, m := range path {
		counts[m.producer]++
	}
	return counts
}

// again plays a path once more without judging it.
func (e *explorer) again(path []move) *pure {
	g := e.begin()
	g.blind = true
	for i := range path {
		_ = g.perform(e.step(path[:i+1]))
	}
	g.blind = false
	return g
}

// perform plays and judges the last move of a path. It reports whether to go on.
func (e *explorer) perform(g *pure, path []move) bool {
	g.shots, g.history = g.shots[:0], g.history[:0]
	g.judge.violations = nil
	err := g.perform(e.step(path))
	e.done.Frames += len(g.shots)
	for _, v := range g.judge.violations {
		if e.setup.accepts(v.Law) {
			e.happened[v.Law] = true
		} else if err == nil {
			err = &lawError{v}
		}
	}
	if err != nil {
		e.fail(path, err)
	}
	return err == nil
}

// complete checks the laws that only a whole run can show.
func (e *explorer) complete(path []move) {
	g := e.begin()
	for i := range path {
		_ = g.perform(e.step(path[:i+1]))
	}
	g.judge.violations = nil
	g.lawsOfRun(e.machine, func() vtmodel.Model {
		return e.venue.model(e.setup.Size.Cols, e.setup.Size.Rows)
	})
	if err := g.violation(); err != nil {
		e.fail(path, err)
	}
}

// sample plays random schedules to their ends.
func (e *explorer) sample(r *rand.Rand) {
	for range e.samples {
		g := e.begin()
		var path []move
		for moves := e.next(path); len(moves) > 0 && e.failed < failuresMax; moves = e.next(path) {
			path = append(path, moves[r.IntN(len(moves))])
			if !e.perform(g, path) {
				break
			}
		}
	}
}

// fail shrinks a schedule and reports it under its name.
func (e *explorer) fail(path []move, err error) {
	e.t.Helper()
	path = e.shrink(path, err)
	name := e.schedule(path)
	if e.reported[name] {
		return
	}
	e.reported[name] = true
	e.failed++
	e.t.Run(name, func(t *testing.T) {
		e.replay(t, path)
		if !t.Failed() {
			t.Errorf("it failed only once: %v", err)
		}
	})
}

// shrink leaves out steps without which the same law is broken.
func (e *explorer) shrink(path []move, err error) []move {
	path = slices.Clone(path)
	for i := range path {
		if path[i].cut > 0 || i+1 < len(path) && path[i+1].cut > 0 {
			continue
		}
		path[i].skip = true
		if again := e.outcome(path); again == nil || lawOf(again) != lawOf(err) {
			path[i].skip = false
		}
	}
	return path
}

// outcome plays a schedule and returns what is wrong with it.
func (e *explorer) outcome(path []move) error {
	if last := path[len(path)-1]; last.cut > 0 {
		before := e.again(path[:len(path)-2])
		_ = before.perform(e.step(path[:len(path)-1]))
		return e.tornOutcome(path, before.lastFrame())
	}
	r := e.runOf(path)
	if err := r.play(); err != nil {
		return err
	}
	return r.finish()
}

// runOf is a schedule as a script's run.
func (e *explorer) runOf(path []move) *run {
	script := *e.script
	script.Setup = e.setup
	script.Setup.Profiled = true
	for i := range path {
		if step := e.step(path[:i+1]); step != nil {
			script.Steps = append(script.Steps, *step)
		}
	}
	r := &run{script: &script, venue: e.venue, golden: &goldenFile{}, screens: map[string]vtmodel.Screen{}}
	r.pure = e.begin()
	r.ground, r.model = r.pure, r.pure.term
	return r
}

// replay plays one schedule and reports what is wrong as a scenario does.
func (e *explorer) replay(t *testing.T, path []move) {
	t.Helper()
	err := e.outcome(path)
	if err == nil {
		return
	}
	r := e.runOf(path)
	_ = r.play()
	report := report{run: r, err: err, test: t.Name(), dir: packageDir()}
	if saveErr := report.save(t.ArtifactDir()); saveErr != nil {
		t.Error(saveErr)
	}
	var steps strings.Builder
	for i := range path {
		if step := e.step(path[:i+1]); step != nil {
			fmt.Fprintf(&steps, "  %c %s\n", e.producers[path[i].producer].letter, step.Source)
		}
	}
	t.Errorf("\nschedule %s\n%s%s%v", e.schedule(path), steps.String(), report.String(), r.ground.screen())
}

// lawOf is the law that an error says is broken.
func lawOf(err error) string {
	if law, ok := err.(*lawError); ok { //nolint:errorlint // it is never wrapped
		return law.Law
	}
	return ""
}
