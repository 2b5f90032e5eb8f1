package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jp/internal/tty"
)

// A run that does not end by itself is ended, and the user is told why.
func TestBreaker(t *testing.T) {
	for _, c := range []struct {
		name    string
		signals []tty.Signal
		wait    time.Duration
		died    []tty.Signal
		warned  bool
	}{
		{"one signal, in time", []tty.Signal{tty.Interrupt}, gracefulMax - 1, nil, false},
		{"one signal, overdue", []tty.Signal{tty.Interrupt}, gracefulMax, []tty.Signal{tty.Interrupt}, true},
		{"termination, overdue", []tty.Signal{tty.Terminate}, gracefulMax, []tty.Signal{tty.Terminate}, true},
		{"a hangup goes without a word", []tty.Signal{tty.HangUp}, gracefulMax, []tty.Signal{tty.HangUp}, false},
		{"the second ends at once", []tty.Signal{tty.Interrupt, tty.Terminate}, 0, []tty.Signal{tty.Terminate}, false},
		{"quit ends at once", []tty.Signal{tty.Quit}, 0, []tty.Signal{tty.Quit}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				signals := make(chan tty.Signal)
				var died []tty.Signal
				var warned []string
				asked := 0
				ctx, b := newBreaker(t.Context(), signals,
					breakHooks{
						first: func() { asked++ },
						warn:  func(why string) { warned = append(warned, why) },
					},
					func(by tty.Signal) { died = append(died, by) })
				for _, s := range c.signals {
					signals <- s
				}
				time.Sleep(c.wait)
				synctest.Wait()
				if got, ok := errors.AsType[*signaled](context.Cause(ctx)); c.signals[0] != tty.Quit && (!ok || got.signal != c.signals[0]) {
					t.Errorf("cause %v, want the first signal", context.Cause(ctx))
				}
				b.close()
				if want := min(1, len(c.signals)); c.signals[0] != tty.Quit && asked != want {
					t.Errorf("%d times at the first signal, want %d", asked, want)
				}
				if len(died) != len(c.died) || len(died) > 0 && died[0] != c.died[0] {
					t.Errorf("died by %v, want %v", died, c.died)
				}
				if (len(warned) == 1 && strings.Contains(warned[0], "did not end within 10s")) != c.warned || len(warned) > 1 {
					t.Errorf("warned %q, want it: %v", warned, c.warned)
				}
			})
		})
	}
}
