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
// # Programs
//
// Start runs any program on a terminal of its own, behind a kernel pty; Own is one
// that the test binary carries. Nothing is sampled: what moves is waited for.
//
//	p := screentest.Start(t, screentest.Program("bash", "-c", "read -p 'Name? ' x"), size)
//	p.AwaitInput().Golden("asks")        // blocked in read, everything shown
//	p.Type("Ada\n").AwaitExit(0).TTYRestored()
//
// Running lists what can be awaited. A program with a granted clock (Granted, Grant)
// is exact to the tick, see the package clock; Bubble is that in memory, for programs with goroutines and
// timers and no file descriptor. Replay makes a test of a recording, EachResize goes
// through all profiles with sizes around what is shown, and During judges every
// frame. Scripts have the same verbs, from run to tty restored. examples/ shows it
// from outside.
//
// # Failures
//
// A report says where, what was wanted and what is shown, and what led to it, and
// holds no control byte. Beside it are run.cast, a recording in virtual time, and for
// a screen want-got.svg and got.txtar. They are kept with -artifacts; those of
// programs, which may not fail again, always: in $SCREENTEST_ARTIFACTS or the folder
// for temporary files.
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
// # Exploration
//
// Explore plays all interleavings of small producers on all terminals, with all laws
// on every frame, and also lets a resize tear a write. Equal states of engine and
// screen are merged. A failure is shrunk and has a name that replays it. Check and
// Fuzz make random programs of odd texts and sizes, by one decoder; what fails is
// shrunk and printed as a scenario.
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
// left to the pure one. Only Linux tells what the threads of a program do: elsewhere
// AwaitInput and the barrier behind AwaitText wait for silence, and their goldens are
// unsteady. Key speaks the keyboard of xterm, not kitty's protocol. Stopping a program
// with Ctrl-Z works, but nobody is its shell: Signal(SIGCONT) continues it.
package screentest
