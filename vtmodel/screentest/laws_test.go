package screentest

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// broken is an engine whose frames are doctored on their way out.
type broken struct {
	*engine.Engine
	doctor func(now time.Duration, commands []engine.Command, frames []engine.Frame) []engine.Frame
}

func (b *broken) Apply(now time.Duration, commands ...engine.Command) []engine.Frame {
	frames := b.Engine.Apply(now, commands...)
	if b.doctor == nil {
		return frames
	}
	return b.doctor(now, commands, frames)
}

// edit doctors the bytes of frames; spans grow or shrink with their last byte.
func edit(f func(p []byte) []byte) func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame {
	return func(_ time.Duration, _ []engine.Command, frames []engine.Frame) []engine.Frame {
		for i := range frames {
			if !frames[i].IsAck {
				frames[i] = edited(frames[i], f)
			}
		}
		return frames
	}
}

// edited doctors each span of a frame on its own.
func edited(f engine.Frame, change func([]byte) []byte) engine.Frame {
	var out engine.Frame
	out.Channel, out.At = f.Channel, f.At
	start := 0
	for _, s := range f.Spans {
		out.Bytes = append(out.Bytes, change(slices.Clone(f.Bytes[start:s.End]))...)
		out.Spans = append(out.Spans, engine.Span{End: len(out.Bytes), Kind: s.Kind})
		start = s.End
	}
	return out
}

func replace(old, with string) func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame {
	return edit(func(p []byte) []byte { return bytes.ReplaceAll(p, []byte(old), []byte(with)) })
}

// after doctors only from the time on.
func after(from time.Duration, d func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame) func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame {
	return func(now time.Duration, c []engine.Command, frames []engine.Frame) []engine.Frame {
		if now < from {
			return frames
		}
		return d(now, c, frames)
	}
}

// A program that uses everything once. Its true run breaks no law.
const everything = `# Everything.
size 40x8
ports err=plain
print "one\n\e[31mtwo\e[0m\nthree\n"
print err "note\n"
claim build "Working" clock=elapsed rows=2
push build "row a" "row b" "row c"
advance 1s
print "four\n"
print "tai"
advance 300ms
print "l\n"
advance 1s
suspend p
print tty "? "
resume p
advance 300ms
resize 36x8
advance 1s
release build
print "five\n"
close
`

// judged runs a script on a doctored engine and returns the laws that it breaks.
func judged(t *testing.T, script string, doctor func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame) []Violation {
	t.Helper()
	s := parseText(t, script)
	newMachine := func() machine { return &broken{engine.New(s.Setup.config()), doctor} }
	newTerm := func() vtmodel.Model { return vtmodel.NewVT10x(s.Setup.Size.Cols, s.Setup.Size.Rows) }
	g := newPure(s.Setup, newMachine(), newTerm())
	for i := range s.Steps {
		var err error
		switch o := s.Steps[i].op.(type) {
		case opCommands:
			err = g.commands(&s.Steps[i], o)
		case opAdvance:
			err = g.advance(&s.Steps[i], o.by)
		}
		if err != nil {
			break
		}
	}
	g.lawsOfRun(newMachine, newTerm)
	return g.judge.violations
}

func TestLaws_HoldForTheEngine(t *testing.T) {
	for _, v := range judged(t, everything, nil) {
		t.Error(v)
	}
}

