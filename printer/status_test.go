package printer_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jp/engine"
	"jp/internal/ansi"
	"jp/printer"
)

func TestStatus_TicksOnItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		status := p.Status(waiting())
		for _, want := range []string{"0.0s", "0.1s", "0.2s"} {
			synctest.Wait()
			equal(t, tape.screen(), "⏱ Waiting… "+want)
			time.Sleep(100 * time.Millisecond)
		}
		status.Release()
		synctest.Wait()
		equal(t, tape.screen(), "")
		n := tape.count()
		time.Sleep(time.Hour)
		if tape.count() != n {
			t.Error("a released status still writes")
		}
		p.Close()
	})
}

// A release that is queued before the deadline wins, also when the driver gets to
// both at the same instant.
func TestStatus_ReleaseBeatsItsDelay(t *testing.T) {
	for _, after := range []time.Duration{999 * time.Millisecond, time.Second, 1001 * time.Millisecond} {
		t.Run(after.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tape := newTape()
				gate := make(chan struct{})
				o := onScreen(tape)
				o.Out = gated(port{tape, engine.Out}, gate)
				p := printer.New(o)
				style := waiting()
				style.Delay = time.Second
				status := p.Status(style)
				p.Println("blocks the driver")
				time.Sleep(after)
				status.Release()
				close(gate)
				p.Close()
				if strings.Contains(tape.all(), "Waiting") {
					t.Errorf("got %q", tape.all())
				}
			})
		})
	}
}

func TestStatus_ReleaseThenPrintInOneGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		status := p.Status(waiting())
		time.Sleep(time.Second)
		status.Release()
		status.Release()
		p.Print("text")
		synctest.Wait()
		equal(t, tape.screen(), "text")
		p.Close()
	})
}

func TestStatus_ReleaseAfterContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		ctx, cancel := context.WithCancel(t.Context())
		status := p.Status(waiting())
		status.ReleaseAfter(ctx)
		synctest.Wait()
		equal(t, tape.screen(), "⏱ Waiting… 0.0s")
		cancel()
		synctest.Wait()
		equal(t, tape.screen(), "")
		if status.Active() {
			t.Error("still active")
		}
		p.Close()
	})
}

func TestStatus_LatestDetailWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		gate := make(chan struct{})
		o := onScreen(tape)
		o.Out = gated(port{tape, engine.Out}, gate)
		p := printer.New(o)
		status := p.Status(waiting())
		p.Println("blocks the driver")
		synctest.Wait()
		updater := status.Updater()
		for i := range 1000 {
			updater.Detail(fmt.Sprint("step ", i))
			status.Shade(ansi.Palette(uint8(i)))
		}
		if n := p.Queued(); n != 2 {
			t.Errorf("%d commands wait, want the latest detail and shade", n)
		}
		status.Shade(ansi.Color{})
		close(gate)
		time.Sleep(50 * time.Millisecond)
		equal(t, tape.screen(), "blocks the driver\n⏱ Waiting… 0.0s (step 999)")
		if strings.Contains(tape.all(), "step 998") {
			t.Error("an outdated detail was written")
		}
		p.Close()
	})
}

func TestUpdater_OutlivesItsStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		status := p.Status(waiting())
		updater := status.Updater()
		status.Release()
		updater.Detail("late")
		printer.Updater{}.Detail("nobody's")
		synctest.Wait()
		equal(t, tape.screen(), "")
		p.Close()
	})
}

func TestStatus_NilAndInert(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onFiles(tape))
		for _, status := range []*printer.Status{nil, p.Status(waiting())} {
			status.Detail("x")
			status.Shade(ansi.Palette(1))
			status.Updater().Detail("x")
			status.Window("w").Push("x")
			if status.Active() {
				t.Error("active")
			}
			status.ReleaseAfter(t.Context())()
			status.Release()
		}
		p.Close()
		equal(t, tape.all(), "")
	})
}

func TestStatus_KeepsTickingWhileTextIsTyped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onScreen(tape)
		o.MaxLatency = -1
		p := printer.New(o)
		p.Status(waiting())
		p.Say("abcdefghij\n", 500*time.Millisecond)
		time.Sleep(1250 * time.Millisecond)
		synctest.Wait()
		equal(t, tape.screen(), "abc\n⏱ Waiting… 1.2s")
		p.Close()
	})
}

