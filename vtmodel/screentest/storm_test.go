package screentest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// A storm is a run of resizes over an engine that goes on writing, as measured on
// thirteen terminals: docs/decisions/top-hold.md. Its terminal is the model, and the
// engine hears of each resize a little late.
type storm struct {
	profile vtmodel.Profile
	kind    stormKind
	step    time.Duration
	content int // lines before it
	mode    stormMode
	seed    uint64
}

type stormKind uint8

const (
	stormWidth stormKind = iota
	stormHeight
	stormLow // heights below what the region takes
	stormBoth
	stormKinds
)

func (k stormKind) String() string { return [...]string{"W", "H", "Hx", "B"}[k] }

type stormMode uint8

const (
	stormPlain    stormMode = iota // whole lines
	stormPartials                  // lines come in pieces
	stormShaded                    // and the region has a background
	stormModes
)

func (m stormMode) String() string { return [...]string{"plain", "partials", "shaded"}[m] }

func (s storm) String() string {
	return fmt.Sprintf("%v/%v-%v-%d-%v-%d", s.profile, s.kind, s.step, s.content, s.mode, s.seed)
}

const (
	stormCols, stormRows = 80, 24
	stormWindow          = 3 // and the status row: four in all
	stormLag             = 30 * time.Millisecond
)

// stormEvent is something that happens to the terminal or that the program does.
type stormEvent struct {
	at   time.Duration
	size *Size // the terminal's new one
	told bool  // the program hears of it
	text string
	push bool
}

// trace is all that happens in a storm, in order, and the lines that must stay.
func (s storm) trace() (events []stormEvent, lines []string) {
	r := rand.New(rand.NewPCG(s.seed, uint64(s.kind)<<16|uint64(s.mode)<<8|uint64(s.step/time.Millisecond)))
	const begin = 500 * time.Millisecond
	count := 14
	if s.step < 100*time.Millisecond {
		count = 40
	}
	at := begin
	for _, size := range s.sizes(r, count) {
		events = append(events,
			stormEvent{at: at, size: &size},
			stormEvent{at: at + time.Duration(r.Int64N(int64(stormLag)+1)), told: true})
		at += s.step
	}
	end := at
	for i := range s.content {
		lines = append(lines, s.line(r, i))
		events = append(events, stormEvent{text: lines[i] + "\n"})
	}
	for at := begin - 200*time.Millisecond; at < end; at += time.Duration(60+r.IntN(151)) * time.Millisecond {
		line := s.line(r, len(lines))
		lines = append(lines, line)
		pieces := []string{line + "\n"}
		if s.mode != stormPlain && len(line) <= 18 {
			pieces = []string{line[:4], line[4:8], line[8:] + "\n"}
		}
		for _, p := range pieces {
			events = append(events, stormEvent{at: at, text: p}, stormEvent{at: at, push: r.IntN(3) == 0})
			at += time.Duration(r.IntN(40)) * time.Millisecond
		}
	}
	slices.SortStableFunc(events, func(a, b stormEvent) int { return cmp.Compare(a.at, b.at) })
	return events, lines
}

// line is made of tokens, a0001b0001c0001…: of a terminal that crops no more than the
// narrowest width can be asked to keep.
func (s storm) line(r *rand.Rand, number int) string {
	tokens := 3
	if reflows(s.profile.String()) == rewraps && r.IntN(3) == 0 {
		tokens = 4 + r.IntN(16)
	}
	line := ""
	for i := range tokens {
		line += fmt.Sprintf("%c%03d", 'a'+i, number)
	}
	return line
}

// sizes are a sweep, a random walk, and jumps.
func (s storm) sizes(r *rand.Rand, count int) []Size {
	var sizes []Size
	size := Size{stormCols, stormRows}
	low, high := 8, 40
	if s.kind == stormLow {
		low, high = 3, 24
	}
	sweep := 1 - 2*r.IntN(2)
	for i := range count {
		walk := func(v, low, high, pace int) int {
			switch {
			case i < count/3:
				v += sweep * pace
			case i < 2*count/3:
				v += (r.IntN(3) - 1) * pace
			default:
				v = low + r.IntN(high-low+1)
			}
			return min(max(v, low), high)
		}
		if s.kind == stormWidth || s.kind == stormBoth {
			size.Cols = walk(size.Cols, 20, 120, 7)
		}
		if s.kind != stormWidth {
			size.Rows = walk(size.Rows, low, high, 2)
		}
		sizes = append(sizes, size)
	}
	return sizes
}

// A stormTally is what a storm has left behind.
type stormTally struct {
	runs, dirty, residue         int
	lost, doubled, split, joined int
}

// isWrong reports damage that no terminal may excuse.
func (t stormTally) isWrong() bool { return t.lost+t.doubled+t.split+t.joined > 0 }

