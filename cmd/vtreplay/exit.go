package main

import (
	"errors"
	"syscall"

	"jp/internal/tty"
	"jp/recording"
)

// The exit codes, the same for all commands.
const (
	exitOK      = 0
	exitUnable  = 2 // usage, no such file, not a recording, no such position
	exitDamaged = 3 // the recording is damaged, and --strict
)

// hintedError is an error with what to do about it.
type hintedError struct {
	err  error
	hint string
}

func (e *hintedError) Error() string { return e.err.Error() }
func (e *hintedError) Unwrap() error { return e.err }

// usageError is a mistake in how vtreplay was called.
func usageError(text, hint string) error { return &hintedError{errors.New(text), hint} }

// signalError is the end of a run by a signal. There is nothing to say about it.
type signalError struct{ by tty.Signal }

func (e signalError) Error() string { return "ended by " + e.by.String() }

// statusOf is the exit code for err, or the signal to die by.
func statusOf(err error) (int, tty.Signal) {
	if by, ok := errors.AsType[signalError](err); ok {
		return 0, by.by
	}
	switch {
	case err == nil:
		return exitOK, 0
	case errors.Is(err, syscall.EPIPE):
		return 0, tty.BrokenPipe
	case errors.Is(err, recording.ErrDamaged):
		return exitDamaged, 0
	default:
		return exitUnable, 0
	}
}
