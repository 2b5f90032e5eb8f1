// Package tty knows the terminal that the process lives on: which of standard
// output, standard error and /dev/tty it is, how large, what its environment
// says about it, how to change its modes and, above all, how to leave it as it
// was found.
//
//	guard, err := tty.NewGuard(file)   // remembers the modes, changes nothing
//	guard.Echo(false)
//	defer guard.Close()                // and tty.RestoreAll on a panic
//
// Vocabulary: a Device is what a file descriptor leads to; a Guard remembers the
// modes of one terminal; a Signal is one that a terminal program cares for.
//
// The package writes to a terminal only in RestoreAll and Crash, the two places
// where no printer is left that could.
//
// # Limits
//
// Linux and macOS. Elsewhere every Device is of KindOther, so that no region is
// ever drawn and no mode ever changed. SIGKILL, and a fault of the Go runtime
// itself, can not be caught: the shell or "reset" has to repair that. On macOS a
// re-raised SIGQUIT ends in the Go runtime's own report with status 2.
package tty
