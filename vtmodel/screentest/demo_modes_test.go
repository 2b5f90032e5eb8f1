package screentest

import "golang.org/x/sys/unix"

// makeRaw switches echo, lines and signals off, and returns how to undo it.
func makeRaw() (restore func()) {
	found, err := unix.IoctlGetTermios(0, getModes)
	if err != nil {
		panic(err)
	}
	raw := *found
	raw.Lflag &^= unix.ECHO | unix.ICANON | unix.ISIG
	if err := unix.IoctlSetTermios(0, setModes, &raw); err != nil {
		panic(err)
	}
	return func() { _ = unix.IoctlSetTermios(0, setModes, found) }
}

func restoreNothing() { makeRaw() }
