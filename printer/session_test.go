package printer_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"jp/engine"
	"jp/printer"
)

// modes records what is done to the terminal's modes, and what was written then.
type modes struct {
	tape *tape

	mu    sync.Mutex // guards calls
	calls []string
	at    map[string]string // what the terminal had got at the last such call
}

func newModes(t *tape) *modes { return &modes{tape: t, at: make(map[string]string)} }

func (m *modes) note(call string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls = append(m.calls, call)
	m.at[call] = m.tape.all()
	return nil
}

func (m *modes) take() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	calls := strings.Join(m.calls, " ")
	m.calls = nil
	return calls
}

func (m *modes) Echo(on bool) error {
	if on {
		return m.note("echo")
	}
	return m.note("no-echo")
}
func (m *modes) Raw() error        { return m.note("raw") }
func (m *modes) FlushInput() error { return m.note("flush") }
func (m *modes) Leave() error      { return m.note("leave") }
func (m *modes) Return() error     { return m.note("return") }
func (m *modes) Close() error      { return m.note("close") }

func TestPrompt_IsABarrier(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		m := newModes(tape)
		o := onScreen(tape)
		o.Modes, o.MaxLatency = m, -1
		p := printer.New(o)
		equal(t, m.take(), "leave no-echo")
		status := p.Status(waiting())
		p.Say("typed slowly\n", time.Second)
		time.Sleep(1500 * time.Millisecond)
		prompt, err := p.Prompt(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		equal(t, tape.screen(), "typed slowly")
		equal(t, m.take(), "leave flush")
		equal(t, m.at["flush"], tape.all()) // after the last byte
		status.Detail("changed")
		n := tape.count()
		time.Sleep(time.Minute)
		if tape.count() != n {
			t.Errorf("chrome was painted into a prompt: %q", tape.screen())
		}
		prompt.Raw()
		io.WriteString(prompt, "sure? [y/N] ")
		prompt.Flush()
		equal(t, tape.screen(), "typed slowly\nsure? [y/N]")
		p.Println("waits")
		time.Sleep(time.Second)
		equal(t, tape.screen(), "typed slowly\nsure? [y/N]")
		prompt.Close()
		prompt.Close()
		synctest.Wait()
		equal(t, m.take(), "raw leave no-echo leave no-echo")
		equal(t, tape.screen(), "typed slowly\nsure? [y/N]\nwaits\n⏱ Waiting… 62.5s (changed)")
		p.Close()
		equal(t, m.take(), "close")
	})
}

func TestPrompt_NotInteractive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := printer.New(onFiles(newTape()))
		if _, err := p.Prompt(t.Context()); !errors.Is(err, printer.ErrNotInteractive) {
			t.Errorf("got %v", err)
		}
		p.Close()
	})
}

func TestPrompt_OneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		p := printer.New(onScreen(tape))
		first, err := p.Prompt(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.Prompt(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want a deadline", err)
		}
		done := make(chan struct{})
		go func() {
			second, err := p.Prompt(t.Context())
			if err == nil {
				io.WriteString(second, "second")
				second.Close()
			}
			close(done)
		}()
		synctest.Wait()
		io.WriteString(first, "first\r\n")
		first.Close()
		<-done
		p.Close()
		equal(t, tape.screen(), "first\nsecond")
	})
}

// A prompt on a terminal that takes nothing gives up with its context, and leaves
// no suspension behind.
func TestPrompt_GivesUpWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		gate := make(chan struct{})
		o := onScreen(tape)
		o.Out = gated(port{tape, engine.Out}, gate)
		p := printer.New(o)
		p.Println("stuck")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.Prompt(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want a deadline", err)
		}
		close(gate)
		p.Status(waiting())
		synctest.Wait()
		equal(t, tape.screen(), "stuck\n⏱ Waiting… 0.0s")
		p.Close()
	})
}

func TestSuspend_NestsAndGivesTheScreenAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		m := newModes(tape)
		w := newWindow(80)
		o := onScreen(tape)
		o.Modes = m
		o.Terminal.Size = w.size
		p := printer.New(o)
		p.Status(waiting())
		synctest.Wait()
		m.take()
		outer, err := p.Suspend(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		equal(t, tape.screen(), "")
		equal(t, m.take(), "leave")
		p.Println("held by the outer one")
		inner, err := p.Suspend(t.Context()) // must not wait for what the outer holds
		if err != nil {
			t.Fatal(err)
		}
		n := tape.count()
		inner()
		inner()
		time.Sleep(time.Second)
		if tape.count() != n {
			t.Errorf("painted while suspended: %q", tape.screen())
		}
		m.take()
		w.cols.Store(40) // the editor's window was resized
		outer()
		time.Sleep(time.Second)
		if !strings.HasPrefix(tape.screen(), "held by the outer one\n⏱ Waiting… ") {
			t.Errorf("got %q", tape.screen())
		}
		if got := m.take(); !strings.HasSuffix(got, "leave no-echo") {
			t.Errorf("modes: %q", got)
		}
		if p.Cols() != 40 {
			t.Errorf("Cols: got %d, want 40", p.Cols())
		}
		p.Close()
	})
}

