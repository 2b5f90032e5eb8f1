package vtmodel

// charsets are the four designated sets and which of them is in use.
type charsets struct {
	set    [4]byte // Final byte of the designation; 0 is ASCII.
	locked int     // The set that SI, SO, LS2 and LS3 chose.
	single int     // The set for the next character only, as a number from 1; 0 is none.
}

// plain reports that text needs no translation.
func (c *charsets) plain() bool {
	return c.single == 0 && c.set[c.locked] == 0
}

// designate puts a set into a slot. Unknown sets are ASCII.
func (c *charsets) designate(slot int, final byte) {
	if final != '0' && final != 'A' {
		final = 0
	}
	c.set[slot] = final
}

// translate returns what r looks like in the set in use.
func (c *charsets) translate(r rune) rune {
	set := c.set[c.locked]
	if c.single > 0 {
		set, c.single = c.set[c.single-1], 0
	}
	switch {
	case set == '0' && r >= 0x5f && r <= 0x7e:
		return lineDrawing[r-0x5f]
	case set == 'A' && r == '#':
		return '£'
	}
	return r
}

// lineDrawing is DEC's special graphics set from "_" to "~".
var lineDrawing = [...]rune{
	' ', '◆', '▒', '␉', '␌', '␍', '␊', '°', '±', '␤', '␋', '┘', '┐', '┌', '└', '┼',
	'⎺', '⎻', '─', '⎼', '⎽', '├', '┤', '┴', '┬', '│', '≤', '≥', 'π', '≠', '£', '·',
}
