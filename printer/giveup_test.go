package printer_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jp/engine"
	"jp/printer"
	"jp/vtmodel"
)

const (
	giveUpAfter = 1200 * time.Millisecond
	giveUpMax   = 1700 * time.Millisecond // with the last words
)

// slow is w at so many bytes a second.
func slow(w io.Writer, perSecond int) io.Writer {
	return writerFunc(func(b []byte) (int, error) {
		time.Sleep(time.Duration(len(b)) * time.Second / time.Duration(perSecond))
		return w.Write(b)
	})
}

// allSlow makes all three channels of o that slow.
func allSlow(o printer.Options, perSecond int) printer.Options {
	o.Out, o.Err, o.TTY = slow(o.Out, perSecond), slow(o.Err, perSecond), slow(o.TTY, perSecond)
	return o
}

// stream prints numbered lines until standard output refuses; the channel is closed
// then.
func stream(p *printer.Printer, format string) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			if _, err := fmt.Fprintf(p.Stdout(), format, i); err != nil {
				return
			}
		}
	}()
	return done
}

// endByGivingUp is what a program does at the first signal.
func endByGivingUp(t *testing.T, p *printer.Printer) time.Duration {
	t.Helper()
	begin := time.Now()
	p.GiveUp(giveUpAfter)
	p.Flush()
	p.Chrome().Println("note")
	if err := p.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	return time.Since(begin)
}

// wholeRows plays bytes on a screen; its rows are those of a stream, whole and
// without a gap, up to the note.
func wholeRows(t *testing.T, bytes string) {
	t.Helper()
	model := vtmodel.NewVT10x(80, 24)
	io.WriteString(model, bytes)
	rows := strings.Split(strings.TrimRight(strings.Join(model.Screen().Unwrapped(), "\n"), " \n"), "\n")
	for i, row := range rows {
		want := fmt.Sprintf("line %06d of the answer", i)
		if i == len(rows)-1 {
			want = "note"
		}
		if got := strings.TrimRight(row, " "); got != want {
			t.Fatalf("row %d of %d: got %q, want %q", i, len(rows), got, want)
		}
	}
	if len(rows) < 100 {
		t.Errorf("only %d rows came through", len(rows))
	}
}

func TestGiveUp_ASlowTerminalIsCutAtALinesEnd(t *testing.T) {
	for _, perSecond := range []int{10_000, 20_000, 50_000} {
		t.Run(fmt.Sprint(perSecond), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tape := newTape()
				m := newModes(tape)
				o := allSlow(onScreen(tape), perSecond)
				o.Modes = m
				p := printer.New(o)
				status := p.Status(waiting())
				done := stream(p, "line %06d of the answer\n")
				time.Sleep(3 * time.Second)
				m.take()
				if took := endByGivingUp(t, p); took > giveUpMax {
					t.Errorf("the end took %v", took)
				}
				<-done
				if !p.GaveUp() || status.Active() || p.Context().Err() != nil {
					t.Errorf("gave up %v, status active %v, context %v", p.GaveUp(), status.Active(), p.Context().Err())
				}
				if _, err := io.WriteString(p.Stdout(), "x"); !errors.Is(err, printer.ErrGivenUp) {
					t.Errorf("got %v, want ErrGivenUp", err)
				}
				equal(t, m.take(), "close")
				wholeRows(t, tape.all())
			})
		})
	}
}

// A terminal that takes nothing at all is told nothing, but its modes come back.
func TestGiveUp_AStoppedTerminalIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		m := newModes(tape)
		gate := make(chan struct{})
		o := onScreen(tape)
		o.Modes, o.QueueBytes = m, 1000
		o.Out, o.Err, o.TTY = gated(o.Out, gate), gated(o.Err, gate), gated(o.TTY, gate)
		p := printer.New(o)
		p.Status(waiting())
		done := stream(p, "line %06d of the answer\n")
		synctest.Wait()
		m.take()
		if took := endByGivingUp(t, p); took > giveUpMax {
			t.Errorf("the end took %v", took)
		}
		<-done
		equal(t, m.take(), "close")
		begin := time.Now()
		p.Close()
		p.Flush()
		if _, err := p.Prompt(t.Context()); err == nil {
			t.Error("a prompt on a terminal that was given up")
		}
		if took := time.Since(begin); took > 0 {
			t.Errorf("waited %v for it once more", took)
		}
		close(gate)
	})
}

// What is written in time is not cut, and a device that keeps up never is.
func TestGiveUp_DropsNothingInTime(t *testing.T) {
	const perSecond = 10_000
	for _, tc := range []struct {
		bytes int
		gone  bool
	}{{11_000, false}, {11_990, false}, {13_000, true}} {
		t.Run(fmt.Sprint(tc.bytes), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tape := newTape()
				p := printer.New(allSlow(onFiles2(tape), perSecond))
				text := strings.Repeat("123456789\n", tc.bytes/10)
				p.Print(text)
				endByGivingUp(t, p)
				if p.GaveUp() != tc.gone || (tape.text(engine.Out) == text) == tc.gone {
					t.Errorf("gave up %v, %d bytes of %d", p.GaveUp(), len(tape.text(engine.Out)), tc.bytes)
				}
				if got := tape.text(engine.Out); !strings.HasPrefix(text, got) || !strings.HasSuffix(got, "9\n") {
					t.Errorf("got an end of %q", got[max(len(got)-20, 0):])
				}
				equal(t, tape.text(engine.Err), "note\n")
			})
		})
	}
}

