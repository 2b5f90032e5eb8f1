package vtmodel

// cell is one column of a line, small enough that a screen is a few pages of memory:
//
//	63           32 31        26 25     24        23   22   21      20      0
//	[ look number ] [ unused ] [ gap ] [protected] [tail][wide][cluster][ rune or cluster ]
//
// The look is a number in a lookTable, the cluster one in a clusterTable. Zero is an
// erased cell of the default look.
type cell uint64

const (
	cellText      cell = 1<<21 - 1
	cellCluster   cell = 1 << 21 // The text is the number of a cluster.
	cellWide      cell = 1 << 22
	cellTail      cell = 1 << 23 // The second column of a wide cluster.
	cellProtected cell = 1 << 24 // DECSCA
	cellGap       cell = 1 << 25 // Left over since a wide cluster did not fit.
	lookShift          = 32
	cellLook      cell = 1<<64 - 1<<lookShift
)

// isErased reports a cell that nothing was written to, though it may have a background.
func (c cell) isErased() bool { return c&(cellText|cellCluster|cellTail) == 0 }

// promptMark is what OSC 133 said at a line.
type promptMark uint8

const (
	promptNone   promptMark = iota
	promptStart             // A
	promptOutput            // C
)

// line is one row. The slice shown is its cells as a Screen has them, kept until the
// line changes; snapshots share it.
type line struct {
	cells   []cell
	wrapped bool
	prompt  promptMark
	shown   []Cell
}

func newLine(cols int) *line { return &line{cells: make([]cell, cols)} }

// reset makes the line blank and cols wide, in its old memory where it fits.
func (l *line) reset(cols int, blank cell) {
	if cap(l.cells) >= cols {
		l.cells = l.cells[:cols]
	} else {
		l.cells = make([]cell, cols)
	}
	fill(l.cells, blank)
	l.wrapped, l.prompt, l.shown = false, promptNone, nil
}

func fill(cells []cell, c cell) {
	if c == 0 {
		clear(cells)
		return
	}
	for i := range cells {
		cells[i] = c
	}
}

// used counts the cells up to the last one that is not erased in the default look.
func (l *line) used() int {
	n := len(l.cells)
	for n > 0 && l.cells[n-1] == 0 {
		n--
	}
	return n
}

// written counts the cells up to the last one that something was written to.
func (l *line) written() int {
	n := len(l.cells)
	for n > 0 && l.cells[n-1].isErased() {
		n--
	}
	return n
}

// setCols cuts the line or adds blank columns.
func (l *line) setCols(cols int) {
	if cols == len(l.cells) {
		return
	}
	l.shown = nil
	if cols < len(l.cells) {
		l.wrapped = false
		if cols > 0 && l.cells[cols].isTail() {
			l.cells[cols-1] &= cellLook
		}
		l.cells = l.cells[:cols]
		return
	}
	old := len(l.cells)
	if cap(l.cells) < cols {
		l.cells = append(make([]cell, 0, cols), l.cells...)
	}
	l.cells = l.cells[:cols]
	clear(l.cells[old:])
	l.wrapped = false
}

func (c cell) isTail() bool { return c&cellTail != 0 }
func (c cell) isWide() bool { return c&cellWide != 0 }

// split makes both columns of a wide cluster blank when a change begins or ends between
// them: before column i. A last column that changes so is not wrapped any more.
func (l *line) split(i int) {
	if i > 0 && i < len(l.cells) && l.cells[i].isTail() {
		l.cells[i-1] &= cellLook
		l.cells[i] &= cellLook
		if i == len(l.cells)-1 {
			l.wrapped = false
		}
	}
}

// erase makes the columns from up to to blank.
func (l *line) erase(from, to int, blank cell) {
	l.split(from)
	l.split(to)
	fill(l.cells[from:to], blank)
	l.shown = nil
}

// insert moves the columns from up to to right by n and blanks what becomes free.
func (l *line) insert(from, to, n int, blank cell) {
	n = min(n, to-from)
	l.split(from)
	l.split(to)
	l.split(to - n)
	copy(l.cells[from+n:to], l.cells[from:to-n])
	fill(l.cells[from:from+n], blank)
	l.shown = nil
}

// remove moves the columns behind from left by n and blanks what becomes free.
func (l *line) remove(from, to, n int, blank cell) {
	n = min(n, to-from)
	l.split(from)
	l.split(from + n)
	l.split(to)
	copy(l.cells[from:to-n], l.cells[from+n:to])
	fill(l.cells[to-n:to], blank)
	l.shown = nil
}
