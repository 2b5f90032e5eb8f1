// Package clockfd lets a test own the clock of a program that runs in another
// process, on a real terminal.
//
// The test starts the program with one end of a pipe and the variable named by
// Env. Without that variable Inherited returns nil, and the program uses its
// own clock: the package is inert.
//
//	test                                   program
//	Grant(300ms)  ──── "300000000\n" ────▶ Wait returns 300ms
//	                                       … everything due by then is written …
//	reads up to   ◀─── a mark, in band ─── Wait writes a mark, and blocks
//	the mark
//
// A mark is one NUL byte on each channel. It travels behind the bytes it
// vouches for, in the same pty or pipe, so a reader that has counted the mark
// has everything that was written before: the barrier is exact, and nobody
// sleeps. Terminals ignore NUL, and a tty passes it unchanged.
//
// # Limits
//
// The program must know when it is idle, and must write nothing else afterwards
// until Wait returns. A program that prints NUL itself can not be driven.
package clockfd
