package screentest

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jp/engine"
	"jp/vtmodel"
)

// ReadScripts parses every script below dir. All errors are returned, not only
// the first.
func ReadScripts(dir string) ([]*Script, []error) {
	var scripts []*Script
	var errs []error
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".txtar" {
			return err
		}
		s, err := ReadScript(dir, path)
		if err != nil {
			errs = append(errs, err)
			return nil
		}
		scripts = append(scripts, s)
		return nil
	})
	if err != nil {
		errs = append(errs, err)
	}
	return scripts, errs
}

// RunAll runs every script below scripts on every ground, in parallel, and holds
// it against the file of the same name below goldens. Unknown golden files fail.
func RunAll(t *testing.T, scripts, goldens string) {
	t.Helper()
	update, err := Updating()
	if err != nil {
		t.Fatal(err)
	}
	all, errs := ReadScripts(scripts)
	for _, err := range errs {
		t.Error(err)
	}
	orphans, err := Orphans(goldens, all)
	if err != nil {
		t.Error(err)
	}
	for _, path := range orphans {
		t.Errorf("%s belongs to no scenario that takes screens: remove it", path)
	}
	skipped := map[string]int{}
	for _, s := range all {
		for model, reason := range s.Setup.Skip {
			skipped[model+" "+reason]++
		}
		if !s.takesScreens() {
			t.Errorf("%s: the scenario takes no screen: a person must be able to see what it proves", s.File)
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(goldens, s.Name+".txtar")
			if s.Setup.Program != nil {
				runProgram(t, s, path, update)
				return
			}
			others, err := openOthers(path)
			if err != nil {
				t.Fatal(err)
			}
			ran := true
			for _, v := range venues {
				// A venue that is left out by -run has not run.
				ran = t.Run(v.name, func(t *testing.T) { runScript(t, s, v, path, others, update) }) && ran && others.ran(v)
			}
			if err := others.finish(s, update && ran); err != nil {
				t.Error(err)
			}
		})
	}
	t.Log(countLine(len(all), skipped))
}

// countLine says what was run and what the model could not show.
func countLine(all int, skipped map[string]int) string {
	var parts []string
	for reason, n := range skipped {
		parts = append(parts, fmt.Sprintf("%s %d", reason, n))
	}
	slices.Sort(parts)
	var names []string
	for _, v := range venues {
		names = append(names, v.name)
	}
	line := fmt.Sprintf("%d scenarios on %s", all, strings.Join(names, ", "))
	if len(parts) > 0 {
		line += "; screens not compared: " + strings.Join(parts, ", ")
	}
	return line
}

// runScript runs one script in one venue.
func runScript(t *testing.T, s *Script, v venue, goldenPath string, others *otherScreens, update bool) {
	t.Helper()
	golden, err := openGolden(goldenPath)
	if err != nil && !update {
		t.Fatal(err)
	}
	others.begin(v)
	r := &run{script: s, venue: v, golden: golden, others: others, update: update, screens: map[string]vtmodel.Screen{}}
	if err := r.start(t); err != nil {
		t.Fatal(err)
	}
	err = r.play()
	if err == nil {
		r.step = nil
		err = r.finish()
	}
	if closeErr := r.ground.close(); err == nil {
		err = closeErr
	}
	if err == nil {
		return
	}
	report := report{run: r, err: err, test: t.Name(), dir: packageDir()}
	report.saveFor(t)
	t.Fatal("\n" + report.String())
}

// start makes the model and the ground.
func (r *run) start(t *testing.T) (err error) {
	setup := r.venue.setup(r.script.Setup)
	r.model = r.venue.model(setup.Size.Cols, setup.Size.Rows)
	if r.venue.ground == "pty" {
		r.ground, err = newPTY(r.script, r.model, t.TempDir())
		return err
	}
	r.pure = newPure(setup, engine.New(setup.config()), r.model)
	r.pure.on = r.venue.modelName
	r.pure.judge.oracle.reflow = reflows(r.venue.modelName)
	r.pure.judge.oracle.exact = !r.skipped()
	r.ground = r.pure
	return nil
}
