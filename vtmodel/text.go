package vtmodel

import "unicode/utf8"

// printASCII draws printable ASCII.
func (t *Terminal) printASCII(p []byte) {
	if t.modes.has(modeInsert) || !t.sets.plain() {
		for _, b := range p {
			t.printRune(rune(b))
		}
		return
	}
	t.lastRune = rune(p[len(p)-1])
	for len(p) > 0 {
		first, last := t.textStart()
		n := min(last+1-first, len(p))
		if n < len(p) && !t.modes.has(modeWrap) {
			t.printInLastColumn(p)
			return
		}
		l := t.here()
		t.ready()
		brush := t.pen.brush
		cells := l.cells[first : first+n]
		if cells[0].isTail() {
			l.split(first)
		}
		l.split(first + n)
		for i, b := range p[:n] {
			cells[i] = brush | cell(b)
		}
		t.advance(l, first, n, last)
		p = p[n:]
	}
}

// printInLastColumn draws text that is too long for its row while nothing wraps: each
// character that does not fit replaces the one before.
func (t *Terminal) printInLastColumn(p []byte) {
	first, last := t.textStart()
	room := last - first
	if room > 0 {
		t.printASCII(p[:room])
	}
	t.printASCII(p[len(p)-1:])
}

// textStart wraps if a wrap is pending, and returns the column where text goes and the
// last one that it may use.
func (t *Terminal) textStart() (first, last int) {
	if t.cur.pending {
		if t.modes.has(modeWrap) {
			t.wrap()
		}
		t.cur.pending = false
	}
	last = t.margins.right
	if t.cur.col > last {
		last = t.cols - 1
	}
	return t.cur.col, last
}

// advance moves the cursor over n columns that were written from first on.
func (t *Terminal) advance(l *line, first, n, last int) {
	l.shown = nil
	if t.cur.row >= t.g.used {
		t.g.used = t.cur.row + 1
	}
	end := first + n
	t.lastCell, t.lastRow = end, t.cur.row
	if end <= last {
		t.cur.col = end
		return
	}
	if t.q.marks != markNextRow {
		l.wrapped = false
	}
	t.cur.col = last
	t.cur.pending = t.modes.has(modeWrap) || t.q.edgeWithoutWrap
}

// wrap moves to the beginning of the next row, which goes on with this one.
func (t *Terminal) wrap() {
	l := t.here()
	whole := t.margins.left == 0 && t.margins.right == t.cols-1
	t.cur.pending = false
	left := t.margins.left
	if t.cur.col > t.margins.right {
		left = 0
	}
	l.wrapped = whole
	l.shown = nil
	t.index(true)
	if t.here() == l { // Below the margins, nothing scrolls.
		l.wrapped = false
	}
	t.cur.col = left
}

// printRune draws any character.
func (t *Terminal) printRune(r rune) {
	if r < utf8.RuneSelf && !t.sets.plain() {
		r = t.sets.translate(r)
	} else {
		t.sets.single = 0
	}
	width := t.widths.of(r)
	if width == 0 {
		t.printMark(r)
		return
	}
	if r >= 0x300 && t.lastCell > 0 && t.joins(r) {
		return
	}
	t.lastRune = r
	t.put(cell(r), width)
}

// joins adds r to the cluster before it if it belongs there.
func (t *Terminal) joins(r rune) bool {
	o := t.q.width
	clusters := t.clustersOn()
	if !clusters && !(o.joinsModifiers && isModifier(r)) && !(o.joinsFlags && isRegional(r)) {
		return false
	}
	before := t.textOf(t.lastBase())
	if before == "" || !o.joins(before, r, clusters) {
		return false
	}
	t.addMark(r)
	if t.widths.of(r) == 2 || isRegional(r) {
		t.widen()
	}
	return true
}

func (t *Terminal) clustersOn() bool {
	return t.q.width.clusters || t.modes.has(modeClusters) && t.q.width.flags == 2
}

// put draws one character of a width, which may be a cluster.
func (t *Terminal) put(c cell, width int) {
	if width == 2 && !t.fitWide() {
		return
	}
	first, last := t.textStart()
	if width == 2 && first == last {
		if !t.wideAtEdge(last) {
			return
		}
		first, last = t.textStart()
	}
	l := t.here()
	if t.modes.has(modeInsert) {
		l.insert(first, last+1, width, t.blank())
		l.wrapped = false
	}
	t.ready()
	l.split(first)
	l.split(first + width)
	l.cells[first] = t.pen.brush | c
	if width == 2 {
		l.cells[first] |= cellWide
		l.cells[first+1] = t.pen.brush | cellTail
	}
	t.advance(l, first, width, last)
}

