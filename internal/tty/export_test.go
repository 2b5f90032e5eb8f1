//go:build linux || darwin

package tty

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// Modes lets tests compare termios.
func Modes(f *os.File) (unix.Termios, error) {
	t, err := getModes(f)
	return t.Termios, err
}

// RaisesQuit is false where the Go runtime answers a re-raised SIGQUIT.
const RaisesQuit = runtime.GOOS == "linux"