// Each defect is one that a real program had or could have. The law named first
// must be broken; what else breaks is no matter.
func TestLaws_CatchSeededDefects(t *testing.T) {
	for _, tc := range []struct {
		name, law string
		doctor    func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame
	}{
		{"asks for the cursor", "vocabulary", replace("\x1b[?7h", "\x1b[?7h\x1b[6n")},
		{"clears the scrollback", "vocabulary", replace("\x1b[J", "\x1b[3J")},
		{"tears a sequence", "vocabulary", tear},
		{"loses text", "transcript", replace("four", "fur")},
		{"prints twice", "transcript", replace("four", "fourfour")},
		{"swaps lines", "transcript", replace("one\r\n", "")},
		{"erases text", "no-blank-flash", after(time.Second, replace("\r\x1b[2K", "\x1b[A\r\x1b[2K"))},
		{"does not erase", "chrome-has-owner", replace("\x1b[J", "")},
		{"draws above", "chrome-is-one-block", replace("\x1b[?7l\r", "\x1b[?7l\x1b[A\r")},
		{"leaves rows at the end", "chrome-has-owner", onRelease(func(f engine.Frame) engine.Frame {
			return edited(f, func(p []byte) []byte { return bytes.ReplaceAll(p, []byte("\x1b[J"), nil) })
		})},
		{"draws before the delay", "chrome-has-owner", early},
		{"fills the row", "fits", replace("row b", "row b"+strings.Repeat("x", 32))},
		{"leaves wrap off", "balanced", replace("\x1b[?7h", "")},
		{"leaves colour on", "balanced", replace("row c", "\x1b[31mrow c")},
		{"leaves an update open", "balanced", replace("\x1b[?7h", "\x1b[?7h\x1b[?2026h")},
		{"ticks without need", "quiet", idle},
		{"writes much", "quiet", replace("\x1b[?7h", "\x1b[?7h"+strings.Repeat("\x1b[m", 900))},
		{"is ahead of time", "time", ahead},
		{"answers an early tick", "time", eager},
		{"draws another clock", "repaint", replace("Working", "Wurking")},
		{"chrome in a file", "plain", toFile("\x1b[2K")},
		{"loses file text", "plain", replace("note", "nte")},
		{"differs from run to run", "deterministic", moody()},
	} {
		t.Run(tc.name, func(t *testing.T) {
			violations := judged(t, everything, tc.doctor)
			for _, v := range violations {
				if v.Law == tc.law {
					return
				}
			}
			t.Errorf("the law %s holds; broken are %v", tc.law, violations)
		})
	}
}

// tear moves the last bytes of a frame, within a sequence, to the next frame.
func tear(_ time.Duration, _ []engine.Command, frames []engine.Frame) []engine.Frame {
	if n := len(frames); n > 0 && bytes.HasSuffix(frames[n-1].Bytes, []byte("\x1b[?7h")) {
		f := edited(frames[n-1], func(p []byte) []byte { return p })
		f.Bytes = f.Bytes[:len(f.Bytes)-1]
		f.Spans[len(f.Spans)-1].End--
		g := engine.Frame{Channel: f.Channel, At: f.At, Bytes: []byte("h"), Spans: []engine.Span{{End: 1}}}
		return []engine.Frame{f, g}
	}
	return frames
}

func onRelease(change func(engine.Frame) engine.Frame) func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame {
	return func(_ time.Duration, commands []engine.Command, frames []engine.Frame) []engine.Frame {
		if _, ok := commands[0].(engine.Release); !ok {
			return frames
		}
		for i := range frames {
			frames[i] = change(frames[i])
		}
		return frames
	}
}

// early paints a row that nobody has claimed.
func early(now time.Duration, commands []engine.Command, frames []engine.Frame) []engine.Frame {
	if p, ok := commands[0].(engine.Print); !ok || p.Channel != engine.Err {
		return frames
	}
	row := []byte("Working\r")
	return append(frames, engine.Frame{Channel: engine.Out, At: now, Bytes: row, Spans: []engine.Span{{End: len(row), Kind: engine.Chrome}}})
}

// idle writes on every tick.
func idle(now time.Duration, commands []engine.Command, frames []engine.Frame) []engine.Frame {
	if _, ok := commands[0].(engine.Tick); ok && len(commands) == 1 {
		return append(frames, engine.Frame{Channel: engine.Out, At: now, Bytes: []byte("\r"), Spans: []engine.Span{{End: 1}}})
	}
	return frames
}

// eager answers a tick for which nothing is due.
func eager(now time.Duration, commands []engine.Command, frames []engine.Frame) []engine.Frame {
	if _, ok := commands[0].(engine.Tick); ok && len(commands) == 1 && len(frames) == 0 {
		return idle(now, commands, frames)
	}
	return frames
}

// ahead gives frames a time that has not come.
func ahead(_ time.Duration, _ []engine.Command, frames []engine.Frame) []engine.Frame {
	for i := range frames {
		frames[i].At += time.Millisecond
	}
	return frames
}

