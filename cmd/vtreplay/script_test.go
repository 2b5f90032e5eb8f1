package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jp/internal/tty"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"vtreplay": main,
		"crashing": crashing,
	})
}

// crashing is a play that panics in the middle, for the test that it cleans up.
func crashing() {
	defer func() {
		if v := recover(); v != nil {
			tty.Crash(v)
		}
	}()
	a := &app{in: os.Stdin, out: os.Stdout, voice: voice{w: os.Stderr}}
	t, err := a.load(os.Args[1])
	if err != nil {
		panic(err)
	}
	t.frames = nil
	t.events = append(t.events, tapeEvent{start: 1, end: 0, kind: 'o', time: t.duration()}) // no such bytes
	_ = a.perform(newPlayer(t, 1, 0, 0), os.Stdout, true)
}

// TestScripts runs what a person would type. UPDATE_SCRIPTS=1 rewrites the expected output.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "" && os.Getenv("CI") == "",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
	})
}
