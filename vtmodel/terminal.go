package vtmodel

import (
	"bytes"
	"iter"
)

// Terminal is a terminal of our own: a Model and a Tagger that behaves as its Profile
// does. It is safe with any input: nothing panics or hangs, memory is bounded, and how
// the stream is split over writes makes no difference.
type Terminal struct {
	profile Profile
	q       *quirks
	widths  *widthTable

	in     parser
	offset int64 // Just after the value that is run, from the beginning of the stream.

	cols, rows int
	main       grid
	alt        grid
	g          *grid // The one that is shown.
	history    history
	looks      lookTable
	clusters   clusterTable
	spare      []*line // To be used again.

	pen       pencil
	cur       position
	saved     [2]savedCursor // Of the main and the alternate screen.
	margins   margins
	tabs      tabStops
	sets      charsets
	modes     modeSet
	savedMode map[int]bool // XTSAVE
	idle      map[int]bool // Modes that are only remembered.
	shape     int          // DECSCUSR
	eightBit  bool         // S8C1T: answers begin with C1 controls.
	kitty     [2]keyboard  // Keyboard flags of the main and the alternate screen.
	pens      []look       // XTPUSHSGR

	lastRune  rune // What REP repeats; 0 after anything but text.
	lastCell  int  // Column+1 of the cell that a combining character joins; 0 is none.
	lastRow   int
	runeTexts map[rune]string

	title, icon string
	titles      []string
	directory   string
	palette     map[int]Color // OSC 4
	dynamic     [10]Color     // OSC 10 to 19; 0 is the profile's own.
	bells       int

	answers bytes.Buffer
	events  []Event
}

// position is where the next character goes. Pending means that the row is full and the
// next character wraps first; col is then still the last column.
type position struct {
	row, col int
	pending  bool
}

// margins are inclusive; text outside of them does not scroll.
type margins struct {
	top, bottom, left, right int
}

// NewTerminal returns a blank terminal of the given size, clamped to 1 to 4096.
func NewTerminal(p Profile, cols, rows int) *Terminal {
	if int(p) >= len(profileQuirks) {
		p = XTerm
	}
	t := &Terminal{profile: p, q: &profileQuirks[p], cols: clampSize(cols), rows: clampSize(rows)}
	t.widths = profileWidths[p]()
	t.in.q = t.q
	t.history.limit = DefaultScrollback
	t.looks.init()
	t.clusters.init()
	t.g = &t.main
	t.resetState()
	t.main.setRows(t.rows, t.cols)
	return t
}

// Profile returns the profile that the terminal was made with.
func (t *Terminal) Profile() Profile { return t.profile }

// KeepScrollback sets how many rows of scrollback are kept from now on; the oldest go
// first. A test that compares a long transcript needs as many rows as it prints.
func (t *Terminal) KeepScrollback(rows int) {
	t.history.limit = max(rows, 0)
	for t.history.len() > t.history.limit {
		t.history.dropOldest()
	}
}

// Write feeds p to the terminal. It always takes all of p and never fails. Bytes of an
// unfinished rune or sequence are held back until the rest arrives.
func (t *Terminal) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n, found := t.in.next(rest)
		t.offset += int64(n)
		switch found {
		case tokenText:
			t.printASCII(rest[:n])
		case tokenRune:
			t.printRune(t.in.r)
		case tokenControl:
			t.runControl(t.in.control)
		case tokenEscape:
			t.runEscape()
		case tokenCSI:
			t.runSequence()
		case tokenString:
			t.runString()
		}
		rest = rest[n:]
	}
	return len(p), nil
}

// Answers returns what the terminal has sent to the program since the last call, or nil.
func (t *Terminal) Answers() []byte {
	if t.answers.Len() == 0 {
		return nil
	}
	answers := bytes.Clone(t.answers.Bytes())
	t.answers.Reset()
	return answers
}

// resetState is everything of RIS but the text.
func (t *Terminal) resetState() {
	t.pen = pencil{look: look{tag: t.pen.look.tag}, stale: true}
	t.cur = position{}
	t.margins = margins{bottom: t.rows - 1, right: t.cols - 1}
	t.tabs.reset(t.cols)
	t.sets = charsets{}
	t.modes = powerOnModes
	t.saved = [2]savedCursor{t.cursorAtHome(), t.cursorAtHome()}
	t.savedMode, t.idle, t.pens, t.titles = nil, nil, nil, nil
	t.shape, t.eightBit = 0, false
	t.kitty = [2]keyboard{}
	t.palette, t.dynamic = nil, [10]Color{}
	t.lastRune, t.lastCell = 0, 0
}

// reset is RIS.
func (t *Terminal) reset() {
	if t.q.resetPushes && t.g == &t.main {
		t.pushScreen()
	}
	t.showMain()
	t.resetState()
	t.title, t.icon = "", ""
	for _, l := range t.main.rows {
		l.reset(t.cols, 0)
	}
	t.main.used = 0
	t.alt.rows = nil
}

// grid is the rows of one screen.
type grid struct {
	rows []*line
	used int // Rows up to the last one that text or the cursor has reached.
}

// setRows makes the grid blank.
func (g *grid) setRows(rows, cols int) {
	g.rows = make([]*line, rows)
	cells, lines := make([]cell, rows*cols), make([]line, rows)
	for i := range g.rows {
		lines[i].cells = cells[i*cols : (i+1)*cols : (i+1)*cols]
		g.rows[i] = &lines[i]
	}
	g.used = 0
}

// here is the cursor's row.
func (t *Terminal) here() *line { return t.g.rows[t.cur.row] }

// allLines are the lines of both screens and of the scrollback.
func (t *Terminal) allLines() iter.Seq[*line] {
	return func(yield func(*line) bool) {
		for _, lines := range [][]*line{t.history.lines[t.history.head:], t.main.rows, t.alt.rows, t.spare} {
			for _, l := range lines {
				if !yield(l) {
					return
				}
			}
		}
	}
}
