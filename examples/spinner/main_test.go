package main

import (
	"jp/engine"
	"jp/printer"
	"jp/vtmodel"
	"jp/vtmodel/screentest"
	"testing"
	"time"
)

// The test binary is the program as well, so nothing has to be built.
func TestMain(m *testing.M) { screentest.Main(m, screentest.Programs{"spinner": main}) }

var size = screentest.Size{Cols: 40, Rows: 6}

// What moves is tested in memory: goroutines and timers are real, time is virtual, so
// every tenth of a second is exact and costs nothing.
func TestLoad_SaysWhereItIs(t *testing.T) {
	screentest.Bubble(t, size, func(t *testing.T, s *screentest.Live) {
		p := printer.New(printer.Options{
			Out: s.TTY(), Err: s.TTY(),
			Terminal: printer.Terminal{
				Out: engine.PortScreen, Err: engine.PortScreen,
				Verdict: printer.Verdict{On: true}, Size: s.Size,
			},
		})
		defer p.Close()
		done := make(chan bool)
		go func() {
			load(p, time.Second, "anna.txt", "bert.txt")
			close(done)
		}()
		s.Advance(300 * time.Millisecond).Golden("anna at 0.3s")
		s.Advance(900 * time.Millisecond).Golden("bert at 1.2s")
		s.Advance(time.Second).Golden("all loaded")
		if n := s.Frames(); n > 30 {
			t.Errorf("%d writes in two seconds, want at most 30", n)
		}
		<-done
	})
}

// The whole program on the kernel's terminal: it is looked at when it waits for a key
// or has ended, never in between.
func TestSpinner_AsksAndGreets(t *testing.T) {
	p := screentest.Start(t, screentest.Own("spinner"), size)
	p.AwaitInput().Golden("asks")
	p.Type("Ada\n").AwaitExit(0).Golden("greets")
	p.TTYRestored()
}

// Ctrl-C in the middle of the animation: how far it came is not known, what it leaves
// behind is.
func TestSpinner_InterruptedLeavesNothing(t *testing.T) {
	p := screentest.Start(t, screentest.Own("spinner"), size, screentest.As(vtmodel.Kitty))
	p.AwaitScreen(func(s vtmodel.Screen) bool {
		_, ok := s.Find("Loading…")
		return ok
	})
	p.Key("Ctrl+C").AwaitExit(130).TTYRestored()
	if at, ok := p.Screen().Find("Loading…"); ok {
		t.Errorf("the status row is left at %v\n%v", at, p.Screen())
	}
}