// fitWide reports whether a wide character has a place at all.
func (t *Terminal) fitWide() bool {
	return t.margins.right > t.margins.left && t.cols > 1
}

// wideAtEdge makes room for a wide character that begins in the last column, or reports
// that there is none.
func (t *Terminal) wideAtEdge(last int) bool {
	switch {
	case t.modes.has(modeWrap):
		l := t.here()
		l.split(last)
		l.cells[last] = t.blank() | cellGap
		t.wrap()
		return true
	case t.q.wideBacksUp:
		t.cur.col--
		return true
	}
	return false
}

// printMark adds a character without a width to the one before it.
func (t *Terminal) printMark(r rune) {
	switch {
	case t.q.dropsFormats && isFormat(r), r == 0xfeff && t.q.dropsBOM:
		return
	case t.lastCell == 0 && t.q.marksStandFree:
		t.put(cell(r), 1)
		return
	}
	if t.addMark(r) && t.q.width.selectors != selectNone {
		t.selectWidth(r)
	}
}

// lastBase returns the line and column of the character before the cursor, or nil.
func (t *Terminal) lastBase() (*line, int) {
	row, col := t.cur.row, t.cur.col-1
	if t.cur.pending {
		col++
	}
	if t.lastCell > 0 && t.lastRow == t.cur.row {
		col = t.lastCell - 1
	}
	if col < 0 {
		return nil, 0
	}
	l := t.g.rows[row]
	if col > 0 && l.cells[col].isTail() {
		col--
	}
	return l, col
}

// textOf returns the text of a cell.
func (t *Terminal) textOf(l *line, col int) string {
	if l == nil {
		return ""
	}
	return t.cellText(l.cells[col])
}

func (t *Terminal) cellText(c cell) string {
	switch {
	case c.isErased() || c.isTail():
		return ""
	case c&cellCluster != 0:
		return t.clusters.texts[c&cellText]
	}
	return t.runeText(rune(c & cellText))
}

// runeTextsMax bounds the texts of single runes that are kept.
const runeTextsMax = 1 << 14

var asciiTexts = func() (texts [utf8.RuneSelf]string) {
	for r := range texts {
		texts[r] = string(rune(r))
	}
	return texts
}()

// runeText returns a rune as text, without making it anew for each cell.
func (t *Terminal) runeText(r rune) string {
	if r < utf8.RuneSelf {
		return asciiTexts[r]
	}
	text, ok := t.runeTexts[r]
	if !ok {
		if t.runeTexts == nil || len(t.runeTexts) >= runeTextsMax {
			t.runeTexts = map[rune]string{}
		}
		text = string(r)
		t.runeTexts[r] = text
	}
	return text
}

// addMark appends r to the character before the cursor, and reports whether there was
// room for it.
func (t *Terminal) addMark(r rune) bool {
	l, col := t.lastBase()
	if l == nil {
		return false
	}
	c := l.cells[col]
	text := t.cellText(c)
	if text == "" {
		text = " "
	}
	const many = 31
	if n := utf8.RuneCountInString(text); n > many || n > t.q.marksMax {
		return false
	}
	if t.clusters.full() {
		t.sweep()
		c = l.cells[col]
	}
	id, ok := t.clusters.id(text + string(r))
	if ok {
		l.cells[col] = c&^(cellText|cellGap) | cellCluster | cell(id)
		l.shown = nil
	}
	return ok
}

// selectWidth makes the last character as wide as a variation selector says.
func (t *Terminal) selectWidth(r rune) {
	l, col := t.lastBase()
	wide := l.cells[col].isWide()
	base, _ := utf8.DecodeRuneInString(t.textOf(l, col))
	switch {
	case r == emojiSelector && !wide && hasEmojiForm(base):
		t.widen()
	case r == textSelector && wide && t.q.width.selectors == selectBoth:
		l.cells[col] &^= cellWide
		l.cells[col+1] = t.blank()
		t.cur.col, t.cur.pending = col+1, false
		t.lastCell = col + 1
	}
}

// widen makes the last character two columns wide when there is room.
func (t *Terminal) widen() {
	l, col := t.lastBase()
	if l == nil || l.cells[col].isWide() || t.lastCell != col+1 || col+1 > t.margins.right || t.cur.pending {
		return
	}
	l.split(col + 1)
	l.split(col + 2)
	l.cells[col+1] = l.cells[col]&(cellLook|cellProtected) | cellTail
	l.cells[col] |= cellWide
	t.advance(l, col, 2, t.margins.right)
}

// hasEmojiForm reports a character that a selector can turn into an emoji.
func hasEmojiForm(r rune) bool {
	return r >= 0x203c && r < 0x3300 || r >= 0x1f000 || r == '#' || r == '*' || r >= '0' && r <= '9' || r == 0xa9 || r == 0xae
}
