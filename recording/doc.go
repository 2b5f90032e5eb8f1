// Package recording reads and writes recorded terminal sessions.
//
// A recording is a [Header] and a list of [Event] values in the order of time. [NewReader]
// finds out what a stream holds by its content, never by its name, and yields the events
// one by one through a single bounded buffer:
//
//	r, err := recording.NewReader(f, recording.Options{Name: "demo.cast"})
//	if err != nil {
//		return err
//	}
//	for ev, err := range r.Events() {
//		if err != nil {
//			return err
//		}
//		if ev.Kind == recording.Output {
//			model.Write(ev.Data)
//		}
//	}
//	for _, d := range r.Damages() {
//		fmt.Fprintln(os.Stderr, d)
//	}
//
// Formats in: asciicast version 1, 2 and 3, plain or inside gzip, bzip2 or a zip archive of
// one member, in UTF-8 or UTF-16. Format out: asciicast version 3, by [Writer].
//
// # Damage
//
// Recorders are killed, disks fill up, and people edit recordings by hand. The reader goes
// on after whatever it can not read, and reports every kind of repair once, with a count
// and the first line ([Damage]). [Options.Strict] ends the reading at the first repair
// instead. A stream that is not a recording is an error, never an empty recording.
//
// # Why a scanner of its own
//
// Decoding the event lines with encoding/json costs several times what a terminal model
// needs to draw them. The usual line `[1.5,"o","text"]` is therefore read by hand, in one
// pass and without allocation, and only a surprising line is given to encoding/json.
//
// # Limits
//
// Screens above [MaxSide] by [MaxSide] or [MaxCells] cells are refused, and so are events
// above [MaxEvent] bytes and compressed data that expands beyond reason. Colours of a theme
// are kept as written, for nothing here draws. ttyrec, typescripts and raw dumps are
// recognised, in order to say so, but not read yet. The package knows no clock: times are
// those of the recording, or those of the caller.
package recording
