package engine_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// The tests of this file hold faults that a review has found, one each.

// drive applies ticks at every deadline up to until, and returns the bytes.
func drive(t *testing.T, e *engine.Engine, until time.Duration) string {
	t.Helper()
	var b strings.Builder
	for range 10_000 {
		at, ok := e.NextDeadline()
		if !ok || at > until {
			return b.String()
		}
		b.WriteString(bytes(e.Apply(at, engine.Tick{})))
	}
	t.Fatal("10,000 deadlines and no end")
	return ""
}

// TestEngine_HeightShrinksUnseen prints while the terminal is lower than the engine
// knows: no line may be lost.
func TestEngine_HeightShrinksUnseen(t *testing.T) {
	for _, windowRows := range []engine.Rows{engine.RowsOff, 3} {
		for height := 11; height >= 3; height-- {
			m := vtmodel.NewVT10x(40, 12)
			e := engine.New(screenConfig(40, 12))
			feed := func(cmds ...engine.Command) { m.Write([]byte(bytes(e.Apply(0, cmds...)))) }
			var lines []string
			for i := range 12 {
				lines = append(lines, fmt.Sprintf("line%d", i))
				feed(engine.Print{Text: lines[i] + "\n"})
			}
			c := waiting(1)
			c.Style.Rows = windowRows
			feed(c, engine.Push{ID: 1, Line: "a"}, engine.Push{ID: 1, Line: "b"}, engine.Push{ID: 1, Line: "c"})
			m.Resize(40, height)
			feed(engine.Print{Text: "print\n"})
			feed(engine.Resize{Cols: 40, Rows: height}, engine.Close{})
			got := m.Screen().Unwrapped()
			for _, l := range append(lines, "print") {
				if !slices.Contains(got, l) {
					t.Errorf("window %v, 12 to %d rows: %q is lost: %q", windowRows, height, l, got)
				}
			}
		}
	}
}

func TestEngine_StylingIsClosed(t *testing.T) {
	for _, open := range []string{
		"\x1b]8;;https://x/a;\x1b\\ abc",
		"\x1b[51;73mabc",
		"\x1b[" + strings.Repeat("0;", 32) + "31mabc",
		"\x1b[38;5;300mabc",
	} {
		e := engine.New(screenConfig(80, 24))
		out := bytes(e.Apply(0, engine.Print{Text: open + "\n"}, waiting(1), engine.Close{}))
		m := vtmodel.NewVT10x(80, 24)
		m.Write([]byte(out + "after"))
		row := m.Screen().Row(1)
		if cell := row.Cells[0]; cell.Link != "" || cell.Style != (vtmodel.Style{}) {
			t.Errorf("after %q and Close: %+v in %q", open, cell, out)
		}
		if strings.Contains(out, "300") || strings.Contains(out, "73") {
			t.Errorf("%q went to the terminal as it is: %q", open, out)
		}
	}
}

// TestEngine_BackgroundEndsBeforeTheLineDoes: a terminal fills the row that scrolls
// in with the background in force.
func TestEngine_BackgroundEndsBeforeTheLineDoes(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	got := bytes(e.Apply(0, engine.Print{Text: "\x1b[41mone\ntwo\x1b[m\n"}))
	want(t, "bytes", got, "\x1b[0;41mone\x1b[m\r\n\x1b[0;41mtwo\x1b[m\r\n")
}

func TestEngine_StormShowsTheLiveClaim(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	other := waiting(2)
	other.Style.Label.Subject = "Other"
	e.Apply(0, waiting(1), other)
	e.Apply(0, engine.Resize{Cols: 70, Rows: 24})
	e.Apply(0, engine.Release{ID: 2})
	want(t, "visible", strings.Join(e.Visible(), "|"), "Waiting 0.0s")
}

// TestEngine_LatencyHoldsForEveryArrival pays for an earlier slow text.
func TestEngine_LatencyHoldsForEveryArrival(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	e.Apply(0, engine.Print{Text: "ab", Pace: 10 * time.Second})
	e.Apply(ms, engine.Print{Text: strings.Repeat("c", 100), Pace: 3 * ms})
	drive(t, e, 510*ms)
	if e.HeldBytes() != 0 {
		t.Errorf("%d bytes are held after 510ms, want none beyond 501ms", e.HeldBytes())
	}
}

