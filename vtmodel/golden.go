package vtmodel

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Golden is the text form of some screens: one file per scenario, made to be read and
// reviewed by people. ParseGolden and Format are inverse to each other.
//
//	-- screen hello --
//	60x10 at 1.2s frame 9 cursor 9,1
//	^content 1
//	|loaded 3 files
//	>Name? Ada
//	:......kkk
//	|a long line that the terminal wrapped because it did not fit
//	+ into one row
//	~6
//	-- styles --
//	k bold green
//	-- screen released --
//	same hello
//
// The cursor is written column,row, both from 0. The first byte of a row says what it is:
//
//	^  entered the scrollback since the previous screen of the file
//	|  a row of the screen
//	>  the same with the cursor in it
//	+  continues the row above, which was wrapped softly; also with the cursor in it, and
//	   also in the scrollback
//	~6 six blank rows, neither the cursor's nor continued
//	:  how the row above looks: one letter a column, "." is plain
//	=  a cell of the row above that its text does not tell exactly: column, quoted
//	   cluster, width; for whatever is invisible, combined, or of another width than usual
//
// The section with the styles follows the first screen that has any.
type Golden struct {
	// Comment is the text before the first screen; empty, or ending in a newline.
	Comment string
	Shots   []Shot
	letters map[Look]byte
}

// Bounds of a golden file: what is longer nobody reads, so it should be two scenarios.
const (
	goldenScreensMax = 12
	goldenLinesMax   = 200
)

// Shot is one screen of a golden file: what is to be compared, and when it was taken.
type Shot struct {
	Name string
	// Timed says that At and Frame are known, which over a pty they are not. Diff compares
	// them only when both shots know, so that one file serves every ground.
	Timed bool
	At    time.Duration
	Frame int

	Cols, Rows int
	Cursor     Pos
	Hidden     bool
	Alt        bool
	Title      string
	Bells      int
	Modes      Modes
	Scrollback int
	// Unsteady marks a screen that was taken after some time of silence, not at a known
	// instant.
	Unsteady bool

	// Above are the rows that entered the scrollback since the previous shot.
	Above []ShotRow
	Lines []ShotRow
}

// ShotRow is a row as a golden file tells it.
type ShotRow struct {
	Text      string // Without trailing blanks; U+FFFD for what has a note.
	Continued bool   // The row above goes on here.
	Looks     []Look // One a column, without trailing plain ones.
	Notes     []Note
}

// Look is what a letter of a style row stands for.
type Look struct {
	Style Style
	Link  string
}

// String names the look as the section with the styles does.
func (l Look) String() string {
	if l.Link == "" {
		return l.Style.String()
	}
	return l.Style.String() + linkWord + strconv.QuoteToASCII(l.Link)
}

const linkWord = " link "

// Note tells a cell exactly.
type Note struct {
	Col     int
	Cluster string
	Width   int
}

// String writes the note as a golden file does, without its "=".
func (n Note) String() string {
	return fmt.Sprintf("%d %s %d", n.Col, strconv.QuoteToASCII(n.Cluster), n.Width)
}

// Find returns the shot with a name.
func (g *Golden) Find(name string) (Shot, bool) {
	for _, shot := range g.Shots {
		if shot.Name == name {
			return shot, true
		}
	}
	return Shot{}, false
}

// KeepLetters makes Format use the letters of an older version of the file for the
// styles that it had, so that an update changes only what looks different.
func (g *Golden) KeepLetters(old *Golden) {
	g.letters = old.letters
}

// Format returns the file. It fails when people could not read the result or ParseGolden
// would not: too long, too many styles, or a name that is empty, doubled or unprintable.
func (g *Golden) Format() ([]byte, error) {
	if err := g.checkNames(); err != nil {
		return nil, err
	}
	letters, err := g.assignLetters()
	if err != nil {
		return nil, err
	}
	f := formatter{letters: letters}
	f.WriteString(g.Comment)
	explained := len(letters) == 0
	for i, shot := range g.Shots {
		fmt.Fprintf(&f, "-- screen %s --\n", shot.Name)
		if same := g.sameAs(i); same != "" {
			fmt.Fprintf(&f, "same %s\n", same)
			continue
		}
		f.shot(shot)
		if !explained && shot.hasLooks() {
			explained = true
			f.styles()
		}
	}
	if n := bytes.Count(f.Bytes(), []byte("\n")); n > goldenLinesMax {
		return nil, fmt.Errorf("golden has %d lines, more than %d", n, goldenLinesMax)
	}
	return f.Bytes(), nil
}

func (g *Golden) checkNames() error {
	if len(g.Shots) > goldenScreensMax {
		return fmt.Errorf("golden has %d screens, more than %d", len(g.Shots), goldenScreensMax)
	}
	seen := make(map[string]bool)
	for _, shot := range g.Shots {
		if !isName(shot.Name) {
			return fmt.Errorf("screen name %q is empty, unprintable or padded", shot.Name)
		}
		if seen[shot.Name] {
			return fmt.Errorf("screen name %q is used twice", shot.Name)
		}
		seen[shot.Name] = true
	}
	return nil
}

func isName(name string) bool {
	return name != "" && strings.TrimSpace(name) == name && printable(name) == name && !strings.Contains(name, "--")
}

// sameAs returns the first spelled-out shot before shot i that shows the same, or "".
func (g *Golden) sameAs(i int) string {
	if len(g.Shots[i].Above) > 0 {
		return ""
	}
	for j, earlier := range g.Shots[:i] {
		if earlier.shows(g.Shots[i]) && g.sameAs(j) == "" {
			return earlier.Name
		}
	}
	return ""
}

const letterSet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// assignLetters gives a letter to every look that Format spells out: the one it had, or
// the first that is free.
func (g *Golden) assignLetters() (map[Look]byte, error) {
	var looks []Look
	for i, shot := range g.Shots {
		if g.sameAs(i) == "" {
			looks = shot.appendLooks(looks)
		}
	}
	letters := make(map[Look]byte)
	taken := make(map[byte]bool)
	for _, look := range looks {
		if letter, ok := g.letters[look]; ok {
			letters[look] = letter
			taken[letter] = true
		}
	}
	free := letterSet
	for _, look := range looks {
		if letters[look] != 0 {
			continue
		}
		for free != "" && taken[free[0]] {
			free = free[1:]
		}
		if free == "" {
			return nil, fmt.Errorf("golden needs more than %d styles", len(letterSet))
		}
		letters[look] = free[0]
		free = free[1:]
	}
	return letters, nil
}

func (s Shot) appendLooks(looks []Look) []Look {
	for _, row := range slices.Concat(s.Above, s.Lines) {
		for _, look := range row.Looks {
			if look != (Look{}) && !slices.Contains(looks, look) {
				looks = append(looks, look)
			}
		}
	}
	return looks
}

func (s Shot) hasLooks() bool { return len(s.appendLooks(nil)) > 0 }
