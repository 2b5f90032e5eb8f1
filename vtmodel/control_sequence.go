package vtmodel

// runSequence runs a control sequence.
func (t *Terminal) runSequence() {
	s := &t.in.seq
	if s.final == 'b' && s.prefix == 0 && s.mids == 0 {
		t.repeat(s.count(0))
		return
	}
	t.lastRune = 0
	switch {
	case s.mids > 1:
	case s.final == 'm' && s.prefix == 0 && s.mids == 0:
		t.runRendition(s)
	case !s.dropColons() && !t.q.colonsDropped:
	case s.mids == 1:
		t.runWithIntermediate(s)
	case s.prefix == '?':
		t.runPrivate(s)
	case s.prefix != 0:
		t.runOther(s)
	case !t.runMotion(s):
		t.runEdit(s)
	}
}

// runMotion runs a control sequence that moves the cursor, or reports that it is none.
func (t *Terminal) runMotion(s *sequence) bool {
	switch s.final {
	case 'A':
		t.up(s.count(0))
	case 'B':
		t.down(s.count(0))
	case 'C':
		t.right(s.count(0))
	case 'D':
		t.left(s.count(0))
	case 'E':
		t.down(s.count(0))
		t.carriageReturn()
	case 'F':
		t.up(s.count(0))
		t.carriageReturn()
	case 'G', '`':
		t.moveCol(s.count(0) - 1)
	case 'H', 'f':
		if !t.q.manyValuesIgnored || s.n <= 2 {
			t.moveTo(s.count(0)-1, s.count(1)-1)
		}
	case 'I':
		if !t.q.noTabForward {
			t.tab(s.count(0))
		}
	case 'Z':
		t.tabBack(s.count(0))
	case 'a':
		if !t.q.noRelative {
			t.moveCol(min(t.cur.col+s.count(0), t.cols-1) - t.originCol())
		}
	case 'd':
		t.moveRow(s.count(0) - 1)
	case 'e':
		if !t.q.noRelative {
			t.moveRow(min(t.cur.row+s.count(0), t.rows-1) - t.originRow())
		}
	case 'j':
		if t.q.ecmaMoves {
			t.left(s.count(0))
		}
	case 'k':
		if t.q.ecmaMoves {
			t.up(s.count(0))
		}
	default:
		return false
	}
	return true
}

// runEdit runs a control sequence without prefix or intermediate that does not move the
// cursor.
func (t *Terminal) runEdit(s *sequence) {
	switch s.final {
	case '@':
		t.insertChars(s.count(0))
	case 'J':
		t.eraseInDisplay(s.at(0))
	case 'K':
		t.eraseInLine(s.at(0))
	case 'L':
		t.insertRows(s.count(0))
	case 'M':
		t.deleteRows(s.count(0))
	case 'P':
		t.deleteChars(s.count(0))
	case 'S':
		if s.or(0, 1) > 0 || !t.q.scrollUpZero {
			t.scrollUp(t.margins.top, s.count(0), !t.q.scrollKeepsNothing)
		}
	case 'T':
		if s.n <= 1 && (s.n == 0 || s.at(0) > 0 || t.q.scrollDownZero) {
			t.scrollDown(t.margins.top, s.count(0))
		}
	case '^':
		t.scrollDown(t.margins.top, s.count(0))
	case 'X':
		t.eraseChars(s.count(0))
	case 'c':
		if s.at(0) == 0 {
			t.answerAttributes()
		}
	case 'g':
		t.clearTabs(s.at(0))
	case 'h', 'l':
		for i := range s.n {
			t.setMode(s.at(i), s.final == 'h')
		}
	case 'n':
		t.answerStatus(s.at(0))
	case 'r':
		t.setRowMargins(s.count(0)-1, s.at(1))
	case 's':
		if t.modes.has(modeSideMargins) {
			t.setColumnMargins(s.count(0)-1, s.at(1))
		} else {
			t.saveCursor()
		}
	case 't':
		t.runWindow(s)
	case 'u':
		t.restoreCursor()
	}
}

func (t *Terminal) clearTabs(how int) {
	switch how {
	case 0:
		t.tabs.at[t.cur.col] = false
	case 3:
		t.tabs.clearAll()
	}
}

