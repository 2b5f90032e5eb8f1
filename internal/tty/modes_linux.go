package tty

import (
	"os"

	"golang.org/x/sys/unix"
)

// TCSETS is TCSANOW.
const (
	ioctlGetTermios = unix.TCGETS
	ioctlSetTermios = unix.TCSETS
)

func flushInput(f *os.File) error {
	return control(f, func(fd int) error {
		return unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCIFLUSH)
	})
}
