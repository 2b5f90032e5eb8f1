//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package screentest

import "golang.org/x/sys/unix"

const getModes = unix.TIOCGETA