func toFile(text string) func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame {
	return func(_ time.Duration, _ []engine.Command, frames []engine.Frame) []engine.Frame {
		for i, f := range frames {
			if f.Channel == engine.Err {
				frames[i] = edited(f, func(p []byte) []byte { return append(p, text...) })
			}
		}
		return frames
	}
}

// moody closes a style once more in every second run.
func moody() func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame {
	applied := 0
	return func(now time.Duration, _ []engine.Command, frames []engine.Frame) []engine.Frame {
		if now == 0 {
			applied++
		}
		if applied > 5 && len(frames) > 0 && !frames[0].IsAck {
			frames[0] = edited(frames[0], func(p []byte) []byte { return append(p, "\x1b[m"...) })
		}
		return frames
	}
}

// hasty wants a tick every 10 ms, and repaints at each.
type hasty struct {
	*engine.Engine
	next time.Duration
	odd  bool
}

func (h *hasty) NextDeadline() (time.Duration, bool) { return h.next, true }

func (h *hasty) Apply(now time.Duration, commands ...engine.Command) []engine.Frame {
	h.next = now + 10*time.Millisecond
	if _, ok := commands[0].(engine.Tick); !ok {
		return h.Engine.Apply(now, commands...)
	}
	h.odd = !h.odd
	row := []byte(map[bool]string{true: "odd \r", false: "even\r"}[h.odd])
	return []engine.Frame{{Channel: engine.Out, At: now, Bytes: row, Spans: []engine.Span{{End: len(row), Kind: engine.Chrome}}}}
}

// stuck wants a tick at once, for ever.
type stuck struct{ *engine.Engine }

func (s stuck) NextDeadline() (time.Duration, bool) { return 0, true }

func TestLaws_CatchMachinesWithoutPatience(t *testing.T) {
	s := parseText(t, "# S.\nsize 40x4\nclaim c \"even\"\nadvance 1s\n")
	for _, tc := range []struct {
		name, law string
		machine   machine
	}{
		{"repaints too often", "quiet", &hasty{Engine: engine.New(s.Setup.config())}},
		{"makes no progress", "time", stuck{engine.New(s.Setup.config())}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := newPure(s.Setup, tc.machine, vtmodel.NewVT10x(40, 4))
			for i := range s.Steps {
				if c, ok := s.Steps[i].op.(opCommands); ok {
					_ = g.commands(&s.Steps[i], c)
				} else {
					_ = g.advance(&s.Steps[i], time.Second)
				}
			}
			for _, v := range g.judge.violations {
				if v.Law == tc.law {
					return
				}
			}
			t.Errorf("the law %s holds; broken are %v", tc.law, g.judge.violations)
		})
	}
}

// forgetful is a model that loses what a write has not finished.
type forgetful struct{ *vtmodel.VT10x }

func (f forgetful) Write(p []byte) (int, error) {
	if len(p) == 1 && p[0] >= 0x80 {
		_, err := f.VT10x.Write([]byte("?"))
		return 1, err
	}
	return f.VT10x.Write(p)
}

func TestLaws_CatchAModelThatDependsOnTheSplit(t *testing.T) {
	s := parseText(t, "# S.\nsize 40x4\nprint \"é\"\n")
	g := newPure(s.Setup, engine.New(s.Setup.config()), vtmodel.NewVT10x(40, 4))
	_ = g.commands(&s.Steps[0], s.Steps[0].op.(opCommands))
	g.lawsOfRun(
		func() machine { return engine.New(s.Setup.config()) },
		func() vtmodel.Model { return forgetful{vtmodel.NewVT10x(40, 4)} },
	)
	if len(g.judge.violations) == 0 || g.judge.violations[0].Law != "chunks" {
		t.Errorf("got %v, want the law chunks", g.judge.violations)
	}
}

// The laws of the page and those of the code are the same.
func TestLaws_AreAllDescribedAndCaught(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := os.ReadFile("laws_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, law := range Laws {
		if !strings.Contains(string(doc), "//\t"+law+" ") {
			t.Errorf("doc.go does not say what %s is", law)
		}
		if !strings.Contains(string(tests), `"`+law+`"`) {
			t.Errorf("no defect is seeded for %s", law)
		}
	}
}
