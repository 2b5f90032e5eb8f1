package tty

import (
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

func raise(s syscall.Signal) {
	signal.Reset(s)
	syscall.Kill(syscall.Getpid(), s)
}

// stopSelf stops the process as Ctrl-Z does, and returns when it runs again, or
// at once in an orphaned process group, where nobody could continue us. It uses
// SIGSTOP, since the Go runtime never gives SIGTSTP its own effect back. The
// caller restores the modes before and takes them again after.
func stopSelf() {
	parent := unix.Getppid()
	group, err := unix.Getpgid(parent)
	if err != nil || group == unix.Getpgrp() {
		return
	}
	session, err := unix.Getsid(parent)
	if own, ownErr := unix.Getsid(0); err != nil || ownErr != nil || session != own {
		return
	}
	syscall.Kill(syscall.Getpid(), syscall.SIGSTOP)
}
