//go:build unix

package screentest

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// A device is both ends of a kernel terminal. The test keeps the program's end
// open too: it reads the modes there, and the kernel does not tear the terminal
// down when the program leaves.
//
//	test ── near ─▶ line discipline ─▶ far ── program
//	       (bytes)   echo, signals
//
// Both directions pass through work queues of the kernel, so "nothing to read"
// proves nothing by itself. But poll(2) runs the queue of the end that it is asked
// about, before it answers. After a poll that finds nothing to read at the near
// end, all that the program has written was read; after a poll of the far end, all
// that was typed has been echoed, turned into signals or offered to the program.
// That makes both barriers exact, see n_tty_poll in Linux.
type device struct {
	nearFile, farFile *os.File // They own the descriptors; nothing else is done with them.
	near, far         int
	name              string // of the far end
}

func openDevice(size Size) (*device, error) {
	near, far, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("open a terminal: %w", err)
	}
	// Fd makes a descriptor blocking, so it is asked once, here.
	d := &device{nearFile: near, farFile: far, near: int(near.Fd()), far: int(far.Fd()), name: far.Name()}
	if err := errors.Join(d.setSize(size), unix.SetNonblock(d.near, true)); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

func (d *device) setSize(size Size) error {
	return unix.IoctlSetWinsize(d.near, unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(size.Cols), Row: uint16(size.Rows)})
}

func (d *device) close() error { return errors.Join(d.nearFile.Close(), d.farFile.Close()) }

// read returns what the program wrote, after at most wait; 0 when there is nothing.
// More are descriptors whose being readable ends the wait too.
func (d *device) read(buf []byte, wait time.Duration, more ...int) (int, error) {
	fds := []unix.PollFd{{Fd: int32(d.near), Events: unix.POLLIN}}
	for _, fd := range more {
		fds = append(fds, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	if err := poll(fds, wait); err != nil {
		return 0, err
	}
	if fds[0].Revents&unix.POLLIN == 0 {
		return 0, nil
	}
	n, err := unix.Read(d.near, buf)
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR) {
		return 0, nil
	}
	return max(n, 0), err
}

// write types p, or as much of it as the terminal takes now.
func (d *device) write(p []byte) (int, error) {
	n, err := unix.Write(d.near, p)
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR) {
		return 0, nil
	}
	return max(n, 0), err
}

// hasInput reports whether something was typed that the program could read and has
// not read. When it returns, the line discipline has seen everything that was typed.
func (d *device) hasInput() (bool, error) {
	fds := []unix.PollFd{{Fd: int32(d.far), Events: unix.POLLIN}}
	err := poll(fds, 0)
	return fds[0].Revents&unix.POLLIN != 0, err
}

// poll waits until one of the descriptors is ready.
func poll(fds []unix.PollFd, wait time.Duration) error {
	for {
		_, err := unix.Poll(fds, int(wait.Milliseconds()))
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// foreground is the process group that the terminal's keys go to.
func (d *device) foreground() int {
	group, err := unix.IoctlGetInt(d.near, unix.TIOCGPGRP)
	if err != nil {
		return 0
	}
	return group
}

// A ttyState is what a program can change about the terminal's kernel side.
type ttyState struct {
	modes unix.Termios
	flags int // of the open file, O_NONBLOCK above all
}

func (d *device) state() (ttyState, error) {
	modes, err := unix.IoctlGetTermios(d.far, getModes)
	if err != nil {
		return ttyState{}, fmt.Errorf("read the modes of the terminal: %w", err)
	}
	flags, err := unix.FcntlInt(uintptr(d.far), unix.F_GETFL, 0)
	return ttyState{*modes, flags}, err
}

func (s ttyState) echo() bool { return s.modes.Lflag&unix.ECHO != 0 }

func (s ttyState) raw() bool { return s.modes.Lflag&unix.ICANON == 0 }

// difference says in stty's words what is not as it was, or nothing.
func (s ttyState) difference(was ttyState) []string {
	var all []string
	flag := func(name string, now, before uint64) {
		if now != before {
			all = append(all, map[bool]string{true: name, false: "-" + name}[now != 0])
		}
	}
	now, before := s.modes, was.modes
	for _, f := range []struct {
		name string
		bit  uint64
	}{
		{"echo", unix.ECHO},
		{"icanon", unix.ICANON},
		{"isig", unix.ISIG},
		{"iexten", unix.IEXTEN},
	} {
		flag(f.name, uint64(now.Lflag)&f.bit, uint64(before.Lflag)&f.bit)
	}
	flag("icrnl", uint64(now.Iflag)&unix.ICRNL, uint64(before.Iflag)&unix.ICRNL)
	flag("ixon", uint64(now.Iflag)&unix.IXON, uint64(before.Iflag)&unix.IXON)
	flag("opost", uint64(now.Oflag)&unix.OPOST, uint64(before.Oflag)&unix.OPOST)
	if len(all) == 0 && now != before {
		all = append(all, "other terminal modes")
	}
	flag("O_NONBLOCK", uint64(s.flags)&unix.O_NONBLOCK, uint64(was.flags)&unix.O_NONBLOCK)
	return all
}
