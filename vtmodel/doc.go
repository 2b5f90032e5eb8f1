// Package vtmodel is terminals as values: bytes go in, a Screen comes out, and a Screen can
// be printed, compared, hashed, and written to a golden file.
//
//	t := vtmodel.NewTerminal(vtmodel.VTE, 40, 6)    // as GNOME Terminal does
//	t.Write(bytes)                                  // in any split
//	t.Resize(20, 6)                                 // reflows
//	s := t.Screen()
//	fmt.Println(s)                                  // in a box
//	fmt.Print(vtmodel.FirstDifference(want, s))     // side by side, "" when equal
//
// # Words
//
//   - A Model is a terminal as the program in it sees it: a Terminal, or VT10x, which is
//     not ours and serves as a witness.
//   - A Profile is the terminal that a Terminal behaves like: how wide text is, what a
//     resize does to it, what is answered, and quirks.
//   - A Screen is what it shows at one instant: rows of cells, cursor, scrollback, wrap
//     marks, title and modes. It never changes.
//   - A row is wrapped when its text goes on in the next row without a newline.
//     Unwrapped joins such rows, so what it returns does not depend on the width.
//   - A Shot is a Screen as a Golden file tells it, for people to review.
//   - A Tag is where a cell came from; models that are also a Tagger carry it.
//   - An Event is what a program did besides drawing: a question, a notification, something
//     for the clipboard.
//   - A Refusal is a sequence that a model did not run since it would run it wrongly.
//
// # Contract of models
//
// Write takes the stream in any split and never fails: an unfinished rune or sequence is
// held back, what is not UTF-8 becomes U+FFFD, or nothing where the modeled terminal drops
// it. Sizes are 1 to 4096. Nothing panics or
// hangs, whatever is written. Answers wait in a buffer of their own until they are taken,
// outside of any lock, so a program that never reads them cannot block its terminal. A
// model reads no clock, no file and no environment, and belongs to one goroutine.
//
// Callers should take a Model and ask for more where they need it: a Tagger for
// provenance, Events of a Terminal, Comparable and Refused for what VT10x cannot show. How wide a cluster is,
// how a resize treats text and what is answered are opinions of a model, fixed when it is
// made, and never arguments of its methods. So a test written for one runs on all.
//
// # Why a terminal of our own
//
// What a program has to survive is not in any library: the same bytes and the same resize
// leave other rows in xterm, VTE, kitty, Alacritty, tmux and xterm.js, and a test that runs
// on one of them proves nothing about the others. So the terminals were measured, and what
// they differ in is data here (quirk.go, responder.go); everything else is one parser and one
// grid. The resizing is theirs step by step (sheet.go, reflow.go, keeprow.go, pin.go), since
// a nearly right reflow is wrong after the second resize. vtmodel/conf holds all of it
// against the recorded answers of the terminals and against three public suites;
// divergences.txt there is the list of what is known to differ.
//
// A cell is eight bytes: a rune or the number of a cluster, and the number of a look. Rows
// that leave the scrollback give their memory to the screen, so a full terminal allocates
// nothing, and a Screen converts only the rows that have changed.
//
// # Why vt10x too, and why wrapped
//
// The engine must be judged by code that shares nothing with it. vt10x is small and not
// ours, hence a witness. As it is, it panics on negative parameters, hangs on huge ones,
// loses characters that are split over two writes, draws parts of sequences that it does
// not know, takes private sequences for others, and has no scrollback. So its input is cut
// into whole units first; what vt10x would misread is spelled in a way that it reads
// rightly, or refused and recorded. Its grid, its cursor, its wrapping and scrolling stay
// its own. Styles, links and tags are numbered here and travel through its grid as the
// number of a color, since it would merge colors and has no room for the rest. Rows are
// copied to the scrollback just before vt10x scrolls them away.
//
// Making it right altogether would be writing a terminal inside of another one. It stays
// as the second opinion.
//
// # Limits
//
// A Terminal has no images, no fonts and no rows of double width or height. It has one
// size, which only Resize changes: DECCOLM and XTWINOPS do not. A Screen holds no controls,
// no half of a wide character, and a pending wrap in the last column only, so a terminal
// that has these is modeled without them. XTerm drops joiners and other characters that it
// does not show, and keeps three marks a cell, so a text with more is not found whole in its
// cells. Ghostty is modeled without the fault that moves a cursor behind the text of its
// row on a resize. The profiles are of one release each, and say which in what they
// answer.
//
// VT10x is known to get these wrong; quirks_test.go pins them beside what xterm shows:
//
//   - Every code point takes one column: wide characters, combining marks, ZWJ, VS16,
//     flags, Hangul that composes. Comparable tells when any was written.
//   - Insert mode, a second character set, left and right margins, rectangles, protected
//     cells, DECSTR, and C1 controls do nothing, and Comparable tells that too.
//   - DECRC does not restore a pending wrap. SUB draws nothing. SD 0 scrolls by one row.
//     Modes 47 and 1047 clear the alternate screen on leaving. DECALN keeps the margins,
//     CPR counts from the top in origin mode, a line feed fills the new row without a
//     background. Both screens share one saved cursor.
//   - It answers DSR and CPR only; all other questions are refused.
//   - Resizing crops: columns that are cut off are lost together with their wrap marks,
//     rows that return to a taller screen are blank. While the alternate screen is shown,
//     a shorter size takes rows of the hidden main screen that nobody can read.
//
// A golden file shows no pending wrap and no tags. It does not tell an erased cell from a
// written space, as nobody can see which it is.
package vtmodel
