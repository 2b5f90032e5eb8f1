package screentest

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// A run is one script on one ground.
type run struct {
	script *Script
	venue  venue
	ground ground
	model  vtmodel.Model
	pure   *pure // the ground when it sees frames, else nil
	golden *goldenFile
	others *otherScreens // nil where there are none
	update bool

	screens  map[string]vtmodel.Screen
	scrolled int // Screen.Scrolled at the last screen step
	next     int // the step that comes next
	step     *Step
	watches  []watch
	marked   int // shots before this one are counted already
	broken   error
}

// A watch is a never or an always under way.
type watch struct {
	text   string
	always bool
}

// play runs the steps that have not run. The error is the first thing that is
// not as it should be.
func (r *run) play() error {
	if r.pure != nil {
		r.pure.watch = func(s shot) { r.look(s.screen, fmt.Sprintf("frame %d", s.index)) }
	}
	for ; r.next < len(r.script.Steps); r.next++ {
		r.step = &r.script.Steps[r.next]
		if r.step.Ground != "" && r.step.Ground != r.venue.ground {
			continue
		}
		if err := r.perform(r.step.op); err != nil {
			return err
		}
		if r.pure == nil {
			r.look(r.ground.screen(), "the screen")
		}
		if r.broken != nil {
			return r.broken
		}
		if r.pure != nil && r.pure.violation() != nil {
			return r.pure.violation()
		}
	}
	return nil
}

func (r *run) perform(o op) error {
	switch o := o.(type) {
	case opCommands:
		return r.ground.commands(r.step, o)
	case opAdvance:
		return r.ground.advance(r.step, o.by)
	case opType:
		return r.ground.typed(r.step, o.text)
	case opScreen:
		return r.takeScreen(o.name)
	case opSame:
		return r.same(o.name)
	case opNever:
		return r.never(o)
	case opAlways:
		r.watches = append(r.watches, watch{o.text, true})
		r.look(r.ground.screen(), "the screen")
	case opAllow:
		return r.allow(o.text)
	case opFile:
		return r.checkFile(o)
	default:
		return r.performPure(o)
	}
	return nil
}

// performPure does the checks for which frames must be seen. Elsewhere they hold
// by the frames being the same.
func (r *run) performPure(o op) error {
	if r.pure == nil {
		return nil
	}
	switch o := o.(type) {
	case opFrames:
		n := len(r.pure.shots) - r.marked
		r.marked = len(r.pure.shots)
		if !o.bound.holds(n) {
			return fmt.Errorf("%d frames, want %v", n, o.bound)
		}
	case opBytes:
		if r.drawnOtherwise() {
			r.marked = len(r.pure.shots)
			return nil
		}
		return r.checkBytes(o)
	case opAcked:
		if acked := r.pure.acked(o.token); acked == o.not {
			return fmt.Errorf("flush %s: acknowledged is %v, want %v", o.name, acked, !o.not)
		}
	case opBudget:
		if n := r.pure.machine.WindowRows(o.rows); n != o.want {
			return fmt.Errorf("%d window rows are granted, want %d", n, o.want)
		}
	case opCols:
		if n := r.pure.machine.ChromeCols(); n != o.want {
			return fmt.Errorf("rows may be %d columns wide, want %d", n, o.want)
		}
	}
	return nil
}

func (g *pure) acked(token uint32) bool {
	for _, t := range g.acks {
		if t == token {
			return true
		}
	}
	return false
}

func (r *run) checkBytes(o opBytes) error {
	shots := r.pure.shots[r.marked:]
	r.marked = len(r.pure.shots)
	if o.count != nil {
		n := 0
		for _, s := range shots {
			n += len(s.frame.Bytes)
		}
		if !o.count.holds(n) {
			return fmt.Errorf("%d bytes, want %v", n, o.count)
		}
		return nil
	}
	found := false
	for _, s := range shots {
		found = found || strings.Contains(string(s.frame.Bytes), o.text)
	}
	if found == o.not {
		return fmt.Errorf("%q in one frame is %v, want %v", o.text, found, !o.not)
	}
	return nil
}

// takeScreen compares with the golden file, or keeps the screen for writing it.
func (r *run) takeScreen(name string) error {
	s := r.ground.screen()
	r.screens[name] = s
	if r.drawnOtherwise() {
		s = unchained(s)
	}
	at, frame := time.Duration(-1), 0
	if r.pure != nil {
		at, frame = r.ground.now(), len(r.pure.shots)
	}
	got := vtmodel.NewShot(name, s, at, frame, r.scrolled)
	r.scrolled = s.Scrolled
	r.golden.taken = append(r.golden.taken, got)
	if r.update && r.venue.reference || r.skipped() {
		return nil
	}
	file, want, err := r.expected(name, got)
	if err != nil {
		return err
	}
	if diff := want.Diff(got); diff != "" {
		return &screenError{name: name, file: file, diff: diff, want: want, got: s}
	}
	return nil
}

// expected is the screen to compare got with, and the file that has it.
func (r *run) expected(name string, got vtmodel.Shot) (file string, want vtmodel.Shot, err error) {
	want, err = r.golden.want(name)
	if err != nil || !r.venue.differs || r.others == nil {
		return r.golden.path, want, err
	}
	if r.update {
		if want.Diff(got) != "" {
			r.others.take(r.venue.modelName, got)
		}
		return r.others.path, got, nil
	}
	if other, ok := r.others.find(r.venue.modelName, name); ok {
		if want.Diff(got) == "" {
			return "", want, fmt.Errorf("%s: on %s the screen %q is the one of %s: run with %s=1 and read the difference",
				r.others.path, r.venue.modelName, name, r.golden.path, UpdateEnv)
		}
		return r.others.path, other, nil
	}
	return r.golden.path, want, nil
}

