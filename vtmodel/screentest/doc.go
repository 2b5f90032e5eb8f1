// Package screentest proves what a terminal program shows, without sleeping and
// without looking at a moving screen.
//
// A scenario is a script: commands at virtual times, and named screens that a
// golden file holds for people to review. Its package needs two lines:
//
//	func TestMain(m *testing.M)        { screentest.Main(m) }
//	func TestScenarios(t *testing.T)   { screentest.RunAll(t, ".", "../golden") }
//
// or, in Go:
//
//	s := screentest.New(t, screentest.Size{Cols: 40, Rows: 6})
//	s.Play("claim wait \"Waiting…\" delay=2s")
//	s.Advance(2 * time.Second).Golden("appears")
//
// Every script runs in several venues that share one golden file. Pure is the engine
// and our own terminal model in one process, on virtual time, and sees every
// frame. The next ones are the same with the opinions of other terminals: vte,
// alacritty, kitty, ghostty, xtermjs and tmux; the engine draws as it would there.
// Vt10x is a model that shares no code with ours: a witness. Pty is a second process
// behind the kernel's terminal, with a granted clock: no sleep there either, see
// internal/clockfd.
//
// # Laws
//
// Goldens say what a person sees; laws say what must never be seen. On the pure
// ground all of them are checked on every frame, and nobody has to ask:
//
//	vocabulary           only declared sequences, whole in their frame; none come from what was printed
//	transcript           what stays = what was printed, in order, exactly once, scrollback included
//	chrome-is-one-block  chrome is one block below the transcript, none of it in the scrollback
//	chrome-has-owner     every chrome row belongs to a live, due, unsuspended claim
//	fits                 chrome rows never wrap and keep the safety margin, whoever measures
//	no-blank-flash       no frame shows less transcript than the one before
//	balanced             modes, cursor, style and links are closed again
//	quiet                no empty frame, no tick that changes nothing, at most 30 repaints a second
//	time                 frames in the order of time; early ticks emit nothing; ticks make progress
//	repaint              the chrome on the screen is what the engine's state says
//	chunks               the same screens for the bytes one by one and in growing slices
//	plain                a file gets what was printed: no escape, no CR, no chrome
//	deterministic        the same commands give the same bytes
//
// The judge has its own reading of bytes, text and widths, so that a mistake in
// the engine can not hide in it. Where a terminal crops, the cells beyond its new
// width are gone, and the transcript law accepts rows that are cut to a width the
// terminal really had; other damage that nobody can prevent is declared in the
// script (accept), and the run fails when it does not happen.
//
// # Goldens
//
// Their format is described at vtmodel.Golden. Where some terminals show something
// else than xterm, a second file beside the first has it, one section for all that
// agree: "-- screen narrow on alacritty tmux --" in narrow.terminals.txtar. SCREENTEST_UPDATE=1 writes them,
// which is refused while CI is set; a missing one, a screen too many, a file
// that belongs to no script and a file that is not in normal form fail.
//
// # Limits
//
// Vt10x gives every code point one cell: a scenario with wide or combining
// text declares that (skip), keeps its laws there, and is counted. On the pty
// ground there are no frames, so the laws and the checks that count frames are
// left to the pure one. Programs other than the engine's player can not be run yet.
package screentest
