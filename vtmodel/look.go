package vtmodel

// look is everything about a cell but its text. The fields leave no padding, so that it
// hashes as memory.
type look struct {
	fg, bg, underlineColor Color
	attrs                  Attrs
	underline              Underline
	_                      uint16
	link                   uint32 // Number in lookTable.links.
	_                      uint32
	tag                    Tag
}

func (k look) style() Style {
	return Style{FG: k.fg, BG: k.bg, UnderlineColor: k.underlineColor, Attrs: k.attrs, Underline: k.underline}
}

func (k *look) setStyle(s Style) {
	k.fg, k.bg, k.underlineColor, k.attrs, k.underline = s.FG, s.BG, s.UnderlineColor, s.Attrs, s.Underline
}

// looksMax and clustersMax bound the tables: when one is full, what no cell uses is
// dropped. When still half of it is in use, new entries get the default.
const (
	looksMax    = 1 << 18
	clustersMax = 1 << 18
)

// lookTable numbers the looks in use; number 0 is the default.
type lookTable struct {
	looks     []look
	ids       map[look]uint32
	links     []string
	linkIDs   map[string]uint32
	linkBytes int
}

func (t *lookTable) init() {
	*t = lookTable{
		looks: []look{{}}, ids: map[look]uint32{{}: 0},
		links: []string{""}, linkIDs: map[string]uint32{"": 0},
	}
}

func (t *lookTable) full() bool {
	return len(t.looks) >= looksMax || t.linkBytes >= linkBytesMax
}

func (t *lookTable) id(k look) uint32 {
	id, ok := t.ids[k]
	switch {
	case ok:
		return id
	case len(t.looks) >= looksMax:
		return 0
	}
	id = uint32(len(t.looks))
	t.looks = append(t.looks, k)
	t.ids[k] = id
	return id
}

// link returns the number of a link's target, 0 when it is too long or there are too
// many.
func (t *lookTable) link(uri string) uint32 {
	id, ok := t.linkIDs[uri]
	switch {
	case ok:
		return id
	case len(uri) > linkMax || t.linkBytes+len(uri) > linkBytesMax:
		return 0
	}
	id = uint32(len(t.links))
	t.links = append(t.links, uri)
	t.linkIDs[uri] = id
	t.linkBytes += len(uri)
	return id
}

// clusterTable numbers texts of more than one rune.
type clusterTable struct {
	texts []string
	ids   map[string]uint32
}

func (t *clusterTable) init() {
	*t = clusterTable{ids: map[string]uint32{}}
}

func (t *clusterTable) full() bool { return len(t.texts) >= clustersMax }

// id returns the number of a text, and false when there is no room for another one.
func (t *clusterTable) id(text string) (uint32, bool) {
	id, ok := t.ids[text]
	switch {
	case ok:
		return id, true
	case t.full():
		return 0, false
	}
	id = uint32(len(t.texts))
	t.texts = append(t.texts, text)
	t.ids[text] = id
	return id, true
}

// sweep drops the looks, links and clusters that no cell uses, and renumbers the rest.
// It runs once in many thousand new ones, so what it costs is shared by them.
func (t *Terminal) sweep() {
	oldLooks, oldLinks, oldClusters := t.looks.looks, t.looks.links, t.clusters.texts
	t.looks.init()
	t.clusters.init()
	keep := func(k look) look {
		k.link = t.looks.link(oldLinks[k.link])
		return k
	}
	renumbered := make([]uint32, len(oldLooks)) // 0 is not yet; the default stays 0 anyway.
	for l := range t.allLines() {
		for i, c := range l.cells {
			if id := c >> lookShift; id != 0 {
				if renumbered[id] == 0 {
					renumbered[id] = t.looks.id(keep(oldLooks[id]))
				}
				c = c&^cellLook | cell(renumbered[id])<<lookShift
			}
			if c&cellCluster != 0 {
				id, _ := t.clusters.id(oldClusters[c&cellText])
				c = c&^cellText | cell(id)
			}
			l.cells[i] = c
		}
	}
	t.pen.look = keep(t.pen.look)
	for i := range t.saved {
		t.saved[i].pen.look = keep(t.saved[i].pen.look)
	}
	for i := range t.pens {
		t.pens[i] = keep(t.pens[i])
	}
	t.pen.stale = true
	t.lastCell = 0
}