// drawnOtherwise reports whether the engine draws in another way than in the
// golden file's venue, since the terminal needs it. Its bytes are then others, and
// the rows of the region may be chained.
func (r *run) drawnOtherwise() bool {
	return !r.script.Setup.Profiled && r.venue.profile != engine.ProfileBase
}

// unchained is a screen without the wrap marks of the region's rows: for xterm.js
// they are one soft-wrapped line, which nobody can see.
func unchained(s vtmodel.Screen) vtmodel.Screen {
	s.Lines = slices.Clone(s.Lines)
	for i := range s.Lines {
		if row := rowOf(s.Lines[i]); row.kind == rowChrome || row.kind == rowBlank {
			s.Lines[i].Wrapped = false
		}
	}
	return s
}

// screenError is a screen that is not the golden one.
type screenError struct {
	name, file, diff string
	want             vtmodel.Shot
	got              vtmodel.Screen
}

func (e *screenError) Error() string {
	return fmt.Sprintf("screen %q is not as in %s\n%s", e.name, filepath.ToSlash(e.file), e.diff)
}

func (r *run) same(name string) error {
	want, ok := r.screens[name]
	if !ok {
		return fmt.Errorf("the screen %q was not taken on this ground", name)
	}
	if got := r.ground.screen(); !want.Equal(got) {
		return fmt.Errorf("the screen is no longer that of %q\n%s", name, vtmodel.FirstDifference(want, got))
	}
	return nil
}

func (r *run) never(o opNever) error {
	if !o.before {
		r.watches = append(r.watches, watch{o.text, false})
		r.look(r.ground.screen(), "the screen")
		return nil
	}
	if r.pure == nil {
		return nil
	}
	for _, s := range r.pure.shots {
		if s.onScreen && shows(s.screen, o.text) {
			return fmt.Errorf("frame %d at %v, after %s, shows %q", s.index, s.at, s.cause, o.text)
		}
	}
	return nil
}

func (r *run) allow(text string) error {
	var err error
	r.watches, err = withoutWatch(r.watches, text)
	return err
}

// withoutWatch ends the watches of a text.
func withoutWatch(watches []watch, text string) ([]watch, error) {
	kept := watches[:0]
	for _, w := range watches {
		if w.text != text {
			kept = append(kept, w)
		}
	}
	if len(kept) == len(watches) {
		return watches, fmt.Errorf("there is no never or always %q to end", text)
	}
	return kept, nil
}

// look holds a screen against the watches.
func (r *run) look(s vtmodel.Screen, what string) {
	for _, w := range r.watches {
		if r.broken == nil && shows(s, w.text) != w.always {
			word := map[bool]string{true: "does not show", false: "shows"}[w.always]
			r.broken = fmt.Errorf("%s at %v %s %q\n%v", what, r.ground.now(), word, w.text, s)
		}
	}
}

// shows reports whether the text can be read on the screen or in the scrollback.
func shows(s vtmodel.Screen, text string) bool {
	if _, ok := s.Find(text); ok {
		return true
	}
	for _, row := range s.Scrollback {
		if strings.Contains(row.Text(), text) {
			return true
		}
	}
	return false
}

func (r *run) checkFile(o opFile) error {
	got, err := r.ground.file(o.channel)
	if err != nil {
		return err
	}
	if got != o.text {
		return fmt.Errorf("%v holds %q, want %q", o.channel, got, o.text)
	}
	return nil
}

// violation is the first law that is broken and not accepted.
func (g *pure) violation() error {
	for _, v := range g.judge.violations {
		if !g.setup.accepts(v.Law) {
			return &lawError{v}
		}
	}
	return nil
}

type lawError struct{ Violation }

func (e *lawError) Error() string { return "law broken: " + e.Violation.String() }

// finish checks what holds for the whole run, once its steps have passed.
func (r *run) finish() error {
	if r.pure != nil {
		setup := r.pure.setup
		r.pure.lawsOfRun(
			func() machine { return engine.New(setup.config()) },
			func() vtmodel.Model { return r.venue.model(setup.Size.Cols, setup.Size.Rows) },
		)
		if err := r.pure.violation(); err != nil {
			return err
		}
		if err := r.pure.acceptedAll(); err != nil {
			return err
		}
	}
	if err := r.declared(); err != nil || r.skipped() {
		return err
	}
	if r.update && r.venue.reference {
		return r.golden.update()
	}
	return r.golden.leftOver()
}

// skipped reports whether the script says that the model can not show it.
func (r *run) skipped() bool { return r.script.Setup.Skip[r.venue.modelName] != "" }

// declared checks that the script skips the model if and only if the model says
// that its picture can not be trusted.
func (r *run) declared() error {
	judge, ok := r.model.(interface{ Comparable() (bool, string) })
	if !ok {
		return nil
	}
	comparable, reason := judge.Comparable()
	switch skip := r.script.Setup.Skip[r.venue.modelName]; {
	case !comparable && skip == "":
		return fmt.Errorf("%s can not show this (%s): say so with a skip line", r.venue.modelName, reason)
	case comparable && skip != "" && skip != pullBack:
		return fmt.Errorf("skip %s %s: the model shows all of it, take the line away", r.venue.modelName, skip)
	}
	return nil
}

// acceptedAll complains about declared damage that did not happen, so that the
// list only shrinks.
func (g *pure) acceptedAll() error {
	var errs []error
	for _, a := range g.setup.Accept {
		happened := false
		for _, v := range g.judge.violations {
			happened = happened || v.Law == a.Law
		}
		if !happened {
			errs = append(errs, fmt.Errorf("accept %s %q: it did not happen on %s, take it away", a.Law, a.Reason, g.on))
		}
	}
	return errors.Join(errs...)
}
