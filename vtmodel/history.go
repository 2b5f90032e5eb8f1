package vtmodel

// historyCellsMax bounds the memory of a scrollback with very long rows.
const historyCellsMax = 1 << 24

// history is the scrollback: a queue of lines, oldest first. What leaves it gives its
// memory to the next row of the screen, so a full one allocates nothing.
type history struct {
	lines []*line // From head on; what is before it has left.
	head  int
	limit int
	cells int
	gone  int // How many rows have left for good.

	shown []Row // The first rows as a Screen has them; append-only, since snapshots share it.
}

func (h *history) len() int { return len(h.lines) - h.head }

func (h *history) at(i int) *line { return h.lines[h.head+i] }

// push takes l as the newest row and returns a line to use instead of it, if it has one.
func (h *history) push(l *line) *line {
	if h.limit == 0 {
		h.gone++
		return l
	}
	var spare *line
	const long = 256
	if n := l.used(); len(l.cells) > long && n < len(l.cells)/2 {
		spare, l = l, &line{cells: append([]cell(nil), l.cells[:n]...), wrapped: l.wrapped, prompt: l.prompt}
	}
	h.lines = append(h.lines, l)
	h.cells += len(l.cells)
	for h.len() > h.limit || h.cells > historyCellsMax && h.len() > 1 {
		spare = h.dropOldest()
	}
	return spare
}

func (h *history) dropOldest() *line {
	l := h.lines[h.head]
	h.lines[h.head] = nil
	h.head++
	h.gone++
	h.cells -= len(l.cells)
	if len(h.shown) > 0 {
		h.shown = h.shown[1:]
	}
	if h.head > 1024 && h.head > len(h.lines)/2 {
		n := copy(h.lines, h.lines[h.head:])
		clear(h.lines[n:])
		h.lines, h.head = h.lines[:n], 0
	}
	return l
}

// pop gives back the newest row.
func (h *history) pop() *line {
	l := h.lines[len(h.lines)-1]
	h.lines[len(h.lines)-1] = nil
	h.lines = h.lines[:len(h.lines)-1]
	h.cells -= len(l.cells)
	if n := h.len(); len(h.shown) > n {
		h.shown = h.shown[:n:n]
	}
	return l
}

// recount takes note that rows may have changed.
func (h *history) recount() {
	h.cells, h.shown = 0, nil
	for _, l := range h.lines[h.head:] {
		h.cells += len(l.cells)
	}
}

// forget drops all rows.
func (h *history) forget() {
	h.gone += h.len()
	h.lines, h.head, h.cells, h.shown = nil, 0, 0, nil
}
