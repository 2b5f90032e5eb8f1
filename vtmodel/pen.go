package vtmodel

import (
	"unicode/utf8"

	"github.com/hinshun/vt10x"
)

// vt10x keeps a foreground and a background number per cell, mixes palette and RGB in
// them, and has no faint, strike, underline kind, link or tag. But it carries any 24-bit
// foreground through scrolling, inserting and erasing untouched. So the model keeps the
// pens itself, numbers them, and tells vt10x only the number, as a "color".
type pen struct {
	style  Style
	link   string
	tag    Tag
	erased bool // An erased cell with a background, not a written one.
}

// penID is a pen's number. Above 24 bits are vt10x's own defaults, which we use for
// erased cells without any style.
type penID uint32

const (
	penDefault penID = 0 // Written with no style.
	penErased        = penID(vt10x.DefaultFG)
	penUnknown penID = 1<<32 - 1 // vt10x restored some earlier pen.
)

// A stream can use only so many pens and so many bytes of links; beyond that its text
// gets the default pen.
const (
	pensMax      = 1 << 18
	linkBytesMax = 1 << 20
	linkMax      = 2083 // Longest link that is kept; VTE's limit.
)

type penTable struct {
	now       pen // What is written now.
	nowID     penID
	stale     bool // nowID is not the number of now.
	fed       penID
	pens      []pen
	ids       map[pen]penID
	linkBytes int
}

func (t *penTable) init() {
	t.pens = []pen{{}}
	t.ids = map[pen]penID{{}: penDefault}
	t.fed = penErased // vt10x begins with its default color.
}

func (t *penTable) setStyle(s Style) { t.now.style, t.stale = s, true }
func (t *penTable) setLink(l string) { t.now.link, t.stale = l, true }
func (t *penTable) setTag(g Tag)     { t.now.tag, t.stale = g, true }

// written returns the number of the pen for text.
func (t *penTable) written() penID {
	if t.stale {
		t.nowID, t.stale = t.id(t.now), false
	}
	return t.nowID
}

// blank returns the number of the pen for erased cells: they keep only the background.
func (t *penTable) blank() penID {
	if t.now.style.BG == 0 {
		return penErased
	}
	return t.id(pen{style: Style{BG: t.now.style.BG}, erased: true})
}

func (t *penTable) id(p pen) penID {
	id, ok := t.ids[p]
	switch {
	case ok:
		return id
	case len(t.pens) >= pensMax:
		return penDefault
	case t.linkBytes+len(p.link) > linkBytesMax:
		p.link = ""
		return t.id(p)
	}
	id = penID(len(t.pens))
	t.linkBytes += len(p.link)
	t.pens = append(t.pens, p)
	t.ids[p] = id
	return id
}

// setCell turns vt10x's cell into ours. The cell must be zero.
func (t *penTable) setCell(c *Cell, g *vt10x.Glyph) {
	c.Width = 1
	id := penID(g.FG)
	if id >= penErased {
		return
	}
	if id != penDefault {
		p := &t.pens[id]
		c.Style, c.Link, c.Tag = p.style, p.link, p.tag
		if p.erased {
			return
		}
	}
	c.Cluster = runeText(g.Char)
}

// usePen makes vt10x draw with a pen.
func (v *VT10x) usePen(id penID) {
	if v.pen.fed == id {
		return
	}
	v.pen.fed = id
	if id == penErased {
		v.csi('m', 39)
		return
	}
	v.csi('m', 38, 2, int(id>>16), int(id>>8&0xff), int(id&0xff))
}

// asciiText spares an allocation for each cell of a snapshot.
var asciiText = func() (table [utf8.RuneSelf]string) {
	for i := range table {
		table[i] = string(rune(i))
	}
	return table
}()

func runeText(r rune) string {
	if r >= 0 && r < utf8.RuneSelf {
		return asciiText[r]
	}
	return string(r)
}
