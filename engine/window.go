package engine

import (
	"jp/internal/ansi"
)

// ringSize is how many rows a window remembers.
const ringSize = 256

// lineBytesMax bounds one remembered row.
const lineBytesMax = 4096

// window is a claim's rolling rows: a ring of the newest lines, each with the row
// it was last drawn as.
type window struct {
	lines   []line
	next    int // where the next line goes
	count   int // lines that are there, up to ringSize
	sources []source

	// What the cached rows were made for.
	cap     int
	shade   ansi.Color
	labels  bool
	padCols int
}

// source is who pushed a line.
type source struct {
	name  []byte
	cols  int
	color uint8
}

// line is one pushed row. Its buffers live as long as the window.
type line struct {
	source int // index into sources
	text   []byte
	row    row
	fresh  bool // row is made for the window's current cap, shade and labels
}

// push adds a line, forgetting the oldest when the ring is full.
func (w *window) push(source, s string, rw *rowWriter) {
	if w.lines == nil {
		w.lines = make([]line, ringSize)
	}
	index := w.sourceIndex(source, rw)
	l := &w.lines[w.next]
	l.source = index
	l.fresh = false
	l.text = l.text[:0]
	for i := 0; i < len(s) && s[i] != '\n' && len(l.text) < lineBytesMax; i++ {
		if i > 0 && s[i-1] == '\r' && s[i] != '\r' {
			l.text = l.text[:0] // a progress bar began anew: its last state counts
		}
		l.text = append(l.text, s[i])
	}
	w.next = (w.next + 1) % ringSize
	w.count = min(w.count+1, ringSize)
}

// sourcesMax bounds how many names a window tells apart at a time. It is more than
// the ring has lines, so names that no line needs can always be dropped.
const sourcesMax = 2 * ringSize

func (w *window) sourceIndex(name string, rw *rowWriter) int {
	name = name[:min(len(name), nameBytesMax)]
	for i := range w.sources {
		if string(w.sources[i].name) == name {
			return i
		}
	}
	if len(w.sources) == sourcesMax {
		w.dropSources()
	}
	w.sources = append(w.sources, source{
		name:  []byte(name),
		cols:  rw.measure([]byte(name)),
		color: labelColor(name),
	})
	return len(w.sources) - 1
}

// nameBytesMax bounds a source's name.
const nameBytesMax = 256

// dropSources keeps the names that lines of the ring have.
func (w *window) dropSources() {
	old := w.sources
	w.sources = nil
	moved := map[int]int{}
	for i := range w.count {
		l := w.at(i)
		to, ok := moved[l.source]
		if !ok {
			to = len(w.sources)
			moved[l.source] = to
			w.sources = append(w.sources, old[l.source])
		}
		l.source = to
	}
}

// at is the i-th newest line, 0 being the newest.
func (w *window) at(i int) *line {
	return &w.lines[((w.next-1-i)%ringSize+ringSize)%ringSize]
}

// rows brings the newest n lines up to date for drawing. They are then at(n-1)
// to at(0), top to bottom.
func (w *window) rows(n int, rw *rowWriter, cap int, shade ansi.Color, version func() uint64) {
	labels, pad := w.labelling(n)
	if cap != w.cap || shade != w.shade || labels != w.labels || pad != w.padCols {
		w.cap, w.shade, w.labels, w.padCols = cap, shade, labels, pad
		for i := range w.lines {
			w.lines[i].fresh = false
		}
	}
	for i := range n {
		l := w.at(i)
		if l.fresh {
			continue
		}
		l.fresh = true
		rw.begin(&l.row, cap, shade)
		if labels {
			w.label(rw, &w.sources[l.source], pad)
		}
		rw.markup(l.text)
		rw.end(version())
	}
}

// labelling says whether two sources are visible in the newest n lines, and the
// width of the widest name then.
func (w *window) labelling(n int) (labels bool, pad int) {
	if len(w.sources) < 2 || n < 2 {
		return false, 0
	}
	first := w.at(0).source
	for i := range n {
		source := w.at(i).source
		labels = labels || source != first
		pad = max(pad, w.sources[source].cols)
	}
	if !labels {
		return false, 0
	}
	return true, min(pad, labelMax)
}

var openSquare, closeSquare = []byte("["), []byte("]")

// labelMax bounds the columns that a source's name may take.
const labelMax = 24

// label adds "[name] ", padded to pad columns of name, in the name's colour. It
// closes with the default foreground only, so that a background goes on.
func (w *window) label(rw *rowWriter, s *source, pad int) {
	rw.pen.Foreground = ansi.Palette(s.color)
	start := rw.row.width.Max()
	rw.plain(openSquare)
	cap := rw.cap
	rw.cap = min(cap, start+1+pad)
	rw.scan.Reset()
	rw.markup(s.name)
	rw.cap, rw.full = cap, false
	rw.plain(closeSquare)
	rw.pen.Foreground = ansi.Color{}
	rw.plain(blanks(start + pad + len("[] ") - rw.row.width.Max()))
}

// labelColor picks one of ten palette slots by the FNV-1a hash of the name, so
// that a source has one colour in every run. Black, white and their bright forms
// are left out: on some theme each is invisible.
func labelColor(name string) uint8 {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	slots := [...]uint8{1, 2, 3, 4, 5, 6, 9, 10, 12, 13}
	return slots[h%uint32(len(slots))]
}
