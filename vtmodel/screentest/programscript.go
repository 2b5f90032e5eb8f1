package screentest

import (
	"fmt"
	"path/filepath"
	"testing"

	"jp/vtmodel"
)

// A programRun is one script about a program, on the kernel's terminal. It has the
// checks of a run that need no frames.
type programRun struct {
	script  *Script
	session *session
	album   *album
	screens map[string]vtmodel.Screen
	watches []watch
}

// runProgram runs a script about a program and holds it against its golden file.
func runProgram(t *testing.T, s *Script, goldenPath string, update bool) {
	t.Helper()
	golden, err := openGolden(goldenPath)
	if err != nil && !update {
		t.Fatal(err)
	}
	r := &programRun{script: s, album: &album{golden: golden, update: update}, screens: map[string]vtmodel.Screen{}}
	if err := r.open(t.TempDir()); err != nil {
		t.Fatalf("%s: %v", filepath.ToSlash(s.File), err)
	}
	err = r.play()
	f := r.session.failure(err, t.Name(), r.album)
	f.about = s.Sentence + "\n" + f.about
	if closeErr := r.session.close(); err == nil && closeErr != nil {
		t.Error(closeErr)
	}
	if err != nil {
		f.end(t, true)
	}
	if err := r.album.finish(); err != nil {
		t.Error(err)
	}
}

func (r *programRun) open(folder string) (err error) {
	setup := r.script.Setup
	name, args := setup.Program[0], setup.Program[1:]
	command := Program(name, args...)
	if _, ok := registered[name]; ok {
		command = Own(name, args...)
	}
	s := settings{clock: setup.Granted}
	for ch := range s.toFile {
		s.toFile[ch] = setup.isFile(ch)
	}
	r.session, err = openSession(command, setup.Size, s, folder, filepath.ToSlash(r.script.File))
	return err
}

func (r *programRun) play() error {
	for i := range r.script.Steps {
		step := &r.script.Steps[i]
		if step.Ground != "" && step.Ground != "pty" {
			continue
		}
		h := happening{where: fmt.Sprintf("%s:%d", filepath.ToSlash(r.script.File), step.Line), text: step.Source}
		if c, ok := step.op.(opCommands); ok {
			h.size = c.terminal
		}
		err := r.session.act(h, func() error { return r.perform(step.op) })
		if err == nil {
			err = r.look()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *programRun) perform(o op) error {
	switch o := o.(type) {
	case opProgram:
		return o.do(r.session)
	case opCommands:
		return r.session.resize(*o.terminal)
	case opType:
		return r.session.typed(o.text)
	case opScreen:
		r.screens[o.name] = r.session.term.Screen()
		return r.session.golden(r.album, o.name)
	case opSame:
		if got := r.session.term.Screen(); !r.screens[o.name].Equal(got) {
			return fmt.Errorf("the screen is no longer that of %q\n%s", o.name, vtmodel.FirstDifference(r.screens[o.name], got))
		}
		return nil
	case opNever:
		if o.before {
			return fmt.Errorf("never before needs every frame to be seen, which a program does not show: write never %q further up", o.text)
		}
		r.watches = append(r.watches, watch{o.text, false})
		return nil
	case opAlways:
		r.watches = append(r.watches, watch{o.text, true})
		return nil
	case opAllow:
		var err error
		r.watches, err = withoutWatch(r.watches, o.text)
		return err
	case opFile:
		got, err := r.session.file(o.channel)
		if err == nil && got != o.text {
			err = fmt.Errorf("%v holds %q, want %q", o.channel, got, o.text)
		}
		return err
	}
	return fmt.Errorf("%T is not for programs", o)
}

// look holds the screen against the watches, after each step.
func (r *programRun) look() error {
	s := r.session.term.Screen()
	for _, w := range r.watches {
		if shows(s, w.text) != w.always {
			word := map[bool]string{true: "does not show", false: "shows"}[w.always]
			return fmt.Errorf("the screen %s %q\n%v", word, w.text, s)
		}
	}
	return nil
}