// window is a terminal's size, which tests change under the printer.
type window struct{ cols, reads atomic.Int32 }

func (w *window) size() (cols, rows int) {
	w.reads.Add(1)
	return int(w.cols.Load()), 24
}

func newWindow(cols int32) *window {
	w := &window{}
	w.cols.Store(cols)
	return w
}

// signals delivers what a test sends; stopped stands in for the stopped process.
type signals struct {
	c    chan printer.Signal
	stop func()
}

func (s signals) C() <-chan printer.Signal { return s.c }
func (s signals) StopSelf()                { s.stop() }

func TestSignals_StopAndContinue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		m := newModes(tape)
		var screenStopped string
		var modesStopped []string
		s := signals{c: make(chan printer.Signal, 1), stop: func() {
			screenStopped = tape.screen()
			modesStopped = append(modesStopped, m.take())
			time.Sleep(time.Hour)
		}}
		w := newWindow(80)
		o := onScreen(tape)
		o.Modes, o.Signals = m, s
		o.Terminal.Size = w.size
		p := printer.New(o)
		p.Println("kept")
		p.Status(waiting())
		time.Sleep(time.Second)
		synctest.Wait()
		m.take()
		s.c <- printer.Stop
		synctest.Wait()
		equal(t, screenStopped, "kept")
		if !slices.Equal(modesStopped, []string{"leave"}) {
			t.Errorf("modes when stopped: %q", modesStopped)
		}
		w.cols.Store(50)
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if got := m.take(); !strings.HasPrefix(got, "return") {
			t.Errorf("modes when continued: %q", got)
		}
		if !strings.HasPrefix(tape.screen(), "kept\n⏱ Waiting… ") {
			t.Errorf("got %q", tape.screen())
		}
		if p.Cols() != 50 {
			t.Errorf("Cols: got %d, want 50", p.Cols())
		}
		p.Close()
	})
}

func TestSignals_ContinueAfterAnUncaughtStopRepaints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		s := signals{c: make(chan printer.Signal, 1)}
		o := onScreen(tape)
		o.Signals = s
		p := printer.New(o)
		style := waiting()
		style.Label.Clock = engine.ClockNone
		p.Status(style)
		synctest.Wait()
		port{tape, engine.Err}.Write([]byte("[1]+ Stopped\r\nfg\r\n"))
		s.c <- printer.Continue
		time.Sleep(time.Second)
		if !strings.HasSuffix(tape.screen(), "fg\n⏱ Waiting…") {
			t.Errorf("got %q", tape.screen())
		}
		p.Close()
	})
}

// While a storm runs the size is read again before each tick, so that the full
// redraw never uses an old one.
func TestSignals_ResizeIsReadBeforeTheRedraw(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		s := signals{c: make(chan printer.Signal, 1)}
		w := newWindow(80)
		o := onScreen(tape)
		o.Signals = s
		o.Terminal.Size = w.size
		p := printer.New(o)
		p.Status(waiting()).Detail("detail")
		synctest.Wait()
		before := len(tape.all())
		w.cols.Store(30)
		s.c <- printer.WindowChanged
		synctest.Wait()
		w.cols.Store(40) // no signal for this one
		time.Sleep(600 * time.Millisecond)
		synctest.Wait()
		if got := tape.all()[before:]; strings.Contains(got, "(") {
			t.Errorf("a full redraw for the old size: %q", got)
		}
		time.Sleep(400 * time.Millisecond)
		synctest.Wait()
		if !strings.Contains(tape.screen(), "(detail)") {
			t.Errorf("got %q, want the full row", tape.screen())
		}
		if p.Cols() != 40 || p.ChromeCols() != 32 {
			t.Errorf("got %d columns and rows of %d, want 40 and 32", p.Cols(), p.ChromeCols())
		}
		w.reads.Store(0)
		time.Sleep(time.Second)
		if n := w.reads.Load(); n != 0 {
			t.Errorf("the size was read %d times with no storm", n)
		}
		p.Close()
	})
}

