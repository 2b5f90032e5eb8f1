package screentest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// pure is the ground without an operating system: an engine, a model, and a
// clock that only advance moves. It sees every frame.
type pure struct {
	setup   Setup
	on      string // the terminal's name
	machine machine
	term    vtmodel.Model
	judge   *judge
	told    Size

	time    time.Duration
	applied int
	shots   []shot
	history []entry        // everything that was applied, for playing it again
	shown   vtmodel.Screen // what the terminal shows, unless stale
	stale   bool
	files   [3]bytes.Buffer
	acks    []uint32
	watch   func(shot) // called after each frame on the screen
	blind   bool       // nothing is judged or kept
	tear    *tearing   // a frame to be torn
}

// An entry is one Apply, or a new size of the terminal.
type entry struct {
	number   int // of the Apply, from 1; 0 when it is none
	at       time.Duration
	commands []engine.Command
	terminal *Size
	echo     string
}

func newPure(s Setup, m machine, term vtmodel.Model) *pure {
	blank := term.Screen()
	return &pure{setup: s, on: "this terminal", machine: m, term: term, told: s.told(), judge: newJudge(s, blank), shown: blank}
}

func (g *pure) now() time.Duration { return g.time }

// screen takes a snapshot only when something was written since the last one.
func (g *pure) screen() vtmodel.Screen {
	if g.stale {
		g.shown, g.stale = g.term.Screen(), false
	}
	return g.shown
}

func (g *pure) close() error { return nil }

func (g *pure) file(ch engine.Channel) (string, error) { return g.files[ch].String(), nil }

func (g *pure) commands(step *Step, c opCommands) error {
	if c.terminal != nil {
		g.resizeTerminal(*c.terminal)
	}
	if len(c.commands) > 0 {
		g.apply(step.Line, c.commands...)
	}
	return nil
}

func (g *pure) resizeTerminal(size Size) {
	if g.blind {
		g.term.Resize(size.Cols, size.Rows)
		g.stale = true
		return
	}
	g.history = append(g.history, entry{at: g.time, terminal: &size})
	g.term.Resize(size.Cols, size.Rows)
	g.stale = true
	g.judge.oracle.terminal(size)
	g.judge.last = g.screen()
}

// apply is the one place where the machine moves.
func (g *pure) apply(line int, commands ...engine.Command) {
	if g.blind {
		g.applyBlind(commands)
		return
	}
	g.applied++
	g.history = append(g.history, entry{number: g.applied, at: g.time, commands: commands})
	g.judge.commands(g.time, commands)
	for _, c := range commands {
		if r, ok := c.(engine.Resize); ok {
			g.told = Size{r.Cols, r.Rows}
		}
	}
	frames := g.machine.Apply(g.time, commands...)
	for i, f := range frames {
		f.Bytes, f.Spans = slices.Clone(f.Bytes), slices.Clone(f.Spans)
		s := shot{
			index: len(g.shots) + 1, play: g.applied, at: g.time, cause: causeOf(commands), line: line,
			ticked: isTick(commands), frame: f, onScreen: g.isScreen(f),
		}
		g.deliver(f)
		s.screen = g.screen()
		if f.IsAck {
			g.acks = append(g.acks, f.Ack)
		} else {
			g.shots = append(g.shots, s)
		}
		g.judge.see(s, i == len(frames)-1)
		if s.onScreen && g.watch != nil {
			g.watch(s)
		}
	}
	g.judge.oracle.typed(g.machine.HeldBytes())
	g.judge.settled(g.time, g.screen(), g.machine.Visible())
}

// applyBlind is apply without a judge.
func (g *pure) applyBlind(commands []engine.Command) {
	for _, c := range commands {
		if r, ok := c.(engine.Resize); ok {
			g.told = Size{r.Cols, r.Rows}
		}
	}
	for _, f := range g.machine.Apply(g.time, commands...) {
		g.deliver(f)
	}
}

func (g *pure) isScreen(f engine.Frame) bool {
	return !f.IsAck && g.judge.oracle.port(f.Channel) == engine.PortScreen
}