func TestEngine_CountdownEndsAtZero(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	c := waiting(1)
	c.Style.Label.Clock, c.Style.Label.For = engine.ClockCountdown, 1050*ms
	e.Apply(0, c)
	drive(t, e, 1050*ms)
	e.Apply(1060*ms, engine.Tick{})
	drive(t, e, time.Hour)
	want(t, "visible", strings.Join(e.Visible(), "|"), "Waiting 0.0s")
}

func TestEngine_StyledBlanksOfATailStay(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	got := bytes(e.Apply(0, engine.Print{Text: "\x1b[41m   \x1b[m"}, waiting(1)))
	if !strings.Contains(got, "\x1b[0;41m   \x1b[m") {
		t.Errorf("the coloured blanks are gone: %q", got)
	}
}

// TestEngine_FlagAtTheEndIsShownWhenMoreComes: half a flag waits for its other half.
func TestEngine_FlagAtTheEndIsShownWhenMoreComes(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	got := bytes(e.Apply(0, engine.Print{Text: strings.Repeat("x", 2000) + "🇩", Pace: ms}))
	got += drive(t, e, time.Second)
	got += bytes(e.Apply(time.Second, engine.Print{Text: "🇪", Pace: ms}))
	got += drive(t, e, 2*time.Second)
	want(t, "text", got, strings.Repeat("x", 2000)+"🇩🇪")
}

func TestEngine_ManySourcesKeepTheirNames(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	c := waiting(1)
	c.Style.Rows = 3
	e.Apply(0, c)
	for i := range 2000 {
		e.Apply(time.Duration(i)*50*ms, engine.Push{ID: 1, Source: fmt.Sprintf("s%d", i), Line: "row"})
	}
	got := strings.Join(e.Visible()[:3], "|")
	want(t, "visible", got, "[s1997] row|[s1998] row|[s1999] row")
}

// TestEngine_ClaimsAreRateLimited flaps a claim a thousand times a second.
func TestEngine_ClaimsAreRateLimited(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	frames := 0
	for i := range engine.ID(1000) {
		now := time.Duration(i) * ms
		never := waiting(i + 2000)
		never.Style.Delay = time.Hour
		frames += len(e.Apply(now, never, engine.Release{ID: never.ID}))
		frames += len(e.Apply(now, waiting(i)))
		frames += len(e.Apply(now, engine.Release{ID: i}))
	}
	if frames > 70 {
		t.Errorf("%d frames in a second, want about 30 that draw and 30 that erase", frames)
	}
}

func TestEngine_ReducedLinesAreComplete(t *testing.T) {
	cfg := screenConfig(80, 24)
	cfg.Reduced = true
	e := engine.New(cfg)
	got := bytes(e.Apply(0, engine.Print{Text: "\x1b[31mred\n"}, waiting(1)))
	want(t, "appears unstyled", got, "\x1b[0;31mred\r\n\x1b[mWaiting 0.0s\r\n\x1b[0;31m")
	got = bytes(e.Apply(2*time.Second, engine.Print{Text: "mid"}, engine.Release{ID: 1}))
	want(t, "waits for the line's end", got, "mid")
	got = bytes(e.Apply(3*time.Second, engine.Print{Text: "line\n"}))
	want(t, "ends", got, "line\r\n\x1b[mWaiting 2.0s\r\n\x1b[0;31m")
}

func TestEngine_HugeDurations(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	c := waiting(1)
	c.Style.Delay = math.MaxInt64
	e.Apply(time.Hour, c)
	want(t, "delay", strings.Join(e.Visible(), "|"), "")
	c = waiting(2)
	c.Style.Every = math.MaxInt64
	e.Apply(2*time.Hour, c)
	if at, ok := e.NextDeadline(); ok && at < 10*time.Hour {
		t.Errorf("a deadline at %v", at)
	}
}

func TestEngine_OneHugePrintIsLetGo(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	e.Apply(0, engine.Print{Text: strings.Repeat("x", 8<<20) + "\n"})
	e.Apply(0)
	if n := e.Retained(); n > 4<<20 {
		t.Errorf("%d bytes are retained after a print of 8 MiB", n)
	}
}

func TestEngine_CarriageReturnsOfTwoChannels(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	got := bytes(e.Apply(0, engine.Print{Text: "abc\r"}, engine.Print{Channel: engine.Err, Text: "x\n"}, engine.Print{Text: "d\n"}))
	want(t, "bytes", got, "abc\r\nx\r\nd\r\n")
}

