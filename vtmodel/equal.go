package vtmodel

import "slices"

// Equal reports that two screens cannot be told apart by looking at them, at their
// scrollback, their wrap marks and their modes. Tags and bells are not compared, nor how
// many rows the scrollback has dropped.
func (s Screen) Equal(t Screen) bool {
	return s.Cols == t.Cols && s.Rows == t.Rows && s.Cursor == t.Cursor && s.Title == t.Title &&
		s.Alt == t.Alt && s.Modes == t.Modes && slices.EqualFunc(s.Lines, t.Lines, Row.looksLike) &&
		slices.EqualFunc(s.Scrollback, t.Scrollback, Row.looksLike)
}

// Hash returns a number that is equal for equal screens, in every process and version
// of the same code, so that explored states can be merged and stored. It is FNV-1a.
func (s Screen) Hash() uint64 {
	h := fnvOffset.
		number(uint64(s.Cols)).number(uint64(s.Rows)).
		number(uint64(s.Cursor.Row)).number(uint64(s.Cursor.Col)).
		flag(s.Cursor.PendingWrap).flag(s.Cursor.Visible).flag(s.Alt).
		number(uint64(s.Modes)).text(s.Title).number(uint64(len(s.Scrollback)))
	for i := range len(s.Scrollback) + len(s.Lines) {
		h = h.row(s.rowOfHistory(i))
	}
	return uint64(h)
}

type fnv uint64

const (
	fnvOffset fnv = 14695981039346656037
	fnvPrime  fnv = 1099511628211
)

func (h fnv) row(r Row) fnv {
	end := len(r.Cells)
	for end > 0 && r.Cells[end-1].isDefault() {
		end--
	}
	h = h.flag(r.Wrapped).number(uint64(end))
	for i := range r.Cells[:end] {
		if c := &r.Cells[i]; c.isDefault() {
			h = (h ^ ' ') * fnvPrime
		} else {
			h = h.cell(c)
		}
	}
	return h
}

// isDefault reports a blank cell that shows nothing, not even a background.
func (c *Cell) isDefault() bool {
	return c.isBlank() && c.Style == (Style{}) && c.Link == ""
}

func (h fnv) cell(c *Cell) fnv {
	if c.isBlank() {
		h = h.text(" ")
	} else {
		h = h.text(c.Cluster)
	}
	st := c.Style
	return h.number(uint64(c.Width)).
		number(uint64(st.FG)<<32 | uint64(st.BG)).
		number(uint64(st.UnderlineColor)<<32 | uint64(st.Attrs)<<8 | uint64(st.Underline)).
		text(c.Link)
}

func (h fnv) text(s string) fnv {
	for i := range len(s) {
		h = (h ^ fnv(s[i])) * fnvPrime
	}
	return (h ^ 0xff) * fnvPrime // An end mark: no UTF-8 has this byte.
}

func (h fnv) number(n uint64) fnv {
	return (h ^ fnv(n) ^ fnv(n>>32)) * fnvPrime * fnvPrime
}

func (h fnv) flag(b bool) fnv {
	if b {
		return (h ^ 1) * fnvPrime
	}
	return h * fnvPrime
}
