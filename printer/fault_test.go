package printer_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"jp/engine"
	"jp/printer"
)

// faulty fails or falls short at its k-th call only.
type faulty struct {
	w     io.Writer
	k     int
	take  int // bytes that the k-th call writes, at most all but one
	err   error
	calls int
}

func (f *faulty) Write(b []byte) (int, error) {
	f.calls++
	if f.calls != f.k {
		return f.w.Write(b)
	}
	n, err := f.w.Write(b[:min(f.take, len(b)-1)])
	if err != nil {
		return n, err
	}
	return n, f.err
}

// session prints on all channels, with chrome and a prompt. Each step comes at its
// own instant, between two ticks, so that the same bytes come of it each time.
func session(t *testing.T, p *printer.Printer) {
	t.Helper()
	step := func() {
		time.Sleep(1050 * time.Millisecond)
		synctest.Wait()
	}
	p.Println("first line")
	step()
	status := p.Status(waiting())
	step()
	status.Detail("detail")
	step()
	p.Say("typed\n", 100*time.Millisecond)
	step()
	p.Chrome().Println("commentary")
	step()
	if prompt, err := p.Prompt(t.Context()); err == nil {
		io.WriteString(prompt, "sure? ")
		step()
		prompt.Close()
	}
	step()
	p.Println("last line")
	step()
	status.Release()
	step()
	p.Close()
}

// Whatever heals must heal without a byte lost or doubled, at every write.
func TestFaults_ThatHealChangeNothing(t *testing.T) {
	want := torture(t, 0, 0, nil)
	for _, fault := range []struct {
		name string
		err  error
	}{
		{"short", nil}, {"short with error", io.ErrShortWrite}, {"EINTR", syscall.EINTR}, {"EAGAIN", syscall.EAGAIN},
	} {
		for _, take := range []int{0, 1, 7, 1 << 20} {
			for k := 1; k <= want.calls; k++ {
				got := torture(t, k, take, fault.err)
				if fault.err == syscall.EAGAIN { // waits, so that repaints fall together
					got.text, want.text = got.screen, want.screen
				}
				if got.text != want.text || got.err != nil {
					t.Fatalf("%s of %d bytes at write %d: %v\n%s", fault.name, take, k, got.err, difference(got.text, want.text))
				}
			}
		}
	}
}

// What does not heal sticks: up to it the bytes are right, after it there are none,
// and nobody blocks.
func TestFaults_ThatStick(t *testing.T) {
	want := torture(t, 0, 0, nil)
	for _, err := range []error{syscall.EPIPE, syscall.EIO, syscall.ENOSPC} {
		for _, take := range []int{0, 1, 7} {
			for k := 1; k <= want.calls; k++ {
				got := torture(t, k, take, err)
				if !strings.HasPrefix(want.text, got.text) || got.text == want.text {
					t.Fatalf("%v at write %d:\n%s", err, k, difference(got.text, want.text))
				}
				if !errors.Is(got.err, err) || !errors.Is(got.cause, err) {
					t.Fatalf("%v at write %d: Err is %v, the context's cause %v", err, k, got.err, got.cause)
				}
				if got.calls != k {
					t.Fatalf("%v at write %d: %d calls", err, k, got.calls)
				}
			}
		}
	}
}

// difference shows where two texts part.
func difference(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	const context = 40
	show := func(s string) string { return s[max(i-context, 0):min(i+context, len(s))] }
	return fmt.Sprintf("at byte %d:\ngot  %q\nwant %q", i, show(got), show(want))
}

type outcome struct {
	text       string
	screen     string
	calls      int
	err, cause error
}

// torture runs session on one terminal whose k-th write is at fault.
func torture(t *testing.T, k, take int, fault error) outcome {
	t.Helper()
	var got outcome
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		f := &faulty{w: port{tape, engine.Out}, k: k, take: take, err: fault}
		dead := func(b []byte) (int, error) { // all three descriptors share the fate
			if f.calls >= f.k && f.k > 0 && isFatal(f.err) {
				return 0, f.err
			}
			return f.Write(b)
		}
		o := onScreen(tape)
		o.Out, o.Err, o.TTY = writerFunc(dead), writerFunc(dead), writerFunc(dead)
		p := printer.New(o)
		session(t, p)
		got = outcome{tape.all(), tape.screen(), f.calls, p.Err(), context.Cause(p.Context())}
	})
	return got
}

func isFatal(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.EIO) || errors.Is(err, syscall.ENOSPC)
}

func TestFaults_OneDeadChannelLeavesTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onFiles(tape)
		o.Err = writerFunc(func([]byte) (int, error) { return 0, syscall.EPIPE })
		p := printer.New(o)
		p.Chrome().Println("gone")
		p.Flush()
		p.Println("stays")
		if _, err := io.WriteString(p.Stderr(), "x"); !errors.Is(err, syscall.EPIPE) {
			t.Errorf("got %v, want EPIPE", err)
		}
		if err := p.Close(); err != nil || p.Context().Err() != nil {
			t.Errorf("Close: got %v, the run's context %v, want neither: standard output is whole", err, p.Context().Err())
		}
		if err := p.ChromeErr(); !errors.Is(err, syscall.EPIPE) {
			t.Errorf("ChromeErr: got %v, want EPIPE", err)
		}
		equal(t, tape.text(engine.Out), "stays\n")
	})
}

// A terminal that is gone must not be ticked at.
func TestFaults_ADeadTerminalStopsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		o := onScreen(newTape())
		o.Err = writerFunc(func([]byte) (int, error) { calls++; return 0, syscall.EIO })
		p := printer.New(o)
		status := p.Status(waiting())
		time.Sleep(time.Hour)
		synctest.Wait()
		if calls != 1 {
			t.Errorf("%d writes to a dead terminal, want 1", calls)
		}
		if status.Active() {
			t.Error("the status is still active")
		}
		if p.Status(waiting()).Active() {
			t.Error("a new status is active")
		}
		p.Close()
	})
}

// The queue is bounded: producers wait for a blocked device, and go on in the order
// in which they came.
func TestQueue_BlockedProducersGoOnInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		gate := make(chan struct{})
		o := onFiles(tape)
		o.Out = gated(port{tape, engine.Out}, gate)
		o.QueueBytes = 1000
		p := printer.New(o)
		p.Println("takes the driver away")
		synctest.Wait()
		returned := make(chan int, 100)
		var want strings.Builder
		want.WriteString("takes the driver away\n")
		for i := range 100 {
			line := fmt.Sprintf("producer %02d %s\n", i, strings.Repeat("x", i*3))
			want.WriteString(line)
			go func() {
				p.Print(line)
				returned <- i
			}()
			synctest.Wait()
		}
		if n := len(returned); n == 0 || n > 50 {
			t.Errorf("%d of 100 producers are through while the device is blocked", n)
		}
		close(gate)
		for range 100 {
			<-returned
		}
		p.Close()
		equal(t, tape.all(), want.String())
	})
}

func TestQueue_BoundsAreExact(t *testing.T) {
	for _, tc := range []struct {
		size    int
		blocked bool
	}{{99, false}, {100, false}, {101, true}} {
		t.Run(fmt.Sprint(tc.size), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				gate := make(chan struct{})
				o := onFiles(newTape())
				o.Out = gated(io.Discard, gate)
				o.QueueBytes = 100
				p := printer.New(o)
				p.Print("takes the driver away")
				synctest.Wait()
				done := make(chan struct{})
				go func() {
					p.Print(strings.Repeat("x", tc.size))
					close(done)
				}()
				synctest.Wait()
				select {
				case <-done:
					if tc.blocked {
						t.Error("a full queue took it")
					}
				default:
					if !tc.blocked {
						t.Error("blocked with room left")
					}
				}
				close(gate)
				<-done
				p.Close()
			})
		})
	}
}

// One print may be larger than the queue.
func TestQueue_TakesAPrintOfAnySize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onFiles(tape)
		o.QueueBytes = 1000
		p := printer.New(o)
		text := strings.Repeat("0123456789é\n", 10_000)
		n, err := io.WriteString(p.Stdout(), text)
		if n != len(text) || err != nil {
			t.Errorf("got %d, %v", n, err)
		}
		p.Close()
		if tape.all() != text {
			t.Error("the text is not what was printed")
		}
	})
}

// Prompts must come through when transcript has filled the queue: it waits for
// them.
func TestQueue_APromptPassesAFullQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onScreen(tape)
		o.QueueBytes = 100
		p := printer.New(o)
		prompt, err := p.Prompt(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() {
			for i := range 20 {
				p.Println(fmt.Sprintf("streamed meanwhile %d", i))
			}
			close(done)
		}()
		synctest.Wait()
		select {
		case <-done:
			t.Error("the queue is not bounded")
		default:
		}
		io.WriteString(prompt, strings.Repeat("still asking ", 20)+"\r\n")
		synctest.Wait()
		if !strings.Contains(tape.screen(), "still asking") {
			t.Errorf("got %q", tape.screen())
		}
		prompt.Close()
		<-done
		p.Close()
		if !strings.HasSuffix(tape.screen(), "streamed meanwhile 19") {
			t.Errorf("got %q", tape.screen())
		}
	})
}

