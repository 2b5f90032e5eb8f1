package vtmodel

// Resize gives the terminal another size, clamped to 1 to 4096. What happens to the text
// depends on the profile.
func (t *Terminal) Resize(cols, rows int) {
	cols, rows = clampSize(cols), clampSize(rows)
	if cols == t.cols && rows == t.rows {
		return
	}
	t.lastCell, t.spare = 0, nil
	alt := t.g == &t.alt
	cur := t.cur
	if alt {
		cur = t.saved[0].at
	}
	s := t.sheetOf(&t.main, cur, t.saved[0].at)
	how := t.q.resize
	if t.q.cropsWithoutWrap && !t.modes.has(modeWrap) {
		how = resizeCrop
	}
	s.resize(how, cols, rows)
	cur, saved := t.takeSheet(s)
	if alt && t.q.altResizeForgets {
		t.history.forget()
	}
	if alt {
		saved = cur // Entering the alternate screen has saved the cursor.
		cur, t.saved[1].at = t.resizeAlt(cols, rows, t.cur, t.saved[1].at)
	} else {
		t.alt.rows = nil
	}
	t.cur, t.saved[0].at = cur, saved
	t.cols, t.rows = cols, rows
	t.margins = margins{bottom: rows - 1, right: cols - 1}
	t.tabs.setCols(cols)
	t.clampCursor()
	if t.modes.has(modeInBand) {
		t.answerResize()
	}
}
