//go:build linux || darwin

package tty

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func wouldBlock(err error) bool {
	return errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR)
}

// waitWritable returns when the next write makes progress, or fails: a hang-up
// counts as writable, since the write then reports it.
func waitWritable(f *os.File) error {
	return control(f, func(fd int) error {
		ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
		for {
			_, err := unix.Poll(ready, -1)
			if err != unix.EINTR {
				return err
			}
		}
	})
}
