package vtmodel

import (
	"fmt"
	"slices"

	"github.com/mattn/go-runewidth"
)

// Refusal is a sequence that the model kept from vt10x, which would have misread it.
type Refusal struct {
	Offset   int64  // Of its first byte in the stream.
	Sequence string // Its bytes after ESC; cut when long.
	Reason   string
}

// String is safe to print anywhere.
func (r Refusal) String() string {
	return fmt.Sprintf("offset %d: refused %q: %s", r.Offset, r.Sequence, r.Reason)
}

// refusalsMax bounds what is remembered: the first ones are the interesting ones.
const refusalsMax = 1000

// Refused returns what was refused so far, in order, at most the first 1,000. Our own
// programs should cause none; a program that is tested over a pty may cause some that do
// not matter.
func (v *VT10x) Refused() []Refusal { return slices.Clone(v.refused) }

// Comparable reports whether the screen can be trusted to look like a terminal's. It is
// false from the first text or sequence on that vt10x is known to draw wrongly, such as a
// wide character; the reason names it. It never becomes true again.
func (v *VT10x) Comparable() (ok bool, reason string) {
	return v.incomparable == "", v.incomparable
}

// refuse records a sequence that began at v.in.start. It is visible when a terminal that
// knows it would show something else.
func (v *VT10x) refuse(sequence, reason string, visible bool) {
	const long = 64
	if len(sequence) > long {
		sequence = sequence[:long] + "..."
	}
	if len(v.refused) < refusalsMax {
		v.refused = append(v.refused, Refusal{Offset: v.in.start, Sequence: sequence, Reason: reason})
	}
	if visible && v.incomparable == "" {
		v.incomparable = fmt.Sprintf("offset %d: %q: %s", v.in.start, sequence, reason)
	}
}

func (v *VT10x) refuseHere(sequence, reason string, visible bool) {
	v.in.start = v.in.offset
	v.refuse(sequence, reason, visible)
}

func (v *VT10x) refuseCSI(final byte, reason string) {
	v.refuse("["+string(v.in.seq)+string(rune(final)), reason, false)
}

// narrow is the opinion on widths that most terminals share; it must not depend on the
// locale of whoever runs the tests.
var narrow = runewidth.Condition{EastAsianWidth: false, StrictEmojiNeutral: true}

// noteText notices text that vt10x is known to give the wrong number of columns: it
// knows only runes of one column.
func (v *VT10x) noteText(r rune) {
	if v.incomparable != "" || r < 0x300 && r != 0xad {
		return
	}
	if isPlainRune(r) {
		return
	}
	v.incomparable = fmt.Sprintf("offset %d: U+%04X takes no or two columns or joins its neighbours", v.in.start, r)
}

// isPlainRune reports a rune that always takes one column of its own.
func isPlainRune(r rune) bool {
	switch {
	case r == 0xad, r >= 0x1160 && r <= 0x11ff, r >= 0x1f1e6 && r <= 0x1f1ff:
		return false // Soft hyphen, Hangul that composes, flags.
	}
	return narrow.RuneWidth(r) == 1
}
