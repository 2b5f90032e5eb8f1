package vtmodel

// scrollsAtCursor reports that moving the cursor down by one row would scroll instead.
func (v *VT10x) scrollsAtCursor() bool { return v.term.Cursor().Y == v.bottom }

// captureScroll saves the top n rows before the scrolling region moves up over them.
// Like most terminals it keeps rows of the main screen only, and only from the very top.
func (v *VT10x) captureScroll(n int) {
	if v.top == 0 && !v.alt() {
		v.capture(min(n, v.bottom+1))
	}
}

// captureWrap saves the top row before a character wraps at the bottom. On a screen
// with a single row, that row is the one that is about to be marked as wrapped.
func (v *VT10x) captureWrap() {
	if !v.scrollsAtCursor() {
		return
	}
	before := v.scrolled
	v.captureScroll(1)
	if v.bottom == 0 && v.scrolled > before && len(v.scrollback) > 0 {
		v.scrollback[len(v.scrollback)-1].Wrapped = true
	}
}

// capture appends the top n rows of the grid to the scrollback, without the cells at
// their ends that nothing was written to.
func (v *VT10x) capture(n int) {
	for y := range n {
		end := v.cols
		for end > 0 && penID(v.term.Cell(end-1, y).FG) == penErased {
			end--
		}
		v.scrollback = append(v.scrollback, v.readRow(y, make([]Cell, end)))
		v.scrolled++
	}
	v.trimScrollback()
}

// trimScrollback drops the oldest rows. Dropped rows stay in memory until append moves
// the rest to a new array, which is bounded by the limit's size.
func (v *VT10x) trimScrollback() {
	if n := len(v.scrollback) - v.scrollbackLimit; n > 0 {
		v.scrollback = v.scrollback[n:]
	}
}
