package screentest

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// A defect is one that a real program had or could have.
type defect struct {
	name   string
	law    string // that catches it first
	alone  bool   // no other law does
	script string // the program; everything when empty
	config func(*engine.Config)
	hear   func(engine.Command) engine.Command // nil is not heard
	doctor doctor
	model  func(cols, rows int) vtmodel.Model
}

// defective is an engine that hears something else.
type defective struct {
	broken
	hear func(engine.Command) engine.Command
}

func (d *defective) Apply(now time.Duration, commands ...engine.Command) []engine.Frame {
	if d.hear == nil {
		return d.broken.Apply(now, commands...)
	}
	var heard []engine.Command
	for _, c := range commands {
		if c = d.hear(c); c != nil {
			heard = append(heard, c)
		}
	}
	return d.Engine.Apply(now, heard...)
}

// judged runs the program on the broken engine and returns the laws that it breaks.
func (d defect) judged(t *testing.T) []Violation {
	t.Helper()
	if d.script == "" {
		d.script = everything
	}
	if d.model == nil {
		d.model = newTerminal(vtmodel.XTerm)
	}
	s := parseText(t, d.script)
	config := s.Setup.config()
	if d.config != nil {
		d.config(&config)
	}
	newMachine := func() machine { return &defective{broken{engine.New(config), d.doctor}, d.hear} }
	newTerm := func() vtmodel.Model { return d.model(s.Setup.Size.Cols, s.Setup.Size.Rows) }
	g := newPure(s.Setup, newMachine(), newTerminal(vtmodel.XTerm)(s.Setup.Size.Cols, s.Setup.Size.Rows))
	for i := range s.Steps {
		if g.perform(&s.Steps[i]) != nil {
			break
		}
	}
	g.lawsOfRun(newMachine, newTerm)
	return g.judge.violations
}

// wideRow has a row of 36 columns, where 32 are safe and then 12.
const wideRow = "# S.\nsize 40x8\nclaim c \"even\" rows=1\npush c \"abcdefghijklmnopqrstuvwxyzabcdefghij\"\nadvance 1s\n"

var defects = []defect{
	{name: "asks for the cursor", law: "vocabulary", alone: true, doctor: replace("\x1b[?7h", "\x1b[?7h\x1b[6n")},
	{name: "clears the scrollback", law: "vocabulary", doctor: replace("\x1b[J", "\x1b[3J")},
	{name: "tears a sequence", law: "vocabulary", doctor: tear},
	{name: "tears a style", law: "vocabulary", doctor: replace("31m", "31")},
	{name: "loses text", law: "transcript", alone: true, doctor: replace("four", "fur")},
	{name: "prints twice", law: "transcript", alone: true, doctor: replace("four", "fourfour")},
	{name: "swaps lines", law: "transcript", alone: true, doctor: replace("one\r\n", "")},
	{name: "loses the unfinished line", law: "transcript", alone: true, hear: dropTail},
	{name: "erases text", law: "transcript", doctor: after(time.Second, replace("\r\x1b[2K", "\x1b[A\r\x1b[2K"))},
	{name: "shows less for a moment", law: "no-blank-flash", alone: true, doctor: flash},
	{name: "does not erase", law: "repaint", doctor: replace("\x1b[J", "")},
	{
		name: "draws below a gap", law: "chrome-is-one-block", alone: true, script: "# S.\nsize 40x8\nprint \"one\\n\"\nclaim c \"even\"\nadvance 1s\n",
		doctor: replace("\x1b[?7l\r", "\x1bD\x1b[?7l\r"),
	},
	{
		name: "leaves residue in the scrollback", law: "chrome-is-one-block",
		script: "# S.\nsize 40x2\nclaim c \"even\" rows=3\npush c \"a\" \"b\" \"c\"\nadvance 1s\n",
		config: func(c *engine.Config) { c.Rows = 20 },
	},
	{name: "leaves rows at the end", law: "chrome-has-owner", doctor: onRelease(func(f engine.Frame) engine.Frame {
		return edited(f, func(p []byte) []byte { return bytes.ReplaceAll(p, []byte("\x1b[J"), nil) })
	})},
	{name: "does not wait for the delay", law: "chrome-has-owner", alone: true, script: "# S.\nsize 40x8\nclaim c \"even\" delay=1s\nadvance 500ms\n", hear: noDelay},
	{name: "paints under a prompt", law: "chrome-has-owner", alone: true, script: "# S.\nsize 40x8\nclaim c \"even\"\nadvance 1s\nsuspend p\nadvance 1s\n", hear: noSuspend},
	{name: "fills the row", law: "fits", alone: true, script: wideRow, config: func(c *engine.Config) { c.Cols = 60 }},
	{name: "does not redraw after a resize", law: "fits", alone: true, script: wideRow + "resize 36x8\nadvance 1s\npush c \"zyxwvutsrqponmlkjihgfedcbazyxwvutsrq\"\nadvance 1s\n", hear: noResize},
	{name: "leaves wrap off", law: "balanced", doctor: replace("\x1b[?7h", "")},
	{name: "leaves colour on", law: "balanced", alone: true, doctor: replace("row c", "\x1b[31mrow c")},
	{name: "leaves an update open", law: "balanced", alone: true, doctor: replace("\x1b[?7h", "\x1b[?7h\x1b[?2026h")},
	{name: "ticks without need", law: "quiet", doctor: idle},
	{name: "writes much", law: "quiet", alone: true, doctor: replace("\x1b[?7h", "\x1b[?7h"+strings.Repeat("\x1b[m", 900))},
	{name: "is ahead of time", law: "time", alone: true, doctor: ahead},
	{name: "answers an early tick", law: "time", alone: true, doctor: eager},
	{name: "draws another clock", law: "repaint", alone: true, doctor: replace("Working", "Wurking")},
	{name: "leaves a stale row", law: "repaint", alone: true, doctor: replace("row c", "row b")},
	{name: "chrome in a file", law: "plain", alone: true, doctor: toFile("\x1b[2K")},
	{name: "loses file text", law: "plain", alone: true, doctor: replace("note", "nte")},
	{name: "differs from run to run", law: "deterministic", alone: true, doctor: moody()},
	{name: "depends on how bytes are split", law: "chunks", alone: true, script: "# S.\nsize 40x4\nprint \"é\"\n", model: newForgetful},
}

