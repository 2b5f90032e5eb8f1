package vtmodel

// track reflows as VTE does. The screen shows the end of what exists; rows below the
// cursor's paragraph are dropped as far as its end would come closer to the top.
func (s *sheet) track(cols, rows int) {
	s.lines = s.lines[:max(s.used, s.cur.row+1)]
	below := point{row: s.cur.row + 1}
	for below.row < len(s.lines) && s.lines[below.row-1].wrapped {
		below.row++
	}
	before := below.row - s.base
	if cols != s.cols {
		s.lines = rewrap(s.lines, cols, (*line).used, true, &s.cur, &s.saved, &below).lines
	}
	if excess := len(s.lines) - rows; excess > 0 {
		drop := min(excess, len(s.lines)-below.row, before-(below.row-excess))
		s.lines = s.lines[:len(s.lines)-max(drop, 0)]
	}
	s.base = max(len(s.lines)-rows, 0)
	s.used = len(s.lines)
	s.finish(cols, rows)
}

// push reflows as Ghostty does: all rows that have text are kept, so a shorter screen lets
// rows leave at the top also where the cursor would not need it. Another width keeps as
// many rows below the cursor as there were, less those that were wrapped.
func (s *sheet) push(cols, rows int) {
	switch { // One after the other, the height first when it becomes narrower.
	case cols < s.cols && rows != s.rows:
		s.push(s.cols, rows)
	case cols > s.cols && rows != s.rows:
		s.push(cols, s.rows)
	}
	end := s.contentEnd((*line).used)
	s.lines = s.lines[:max(end, s.cur.row+1)]
	before, below := len(s.lines), s.base+s.rows-1-s.cur.row
	if cols != s.cols {
		s.lines = rewrap(s.lines, cols, (*line).used, true, &s.cur, &s.saved).lines
		below -= max(len(s.lines)-before, 0)
	} else {
		below = 0
	}
	s.base = max(len(s.lines)-rows, s.cur.row+1+below-rows, 0)
	s.used = len(s.lines)
	s.finish(cols, rows)
	s.blankPrompt()
}

// contentEnd is the row after the last one of the screen that has content.
func (s *sheet) contentEnd(measure func(*line) int) int {
	end := len(s.lines)
	for end > s.base && measure(s.lines[end-1]) == 0 {
		end--
	}
	return end
}

// promptRow returns the row where the prompt begins that the cursor is in, or -1.
func (s *sheet) promptRow() int {
	for y := min(s.cur.row, len(s.lines)-1); y >= s.base; y-- {
		switch s.lines[y].prompt {
		case promptStart:
			return y
		case promptOutput:
			return -1
		}
	}
	return -1
}

// blankPrompt erases the prompt that the cursor is in, for the shell to draw it again.
func (s *sheet) blankPrompt() {
	y := s.promptRow()
	if y < 0 {
		return
	}
	for ; y < len(s.lines); y++ {
		prompt := s.lines[y].prompt
		s.lines[y].reset(s.cols, 0)
		s.lines[y].prompt = prompt
	}
}

// pushStuck reflows as kitty does: the scrollback stays the scrollback, and the cursor's
// row is not reduced by the rows that scroll after it was laid out. A prompt is cropped,
// not reflowed, for the shell to draw it again.
func (s *sheet) pushStuck(cols, rows int) {
	prompt := s.promptRow()
	if prompt >= 0 {
		s.keepPrompt(prompt, cols, rows)
		return
	}
	end := s.contentEnd((*line).written)
	beyond := s.cur.row >= end
	points := []*point{}
	for _, p := range []*point{&s.cur, &s.saved} {
		if p.row < end && s.lines[p.row].written() > 0 {
			points = append(points, p)
		}
	}
	screen := s.cur.row - s.base
	stay := s.cur.row < end && s.lines[s.cur.row].written() == 0
	saved := s.saved.row - s.base
	savedStays := s.saved.row >= end || s.lines[s.saved.row].written() == 0
	out := rewrap(s.lines[:end], cols, (*line).written, true, points...)
	first := len(out.lines)
	for first > 0 && out.origin[first-1] >= s.base {
		first--
	}
	lag := max(len(out.lines)-first-rows, 0)
	s.lines, s.base = out.lines, first+lag
	stuck := func(row int) int { return s.base + min(max(row-first, 0), rows-1) }
	s.cur.row, s.saved.row = stuck(s.cur.row), stuck(s.saved.row)
	if stay {
		s.cur.row = s.base + min(screen, rows-1)
	}
	if savedStays {
		s.saved.row = s.base + min(saved, rows-1)
	}
	if beyond {
		s.cur.row = len(s.lines)
		if s.cur.row >= s.base+rows {
			s.base++
		}
	}
	s.used = len(s.lines)
	s.finish(cols, rows)
	s.cur.col, s.saved.col = min(s.cur.col, cols-1), min(s.saved.col, cols-1)
}

// keepPrompt reflows what is above a prompt and crops the prompt itself.
func (s *sheet) keepPrompt(prompt, cols, rows int) {
	tail, depth := s.lines[prompt:], s.cur.row-prompt
	out := rewrap(s.lines[:prompt], cols, (*line).written, true)
	first := len(out.lines)
	for first > 0 && out.origin[first-1] >= s.base {
		first--
	}
	s.lines = append(out.lines, tail...)
	s.cur = point{len(out.lines) + depth, min(s.cur.col, cols-1)}
	s.base = max(first, s.cur.row+1-rows)
	s.saved.row, s.saved.col = s.base+rows-1, min(s.saved.col, cols-1)
	s.used = s.cur.row + 1
	s.finish(cols, rows)
}

// anchor reflows as tmux does: first the height, then the width with the last row staying
// the last one, blank or not.
func (s *sheet) anchor(cols, rows int) {
	saved := s.saved.row - s.base
	if rows < s.rows {
		s.shrinkRows(rows)
	} else {
		s.base -= min(rows-s.rows, s.base)
	}
	s.finish(s.cols, rows)
	if cols != s.cols {
		s.lines = rewrap(s.lines, cols, (*line).written, false, &s.cur).lines
		for len(s.lines) < rows {
			s.lines = append(s.lines, newLine(cols))
		}
		s.base = len(s.lines) - rows
	}
	if s.cur.row < s.base {
		s.cur = point{row: s.base}
	}
	s.saved = point{s.base + min(saved, rows-1), min(s.saved.col, cols-1)}
	s.used = len(s.lines)
	s.finish(cols, rows)
}
