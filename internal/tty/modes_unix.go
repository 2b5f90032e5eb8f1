//go:build linux || darwin

package tty

import (
	"os"

	"golang.org/x/sys/unix"
)

// termios is a terminal's modes. It is comparable.
type termios struct{ unix.Termios }

func (t termios) hasEcho() bool { return t.Lflag&unix.ECHO != 0 }

func (t termios) withEcho(on bool) termios {
	t.Lflag &^= unix.ECHO
	if on {
		t.Lflag |= unix.ECHO
	}
	return t
}

// raw follows cfmakeraw, except that output processing stays on.
func (t termios) raw() termios {
	t.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP |
		unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	t.Cflag &^= unix.CSIZE | unix.PARENB
	t.Cflag |= unix.CS8
	t.Cc[unix.VMIN] = 1
	t.Cc[unix.VTIME] = 0
	return t
}

func getModes(f *os.File) (termios, error) {
	var t termios
	err := control(f, func(fd int) error {
		got, err := unix.IoctlGetTermios(fd, ioctlGetTermios)
		if err == nil {
			t = termios{*got}
		}
		return err
	})
	return t, err
}

func setModes(f *os.File, t termios) error {
	return control(f, func(fd int) error {
		for {
			err := unix.IoctlSetTermios(fd, ioctlSetTermios, &t.Termios)
			if err != unix.EINTR {
				return err
			}
		}
	})
}

// isForeground reports whether f may be touched: it is not our controlling
// terminal (then nothing stops us), or our process group is in the foreground.
func isForeground(f *os.File) bool {
	foreground := true
	err := control(f, func(fd int) error {
		group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
		if err == nil {
			foreground = group == unix.Getpgrp()
		}
		return nil
	})
	return err == nil && foreground
}

// writeNow writes b if the terminal takes it without waiting.
func writeNow(f *os.File, b []byte) {
	control(f, func(fd int) error {
		ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
		n, err := unix.Poll(ready, 0)
		if err != nil || n == 0 || ready[0].Revents&unix.POLLOUT == 0 {
			return err
		}
		_, err = unix.Write(fd, b)
		return err
	})
}
