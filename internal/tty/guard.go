package tty

import (
	"errors"
	"os"
	"sync"

	"jp/internal/ansi"
)

// ErrBackground is returned when a mode can not be changed because another job
// is in the foreground. Trying would stop the process with SIGTTOU.
var ErrBackground = errors.New("terminal belongs to another job")

// Guard remembers the modes of one terminal and brings them back. Its methods
// may be called from any goroutine, also in teardown and after Close, when only
// the modes as found are ever set. Modes are changed at once (TCSANOW), never
// after the output has drained, since a stopped terminal never drains.
type Guard struct {
	file  *os.File
	found termios

	mu     sync.Mutex // guards the rest and the order of mode changes
	closed bool
	left   termios // what Leave found
}

// guards are all that were not closed: what RestoreAll restores.
var guards struct {
	sync.Mutex // guards list
	list       []*Guard
}

// NewGuard remembers the modes of the terminal f, which the caller keeps open as
// long as the guard lives.
func NewGuard(f *os.File) (*Guard, error) {
	found, err := getModes(f)
	if err != nil {
		return nil, err
	}
	g := &Guard{file: f, found: found, left: found}
	guards.Lock()
	guards.list = append(guards.list, g)
	guards.Unlock()
	return g, nil
}

// Echo turns the echo of typed keys off, or back to how it was found. Keys that
// make signals keep doing so.
func (g *Guard) Echo(on bool) error {
	return g.change(func(now termios) termios { return now.withEcho(on && g.found.hasEcho()) })
}

// Raw hands every key to the reader as it is typed, unechoed, with no signal made
// of any. Output processing stays on: a newline is still a newline.
func (g *Guard) Raw() error {
	return g.change(func(now termios) termios { return now.raw() })
}

// FlushInput discards what was typed and not read yet.
func (g *Guard) FlushInput() error { return flushInput(g.file) }

// Leave brings back the modes as found, while the process is stopped or another
// program has the terminal. More changes may follow; Return undoes it.
func (g *Guard) Leave() error {
	return g.change(func(now termios) termios {
		g.left = now
		return g.found
	})
}

// Return sets the modes that the last Leave took away.
func (g *Guard) Return() error {
	return g.change(func(termios) termios { return g.left })
}

// Close restores the modes as found, for good: no later call changes them. It
// may be called again.
func (g *Guard) Close() error {
	err := g.Leave()
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.forget()
	return err
}

// Size is the terminal's size now, 0 for what is unknown.
func (g *Guard) Size() (cols, rows int) { return Size(g.file) }

func (g *Guard) change(to func(now termios) termios) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil
	}
	if !isForeground(g.file) {
		return ErrBackground
	}
	now, err := getModes(g.file)
	if err != nil {
		return err
	}
	next := to(now)
	if next == now {
		return nil
	}
	return setModes(g.file, next)
}

func (g *Guard) forget() {
	guards.Lock()
	defer guards.Unlock()
	for i, other := range guards.list {
		if other == g {
			guards.list = append(guards.list[:i], guards.list[i+1:]...)
			return
		}
	}
}

// RestoreAll brings every guarded terminal back to how it was found and turns
// off what a program may have turned on in it: styling, no-wrap, a hidden cursor,
// bracketed paste, synchronized output. It is for the exits where no printer can
// do it any more. It never blocks: a terminal whose output is stopped gets its
// modes, but not the bytes.
func RestoreAll() {
	guards.Lock()
	list := append([]*Guard(nil), guards.list...)
	guards.Unlock()
	for _, g := range list {
		if isForeground(g.file) {
			writeNow(g.file, []byte(ansi.Restore))
		}
		g.Close()
	}
}
