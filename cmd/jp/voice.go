package main

// The rules of what jp says to a person:
//
//   - An error is one line on standard error: "jp: error: …", lowercase, no full stop, the most specific
//     word first, no stack, no Go type. What came from outside is quoted or has been through the sanitiser.
//   - What to do about it is a line of its own: "jp: hint: …". A hint is something to do, never a repetition.
//   - A fact that one should know and that stops nothing is "jp: note: …". --quiet drops notes, never errors.
//   - In JSON the same three are envelopes of type error, hint and note on standard error.
//   - Nothing here goes to standard output, which belongs to the answer.
//   - There is no colour: the first word says what it is.
//
// Only this file writes these words.

import (
	"fmt"
	"io"

	"jp/internal/lineui"
	"jp/internal/present"
	"jp/internal/provider"
)

// voice writes to w, which is the printer's error channel while a printer lives, else standard error.
type voice struct {
	w     io.Writer
	json  bool
	quiet bool
}

func (v voice) error(err error) {
	v.say("error", present.Failure(err).Text)
	if hint := hintOf(err); hint != "" {
		v.say("hint", hint)
	}
}

func (v voice) note(s string) {
	if !v.quiet {
		v.say("note", s)
	}
}

func (v voice) say(kind, s string) {
	s = provider.Clean(s, lineMax)
	if !v.json {
		fmt.Fprintf(v.w, "jp: %s: %s\n", kind, s)
		return
	}
	// A message that can not be written has nowhere else to go.
	_ = lineui.WriteEnvelope(v.w, kind, map[string]string{"message": s})
}

// lineMax bounds what is said in one line, in runes.
const lineMax = 1000
