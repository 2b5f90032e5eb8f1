package engine_test

import (
	"strings"
	"testing"
	"time"

	"jp/engine"
)

const ms = time.Millisecond

// screenConfig is a terminal of cols x rows with all three channels on it.
func screenConfig(cols, rows int) engine.Config {
	return engine.Config{
		Out: engine.PortScreen, Err: engine.PortScreen, TTY: engine.PortScreen,
		Cols: cols, Rows: rows, Regions: true,
	}
}

func waiting(id engine.ID) engine.Claim {
	return engine.Claim{ID: id, Style: engine.Style{
		Label: engine.Label{Subject: "Waiting", Clock: engine.ClockElapsed},
	}}
}

// bytes joins the frames of one Apply.
func bytes(frames []engine.Frame) string {
	var b strings.Builder
	for _, f := range frames {
		b.Write(f.Bytes)
	}
	return b.String()
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

const (
	erase = "\r\x1b[2K\x1b[C\x1b[J\r"
	off   = "\x1b[?7l"
	on    = "\x1b[?7h"
)

func TestEngine_ProtocolToTheByte(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	want(t, "plain print", bytes(e.Apply(0, engine.Print{Text: "a\n"})), "a\r\n")
	want(t, "draw", bytes(e.Apply(0, waiting(1))), off+"\rWaiting 0.0s\r"+on)
	want(t, "tick", bytes(e.Apply(100*ms, engine.Tick{})), "\x1b[10C1\r")
	want(t, "spurious tick", bytes(e.Apply(150*ms, engine.Tick{})), "")
	want(t, "styled commit", bytes(e.Apply(150*ms, engine.Print{Text: "\x1b[31mred\n"})),
		erase+"\x1b[0;31mred\r\n\x1b[m"+off+"\rWaiting 0.1s\r"+on)
	want(t, "release", bytes(e.Apply(150*ms, engine.Release{ID: 1})), erase)
	want(t, "print goes on in red", bytes(e.Apply(150*ms, engine.Print{Text: "x"})), "\x1b[0;31mx")
	want(t, "close", bytes(e.Apply(150*ms, engine.Close{})), "\x1b[m"+on)
}

func TestEngine_HoldsTheUnfinishedLine(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	e.Apply(0, waiting(1))
	want(t, "held", bytes(e.Apply(0, engine.Print{Text: "Hello wor"})),
		erase+off+"\rHello wor\r\x1bD\rWaiting 0.0s\x1b[A\r"+on)
	want(t, "grows in place", bytes(e.Apply(0, engine.Print{Text: "ld"})), off+"\x1b[9Cld\r"+on)
	want(t, "commits", bytes(e.Apply(0, engine.Print{Text: "\n"})), erase+"Hello world\r\n"+off+"\rWaiting 0.0s\r"+on)
}

func TestEngine_ResizeStorm(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	e.Apply(0, waiting(1))
	mini := erase + off + "\rWaiting 0.0s\r" + on
	for i := range 5 {
		want(t, "step", bytes(e.Apply(0, engine.Resize{Cols: 70 - i, Rows: 24})), mini)
	}
	if at, ok := e.NextDeadline(); !ok || at != 350*ms {
		t.Errorf("deadline %v %v, want 350ms", at, ok)
	}
	want(t, "no tick in a storm", bytes(e.Apply(200*ms, engine.Tick{})), "")
	want(t, "redraw", bytes(e.Apply(350*ms, engine.Tick{})), erase+off+"\rWaiting 0.3s\r"+on)
}

func TestEngine_WindowRolls(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	c := waiting(1)
	c.Style.Rows = 4
	e.Apply(0, c)
	for i, s := range []string{"one", "two", "three", "four"} {
		e.Apply(time.Duration(i+1)*100*ms, engine.Push{ID: 1, Line: s})
	}
	want(t, "roll", bytes(e.Apply(500*ms, engine.Push{ID: 1, Line: "five"})),
		"\x1b7"+off+"\x1b[M\x1b[3B\x1b[Lfive\x1b[B\r\x1b[10C5\x1b8"+on)
	got := strings.Join(e.Visible(), "|")
	want(t, "visible", got, "two|three|four|five|Waiting 0.5s")
}

func TestEngine_PacesInFrames(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	got := bytes(e.Apply(0, engine.Print{Text: "abcdefgh", Pace: 3 * ms}))
	want(t, "first cluster is immediate", got, "a")
	for {
		at, ok := e.NextDeadline()
		if !ok {
			break
		}
		if at > 30*ms {
			t.Fatalf("still pacing at %v", at)
		}
		got += bytes(e.Apply(at, engine.Tick{}))
	}
	want(t, "all", got, "abcdefgh")
}

func TestEngine_PlainChannel(t *testing.T) {
	cfg := screenConfig(80, 24)
	cfg.Out = engine.PortPlain
	e := engine.New(cfg)
	got := bytes(e.Apply(0, engine.Print{Text: "a\x1b[31mb\tc\r\n50%\r100%\nx"}, engine.Print{Text: "\x1b]0;t"}, engine.Print{Text: "\x07y\r"}))
	want(t, "plain", got, "ab\tc\n100%\nxy")
	got = bytes(e.Apply(0, engine.Print{Text: "z"}))
	want(t, "overwriting what is written", got, "\nz")
}

func TestEngine_PanicsWhenTimeMovesBack(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	e := engine.New(engine.Config{})
	e.Apply(2)
	e.Apply(1)
}

func TestEngine_UnfinishedLineAndWindowChangeTogether(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	c := waiting(1)
	c.Style.Rows = 4
	e.Apply(0, c, engine.Print{Text: "a"})
	for i := range 4 {
		e.Apply(time.Duration(i)*100*ms, engine.Push{ID: 1, Line: "row"})
	}
	got := bytes(e.Apply(500*ms, engine.Print{Text: "\x1b]8;;https://x.test\x1b\\link\x1b]8;;\x1b\\ "}, engine.Push{ID: 1, Line: "new"}))
	want(t, "bytes", got, "\x1b7"+off+"\x1b[Clink\x1b[B\x1b[M\x1b[3B\x1b[L\rnew\x1b[B\r\x1b[10C5\x1b8"+on)
	want(t, "visible", strings.Join(e.Visible(), "|"), "alink|row|row|row|new|Waiting 0.5s")
}
