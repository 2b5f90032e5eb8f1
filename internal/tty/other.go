//go:build !linux && !darwin

package tty

import (
	"errors"
	"os"
)

// Inspect says KindOther for every open file: no region is ever drawn here.
func Inspect(f *os.File) Device {
	if f == nil {
		return Device{}
	}
	return Device{Kind: KindOther}
}

// Size is unknown.
func Size(*os.File) (cols, rows int) { return 0, 0 }

func openTerminal() (*os.File, error) { return nil, errors.ErrUnsupported }

type termios struct{}

func (t termios) hasEcho() bool         { return false }
func (t termios) withEcho(bool) termios { return t }
func (t termios) raw() termios          { return t }

func getModes(*os.File) (termios, error) { return termios{}, errors.ErrUnsupported }
func setModes(*os.File, termios) error   { return errors.ErrUnsupported }
func flushInput(*os.File) error          { return errors.ErrUnsupported }
func isForeground(*os.File) bool         { return false }
func writeNow(*os.File, []byte)          {}
func wouldBlock(error) bool              { return false }
func waitWritable(*os.File) error        { return errors.ErrUnsupported }

func (s Signal) raw() (os.Signal, bool) {
	if s == Interrupt {
		return os.Interrupt, true
	}
	return nil, false
}

func signalOf(raw os.Signal) (Signal, bool) { return Interrupt, raw == os.Interrupt }

// Raise does nothing: no parent could tell.
func Raise(Signal) {}

// ExitStatus is 130 for Interrupt, as shells have it, and 1 for the rest.
func ExitStatus(s Signal) int {
	if s == Interrupt {
		return 130
	}
	return 1
}

func stopSelf() {}
