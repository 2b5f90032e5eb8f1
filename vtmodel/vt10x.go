package vtmodel

import (
	"bytes"

	"github.com/hinshun/vt10x"
)

// Sizes are clamped to these; a hostile or confused caller must not ask for gigabytes.
const (
	sizeMin = 1
	sizeMax = 4096
)

// DefaultScrollback is how many rows of scrollback a model keeps unless told otherwise.
const DefaultScrollback = 10_000

// VT10x is the terminal of github.com/hinshun/vt10x made safe: it can not panic, hang or
// lose characters, whatever is written. Its grid, its cursor and its wrapping are
// vt10x's own; what vt10x would misread is put right or refused before it gets there. It
// resizes by cropping. See the package comment for what it is known to get wrong.
type VT10x struct {
	term       vt10x.Terminal
	cols, rows int
	answers    bytes.Buffer // What vt10x replied; it writes here while holding its lock.

	in       scanner
	pen      penTable
	saved    Style  // The style that DECSC saved, as vt10x saves its own with the cursor.
	lastRune rune   // What REP repeats; 0 after anything but text.
	cmd      []byte // Reused to build what is fed to vt10x.

	top, bottom int // Margins, mirrored since vt10x does not tell them.
	extra       Modes
	title       string
	bells       int

	scrollback      []Row // Append-only, since snapshots share it.
	scrolled        int
	scrollbackLimit int

	refused      []Refusal
	incomparable string
}

// NewVT10x returns a blank terminal of the given size, clamped to 1 to 4096.
func NewVT10x(cols, rows int) *VT10x {
	v := &VT10x{
		cols: clampSize(cols), rows: clampSize(rows),
		scrollbackLimit: DefaultScrollback,
	}
	v.pen.init()
	v.bottom = v.rows - 1
	v.term = vt10x.New(vt10x.WithSize(v.cols, v.rows), vt10x.WithWriter(&v.answers))
	return v
}

// KeepScrollback sets how many rows of scrollback are kept from now on; the oldest go
// first. A test that compares a long transcript needs as many rows as it prints.
func (v *VT10x) KeepScrollback(rows int) {
	v.scrollbackLimit = max(rows, 0)
	v.trimScrollback()
}

// Write feeds p to the terminal. It always takes all of p and never fails. Bytes of an
// unfinished rune or sequence are held back until the rest arrives.
func (v *VT10x) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := v.scan(rest)
		v.in.offset += int64(n)
		rest = rest[n:]
	}
	return len(p), nil
}

// Tag marks the cells that the following writes paint with their provenance.
func (v *VT10x) Tag(t Tag) { v.pen.setTag(t) }

// Answers returns the replies to reports asked for since the last call, or nil.
func (v *VT10x) Answers() []byte {
	if v.answers.Len() == 0 {
		return nil
	}
	answers := bytes.Clone(v.answers.Bytes())
	v.answers.Reset()
	return answers
}

// Resize crops or extends the screen: columns that are cut off are lost, rows leave at
// the top into the scrollback as far as the cursor needs it, new rows are blank.
func (v *VT10x) Resize(cols, rows int) {
	cols, rows = clampSize(cols), clampSize(rows)
	if cols == v.cols && rows == v.rows {
		return
	}
	slide := v.term.Cursor().Y - rows + 1
	if slide > 0 && v.alt() {
		v.refuse("resize", "vt10x drops rows of the hidden main screen with those of the alternate one", true)
	} else if slide > 0 {
		v.capture(slide)
	}
	v.usePen(penErased) // vt10x fills new cells with the pen.
	v.term.Resize(cols, rows)
	widened := v.cols
	v.cols, v.rows = cols, rows
	v.top, v.bottom = 0, rows-1
	v.addTabStops(widened)
}

// addTabStops sets the stops of columns that a resize added, which vt10x forgets. It
// runs after the resize has cleared the pending wrap, so moving the cursor is harmless.
func (v *VT10x) addTabStops(from int) {
	const every = 8
	col := v.term.Cursor().X
	for stop := (from + every - 1) / every * every; stop < v.cols; stop += every {
		v.csi('G', stop+1)
		v.escape('H')
	}
	if v.cols > from {
		v.csi('G', col+1)
	}
}

// Screen returns what the terminal shows now.
func (v *VT10x) Screen() Screen {
	s := Screen{
		Cols: v.cols, Rows: v.rows,
		Lines:      make([]Row, v.rows),
		Scrollback: v.scrollback[:len(v.scrollback):len(v.scrollback)],
		Scrolled:   v.scrolled,
		Title:      v.title,
		Alt:        v.alt(),
		Modes:      v.modes(),
		Bells:      v.bells,
	}
	cells := make([]Cell, v.cols*v.rows)
	for y := range s.Lines {
		s.Lines[y] = v.readRow(y, cells[y*v.cols:(y+1)*v.cols:(y+1)*v.cols])
	}
	cur := v.term.Cursor()
	s.Cursor = Cursor{Row: cur.Y, Col: cur.X, PendingWrap: cur.State&cursorWrapNext != 0, Visible: v.term.CursorVisible()}
	return s
}

// vt10x's own constants for these are not exported.
const (
	attrWrap       = 1 << 6 // Glyph.Mode: autowrap left this cell for the next row.
	cursorWrapNext = 1 << 1 // Cursor.State
	cursorOrigin   = 1 << 2
)

// readRow reads row y into cells. The wrap mark is on the cell that was last when the
// wrap happened, which a later resize may leave anywhere in the row.
func (v *VT10x) readRow(y int, cells []Cell) Row {
	row := Row{Cells: cells}
	for x := range cells {
		glyph := v.term.Cell(x, y)
		v.pen.setCell(&cells[x], &glyph)
		row.Wrapped = row.Wrapped || glyph.Mode&attrWrap != 0
	}
	return row
}

func (v *VT10x) alt() bool { return v.term.Mode()&vt10x.ModeAltScreen != 0 }

// pendingWrap reports that the next character wraps before it is drawn.
func (v *VT10x) pendingWrap() bool {
	return v.term.Cursor().State&cursorWrapNext != 0
}

func (v *VT10x) wraps() bool { return v.term.Mode()&vt10x.ModeWrap != 0 }

var vt10xModes = [...]struct {
	theirs vt10x.ModeFlag
	ours   Modes
}{
	{vt10x.ModeInsert, Insert},
	{vt10x.ModeCRLF, NewlineMode},
	{vt10x.ModeReverse, ReverseScreen},
	{vt10x.ModeAppCursor, AppCursor},
	{vt10x.ModeAppKeypad, AppKeypad},
	{vt10x.ModeMouseX10, MouseX10},
	{vt10x.ModeMouseButton, MouseButton},
	{vt10x.ModeMouseMotion, MouseDrag},
	{vt10x.ModeMouseMany, MouseMotion},
	{vt10x.ModeMouseSgr, MouseSGR},
	{vt10x.ModeFocus, FocusEvents},
}

func (v *VT10x) modes() Modes {
	modes, theirs := v.extra, v.term.Mode()
	for _, m := range vt10xModes {
		if theirs&m.theirs != 0 {
			modes |= m.ours
		}
	}
	if !v.wraps() {
		modes |= NoWrap
	}
	if v.term.Cursor().State&cursorOrigin != 0 {
		modes |= Origin
	}
	return modes
}

func clampSize(n int) int { return min(max(n, sizeMin), sizeMax) }
