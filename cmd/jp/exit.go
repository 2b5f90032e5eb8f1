package main

import (
	"errors"
	"strings"
	"syscall"

	"jp/internal/config"
	"jp/internal/present"
	"jp/internal/provider"
	"jp/internal/tty"
)

// The exit statuses. They are part of the contract in docs/jp.md.
const (
	exitOK       = 0
	exitError    = 1
	exitUsage    = 2
	exitDenied   = 3
	exitProvider = 4
)

// usageError is a mistake in how jp was called.
type usageError struct {
	text string
	hint string // "" = point to --help
}

func (e *usageError) Error() string { return e.text }

// hintedError adds what to do to an error that does not know it.
type hintedError struct {
	error
	hint string
}

func (e *hintedError) Unwrap() error { return e.error }

// withHint is err with one more thing to do about it, behind what there is already. "" adds nothing.
func withHint(err error, hint string) error {
	if err == nil || hint == "" {
		return err
	}
	if known := hintOf(err); known != "" {
		hint = known + "; " + hint
	}
	return &hintedError{err, hint}
}

// hintOf is what to do about err, whoever knows it.
func hintOf(err error) string {
	if hint := hintFor(err); hint != "" {
		return hint
	}
	return present.Failure(err).Hint
}

// signaled is the outcome of a run that a signal ended: the process ends by the same signal, so
// that the parent sees it.
type signaled struct{ signal tty.Signal }

func (e *signaled) Error() string { return "ended by signal: " + e.signal.String() }

// outputError is a write to one of our own channels that did not work.
type outputError struct{ error }

func (e *outputError) Unwrap() error { return e.error }

// output marks err, if it is one, as a failure of our own output.
func output(err error) error {
	if err == nil || is[*signaled](err) || is[*outputError](err) {
		return err
	}
	return &outputError{err}
}

// isGone reports whether nobody reads our output any more. The same errors from a network or a disk
// mean something else.
func isGone(err error) bool {
	e, ok := errors.AsType[*outputError](err)
	return ok && (errors.Is(e, syscall.EPIPE) || errors.Is(e, syscall.EIO))
}

// statusOf is the exit status for err; a signal other than 0 says that the process should die by it
// instead.
func statusOf(err error) (status int, by tty.Signal) {
	if err == nil {
		return exitOK, 0
	}
	if s, ok := errors.AsType[*signaled](err); ok {
		return tty.ExitStatus(s.signal), s.signal
	}
	switch {
	case isGone(err):
		return tty.ExitStatus(tty.BrokenPipe), tty.BrokenPipe
	case is[*usageError](err), is[*config.ValueError](err), is[*config.UnknownError](err):
		return exitUsage, 0
	case errors.Is(err, errDenied):
		return exitDenied, 0
	case is[*provider.Error](err):
		return exitProvider, 0
	}
	return exitError, 0
}

// isSilent reports whether the outcome needs no words: the person did it, or nobody can read them.
func isSilent(err error) bool {
	_, by := statusOf(err)
	return by != 0
}

// hintFor is what to do about a mistake in the call, or ""; present knows about everything else.
func hintFor(err error) string {
	if e, ok := errors.AsType[*hintedError](err); ok {
		return e.hint
	}
	if e, ok := errors.AsType[*usageError](err); ok {
		if e.hint == "" {
			return "see jp --help"
		}
		return e.hint
	}
	if e, ok := errors.AsType[*config.ValueError](err); ok {
		return valueHint(e)
	}
	if e, ok := errors.AsType[*config.UnknownError](err); ok {
		if e.Nearest == "" {
			return "unset it; docs/jp.md lists the settings"
		}
		return "did you mean " + e.Nearest + "?"
	}
	if e, ok := errors.AsType[*outputError](err); ok {
		return outputHint(e)
	}
	return ""
}

func valueHint(e *config.ValueError) string {
	if strings.HasPrefix(e.Origin, "--") {
		return "see jp --help"
	}
	return "correct it, or unset " + e.Origin
}

// outputHint is about what we write to, which is not the store.
func outputHint(e *outputError) string {
	if errors.Is(e, syscall.ENOSPC) || errors.Is(e, syscall.EDQUOT) {
		return "free some space where the output goes, or send it elsewhere"
	}
	return "send the output elsewhere"
}

func is[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}