// onFiles2 is onFiles with a device for the terminal's channel too.
func onFiles2(t *tape) printer.Options {
	o := onFiles(t)
	o.TTY = port{t, engine.TTY}
	return o
}

func TestGiveUp_AnIdlePrinterIsNotCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		p.GiveUp(giveUpAfter)
		p.GiveUp(time.Hour)
		time.Sleep(10 * time.Second)
		p.Println("late, and in time")
		if p.Close(); p.GaveUp() {
			t.Error("gave up a device that keeps up")
		}
		equal(t, tape.screen(), "late, and in time")
	})
}

// The answer in a file is whole when the terminal with the chrome is slow, and the
// chrome is in order when the reader of the answer is.
func TestGiveUp_OnlyTheSlowDeviceLoses(t *testing.T) {
	t.Run("terminal", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			tape := newTape()
			o := allSlow(onScreen(tape), 20_000)
			o.Out, o.Terminal.Out = port{tape, engine.Out}, engine.PortPlain
			p := printer.New(o)
			var want strings.Builder
			for i := range 3000 {
				line := fmt.Sprintf("line %06d of the answer\n", i)
				p.Chrome().Print("log " + line)
				p.Print(line)
				want.WriteString(line)
			}
			if took := endByGivingUp(t, p); took > giveUpMax {
				t.Errorf("the end took %v", took)
			}
			equal(t, tape.text(engine.Out), want.String())
			chrome := tape.text(engine.Err)
			if !p.GaveUp() || !strings.Contains(chrome, " of the answer\r\n\x1b") || !strings.HasSuffix(chrome, "note\r\n") {
				t.Errorf("gave up %v, got an end of %q", p.GaveUp(), chrome[len(chrome)-100:])
			}
		})
	})
	t.Run("reader", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			tape := newTape()
			o := onScreen(tape)
			o.Out, o.Terminal.Out = slow(port{tape, engine.Out}, 20_000), engine.PortPlain
			p := printer.New(o)
			p.Status(waiting())
			done := stream(p, "line %06d of the answer\n")
			time.Sleep(3 * time.Second)
			if took := endByGivingUp(t, p); took > giveUpMax {
				t.Errorf("the end took %v", took)
			}
			<-done
			if got := tape.text(engine.Out); !strings.HasSuffix(got, " of the answer\n") {
				t.Errorf("got an end of %q", got[len(got)-20:])
			}
			model := vtmodel.NewVT10x(80, 24)
			io.WriteString(model, tape.text(engine.Err))
			equal(t, strings.TrimSpace(strings.Join(model.Screen().Text(), "")), "note")
		})
	})
}

// A line that never ends is ended, between two characters.
func TestGiveUp_EndsALineWithoutAnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := allSlow(onScreen(tape), 20_000)
		p := printer.New(o)
		p.Status(waiting())
		done := stream(p, "%06d äöü")
		time.Sleep(3 * time.Second)
		if took := endByGivingUp(t, p); took > giveUpMax {
			t.Errorf("the end took %v", took)
		}
		<-done
		got := tape.screen()
		lines := strings.Split(got, "\n")
		if lines[len(lines)-1] != "note" || strings.ContainsRune(got, '\uFFFD') || strings.Contains(got, "Waiting") {
			t.Errorf("got %q", got)
		}
	})
}

// Last words need no Flush before them.
func TestGiveUp_KeepsLastWordsThatWait(t *testing.T) {
	for _, delay := range []time.Duration{0, 600 * time.Millisecond, 1190 * time.Millisecond} {
		t.Run(fmt.Sprint(delay), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tape := newTape()
				o := allSlow(onScreen(tape), 20_000)
				p := printer.New(o)
				done := stream(p, "line %06d of the answer\n")
				time.Sleep(3 * time.Second)
				p.GiveUp(giveUpAfter)
				time.Sleep(delay)
				p.Chrome().Println("note")
				p.Close()
				<-done
				wholeRows(t, tape.all())
			})
		})
	}
}

// Last words in a batch with the rest of the answer are not lost with it.
func TestGiveUp_KeepsLastWordsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(allSlow(onScreen(tape), 10_000))
		p.Println("takes the driver away")
		synctest.Wait()
		p.GiveUp(giveUpAfter)
		for i := range 2000 {
			p.Println(fmt.Sprintf("line %06d of the answer", i))
		}
		p.Chrome().Println("note")
		p.Close()
		if got := tape.screen(); !p.GaveUp() || !strings.HasSuffix(got, "of the answer\nnote") {
			t.Errorf("gave up %v, got %q", p.GaveUp(), got)
		}
	})
}