// A queue that is half full ends pacing: the person would wait for ever.
func TestQueue_CrowdedHurriesPacedText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		o := onScreen(tape)
		o.MaxLatency = -1
		o.QueueBytes = 1000
		p := printer.New(o)
		begin := time.Now()
		for range 100 {
			p.Say("a line that is typed slowly\n", time.Minute)
		}
		p.Hurry()
		p.Close()
		if took := time.Since(begin); took > 0 {
			t.Errorf("producers waited %v for pacing", took)
		}
		if got := strings.Count(tape.all(), "typed slowly"); got != 100 {
			t.Errorf("got %d lines, want 100", got)
		}
	})
}

func TestQueue_DeathFreesThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		o := onFiles(newTape())
		o.Out = writerFunc(func([]byte) (int, error) { <-gate; return 0, syscall.EPIPE })
		o.QueueBytes = 10
		p := printer.New(o)
		p.Print("x")
		synctest.Wait()
		failed := make(chan error)
		go func() {
			_, err := io.WriteString(p.Stdout(), "far too much for the queue")
			failed <- err
		}()
		synctest.Wait()
		close(gate)
		if err := <-failed; !errors.Is(err, syscall.EPIPE) {
			t.Errorf("got %v, want EPIPE", err)
		}
		p.Close()
	})
}

func TestShutdown_HasALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		m := newModes(tape)
		gate := make(chan struct{})
		o := onScreen(tape)
		o.Modes = m
		o.Out = gated(io.Discard, gate)
		o.QueueBytes = 10
		p := printer.New(o)
		p.Print("stuck")
		synctest.Wait()
		waiting := make(chan struct{})
		go func() {
			p.Print("waits for room in the queue")
			close(waiting)
		}()
		synctest.Wait()
		m.take()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := p.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want a deadline", err)
		}
		equal(t, m.take(), "close")
		<-waiting
		close(gate)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

// What was printed before Close, by whomever, is written, also by those who still
// wait for room.
func TestClose_LetsThoseInWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape := newTape()
		gate := make(chan struct{})
		o := onFiles(tape)
		o.Out = gated(port{tape, engine.Out}, gate)
		o.QueueBytes = 10
		p := printer.New(o)
		p.Print("1")
		synctest.Wait()
		for _, text := range []string{"2 is long enough to wait\n", "3 waits behind it\n"} {
			go p.Print(text)
			synctest.Wait()
		}
		go p.Close()
		synctest.Wait()
		close(gate)
		p.Close()
		equal(t, tape.all(), "12 is long enough to wait\n3 waits behind it\n")
	})
}

// Only the device of the data ends the run: chrome that nobody can see is no reason.
func TestFaults_OnlyStandardOutputEndsTheRun(t *testing.T) {
	for _, tc := range []struct {
		name   string
		onTape func(*tape) printer.Options
		broken engine.Channel
		ends   bool
	}{
		{"out of files", onFiles, engine.Out, true},
		{"err of files", onFiles, engine.Err, false},
		{"out beside a screen", answerInAFile, engine.Out, true},
		{"err, a screen of its own", answerInAFile, engine.Err, false},
		{"tty, a screen of its own", answerInAFile, engine.TTY, false},
		{"out of one terminal", onScreen, engine.Out, true},
		{"err of one terminal", onScreen, engine.Err, true},
		{"tty of one terminal", onScreen, engine.TTY, true},
	} {
		for _, fault := range []error{syscall.EPIPE, syscall.EIO, syscall.ENOSPC} {
			t.Run(tc.name+" "+fault.Error(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					tape := newTape()
					o := tc.onTape(tape)
					broken := writerFunc(func([]byte) (int, error) { return 0, fault })
					*[...]*io.Writer{&o.Out, &o.Err, &o.TTY}[tc.broken] = broken
					p := printer.New(o)
					status := p.Status(waiting())
					p.Chrome().Println("chrome")
					p.Flush()
					if prompt, err := p.Prompt(t.Context()); err == nil {
						io.WriteString(prompt, "sure? ")
						prompt.Close()
					}
					p.Flush()
					p.Println("answer")
					p.Flush()
					status.Release()
					want, wantChrome := error(nil), fault
					if tc.ends {
						want, wantChrome = fault, nil
					} else {
						equal(t, tape.text(engine.Out), "answer\n")
					}
					if err := p.Close(); !errors.Is(err, want) || !errors.Is(context.Cause(p.Context()), want) {
						t.Errorf("Close: got %v, cause %v, want %v", err, context.Cause(p.Context()), want)
					}
					if err := p.ChromeErr(); !errors.Is(err, wantChrome) {
						t.Errorf("ChromeErr: got %v, want %v", err, wantChrome)
					}
				})
			})
		}
	}
}

// answerInAFile is options for a terminal beside standard output in a file.
func answerInAFile(t *tape) printer.Options {
	o := onScreen(t)
	o.Terminal.Out = engine.PortPlain
	return o
}