func (t stormTally) String() string {
	return fmt.Sprintf("%d of %d dirty, residue %d, lost %d, doubled %d, split %d, joined %d",
		t.dirty, t.runs, t.residue, t.lost, t.doubled, t.split, t.joined)
}

func (t *stormTally) add(o stormTally) {
	t.runs += o.runs
	t.dirty += o.dirty
	t.residue += o.residue
	t.lost += o.lost
	t.doubled += o.doubled
	t.split += o.split
	t.joined += o.joined
}

// run plays the storm to its end and counts.
func (s storm) run() (stormTally, vtmodel.Screen) {
	events, lines := s.trace()
	term := vtmodel.NewTerminal(s.profile, stormCols, stormRows)
	d := stormDriver{term: term, size: Size{stormCols, stormRows}}
	d.engine = engine.New(engine.Config{
		Out: engine.PortScreen, Err: engine.PortScreen, TTY: engine.PortScreen,
		Cols: stormCols, Rows: stormRows, Regions: true, Profile: drawingProfile(s.profile),
	})
	d.begin(s)
	for i, e := range events {
		d.advance(e.at)
		d.happen(i, e)
	}
	d.advance(d.now + time.Second)
	d.apply(engine.Close{})
	screen := term.Screen()
	return tallyOf(screen, lines), screen
}

// begin draws the region.
func (d *stormDriver) begin(s storm) {
	style := engine.Style{Label: engine.Label{Subject: "Working on the storm", Clock: engine.ClockElapsed, Detail: "receiving"}, Rows: stormWindow}
	if s.mode == stormShaded {
		style.Shade, _ = engine.ParseColor("236")
	}
	d.apply(engine.Claim{ID: 1, Style: style})
	for i := range stormWindow {
		d.push(i)
	}
}

// stormDriver does what the printer does: ticks on time, reads the size again while
// a storm settles.
type stormDriver struct {
	engine *engine.Engine
	term   *vtmodel.Terminal
	now    time.Duration
	size   Size
}

// happen does what an event says.
func (d *stormDriver) happen(i int, e stormEvent) {
	switch {
	case e.size != nil:
		d.size = *e.size
		d.term.Resize(d.size.Cols, d.size.Rows)
	case e.told:
		d.apply(engine.Resize{Cols: d.size.Cols, Rows: d.size.Rows})
	case e.text != "":
		d.apply(engine.Print{Text: e.text})
	case e.push:
		d.push(i)
	}
}

func (d *stormDriver) push(i int) {
	d.apply(engine.Push{ID: 1, Line: fmt.Sprintf("window row %03d with some text that is as long as a row may be", i)})
}

func (d *stormDriver) apply(commands ...engine.Command) {
	for _, f := range d.engine.Apply(d.now, commands...) {
		writeTagged(d.term, f)
	}
}

func (d *stormDriver) advance(to time.Duration) {
	for {
		at, ok := d.engine.NextDeadline()
		if !ok || at > to {
			d.now = max(d.now, to)
			return
		}
		d.now = at
		if d.engine.Settling() {
			d.apply(engine.Resize{Cols: d.size.Cols, Rows: d.size.Rows, Confirm: true}, engine.Tick{})
			continue
		}
		d.apply(engine.Tick{})
	}
}

// tallyOf counts what is wrong on a screen on which nothing but the lines should be.
func tallyOf(screen vtmodel.Screen, lines []string) stormTally {
	t := stormTally{runs: 1}
	l := layoutOf(screen)
	for i := range l.rows {
		switch l.rows[i].kind {
		case rowMixed:
			t.joined++
			t.residue++
			l.rows[i].kind = rowTranscript
		case rowChrome:
			t.residue++
		}
	}
	if t.residue > 0 {
		t.dirty = 1
	}
	seen, whole := map[string]int{}, map[string]bool{}
	for _, line := range l.transcript(true) {
		text := strings.Join(line.rows, "")
		whole[text] = true
		if countTokens(text, seen) > 1 {
			t.joined++
		}
	}
	for _, line := range lines {
		complete := true
		for at := 0; at < len(line); at += 4 {
			n := seen[line[at:at+4]]
			complete = complete && n > 0
			switch {
			case n == 0:
				t.lost++
			case n > 1:
				t.doubled++
			}
		}
		if complete && !whole[line] {
			t.split++
		}
	}
	return t
}

// countTokens adds the tokens of a row to seen and returns of how many lines they are.
func countTokens(text string, seen map[string]int) int {
	numbers := map[string]bool{}
	for at := range len(text) - 3 {
		if token := text[at : at+4]; isToken(token) {
			seen[token]++
			numbers[token[1:]] = true
		}
	}
	return len(numbers)
}

func isToken(s string) bool {
	return s[0] >= 'a' && s[0] <= 'z' && isDigit(s[1]) && isDigit(s[2]) && isDigit(s[3])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