func TestWindow_SplitsLines(t *testing.T) {
	for _, tc := range []struct {
		name   string
		writes []string
		want   string
	}{
		{"whole lines", []string{"one\ntwo\n"}, "one|two"},
		{"byte by byte", strings.Split("one\ntwo\n", ""), "one|two"},
		{"an unfinished line waits", []string{"one\ntw"}, "one"},
		{"CR LF", []string{"one\r\ntwo\r\n"}, "one|two"},
		{"CR LF cut in two", []string{"one\r", "\ntwo\n"}, "one|two"},
		{"overwritten text", []string{"10%\r50%\r", "100%\n"}, "100%"},
		{"a rune cut in two", []string{"h\xc3", "\xa9\n"}, "hé"},
		{"an endless line", []string{strings.Repeat("x", 1<<20), "y\n", "z\n"}, strings.Repeat("x", 60) + "|z"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tape := newTape()
				p := printer.New(onScreen(tape))
				style := waiting()
				style.Rows, style.NoTimer = 6, true
				status := p.Status(style)
				w := status.Window("src")
				for _, s := range tc.writes {
					io.WriteString(w, s)
				}
				synctest.Wait()
				time.Sleep(time.Second)
				equal(t, tape.screen(), strings.ReplaceAll(tc.want, "|", "\n"))
				p.Close()
			})
		})
	}
}

func TestWindow_CloseShowsTheLastLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		style := waiting()
		style.Rows, style.NoTimer = 3, true
		w := p.Status(style).Window("src")
		io.WriteString(w, "no newline")
		w.Close()
		time.Sleep(time.Second)
		equal(t, tape.screen(), "no newline")
		p.Close()
	})
}

// However many rows are pushed while the device is busy, one repaint shows the
// newest.
func TestWindow_RowsCoalesce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		gate := make(chan struct{})
		o := onScreen(tape)
		o.Out = gated(port{tape, engine.Out}, gate)
		p := printer.New(o)
		style := waiting()
		style.Rows, style.NoTimer = 3, true
		w := p.Status(style).Window("src")
		p.Println("blocks the driver")
		synctest.Wait()
		before := tape.count()
		for i := range 500 {
			w.Push(fmt.Sprint("row ", i))
		}
		close(gate)
		time.Sleep(50 * time.Millisecond)
		equal(t, tape.screen(), "blocks the driver\nrow 497\nrow 498\nrow 499")
		if n := tape.count() - before; n != 2 {
			t.Errorf("%d writes, want the line and one repaint", n)
		}
		w.Push("one more")
		time.Sleep(time.Second)
		equal(t, tape.screen(), "blocks the driver\nrow 498\nrow 499\none more")
		p.Close()
	})
}

func TestChrome_ReachesStandardErrorOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		chrome := p.Chrome()
		chrome.Print("a")
		chrome.Println("b")
		io.WriteString(chrome, "c\n")
		status := chrome.Status(waiting())
		synctest.Wait()
		equal(t, tape.screen(), "ab\nc\n⏱ Waiting… 0.0s")
		status.Release()
		p.Close()
		equal(t, tape.text(engine.Out), "")
	})
}

func TestPrinter_AnswersAboutItsSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onScreen(tape)
		p := printer.New(o)
		if got := p.Cols(); got != 80 {
			t.Errorf("Cols: got %d, want 80", got)
		}
		if got := p.OutCols(); got != 80 {
			t.Errorf("OutCols: got %d, want 80", got)
		}
		if got := p.WindowRows(4); got != 4 {
			t.Errorf("WindowRows: got %d, want 4", got)
		}
		if got := p.ChromeCols(); got != 60 {
			t.Errorf("ChromeCols: got %d, want 60", got)
		}
		p.Close()
		p = printer.New(onFiles(tape))
		if p.Cols() != 0 || p.OutCols() != 0 || p.WindowRows(4) != 0 || p.ChromeCols() != 0 {
			t.Errorf("without a terminal: %d %d %d %d, want zeros", p.Cols(), p.OutCols(), p.WindowRows(4), p.ChromeCols())
		}
		p.Close()
	})
}
