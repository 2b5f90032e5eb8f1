//go:build linux || darwin

package tty

import (
	"os"
	"syscall"
)

var rawSignals = [...]syscall.Signal{
	WindowChanged: syscall.SIGWINCH,
	Stop:          syscall.SIGTSTP,
	Continue:      syscall.SIGCONT,
	Interrupt:     syscall.SIGINT,
	Quit:          syscall.SIGQUIT,
	HangUp:        syscall.SIGHUP,
	Terminate:     syscall.SIGTERM,
	BrokenPipe:    syscall.SIGPIPE,
}

func (s Signal) raw() (os.Signal, bool) {
	if s == 0 || int(s) >= len(rawSignals) {
		return nil, false
	}
	return rawSignals[s], true
}

func signalOf(raw os.Signal) (Signal, bool) {
	for i, s := range rawSignals {
		if i > 0 && s == raw {
			return Signal(i), true
		}
	}
	return 0, false
}

// Raise ends the process by s, so that the parent sees a death by that signal
// (a shell reports it, and stops its own script on Interrupt). Restore the
// terminal first. It returns only when the signal can not kill, and then the
// caller exits with ExitStatus.
func Raise(s Signal) {
	if raw, ok := s.raw(); ok {
		raise(raw.(syscall.Signal))
	}
}

// ExitStatus is what a shell shows for a death by s: 128 and the signal's number.
func ExitStatus(s Signal) int {
	raw, ok := s.raw()
	if !ok {
		return 1
	}
	return 128 + int(raw.(syscall.Signal))
}
