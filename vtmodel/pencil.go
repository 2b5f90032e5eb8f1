package vtmodel

// pencil is what text is written with.
type pencil struct {
	look      look
	protected bool // DECSCA
	brush     cell // The cell for text without the text.
	blank     cell // The cell for what is erased: it has the background only.
	stale     bool // The cells are not those of the look.
}

// ready makes the pencil's cells current.
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
	t.pen.blank = 0
	if t.pen.look.bg != 0 {
		t.pen.blank = cell(t.looks.id(look{bg: t.pen.look.bg})) << lookShift
	}
}

func (t *Terminal) blank() cell {
	t.ready()
	return t.pen.blank
}

// Tag marks the cells that the following writes paint with their provenance.
func (t *Terminal) Tag(tag Tag) {
	t.pen.look.tag = tag
	t.pen.stale = true
}
