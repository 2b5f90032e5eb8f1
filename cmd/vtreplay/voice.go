package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode"

	"jp/recording"
)

// voice says to a person what is no result. An error is one line, "vtreplay: error: …",
// and what to do about it another, "vtreplay: hint: …". A fact that stops nothing is
// "vtreplay: note: …", which --quiet drops.
type voice struct {
	w     io.Writer
	quiet bool
}

func (v voice) error(err error) {
	v.say("error", err.Error())
	if hint := hintFor(err); hint != "" {
		v.say("hint", hint)
	}
}

func (v voice) note(format string, args ...any) {
	if !v.quiet {
		v.say("note", fmt.Sprintf(format, args...))
	}
}

// damages reports repairs as "file:line: …", once for each kind.
func (v voice) damages(name string, list []recording.Damage) {
	for _, d := range list {
		at := name
		if d.Line > 0 {
			at = fmt.Sprintf("%s:%d", name, d.Line)
			d.Line = 0
		}
		v.note("%s: %s", at, d)
	}
}

func (v voice) say(kind, s string) { fmt.Fprintf(v.w, "vtreplay: %s: %s\n", kind, printable(s)) }

// hintFor is what to do about an error that does not know it itself.
func hintFor(err error) string {
	if hinted, ok := errors.AsType[*hintedError](err); ok {
		return hinted.hint
	}
	switch {
	case errors.Is(err, recording.ErrDamaged):
		return "without --strict what is readable is shown"
	case errors.Is(err, recording.ErrNotRecording):
		return "asciicast version 1, 2 and 3 are read, also inside gzip, bzip2 or zip"
	case errors.Is(err, fs.ErrNotExist):
		return "- reads standard input"
	}
	return ""
}

// printable is s without anything that a terminal would act on. Names, titles and labels
// come from the recording.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return '\uFFFD'
		}
		return r
	}, s)
}
