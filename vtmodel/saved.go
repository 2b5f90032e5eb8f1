package vtmodel

// savedCursor is what DECSC saves.
type savedCursor struct {
	at     position
	pen    pencil
	sets   charsets
	origin bool
}

func (t *Terminal) cursorAtHome() savedCursor {
	return savedCursor{pen: pencil{stale: true}}
}

// slot is the place for the saved cursor of the screen that is shown.
func (t *Terminal) slot() *savedCursor {
	if t.g == &t.alt {
		return &t.saved[1]
	}
	return &t.saved[0]
}

func (t *Terminal) saveCursor() {
	*t.slot() = t.cursorToSave()
}

func (t *Terminal) cursorToSave() savedCursor {
	return savedCursor{at: t.cur, pen: t.pen, sets: t.sets, origin: t.modes.has(modeOrigin)}
}

func (t *Terminal) restoreCursor() { t.restoreFrom(*t.slot()) }

func (t *Terminal) restoreFrom(s savedCursor) {
	tag := t.pen.look.tag
	t.pen = s.pen
	t.pen.look.tag = tag
	t.pen.change()
	t.sets = s.sets
	if !t.q.originKeeps {
		t.modes.set(modeOrigin, s.origin)
	}
	t.cur = s.at
	t.clampCursor()
	if t.q.saveDropsEdge {
		t.cur.pending = false
	}
	t.lastCell = 0
}

// clampCursor keeps the cursor on the screen.
func (t *Terminal) clampCursor() {
	t.cur.row = min(max(t.cur.row, 0), t.rows-1)
	t.cur.col = min(max(t.cur.col, 0), t.cols-1)
	if t.cur.col != t.margins.right && t.cur.col != t.cols-1 {
		t.cur.pending = false
	}
}

// setAltMode sets one of the modes that have to do with the alternate screen.
func (t *Terminal) setAltMode(n int, on bool) {
	if n == 1048 {
		switch {
		case t.q.noSave1048:
		case on:
			t.saveCursor()
		default:
			t.restoreCursor()
		}
		return
	}
	if t.q.noAlt47 && n != 1049 {
		return
	}
	if on {
		t.enterAlt(n)
	} else {
		t.leaveAlt(n)
	}
	t.lastCell = 0
}

func (t *Terminal) enterAlt(n int) {
	if t.g == &t.alt {
		return
	}
	if n == 1049 {
		t.saved[0] = t.cursorToSave()
	}
	t.g = &t.alt
	if len(t.alt.rows) != t.rows {
		t.alt.setRows(t.rows, t.cols)
	} else if n == 1049 || t.q.alt47Clears {
		t.eraseRows(0, t.rows)
	}
	t.alt.used = t.rows
	t.modes.set(modeAltShown, true)
	if t.q.altHomes {
		t.cur = position{}
	}
}

func (t *Terminal) leaveAlt(n int) {
	shown := t.g == &t.alt
	if shown && n == 1047 {
		t.eraseRows(0, t.rows)
	}
	t.showMain()
	if n == 1049 && (shown || !t.q.restoreNeedsAlt) {
		t.restoreFrom(t.saved[0])
	}
}

func (t *Terminal) showMain() {
	t.g = &t.main
	t.modes.set(modeAltShown, false)
	t.clampCursor()
}