func TestEngine_PlainIsTheSameHoweverBatched(t *testing.T) {
	cfg := engine.Config{Out: engine.PortPlain}
	prints := []engine.Command{
		engine.Print{Text: "x\n"},
		engine.Print{Text: "50%\r100%\n"},
		engine.Print{Text: "1\r"},
		engine.Print{Text: "2\r3"},
		engine.Print{Text: "\ry\r\n"},
	}
	whole := bytes(engine.New(cfg).Apply(0, prints...))
	e := engine.New(cfg)
	var single strings.Builder
	for _, p := range prints {
		single.WriteString(bytes(e.Apply(0, p)))
	}
	want(t, "one by one", single.String(), whole)
	want(t, "whole", whole, "x\n100%\n1\n3\ny\n")
}

func TestEngine_RegionsNeedAScreen(t *testing.T) {
	e := engine.New(engine.Config{Out: engine.PortPlain, Err: engine.PortPlain, Regions: true})
	want(t, "bytes", bytes(e.Apply(0, waiting(1))), "")
}

func TestEngine_PointerToACommandIsRefused(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("&Claim was taken and ignored")
		}
	}()
	c := waiting(1)
	engine.New(screenConfig(80, 24)).Apply(0, &c)
}

func TestEngine_KittyAndXtermJS(t *testing.T) {
	cfg := screenConfig(80, 24)
	cfg.Profile = engine.ProfileKitty
	e := engine.New(cfg)
	mark, output := "\x1b]133;A;k=s\x1b\\", "\x1b]133;C\x1b\\"
	want(t, "kitty draw", bytes(e.Apply(0, waiting(1))), mark+off+"\rWaiting 0.0s\r"+on)
	want(t, "kitty commit", bytes(e.Apply(0, engine.Print{Text: "a\n"})), erase+output+"a\r\n"+mark+off+"\rWaiting 0.0s\r"+on)

	cfg.Profile = engine.ProfileXtermJS
	e = engine.New(cfg)
	c := waiting(1)
	c.Style.Rows = 3
	got := bytes(e.Apply(0, c, engine.Push{ID: 1, Line: "one"}, engine.Push{ID: 1, Line: "two"}))
	link := "\x1b[999G" + on + "  " + off + "\r"
	want(t, "chain", got, "\x1bD\x1bD\x1b[2A"+off+"\rone"+link+"two"+link+"Waiting 0.0s\x1b[2A\r"+on)
}

func TestEngine_SyncWrapsRepaints(t *testing.T) {
	cfg := screenConfig(80, 24)
	cfg.Sync = true
	got := bytes(engine.New(cfg).Apply(0, waiting(1)))
	want(t, "bytes", got, "\x1b[?2026h"+off+"\rWaiting 0.0s\r"+on+"\x1b[?2026l")
}

// TestEngine_FreshLineAfterAStorm: what a storm has stranded may stand in the line
// where the transcript goes on, once the region is gone; but a line that is half on
// the screen stays.
func TestEngine_FreshLineAfterAStorm(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	e.Apply(0, waiting(1), engine.Release{ID: 1}, engine.Print{Text: "a\n"})
	e.Apply(0, waiting(1))
	e.Apply(0, engine.Release{ID: 1})
	want(t, "resize", bytes(e.Apply(0, engine.Resize{Cols: 70, Rows: 24})), "")
	want(t, "fresh line", bytes(e.Apply(0, engine.Print{Text: "half"})), "\r\x1b[2Khalf")
	got := bytes(e.Apply(0, engine.Print{Text: " line\n"}, engine.Resize{Cols: 60, Rows: 24}))
	want(t, "half a line", got, " line\r\n")
}

// TestEngine_ClaimThatLooksTheSame takes another's place without a byte, and an
// early tick after that emits nothing either.
func TestEngine_ClaimThatLooksTheSame(t *testing.T) {
	e := engine.New(screenConfig(80, 24))
	c := waiting(1)
	e.Apply(0, c)
	c.ID = 2
	e.Apply(0, c)
	e.Apply(100*ms, engine.Tick{})
	e.Apply(195*ms, engine.Detail{ID: 1, Text: "x"}, engine.Detail{ID: 2, Text: "x"})
	want(t, "release", bytes(e.Apply(196*ms, engine.Release{ID: 2})), "")
	want(t, "early tick", bytes(e.Apply(200*ms, engine.Tick{})), "")
	if at, ok := e.NextDeadline(); !ok || at < 228*ms || at > 229*ms {
		t.Errorf("deadline %v %v, want that of the rate limit after 195ms", at, ok)
	}
}
