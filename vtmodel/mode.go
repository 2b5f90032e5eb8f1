package vtmodel

// modeSet is the modes that are on.
type modeSet uint64

// The lower bits are the exported Modes, except that DECAWM is kept as what is on.
const (
	modeWrap      = modeSet(1)
	modeInsert    = modeSet(Insert)
	modeOrigin    = modeSet(Origin)
	modeNewline   = modeSet(NewlineMode)
	modeReverse   = modeSet(ReverseScreen)
	modeClusters  = modeSet(GraphemeClusters)
	modeInBand    = modeSet(ResizeReports)
	modeAppCursor = modeSet(AppCursor)
	modeKeypad    = modeSet(AppKeypad)
)

const (
	modeCursor modeSet = 1 << (32 + iota)
	modeSideMargins
	modeReverseWrap
	modeBlink
	modeColumnsAllowed
	modeColumns132
	modeSmooth
	modeRepeat
	modeMouseUTF8
	modeMouseURXVT
	modeMousePixels
	modeAltScroll
	modeAltShown
	modeRectangle // DECSACE
)

const exportedModes = modeSet(1<<32 - 1)

const powerOnModes = modeWrap | modeCursor | modeRepeat | modeAltScroll

func (m modeSet) has(bit modeSet) bool { return m&bit != 0 }

func (m *modeSet) set(bit modeSet, on bool) {
	if on {
		*m |= bit
	} else {
		*m &^= bit
	}
}

// exported returns what a Screen shows of the modes.
func (m modeSet) exported() Modes { return Modes(m&exportedModes) ^ NoWrap }

// privateMode returns the bit of a mode that only needs to be remembered.
func privateMode(n int) modeSet {
	switch n {
	case 1:
		return modeAppCursor
	case 4:
		return modeSmooth
	case 5:
		return modeReverse
	case 6:
		return modeOrigin
	case 7:
		return modeWrap
	case 8:
		return modeRepeat
	case 9:
		return modeSet(MouseX10)
	case 12:
		return modeBlink
	case 25:
		return modeCursor
	case 40:
		return modeColumnsAllowed
	case 45:
		return modeReverseWrap
	case 66:
		return modeKeypad
	case 69:
		return modeSideMargins
	case 1000:
		return modeSet(MouseButton)
	case 1002:
		return modeSet(MouseDrag)
	case 1003:
		return modeSet(MouseMotion)
	case 1004:
		return modeSet(FocusEvents)
	case 1005:
		return modeMouseUTF8
	case 1006:
		return modeSet(MouseSGR)
	case 1007:
		return modeAltScroll
	case 1015:
		return modeMouseURXVT
	case 1016:
		return modeMousePixels
	case 2004:
		return modeSet(BracketedPaste)
	case 2026:
		return modeSet(SyncUpdate)
	case 2027:
		return modeClusters
	case 2031:
		return modeSet(ColorSchemeReports)
	case 2048:
		return modeInBand
	}
	return 0
}

const (
	mouseModes     = modeSet(MouseX10 | MouseButton | MouseDrag | MouseMotion)
	mouseEncodings = modeMouseUTF8 | modeSet(MouseSGR) | modeMouseURXVT | modeMousePixels
)

// setPrivateMode is DECSET and DECRST of one mode.
func (t *Terminal) setPrivateMode(n int, on bool) {
	switch n {
	case 3:
		t.setColumnMode(on)
		return
	case 47, 1047, 1048, 1049:
		t.setAltMode(n, on)
		return
	case 69:
		if t.q.noMargins {
			return
		}
	case 9, 1000, 1002, 1003:
		t.modes &^= mouseModes // One at a time, as all terminals have it.
	case 1005, 1006, 1015, 1016:
		t.modes &^= mouseEncodings
	}
	bit := privateMode(n)
	if bit == 0 {
		if t.q.answers.fixedModes && isIdleMode(n) {
			t.setIdleMode(n, on)
		}
		return
	}
	t.modes.set(bit, on)
	switch n {
	case 6:
		if !t.q.originStays {
			t.home()
		}
	case 7:
		if !on && !t.q.edgeWithoutWrap {
			t.cur.pending = false
		}
	case 69:
		t.margins.left, t.margins.right = 0, t.cols-1
		t.clampCursor()
	}
}

// setColumnMode is DECCOLM. The size belongs to whoever made the terminal, so only its
// side effects remain.
func (t *Terminal) setColumnMode(on bool) {
	if !t.modes.has(modeColumnsAllowed) && !t.q.columnModeAnyway {
		return
	}
	t.modes.set(modeColumns132, on)
	t.margins = margins{bottom: t.rows - 1, right: t.cols - 1}
	t.modes.set(modeSideMargins, false)
	t.eraseRows(0, t.rows)
	t.home()
}

// setMode is SM and RM of one mode.
func (t *Terminal) setMode(n int, on bool) {
	switch n {
	case 4:
		t.modes.set(modeInsert, on)
	case 20:
		t.modes.set(modeNewline, on && !t.q.noNewline)
	}
}

// saveModes is XTSAVE, restoreModes XTRESTORE.
func (t *Terminal) saveModes(s *sequence) {
	if t.savedMode == nil {
		t.savedMode = map[int]bool{}
	}
	for i := range s.n {
		n := s.at(i)
		if privateMode(n) != 0 || n == 47 || n == 1047 || n == 1049 {
			t.savedMode[n] = t.isSet(n)
		}
	}
}

func (t *Terminal) restoreModes(s *sequence) {
	for i := range s.n {
		n := s.at(i)
		if on, ok := t.savedMode[n]; ok && on != t.isSet(n) {
			t.setPrivateMode(n, on)
		}
	}
}

func (t *Terminal) isSet(n int) bool {
	switch n {
	case 3:
		return t.modes.has(modeColumns132)
	case 47, 1047, 1049:
		return t.g == &t.alt
	}
	if on, ok := t.idle[n]; ok {
		return on
	}
	return n == 2 || t.modes.has(privateMode(n))
}

// isIdleMode reports a private mode of xterm that is remembered but changes nothing here.
func isIdleMode(n int) bool {
	switch {
	case n == 2, n == 18, n == 19, n == 30, n >= 41 && n <= 44, n == 67, n == 80, n == 95:
		return true
	case n == 1001, n == 1010, n == 1011, n >= 1034 && n <= 1046, n >= 1050 && n <= 1061, n >= 2001 && n <= 2006:
		return n != 2004
	}
	return false
}

func (t *Terminal) setIdleMode(n int, on bool) {
	if t.idle == nil {
		t.idle = map[int]bool{}
	}
	t.idle[n] = on
}
