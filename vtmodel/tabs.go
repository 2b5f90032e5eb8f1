package vtmodel

const tabEvery = 8

// tabStops are the columns where a tab stops. Those that a wider screen adds have the
// usual stops, unless all were cleared.
type tabStops struct {
	at  []bool
	off bool // All were cleared, so new columns get none.
}

func (s *tabStops) reset(cols int) {
	s.at, s.off = s.at[:0], false
	s.setCols(cols)
}

// setCols adds columns; a narrower screen keeps its stops in case that it widens again.
func (s *tabStops) setCols(cols int) {
	for col := len(s.at); col < cols; col++ {
		s.at = append(s.at, !s.off && col%tabEvery == 0 && col > 0)
	}
}

func (s *tabStops) clearAll() {
	clear(s.at)
	s.off = true
}

// after returns the first stop right of col, at most last.
func (s *tabStops) after(col, last int) int {
	for col++; col < last; col++ {
		if s.at[col] {
			return col
		}
	}
	return last
}

// before returns the first stop left of col, at least first.
func (s *tabStops) before(col, first int) int {
	for col--; col > first; col-- {
		if s.at[col] {
			return col
		}
	}
	return first
}
