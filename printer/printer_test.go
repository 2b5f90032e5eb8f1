package printer_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"jp/engine"
	"jp/printer"
)

func TestMain(m *testing.M) { runMain(m) }

func TestPrinter_ChannelsKeepTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onFiles(tape))
		p.Print("a")
		p.Chrome().Print("b")
		p.Print("c")
		p.Close()
		equal(t, tape.all(), "abc")
		equal(t, tape.text(engine.Out), "ac")
		equal(t, tape.text(engine.Err), "b")
	})
}

func TestPrinter_InstantWaitsForPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		p.Say("paced\n", 10*time.Millisecond)
		p.Chrome().Println("instant")
		time.Sleep(20 * time.Millisecond)
		synctest.Wait()
		if strings.Contains(tape.all(), "instant") {
			t.Errorf("got %q: instant text overtook", tape.all())
		}
		p.Flush()
		equal(t, tape.screen(), "paced\ninstant")
		p.Close()
	})
}

// A device that takes a second for each write shows whether Flush waits for it.
func TestPrinter_FlushWaitsForTheDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onFiles(tape)
		o.Out = writerFunc(func(b []byte) (int, error) {
			time.Sleep(time.Second)
			return port{tape, engine.Out}.Write(b)
		})
		p := printer.New(o)
		p.Println("a")
		p.Println("b")
		if err := p.Flush(); err != nil {
			t.Error(err)
		}
		equal(t, tape.text(engine.Out), "a\nb\n")
		p.Close()
	})
}

func TestPrinter_HurryFinishesPacedText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onScreen(tape)
		o.MaxLatency = -1
		p := printer.New(o)
		text := strings.Repeat("0123456789", 10)
		p.Say(text, 100*time.Millisecond)
		begin := time.Now()
		p.Hurry()
		p.Flush()
		if took := time.Since(begin); took > 0 {
			t.Errorf("took %v of 10 s", took)
		}
		equal(t, strings.ReplaceAll(tape.screen(), "\n", ""), text)
		p.Close()
	})
}

// Neighbours in the queue are joined, but not over a change of pace.
func TestPrinter_EachPrintKeepsItsPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onScreen(tape)
		o.MaxLatency = -1
		p := printer.New(o)
		p.Print("now ")
		p.Print("and now ")
		p.Say("abc", time.Second)
		p.Say("de", time.Second)
		p.Say("fg", 2*time.Second)
		p.Print("!")
		for _, want := range []string{"a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdef"} {
			synctest.Wait()
			equal(t, tape.screen(), "now and now "+want)
			time.Sleep(time.Second)
		}
		p.Flush()
		equal(t, tape.screen(), "now and now abcdefg!")
		p.Close()
	})
}

func TestPrinter_FlushOfNothingReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onFiles(tape))
		p.Hurry()
		p.Flush()
		p.Close()
		equal(t, tape.all(), "")
	})
}

func TestPrinter_FlushBehindPacedIsHonouredByHurry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onScreen(tape)
		o.MaxLatency = -1
		p := printer.New(o)
		p.Say("0123456789", time.Hour)
		flushed := make(chan time.Time, 1)
		go func() {
			p.Flush()
			flushed <- time.Now()
		}()
		synctest.Wait()
		time.Sleep(time.Second)
		p.Hurry()
		begin := time.Now()
		if at := <-flushed; at.After(begin) {
			t.Errorf("flushed %v after the hurry", at.Sub(begin))
		}
		p.Close()
	})
}

func TestPrinter_CloseErasesChromeAndIsTheLastByte(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		p.Println("kept")
		status := p.Status(waiting())
		time.Sleep(time.Second)
		synctest.Wait()
		equal(t, tape.screen(), "kept\n⏱ Waiting… 1.0s")
		p.Close()
		equal(t, tape.screen(), "kept")
		n := tape.count()
		status.Detail("late")
		status.Window("s").Push("late")
		status.Release()
		p.Println("late")
		time.Sleep(time.Minute)
		if tape.count() != n {
			t.Errorf("written after Close: %q", tape.all())
		}
	})
}

func TestPrinter_CloseLeavesNoGoroutine(t *testing.T) {
	tape := newTape()
	p := printer.New(onScreen(tape))
	p.Status(waiting())
	p.Close()
	p.Close()
	goleak.VerifyNone(t)
}