// Each defect is caught, by the law that is named first of all, and of each law there
// is one that no other law would have caught.
func TestLawsCatch(t *testing.T) {
	alone := map[string]bool{}
	for _, d := range defects {
		t.Run(d.name, func(t *testing.T) {
			var laws []string
			for _, v := range d.judged(t) {
				if !slices.Contains(laws, v.Law) {
					laws = append(laws, v.Law)
				}
			}
			switch {
			case len(laws) == 0 || laws[0] != d.law:
				t.Errorf("caught by %q, want %s to be the first", laws, d.law)
			case d.alone != (len(laws) == 1):
				t.Errorf("caught by %q: alone is %v, want %v", laws, len(laws) == 1, d.alone)
			}
			t.Logf("%-20s also %s", d.law, strings.Join(laws[min(len(laws), 1):], " "))
		})
		alone[d.law] = alone[d.law] || d.alone
	}
	for _, law := range Laws {
		if !alone[law] {
			t.Errorf("no defect shows that the law %s is needed", law)
		}
	}
}

func dropTail(c engine.Command) engine.Command {
	if p, ok := c.(engine.Print); ok && p.Text == "tai" {
		return nil
	}
	return c
}

func noDelay(c engine.Command) engine.Command {
	if claim, ok := c.(engine.Claim); ok {
		claim.Style.Delay = 0
		return claim
	}
	return c
}

func noSuspend(c engine.Command) engine.Command {
	if _, ok := c.(engine.Suspend); ok {
		return nil
	}
	return c
}

func noResize(c engine.Command) engine.Command {
	if _, ok := c.(engine.Resize); ok {
		return nil
	}
	return c
}

// flash takes the last line off before a print, and brings it back with it.
func flash(now time.Duration, commands []engine.Command, frames []engine.Frame) []engine.Frame {
	if p, ok := commands[0].(engine.Print); !ok || p.Text != "four\n" {
		return frames
	}
	off := []byte("\x1b[A\r\x1b[2K")
	again := frames[0]
	back := []byte("three\r\n")
	again.Spans = []engine.Span{{End: len(back), Kind: engine.Transcript}}
	for _, s := range frames[0].Spans {
		again.Spans = append(again.Spans, engine.Span{End: s.End + len(back), Kind: s.Kind})
	}
	again.Bytes = append(back, frames[0].Bytes...)
	return []engine.Frame{{Channel: again.Channel, At: now, Bytes: off, Spans: []engine.Span{{End: len(off)}}}, again}
}

// moody closes a style once more in the second run.
func moody() doctor {
	runs := 0
	return func(now time.Duration, commands []engine.Command, frames []engine.Frame) []engine.Frame {
		if p, ok := commands[0].(engine.Print); ok && now == 0 && p.Channel == engine.Out {
			runs++
		}
		if runs == 2 && now > 0 && len(frames) > 0 {
			frames[0] = edited(frames[0], func(p []byte) []byte { return append(p, "\x1b[m"...) })
		}
		return frames
	}
}

// forgetful is a model that loses what a write has not finished.
type forgetful struct{ *vtmodel.Terminal }

func newForgetful(cols, rows int) vtmodel.Model {
	return forgetful{vtmodel.NewTerminal(vtmodel.XTerm, cols, rows)}
}

func (f forgetful) Write(p []byte) (int, error) {
	if len(p) == 1 && p[0] >= 0x80 {
		_, err := f.Terminal.Write([]byte("?"))
		return 1, err
	}
	return f.Terminal.Write(p)
}
