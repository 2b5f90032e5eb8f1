package vtmodel

import (
	"fmt"
	"slices"
)

// Verify returns an error naming the first invariant that does not hold, of the screen and
// of what a Screen does not show. It is for the tests of the model.
func (t *Terminal) Verify() error {
	if err := t.Screen().Verify(); err != nil {
		return err
	}
	m := t.margins
	switch {
	case len(t.main.rows) != t.rows:
		return fmt.Errorf("the main screen has %d rows, want %d", len(t.main.rows), t.rows)
	case t.g == &t.alt && len(t.alt.rows) != t.rows:
		return fmt.Errorf("the alternate screen has %d rows, want %d", len(t.alt.rows), t.rows)
	case m.top < 0 || m.bottom >= t.rows || m.top > m.bottom || m.left < 0 || m.right >= t.cols || m.left > m.right:
		return fmt.Errorf("margins %+v of %dx%d", m, t.cols, t.rows)
	case t.cur.pending && !t.q.backTabKeepsEdge && t.cur.col != t.cols-1 && t.cur.col != m.right:
		return fmt.Errorf("pending wrap in column %d, neither the last nor the right margin", t.cur.col)
	case len(t.tabs.at) < t.cols:
		return fmt.Errorf("tab stops for %d of %d columns", len(t.tabs.at), t.cols)
	}
	return t.verifyLines()
}

func (t *Terminal) verifyLines() error {
	seen := map[*line]bool{}
	for l := range t.allLines() {
		if seen[l] {
			return fmt.Errorf("a line is in two places")
		}
		seen[l] = true
		if n := len(l.shown); n > 0 && !slices.Equal(l.shown, t.appendCells(nil, l.cells[:n])) {
			return fmt.Errorf("a line was changed behind the back of its snapshot")
		}
		for i, c := range l.cells {
			switch {
			case int(c>>lookShift) >= len(t.looks.looks):
				return fmt.Errorf("column %d has look %d of %d", i, c>>lookShift, len(t.looks.looks))
			case c&cellCluster != 0 && int(c&cellText) >= len(t.clusters.texts):
				return fmt.Errorf("column %d has cluster %d of %d", i, c&cellText, len(t.clusters.texts))
			}
		}
	}
	for i, l := range t.g.rows {
		if len(l.cells) != t.cols {
			return fmt.Errorf("row %d has %d cells, want %d", i, len(l.cells), t.cols)
		}
	}
	if n := len(t.history.shown); n > t.history.len() {
		return fmt.Errorf("%d rows of %d in the scrollback are shown", n, t.history.len())
	}
	return nil
}