func TestPrinter_PrintsAfterCloseAreIgnored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		p.Close()
		p.Println("a")
		p.Say("b", time.Second)
		p.Hurry()
		p.Drain()
		if _, err := p.Stdout().Write([]byte("c")); !errors.Is(err, printer.ErrClosed) {
			t.Errorf("got %v, want ErrClosed", err)
		}
		if _, err := p.Prompt(t.Context()); !errors.Is(err, printer.ErrClosed) {
			t.Errorf("got %v, want ErrClosed", err)
		}
		if _, err := p.Suspend(t.Context()); !errors.Is(err, printer.ErrClosed) {
			t.Errorf("got %v, want ErrClosed", err)
		}
		p.Status(waiting()).Release()
		p.Flush()
		equal(t, tape.all(), "")
	})
}

func TestPrinter_SilentKeepsStdoutAndPrompts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onScreen(tape)
		o.Silent = true
		p := printer.New(o)
		p.Status(waiting())
		time.Sleep(time.Second)
		p.Chrome().Println("chrome")
		io.WriteString(p.Stderr(), "err\n")
		p.Println("out")
		prompt, err := p.Prompt(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(prompt, "sure?")
		prompt.Close()
		p.Close()
		equal(t, tape.screen(), "out\nsure?")
	})
}

// Fragments of one formatted write must never have the row between them.
func TestPrinter_FragmentsOfALineStayTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		p.Status(waiting())
		time.Sleep(time.Second)
		for _, part := range []string{"one ", "two ", "three\n"} {
			fmt.Fprint(p.Stderr(), part)
			time.Sleep(time.Second)
		}
		synctest.Wait()
		equal(t, tape.screen(), "one two three\n⏱ Waiting… 4.0s")
		p.Close()
		equal(t, tape.screen(), "one two three")
	})
}

// A batch is one frame: many lines while a row is up do not repaint it each time.
func TestPrinter_AQueueIsOneBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		gate := make(chan struct{})
		o := onScreen(tape)
		first := true
		o.Err = writerFunc(func(b []byte) (int, error) {
			if first {
				first = false
				<-gate
			}
			return port{tape, engine.Err}.Write(b)
		})
		p := printer.New(o)
		p.Status(waiting())
		synctest.Wait()
		for range 500 {
			p.Println("line")
		}
		close(gate)
		synctest.Wait()
		if n := tape.count(); n > 3 {
			t.Errorf("%d writes for one row and one batch", n)
		}
		p.Close()
	})
}

func TestPrinter_ConcurrentProducersKeepTheirOwnOrder(t *testing.T) {
	tape := newTape()
	o := onFiles(tape)
	o.QueueBytes, o.QueueCommands = 64, 8
	p := printer.New(o)
	const producers, lines = 8, 200
	var wg sync.WaitGroup
	for i := range producers {
		wg.Go(func() {
			for j := range lines {
				fmt.Fprintf(p.Stdout(), "%d %d\n", i, j)
			}
		})
	}
	wg.Wait()
	p.Close()
	next := make(map[int]int)
	for line := range strings.Lines(tape.text(engine.Out)) {
		var i, j int
		if n, err := fmt.Sscanf(line, "%d %d\n", &i, &j); n != 2 {
			t.Fatalf("line %q: %v", line, err)
		}
		if j != next[i] {
			t.Fatalf("producer %d: got line %d, want %d", i, j, next[i])
		}
		next[i]++
	}
	for i := range producers {
		if next[i] != lines {
			t.Errorf("producer %d: %d of %d lines", i, next[i], lines)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func BenchmarkPrinterPrintln(b *testing.B) {
	p := printer.New(printer.Options{Out: io.Discard, Terminal: printer.Terminal{Out: engine.PortPlain}})
	defer p.Close()
	b.ReportAllocs()
	for b.Loop() {
		p.Println("The quick brown fox jumps over the lazy dog.")
	}
}

func BenchmarkPrinterPrintlnUnderStatus(b *testing.B) {
	p := printer.New(printer.Options{
		Out: io.Discard, Err: io.Discard,
		Terminal: printer.Terminal{
			Out: engine.PortScreen, Err: engine.PortScreen, Verdict: printer.Verdict{On: true},
			Size: func() (cols, rows int) { return 80, 24 },
		},
	})
	defer p.Close()
	p.Status(waiting())
	b.ReportAllocs()
	for b.Loop() {
		p.Println("The quick brown fox jumps over the lazy dog.")
	}
}

func BenchmarkStatusDetail(b *testing.B) {
	p := printer.New(printer.Options{
		Err: io.Discard,
		Terminal: printer.Terminal{
			Err: engine.PortScreen, Verdict: printer.Verdict{On: true},
			Size: func() (cols, rows int) { return 80, 24 },
		},
	})
	defer p.Close()
	status := p.Status(waiting())
	b.ReportAllocs()
	for b.Loop() {
		status.Detail("receiving response data")
	}
}
