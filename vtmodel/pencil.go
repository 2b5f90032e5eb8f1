package vtmodel

// pencil is what text is written with.
type pencil struct {
	look      look
	protected bool // DECSCA
	brush     cell // The cell for text without the text.
	stale     bool // The brush is not that of the look.
	empty     cell // The cell for what is erased: it has the background only.
	emptyOf   bool // The empty cell is that of the look.
}

// change is to be called when the look has changed.
func (p *pencil) change() { p.stale, p.emptyOf = true, false }

// ready makes the brush current.
func (t *Terminal) ready() {
	if !t.pen.stale {
		return
	}
	if t.looks.full() {
		t.sweep()
	}
	t.pen.stale = false
	t.pen.brush = cell(t.looks.id(t.pen.look)) << lookShift
	if t.pen.protected {
		t.pen.brush |= cellProtected
	}
}

// blank is the cell for what is erased. It may renumber the looks, and then all cells.
func (t *Terminal) blank() cell {
	if t.pen.emptyOf {
		return t.pen.empty
	}
	if t.looks.full() {
		t.sweep()
	}
	t.pen.emptyOf, t.pen.empty = true, 0
	if t.pen.look.bg != 0 {
		t.pen.empty = cell(t.looks.id(look{bg: t.pen.look.bg})) << lookShift
	}
	return t.pen.empty
}

// Tag marks the cells that the following writes paint with their provenance.
func (t *Terminal) Tag(tag Tag) {
	t.pen.look.tag = tag
	t.pen.change()
}
