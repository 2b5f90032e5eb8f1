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

// A doctor changes frames on their way out.
type doctor func(now time.Duration, commands []engine.Command, frames []engine.Frame) []engine.Frame

// broken is an engine whose frames are doctored.
type broken struct {
	*engine.Engine
	doctor doctor
}

func (b *broken) Apply(now time.Duration, commands ...engine.Command) []engine.Frame {
	frames := b.Engine.Apply(now, commands...)
	if b.doctor == nil {
		return frames
	}
	return b.doctor(now, commands, frames)
}

// edit doctors the bytes of frames; spans grow or shrink with their last byte.
func edit(f func(p []byte) []byte) doctor {
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
func after(from time.Duration, d func(time.Duration, []engine.Command, []engine.Frame) []engine.Frame) doctor {
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

func TestLaws_HoldForTheEngine(t *testing.T) {
	for _, v := range (defect{}).judged(t) {
		t.Error(v)
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

func onRelease(change func(engine.Frame) engine.Frame) doctor {
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

func toFile(text string) doctor {
	return func(_ time.Duration, _ []engine.Command, frames []engine.Frame) []engine.Frame {
		for i, f := range frames {
			if f.Channel == engine.Err {
				frames[i] = edited(f, func(p []byte) []byte { return append(p, text...) })
			}
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

// The laws of the page and those of the code are the same.
func TestLaws_AreAllDescribedAndCaught(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := os.ReadFile("laws_catch_test.go")
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
