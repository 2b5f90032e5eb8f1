//go:build linux || darwin

package tty

import (
	"os"

	"golang.org/x/sys/unix"
)

// Inspect finds out what f leads to. It changes nothing, not even the blocking
// mode, which os.File.Fd did for years. A nil f is no device.
func Inspect(f *os.File) Device {
	var d Device
	control(f, func(fd int) error {
		d = inspect(fd)
		return nil
	})
	return d
}

func inspect(fd int) Device {
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil {
		return Device{}
	}
	d := Device{Node: uint64(st.Dev), Number: uint64(st.Rdev), Kind: kindOf(uint32(st.Mode))}
	if d.Kind != KindOther {
		return d
	}
	if _, err := unix.IoctlGetTermios(fd, ioctlGetTermios); err != nil {
		return d
	}
	d.Kind = KindTerminal
	// The kernel answers this for the controlling terminal only, by whatever name
	// it was opened.
	_, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP)
	d.Controlling = err == nil
	return d
}

func kindOf(mode uint32) Kind {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return KindFile
	case unix.S_IFIFO, unix.S_IFSOCK:
		return KindPipe
	}
	return KindOther
}

// Size is the terminal's size in cells, 0 for what is unknown. Serial lines,
// some containers and emacs report 0 by 0.
func Size(f *os.File) (cols, rows int) {
	control(f, func(fd int) error {
		ws, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		if err == nil {
			cols, rows = int(ws.Col), int(ws.Row)
		}
		return err
	})
	return cols, rows
}

// openTerminal opens the controlling terminal by name, so that a change of
// O_NONBLOCK there never reaches descriptors that other processes share.
func openTerminal() (*os.File, error) {
	return os.OpenFile("/dev/tty", os.O_RDWR, 0)
}

// control runs do on the descriptor of f without changing its blocking mode.
func control(f *os.File, do func(fd int) error) error {
	if f == nil {
		return os.ErrInvalid
	}
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var doErr error
	if err := raw.Control(func(fd uintptr) { doErr = do(int(fd)) }); err != nil {
		return err
	}
	return doErr
}