// The full redraw takes a while; a size that changed under it is found at once.
func TestSignals_ResizeIsReadAfterTheRedraw(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		s := signals{c: make(chan printer.Signal, 1)}
		w := newWindow(30)
		o := onScreen(tape)
		o.Signals = s
		o.Terminal.Size = func() (cols, rows int) {
			cols, rows = w.size()
			if w.reads.Load() > 3 { // at the start, for the signal, before the redraw
				cols = 40
			}
			return cols, rows
		}
		p := printer.New(o)
		p.Status(waiting())
		synctest.Wait()
		s.c <- printer.WindowChanged
		time.Sleep(400 * time.Millisecond)
		synctest.Wait()
		if n := w.reads.Load(); n != 4 || p.ChromeCols() != 32 {
			t.Errorf("after %d readings chrome has %d columns, want 32 after 4", n, p.ChromeCols())
		}
		p.Close()
	})
}

// Another program that has the terminal is stopped by the same signal, and has set
// modes of its own: hands off.
func TestSignals_StopWhileAnotherProgramHasTheTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		m := newModes(tape)
		stops := 0
		s := signals{c: make(chan printer.Signal), stop: func() { stops++ }}
		o := onScreen(tape)
		o.Modes, o.Signals = m, s
		p := printer.New(o)
		p.Status(waiting())
		resume, err := p.Suspend(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		m.take()
		n := tape.count()
		s.c <- printer.Stop
		synctest.Wait()
		s.c <- printer.Continue
		synctest.Wait()
		equal(t, m.take(), "")
		if stops != 1 || tape.count() != n {
			t.Errorf("stopped %d times, wrote %q", stops, tape.all())
		}
		resume()
		p.Close()
	})
}

// The size is another one at each reading, as in a window that is dragged.
func TestSignals_ResizeDuringTheRedrawStartsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		s := signals{c: make(chan printer.Signal, 1)}
		w := newWindow(80)
		o := onScreen(tape)
		o.Signals = s
		o.Terminal.Size = func() (int, int) { return int(w.cols.Add(-1)), 24 }
		p := printer.New(o)
		p.Status(waiting())
		synctest.Wait()
		s.c <- printer.WindowChanged
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if p.Cols() > 75 {
			t.Errorf("got %d columns: the size was not followed", p.Cols())
		}
		p.Close()
		equal(t, tape.screen(), "")
	})
}

// The Continue of its own stop asks for nothing: the driver repaints anyway, and a
// second suspension would end the line in the middle of a word.
func TestSignals_AStopSplitsNoWord(t *testing.T) {
	const stop, cont = printer.Stop, printer.Continue
	for _, tc := range []struct {
		name           string
		before, during []printer.Signal
		stops          int
	}{
		{"plain", []printer.Signal{stop}, nil, 1},
		{"its own continue", []printer.Signal{stop}, []printer.Signal{cont}, 1},
		{"two stops", []printer.Signal{stop, stop}, []printer.Signal{cont}, 1},
		{"stopped again meanwhile", []printer.Signal{stop}, []printer.Signal{cont, stop}, 2},
		{"an outside stop before it", []printer.Signal{cont, stop}, []printer.Signal{cont}, 1},
		{"a continue that overtakes it", []printer.Signal{stop, cont}, nil, 0},
		{"one after the other", []printer.Signal{stop, cont, stop}, []printer.Signal{cont}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tape := newTape()
				gate := make(chan struct{})
				stops := 0
				s := signals{c: make(chan printer.Signal, 8)}
				s.stop = func() {
					if stops++; stops > 1 {
						return
					}
					for _, sent := range tc.during {
						s.c <- sent
					}
				}
				o := onScreen(tape)
				o.Signals, o.MaxLatency = s, -1
				o.Out = gated(o.Out, gate)
				p := printer.New(o)
				p.Println("takes the driver away")
				synctest.Wait()
				for _, sent := range tc.before {
					s.c <- sent
				}
				p.Say("word", 100*time.Millisecond) // is typed after the stop
				close(gate)
				p.Flush()
				p.Close()
				equal(t, tape.screen(), "takes the driver away\nword")
				if stops != tc.stops {
					t.Errorf("stopped %d times, want %d", stops, tc.stops)
				}
			})
		})
	}
}

// An answer whose Enter was echoed leaves no blank row; one that was not is moved
// away from.
func TestPrompt_GoesOnOnAFreshLine(t *testing.T) {
	for _, c := range []struct {
		entered bool
		want    string
	}{{true, "Name? done\r\n"}, {false, "Name? \r\ndone\r\n"}} {
		synctest.Test(t, func(t *testing.T) {
			tape := newTape()
			p := printer.New(onScreen(tape))
			q, err := p.Prompt(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			q.Write([]byte("Name? "))
			if c.entered {
				q.Entered()
			}
			q.Close()
			p.Println("done")
			p.Close()
			if got := tape.all(); !strings.HasPrefix(got, c.want) {
				t.Errorf("entered %v: got %q, want it to begin with %q", c.entered, got, c.want)
			}
		})
	}
}