// setRowMargins is DECSTBM; bottom counts from 1, 0 is the last row.
func (t *Terminal) setRowMargins(top, bottom int) {
	if bottom == 0 || bottom > t.rows {
		bottom = t.rows
	}
	if top >= bottom-1 {
		return
	}
	t.margins.top, t.margins.bottom = top, bottom-1
	t.home()
}

// setColumnMargins is DECSLRM.
func (t *Terminal) setColumnMargins(left, right int) {
	if right == 0 || right > t.cols {
		right = t.cols
	}
	if left >= right-1 {
		return
	}
	t.margins.left, t.margins.right = left, right-1
	t.home()
}

// runPrivate runs a control sequence with "?".
func (t *Terminal) runPrivate(s *sequence) {
	switch s.final {
	case 'J':
		t.eraseSelectively(s.at(0), true)
	case 'K':
		t.eraseSelectively(s.at(0), false)
	case 'S':
		t.answerGraphics(s)
	case 'h', 'l':
		for i := range s.n {
			t.setPrivateMode(s.at(i), s.final == 'h')
		}
	case 'm':
		t.answerModifiers(s.at(0))
	case 'n':
		t.answerPrivateStatus(s.at(0))
	case 'r':
		t.restoreModes(s)
	case 's':
		t.saveModes(s)
	case 'u':
		t.answerKeyboard()
	}
}

// runOther runs a control sequence with one of the other prefixes.
func (t *Terminal) runOther(s *sequence) {
	switch string([]byte{s.prefix, s.final}) {
	case ">c":
		t.answerSecondary(s.at(0))
	case "=c":
		t.answerTertiary(s.at(0))
	case ">q":
		t.answerVersion(s.at(0))
	case ">u":
		t.keys().push(s.at(0))
	case "<u":
		t.keys().pop(s.count(0))
	case "=u":
		t.keys().change(s.at(0), s.or(1, 1))
	}
}

// runWithIntermediate runs a control sequence with one intermediate.
func (t *Terminal) runWithIntermediate(s *sequence) {
	switch string([]byte{s.mid[0], s.final}) {
	case " @":
		t.unlessNoShift(func() { t.shiftColumns(t.margins.left, -s.count(0)) })
	case " A":
		t.unlessNoShift(func() { t.shiftColumns(t.margins.left, s.count(0)) })
	case " q":
		t.setShape(s.at(0))
	case "!p":
		if !t.q.noReset {
			t.softReset()
		}
	case "\"q":
		t.pen.protected = s.at(0) == 1
		t.pen.change()
	case "#{", "#p":
		t.pushRendition()
	case "#}", "#q":
		t.popRendition()
	case "$p":
		t.answerMode(s)
	case "*x":
		t.modes.set(modeRectangle, s.at(0) == 2)
	case "*y":
		t.answerChecksum(s)
	case "'}", "'~":
		t.runColumns(s)
	default:
		if s.mid[0] == '$' && !t.q.noRectangles {
			t.runRectangle(s)
		}
	}
}

func (t *Terminal) unlessNoShift(run func()) {
	if !t.q.noShiftColumns && t.cursorInMargins() {
		run()
	}
}

func (t *Terminal) cursorInMargins() bool {
	return t.cur.row >= t.margins.top && t.cur.row <= t.margins.bottom &&
		t.cur.col >= t.margins.left && t.cur.col <= t.margins.right
}

// runColumns is DECIC and DECDC.
func (t *Terminal) runColumns(s *sequence) {
	if t.q.noColumns || !t.cursorInMargins() {
		return
	}
	n := s.count(0)
	if s.final == '~' {
		n = -n
	}
	t.shiftColumns(t.cur.col, n)
	t.cur.pending = false
}

func (t *Terminal) setShape(shape int) {
	if shape > 6 {
		return
	}
	t.shape = shape
	t.modes.set(modeBlink, shape == 0 || shape%2 == 1)
}

// softReset is DECSTR.
func (t *Terminal) softReset() {
	t.pen = pencil{look: look{tag: t.pen.look.tag, link: t.pen.look.link}, stale: true}
	t.modes &^= modeInsert | modeOrigin | modeAppCursor | modeKeypad | modeSideMargins | modeReverseWrap
	t.modes |= modeCursor | modeWrap
	t.margins = margins{bottom: t.rows - 1, right: t.cols - 1}
	t.sets = charsets{}
	*t.slot() = t.cursorAtHome()
	t.cur.pending = false
}
