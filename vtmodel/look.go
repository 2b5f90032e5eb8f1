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

// looksMax and clustersMax bound the tables. What no cell uses is dropped when a table has
// doubled; when it is full of what is in use, new entries get the default.
const (
	looksMax    = 1 << 21
	looksFew    = 1 << 14
	clustersMax = 1 << 18
)

// lookTable numbers the looks in use; number 0 is the default.
type lookTable struct {
	looks     []look
	index     []uint64 // By hash: its upper half and number+1, or 0 where there is none. At most half is in use.
	enough    int      // How many looks there may be before the next sweep.
	links     []string
	linkIDs   map[string]uint32
	linkBytes int
	before    []look   // Reused by sweeps, as is
	numbers   []uint32 // what became of the numbers.
}

func (t *lookTable) init() {
	t.looks = append(t.looks[:0], look{})
	if t.index == nil {
		t.index = make([]uint64, 256)
	}
	clear(t.index)
	t.enough = looksFew
	t.links, t.linkIDs, t.linkBytes = []string{""}, map[string]uint32{"": 0}, 0
}

// full reports that a sweep is due.
func (t *lookTable) full() bool {
	return len(t.looks) >= t.enough || t.linkBytes >= linkBytesMax
}

// id returns the number of a look.
func (t *lookTable) id(k look) uint32 {
	if k == (look{}) {
		return 0
	}
	mask := uint64(len(t.index) - 1)
	hash := k.hash()
	at := hash & mask
	for ; t.index[at] != 0; at = (at + 1) & mask {
		if e := t.index[at]; (e^hash)>>32 == 0 && t.looks[uint32(e)-1] == k {
			return uint32(e) - 1
		}
	}
	if len(t.looks) >= looksMax {
		return 0
	}
	n := uint32(len(t.looks))
	t.looks = append(t.looks, k)
	t.index[at] = hash&^(1<<32-1) | uint64(n+1)
	if 2*len(t.looks) > len(t.index) {
		t.grow()
	}
	return n
}

func (t *lookTable) grow() {
	t.index = make([]uint64, 2*len(t.index))
	mask := uint64(len(t.index) - 1)
	for n := 1; n < len(t.looks); n++ {
		hash := t.looks[n].hash()
		at := hash & mask
		for t.index[at] != 0 {
			at = (at + 1) & mask
		}
		t.index[at] = hash&^(1<<32-1) | uint64(n+1)
	}
}

func (k *look) hash() uint64 {
	const prime = 0x9e3779b97f4a7c15
	h := uint64(k.fg)<<32 | uint64(k.bg)
	h = (h ^ h>>29) * prime
	h ^= uint64(k.underlineColor)<<32 | uint64(k.link)
	h = (h ^ h>>31) * prime
	h ^= uint64(k.tag)<<16 | uint64(k.attrs)<<8 | uint64(k.underline)
	h = (h ^ h>>30) * prime
	return h ^ h>>32
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
// It runs when their number has doubled, so what it costs is shared by the new ones.
func (t *Terminal) sweep() {
	before, oldLinks, oldClusters := t.looks.looks, t.looks.links, t.clusters.texts
	t.looks.looks, t.looks.before = t.looks.before, before
	t.looks.init()
	t.clusters.init()
	keep := func(k look) look {
		k.link = t.looks.link(oldLinks[k.link])
		return k
	}
	t.looks.numbers = append(t.looks.numbers[:0], make([]uint32, len(before))...)
	numbers := t.looks.numbers // 0 is not yet; the default stays 0 anyway.
	for l := range t.allLines() {
		for i, c := range l.cells {
			if n := c >> lookShift; n != 0 {
				if numbers[n] == 0 {
					numbers[n] = t.looks.id(keep(before[n]))
				}
				c = c&^cellLook | cell(numbers[n])<<lookShift
			}
			if c&cellCluster != 0 {
				n, _ := t.clusters.id(oldClusters[c&cellText])
				c = c&^cellText | cell(n)
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
	t.pen.change()
	t.lastCell = 0
	t.looks.enough = max(looksFew, 2*len(t.looks.looks))
}
