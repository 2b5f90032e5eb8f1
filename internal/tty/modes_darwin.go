package tty

import (
	"os"

	"golang.org/x/sys/unix"
)

// TIOCSETA is TCSANOW.
const (
	ioctlGetTermios = unix.TIOCGETA
	ioctlSetTermios = unix.TIOCSETA
)

// flushRead is FREAD of <sys/fcntl.h>: the input queue.
const flushRead = 1

func flushInput(f *os.File) error {
	return control(f, func(fd int) error {
		return unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, flushRead)
	})
}
