// Package engine renders what a streaming command line shows: a transcript that
// stays, and below it a region that comes and goes without leaving a trace.
//
//	          commands                        frames
//	callers ───────────▶ Engine.Apply(now, …) ───────▶ bytes, one write each
//	                          │
//	                          └─ NextDeadline ──▶ the driver's single timer
//
// The engine is pure. It has no clock, no file, no goroutine and no environment:
// time arrives as an argument, bytes leave as values. The same commands at the
// same instants always give the same bytes, so a session can be recorded,
// replayed and explored. Package printer is the driver.
//
// # Contract
//
// Apply never fails. now never decreases (a caller's bug: it panics). A Tick that
// comes too early or for nothing emits nothing, so a driver may always wake early.
// Frames are valid until the next Apply. One frame is one write to one channel.
// NextDeadline changes only by Apply; with nothing pending there is none; a
// deadline is always later than the last Apply. In steady state nothing is
// allocated.
//
// # What stays and what goes
//
// Transcript is what was printed. On a channel that is no screen it is exactly
// the printed text. On the screen, once all chrome is gone, screen and scrollback
// are what the same prints give without any claim.
//
// Chrome is the region of the newest claim whose delay has passed: window rows
// above a status row. Any print takes it off, writes, and puts it back, in one
// write. While it is drawn, transcript is committed in whole lines:
//
//	done line
//	▌Hello wor           the unfinished line, first row of the region
//	row pushed           window rows
//	Waiting… 9.2s        status row
//
// The cursor (▌) rests at column 0 of the region's first row, which is the end of
// the transcript. So erasing needs no count of rows, and survives whatever a
// terminal does to the rows when its size changes: see docs/decisions/top-hold.md.
//
// # Where to find things
//
// engine.go is the control flow: commands in, batch order. transcript.go holds
// what is printed and not yet written, lane.go what is paced, claim.go, label.go
// and window.go what a region shows, layout.go which rows that makes, paint.go
// and update.go how they reach the terminal, resize.go the storm of sizes.
//
// # Limits
//
// A line that is wider than the terminal stays one soft-wrapped line, so a region
// hides while it is unfinished. What other processes write to the same terminal
// is not known here.
package engine
