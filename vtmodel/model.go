package vtmodel

import (
	"io"
	"math/bits"
	"slices"
	"strings"
)

// Model is a terminal as seen from the program in it: bytes go in, a screen and answers
// come out. Every model of this package is one, whatever opinion it has on widths and
// on resizing, so a test that takes a Model runs on all of them.
//
// Write takes the stream in any split, even within a rune or an escape sequence, never
// fails and never keeps p. A model has one owner: none of the methods may run beside
// another one, but the Screen that is returned may go anywhere.
type Model interface {
	io.Writer
	// Resize gives the terminal another size, clamped to 1 to 4096. What happens to the
	// text is the model's policy, chosen when it was made.
	Resize(cols, rows int)
	// Screen returns what is seen after everything written so far. An unfinished rune
	// or sequence at the end of the input does not show yet.
	Screen() Screen
	// Answers returns what the terminal has sent to the program since the last call,
	// such as cursor position reports, and forgets it. It is nil when there was none.
	Answers() []byte
}

// Tag is where a cell came from, in the caller's own numbering: a kind of text, the
// claim it belongs to. The package only carries it. Zero means untagged.
type Tag uint64

// Tagger is the part of a model that knows provenance. Use it where the writer knows what
// its bytes are for; over a pty nobody knows, and then nothing is tagged.
type Tagger interface {
	// Tag marks the cells that the following writes paint. Erasing removes the tag.
	Tag(Tag)
}

// Modes is a set of terminal modes that differ from their power-on state.
type Modes uint32

// The modes. NoWrap is DECAWM switched off; a hidden cursor is in Cursor.
const (
	NoWrap Modes = 1 << iota
	Insert
	Origin
	NewlineMode
	ReverseScreen
	AppCursor
	AppKeypad
	MouseX10
	MouseButton
	MouseDrag
	MouseMotion
	MouseSGR
	FocusEvents
	BracketedPaste
	SyncUpdate
	GraphemeClusters
	ColorSchemeReports
	ResizeReports
)

var modeNames = [...]string{
	"no-wrap", "insert", "origin", "newline", "reverse-screen", "app-cursor", "app-keypad",
	"mouse-x10", "mouse-button", "mouse-drag", "mouse-motion", "mouse-sgr", "focus-events",
	"bracketed-paste", "sync-update", "grapheme-clusters", "color-scheme-reports", "resize-reports",
}

// String names the modes, joined by commas; it is empty when all are as at power-on.
func (m Modes) String() string {
	var names []string
	for ; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros32(uint32(m)); i < len(modeNames) {
			names = append(names, modeNames[i])
		}
	}
	return strings.Join(names, ",")
}

// parseModes reads what Modes.String wrote.
func parseModes(text string) (Modes, bool) {
	var m Modes
	for name := range strings.SplitSeq(text, ",") {
		i := slices.Index(modeNames[:], name)
		if i < 0 {
			return 0, false
		}
		m |= 1 << i
	}
	return m, m.String() == text
}
