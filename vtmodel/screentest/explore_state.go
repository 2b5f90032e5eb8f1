package screentest

import (
	"hash/maphash"
	"maps"
	"slices"

	"jp/engine"
	"jp/vtmodel"
)

// perform plays one step that needs no golden file; nil is none.
func (g *pure) perform(s *Step) error {
	if s == nil {
		return nil
	}
	switch o := s.op.(type) {
	case opCommands:
		return g.commands(s, o)
	case opAdvance:
		return g.advance(s, o.by)
	case opType:
		return g.typed(s, o.text)
	}
	return nil
}

// tell lets the oracle know of a step that is played without a judge.
func (g *pure) tell(s *Step) {
	o := g.judge.oracle
	if s == nil {
		return
	}
	switch op := s.op.(type) {
	case opCommands:
		if op.terminal != nil {
			o.terminal(*op.terminal)
		}
		for _, c := range op.commands {
			o.command(g.time, c)
		}
	case opType:
		o.prompted = true
	}
}

// lastFrame is the last frame on the screen since the shots were cleared.
func (g *pure) lastFrame() lastFrame {
	var last lastFrame
	for _, s := range g.shots {
		if s.onScreen {
			last.number++
			last.bytes = s.frame.Bytes
		}
	}
	return last
}

// torn cuts the frame that is to be torn; of all others nothing is left over.
func (g *pure) torn(f engine.Frame) (first, rest engine.Frame) {
	if g.tear == nil {
		return f, engine.Frame{}
	}
	if g.tear.frame--; g.tear.frame > 0 {
		return f, engine.Frame{}
	}
	cut := g.tear.cut
	first, rest = f, f
	first.Bytes, rest.Bytes = f.Bytes[:cut], f.Bytes[cut:]
	first.Spans, rest.Spans = nil, nil
	for _, s := range f.Spans {
		first.Spans = append(first.Spans, engine.Span{End: min(s.End, cut), Kind: s.Kind})
		if s.End > cut {
			rest.Spans = append(rest.Spans, engine.Span{End: s.End - cut, Kind: s.Kind})
		}
	}
	return first, rest
}

// clone is a judge that goes on from here on its own.
func (j *judge) clone() *judge {
	c := *j
	c.oracle = j.oracle.clone()
	c.violations, c.repaints = nil, slices.Clone(j.repaints)
	return &c
}

func (o *oracle) clone() *oracle {
	c := *o
	c.claims, c.suspended = slices.Clone(o.claims), slices.Clone(o.suspended)
	c.widths, c.labels = slices.Clip(o.widths), slices.Clip(o.labels)
	c.flushes = maps.Clone(o.flushes)
	for i := range c.files {
		c.files[i].got = slices.Clip(c.files[i].got)
	}
	for i := range c.filters {
		c.filters[i].held = slices.Clip(c.filters[i].held)
	}
	return &c
}

var stateSeed = maphash.MakeSeed()

// A stateHash is only good within a process.
type stateHash struct{ maphash.Hash }

func newStateHash() *stateHash {
	h := &stateHash{}
	h.SetSeed(stateSeed)
	return h
}

// digest is a number of the state of the engine, of the screen and of what the judge
// expects. What the terminal has beside its screen, such as kitty's marks of a prompt,
// follows from the engine's state as long as nothing is torn.
func (g *pure) digest(counts []int) uint64 {
	h := newStateHash()
	for _, n := range counts {
		maphash.WriteComparable(&h.Hash, n)
	}
	if d, ok := g.machine.(interface{ Digest() uint64 }); ok {
		maphash.WriteComparable(&h.Hash, d.Digest())
	}
	h.screen(g.screen())
	h.oracle(g.judge)
	return h.Sum64()
}

func (h *stateHash) screen(s vtmodel.Screen) {
	maphash.WriteComparable(&h.Hash, s.Cursor)
	maphash.WriteComparable(&h.Hash, s.Modes)
	maphash.WriteComparable(&h.Hash, Size{s.Cols, s.Rows})
	maphash.WriteComparable(&h.Hash, len(s.Scrollback))
	for _, rows := range [][]vtmodel.Row{s.Scrollback, s.Lines} {
		for _, r := range rows {
			maphash.WriteComparable(&h.Hash, r.Wrapped)
			for i := range r.Cells {
				h.cell(&r.Cells[i])
			}
		}
	}
}

// cell hashes what most cells are, text without style, in a short way.
func (h *stateHash) cell(c *vtmodel.Cell) {
	_, _ = h.WriteString(c.Cluster)
	_ = h.WriteByte(byte(c.Tag)<<2 | c.Width)
	if c.Style != (vtmodel.Style{}) || c.Link != "" {
		maphash.WriteComparable(&h.Hash, *c)
	}
}

func (h *stateHash) oracle(j *judge) {
	o := j.oracle
	_, _ = h.WriteString(o.screen.text)
	maphash.WriteComparable(&h.Hash, [...]int{o.screen.must, o.screen.seen, o.told.Cols, o.told.Rows})
	maphash.WriteComparable(&h.Hash, [...]bool{
		o.screen.slow, o.closed, o.breaking, o.cropped, o.moved, o.untold, o.prompted, j.asked, j.wasSlow, o.resized,
	})
	maphash.WriteComparable(&h.Hash, j.pens)
	for i := range o.filters {
		_, _ = h.Write(o.filters[i].held)
		maphash.WriteComparable(&h.Hash, o.filters[i].cr)
		_, _ = h.WriteString(o.files[i].want)
	}
	for _, c := range o.claims {
		maphash.WriteComparable(&h.Hash, c.id)
	}
	for _, token := range o.suspended {
		maphash.WriteComparable(&h.Hash, token)
	}
	for _, w := range o.widths {
		maphash.WriteComparable(&h.Hash, w)
	}
}