// deliver is the write: to the terminal or to a file.
func (g *pure) deliver(f engine.Frame) {
	if !g.isScreen(f) {
		g.files[f.Channel].Write(f.Bytes)
		return
	}
	g.stale = true
	first, rest := g.torn(f)
	writeTagged(g.term, first)
	if len(rest.Bytes) > 0 {
		g.term.Resize(g.tear.size.Cols, g.tear.size.Rows)
		g.tear = nil
		writeTagged(g.term, rest)
	}
}

// writeTagged writes a frame as the tty would pass it on, and tells the model
// what each part is for.
func writeTagged(term vtmodel.Model, f engine.Frame) {
	start := 0
	for _, s := range f.Spans {
		tag(term, tagControl+vtmodel.Tag(s.Kind))
		_, _ = term.Write(cooked(f.Bytes[start:s.End]))
		start = s.End
	}
	tag(term, tagControl)
	_, _ = term.Write(cooked(f.Bytes[start:]))
}

func tag(term vtmodel.Model, t vtmodel.Tag) {
	if tagger, ok := term.(vtmodel.Tagger); ok {
		tagger.Tag(t)
	}
}

// cooked is what a tty makes of output in its usual mode.
func cooked(p []byte) []byte {
	return bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))
}

// advance moves the clock, with a tick at every deadline on the way. Like a
// driver it reads the terminal's size again while a resize settles.
func (g *pure) advance(step *Step, by time.Duration) error {
	end := g.time + by
	for range fuse {
		at, ok := g.machine.NextDeadline()
		if !ok || at > end {
			g.time = end
			return nil
		}
		if at < g.time {
			g.judge.report("time", len(g.shots), "a deadline of %v is pending at %v", at, g.time)
			at = g.time
		}
		g.time = at
		before := len(g.shots)
		g.apply(step.Line, g.tick()...)
		if next, ok := g.machine.NextDeadline(); ok && next <= at && len(g.shots) == before {
			g.judge.report("time", len(g.shots), "the tick at %v did nothing, and the next is due at %v", at, next)
			g.time = end
			return nil
		}
	}
	g.judge.report("time", len(g.shots), "%d ticks between %v and %v: no progress", fuse, end-by, end)
	return fmt.Errorf("%d ticks within %v: the engine makes no progress", fuse, by)
}

func (g *pure) tick() []engine.Command {
	if !g.machine.Settling() {
		return []engine.Command{engine.Tick{}}
	}
	size := g.told
	if s := g.screen(); g.told.Cols != 0 && g.told.Rows != 0 {
		size = Size{s.Cols, s.Rows}
	}
	return []engine.Command{engine.Resize{Cols: size.Cols, Rows: size.Rows, Confirm: true}, engine.Tick{}}
}

// typed echoes keys as a tty in its usual mode does.
func (g *pure) typed(_ *Step, text string) error {
	if !g.blind {
		g.history = append(g.history, entry{at: g.time, echo: text})
	}
	g.judge.oracle.prompted = true
	tag(g.term, tagEcho)
	_, err := g.term.Write([]byte(echoOf(text)))
	g.stale = true
	g.judge.last = g.screen()
	return err
}

// echoOf is what a tty writes back for typed text.
func echoOf(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r == '\r':
			b.WriteString("\r\n")
		case r == '\t':
			b.WriteByte('\t')
		case r < ' ' || r == del:
			b.WriteByte('^')
			b.WriteRune(r ^ '@')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func causeOf(commands []engine.Command) string {
	words := make([]string, len(commands))
	for i, c := range commands {
		words[i] = c.String()
	}
	return strings.Join(words, "; ")
}

// isTick reports whether time alone is the cause. The tick that ends a storm of
// resizes is not: it draws the region again, whatever it looked like.
func isTick(commands []engine.Command) bool {
	for _, c := range commands {
		if _, ok := c.(engine.Tick); !ok {
			return false
		}
	}
	return true
}
