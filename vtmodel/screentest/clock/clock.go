// Package clock is the program's side of screentest.Granted: it lets a test own the
// clock of a program that runs in another process, on a real terminal.
//
//	c, err := clock.Inherited() // nil, unless a test has started the program
//	…
//	for c.Now() < until {
//		_, err := c.Wait(os.Stdout) // all that is due is written: I am idle
//	}
//
// Wait marks the end of what the program has written, in band, and blocks until the
// test grants more time. So a test sees the screen exactly between two moments, also
// that of an animation, however busy the machine is. See examples/countdown.
//
// # Limits
//
// Without a test the package is inert, and the program needs a clock of its own. It
// must know when it is idle, and must not write a NUL itself.
package clock

import "jp/internal/clockfd"

// Clock is time as the test grants it. One goroutine uses it.
type Clock = clockfd.Clock

// Inherited returns the clock that a test has passed to this process, or nil when
// there is none. It can be called once: children of the process do not inherit it.
func Inherited() (*Clock, error) { return clockfd.Inherited() }
