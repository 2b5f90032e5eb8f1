// Package ansi is the only place of the project where escape sequences are
// written or taken apart.
//
// Three parts: functions that append one sequence each to a byte slice
// (append.go), Pen, the SGR state of a terminal (pen.go), and Scanner, which
// takes a hostile byte stream apart into text and the few sequences that content
// may use (scanner.go).
//
// The package is pure. Sequences follow ECMA-48 and the xterm control sequence
// reference; where a terminal disagrees, the comment at the function says which.
package ansi
