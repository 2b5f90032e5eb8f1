package vtmodel

// runEscape runs an escape sequence that is not the introducer of a longer one.
func (t *Terminal) runEscape() {
	s := &t.in.seq
	if s.mids > 0 {
		t.runDesignation(s)
		return
	}
	t.lastRune = 0
	switch s.final {
	case '6':
		t.unlessNoColumns(func() { t.columnIndex(-1) })
	case '7':
		t.saveCursor()
	case '8':
		t.restoreCursor()
	case '9':
		t.unlessNoColumns(func() { t.columnIndex(1) })
	case '=':
		t.modes.set(modeKeypad, true)
	case '>':
		t.modes.set(modeKeypad, false)
	case 'D':
		t.index(t.q.indexKeepsEdge)
	case 'E':
		t.carriageReturn()
		t.lineFeed()
		t.carriageReturn()
	case 'H':
		t.tabs.at[t.cur.col] = true
	case 'M':
		t.reverseIndex()
	case 'N', 'O':
		if !t.q.noSingleShift {
			t.sets.single = int(s.final-'N') + 3
		}
	case 'Z':
		t.answerIdentity()
	case 'c':
		t.reset()
	case 'n', 'o':
		t.sets.locked = int(s.final-'n') + 2
	}
}

func (t *Terminal) unlessNoColumns(run func()) {
	if !t.q.noColumns {
		run()
	}
}

// runDesignation runs an escape sequence with an intermediate: character sets, DECALN.
func (t *Terminal) runDesignation(s *sequence) {
	switch s.mid[0] {
	case '(', ')', '*', '+':
		final := s.final
		if final == 'A' && !t.q.ukIsNational || s.mids > 1 {
			final = 'B'
		}
		t.sets.designate(int(s.mid[0]-'('), final)
	case ' ':
		if s.final == 'F' || s.final == 'G' {
			t.eightBit = s.final == 'G'
		}
	case '#':
		if s.final == '8' {
			t.align()
		}
	}
}
