package main

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jp/internal/tty"
	"jp/vtmodel"
)

// rehearsal is a performance on a model instead of a terminal, with hands on everything.
type rehearsal struct {
	performance
	mu       sync.Mutex // guards terminal: the bubble's clock orders nothing for the race detector
	terminal *vtmodel.VT10x
	keys     chan []byte
	signals  chan tty.Signal
	calls    []string
	size     screenSize
	done     chan error
	writes   int
}

func (r *rehearsal) enter() error { r.calls = append(r.calls, "enter"); return nil }
func (r *rehearsal) leave() error { r.calls = append(r.calls, "leave"); return nil }

func (r *rehearsal) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.writes++
	return r.terminal.Write(b)
}

// rehearse starts a performance of text inside a synctest bubble.
func rehearse(t *testing.T, text string, exit bool) *rehearsal {
	t.Helper()
	r := &rehearsal{
		terminal: vtmodel.NewVT10x(30, 6), keys: make(chan []byte), signals: make(chan tty.Signal),
		size: screenSize{30, 6}, done: make(chan error, 1),
	}
	r.performance = performance{
		player: newPlayer(sampleTape(t, text), 1, 0, 0), drawer: newDrawer(false), stage: r, out: r,
		size: func() screenSize { return r.size }, keys: r.keys, signals: r.signals, exit: exit,
		stop: func() { r.calls = append(r.calls, "stop"); <-time.After(time.Hour) },
	}
	go func() { r.done <- r.run() }()
	synctest.Wait()
	return r
}

// view is the first row that shows the recording's text, joined.
func (r *rehearsal) view() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	text := r.terminal.Screen().Text()
	return strings.Join(strings.Fields(strings.Join(text[:len(text)-1], " ")), " ")
}

func (r *rehearsal) after(d time.Duration) string {
	<-time.After(d) // the clock of the bubble
	synctest.Wait()
	return r.view()
}

func (r *rehearsal) press(keys string) string {
	r.keys <- []byte(keys)
	synctest.Wait()
	return r.view()
}

func TestPerformance_PlaysInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := rehearse(t, sample, true)
		for _, step := range []struct {
			wait time.Duration
			want string
		}{
			{0, "one"}, {1990 * time.Millisecond, "one"}, {35 * time.Millisecond, "one two!"}, {5900 * time.Millisecond, "one two!"}, {200 * time.Millisecond, "one two! three"},
		} {
			if got := r.after(step.wait); got != step.want {
				t.Errorf("after another %v: got %q, want %q", step.wait, got, step.want)
			}
		}
		if err := <-r.done; err != nil {
			t.Errorf("got %v", err)
		}
		if r.writes > 25 {
			t.Errorf("%d writes for a quiet recording of 10 s", r.writes)
		}
	})
}

func TestPerformance_PaintsAtMostSixtyTimesASecond(t *testing.T) {
	text := strings.Builder{}
	text.WriteString("{\"version\": 3, \"term\": {\"cols\": 20, \"rows\": 4}}\n")
	for range 5000 {
		text.WriteString("[0.001, \"o\", \"x\"]\n")
	}
	synctest.Test(t, func(t *testing.T) {
		r := rehearse(t, text.String(), true)
		if err := <-r.done; err != nil {
			t.Fatal(err)
		}
		if r.writes > 5*61+2 {
			t.Errorf("%d writes in 5 s, want at most 60 a second", r.writes)
		}
	})
}

func TestPerformance_Keys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := rehearse(t, sample, false)
		if got := r.press("."); got != "one two!" {
			t.Errorf("step: got %q", got)
		}
		if got := r.after(time.Hour); got != "one two!" {
			t.Errorf("an hour after a step: got %q", got)
		}
		if got := r.press("]"); got != "one two!" {
			t.Errorf("to the marker: got %q", got)
		}
		if got := r.press(" "); got != "one two! three" {
			t.Errorf("going on at the marker: got %q", got)
		}
		r.after(time.Hour) // stays on the last screen
		if got := r.press("g"); got != "one" {
			t.Errorf("back to the start: got %q", got)
		}
		r.keys <- []byte("q")
		if err := <-r.done; err != nil {
			t.Errorf("quit: got %v", err)
		}
	})
}

func TestPerformance_EndsBySignal(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(*rehearsal)
		want tty.Signal
	}{
		{"Ctrl-C as a key", func(r *rehearsal) { r.keys <- []byte{3} }, tty.Interrupt},
		{"SIGINT", func(r *rehearsal) { r.signals <- tty.Interrupt }, tty.Interrupt},
		{"SIGTERM", func(r *rehearsal) { r.signals <- tty.Terminate }, tty.Terminate},
		{"SIGHUP", func(r *rehearsal) { r.signals <- tty.HangUp }, tty.HangUp},
		{"the keyboard is gone", func(r *rehearsal) { close(r.keys) }, tty.HangUp},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := rehearse(t, sample, false)
			tc.do(r)
			err := <-r.done
			if _, by := statusOf(err); by != tc.want {
				t.Errorf("%s: got %v, want the end by %v", tc.name, err, tc.want)
			}
		})
	}
}

func TestPerformance_StopGivesTheTerminalBack(t *testing.T) {
	for name, stop := range map[string]func(*rehearsal){
		"key":    func(r *rehearsal) { r.keys <- []byte{0x1a} },
		"signal": func(r *rehearsal) { r.signals <- tty.Stop },
	} {
		synctest.Test(t, func(t *testing.T) {
			r := rehearse(t, sample, false)
			stop(r)
			if got := r.after(2 * time.Hour); strings.Join(r.calls, " ") != "leave stop leave enter" {
				t.Errorf("%s: calls %q, view %q", name, r.calls, got)
			}
			if got := r.view(); got != "one two! three" {
				t.Errorf("%s: an hour after going on: got %q", name, got)
			}
			r.keys <- []byte("q")
			<-r.done
		})
	}
}

func TestPerformance_FollowsTheSizeOfTheTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := rehearse(t, sample, false)
		r.size = screenSize{2, 3}
		r.terminal.Resize(2, 3)
		r.signals <- tty.WindowChanged
		if got := r.after(0); got != "on" {
			t.Errorf("got %q, want the clipped text", got)
		}
		r.keys <- []byte("q")
		<-r.done
	})
}

func TestPerformance_EndsWhenTheTerminalFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("gone")
		p := performance{
			player: newPlayer(sampleTape(t, sample), 1, 0, 0), drawer: newDrawer(false),
			out: failing{gone}, size: func() screenSize { return screenSize{30, 6} },
		}
		if err := p.run(); !errors.Is(err, gone) {
			t.Errorf("got %v, want %v", err, gone)
		}
	})
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestVoice_PrintsNoControlBytes(t *testing.T) {
	var b bytes.Buffer
	v := voice{w: &b}
	v.error(usageError("bad \x1b[2J name\n", "a \x07 hint"))
	if want := "vtreplay: error: bad \uFFFD[2J name\uFFFD\nvtreplay: hint: a \uFFFD hint\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
