package screentest

import (
	"context"
	"fmt"
	"io"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jp/vtmodel"
)

// Live is a terminal in memory for programs with goroutines and timers, inside a
// synctest bubble: their time is virtual, so a second costs nothing and is exact.
// What is written counts as a frame, one write each.
type Live struct {
	t     *testing.T
	album *album
	size  Size
	as    vtmodel.Profile

	mu     sync.Mutex // guards all below: any goroutine may write
	term   *vtmodel.Terminal
	cols   int
	rows   int
	frames int
	now    time.Duration
	log    []happening
}

// Bubble runs f in a synctest bubble with a terminal of the given size. The program
// under test writes to Live.TTY and must have ended when f returns. Of the options
// only As has a meaning here.
func Bubble(t *testing.T, size Size, f func(t *testing.T, s *Live), options ...Option) {
	t.Helper()
	var set settings
	for _, o := range options {
		o(&set)
	}
	who := callerOf(1)
	album, err := openAlbum(t, who)
	if err != nil {
		t.Fatalf("%s: Bubble: %v", who, err)
	}
	synctest.Test(t, func(t *testing.T) {
		f(t, &Live{
			t: t, album: album, size: size, as: set.profile, cols: size.Cols, rows: size.Rows,
			term: vtmodel.NewTerminal(set.profile, size.Cols, size.Rows),
			log:  []happening{{where: who, text: "Bubble"}},
		})
	})
	if t.Failed() {
		return
	}
	if err := album.finish(); err != nil {
		t.Error(err)
	}
}

// liveTTY is the program's side.
type liveTTY struct{ s *Live }

func (w liveTTY) Write(p []byte) (int, error) {
	s := w.s
	s.mu.Lock()
	defer s.mu.Unlock()
	s.frames++
	_, _ = s.term.Write(cooked(p))
	h := &s.log[len(s.log)-1]
	h.output = append(h.output, cooked(p)...)
	return len(p), nil
}

// TTY is what the program writes to. Any goroutine may.
func (s *Live) TTY() io.Writer { return liveTTY{s} }

// Size is the terminal's size, as a program asks for it. Any goroutine may.
func (s *Live) Size() (cols, rows int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cols, s.rows
}

func (s *Live) begin(text string, size *Size) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, happening{where: callerOf(2), text: text, at: s.now, size: size})
}

// Advance lets virtual time pass, and returns when all goroutines of the bubble wait
// for something.
func (s *Live) Advance(d time.Duration) *Live {
	s.begin(fmt.Sprintf("Advance %v", d), nil)
	ctx, stop := context.WithTimeout(context.Background(), d)
	defer stop()
	<-ctx.Done()
	s.mu.Lock()
	s.now += d
	s.mu.Unlock()
	synctest.Wait()
	return s
}

// Resize gives the terminal another size. Telling the program is left to the test,
// which knows how the program learns it.
func (s *Live) Resize(cols, rows int) *Live {
	s.begin(fmt.Sprintf("Resize %dx%d", cols, rows), &Size{cols, rows})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cols, s.rows = cols, rows
	s.term.Resize(cols, rows)
	return s
}

// Screen is what the terminal shows once all goroutines of the bubble wait.
func (s *Live) Screen() vtmodel.Screen {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.term.Screen()
}

// Frames is how many writes there were so far, once all goroutines wait.
func (s *Live) Frames() int {
	synctest.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.frames
}

// Golden compares the screen with the one of that name in testdata/<test>.txtar,
// once all goroutines of the bubble wait.
func (s *Live) Golden(name string) *Live {
	s.t.Helper()
	s.begin(fmt.Sprintf("Golden %q", name), nil)
	screen := s.Screen()
	err := s.album.take(screen, vtmodel.NewShot(name, screen, -1, 0, s.album.scrolled))
	if err == nil {
		return s
	}
	f := &failure{
		about: fmt.Sprintf("bubble: in memory on %v, %v", s.as, s.size), title: s.t.Name(), size: s.size,
		err: err, log: s.log, golden: s.album.golden, test: s.t.Name(), dir: packageDir(),
	}
	f.end(s.t, false)
	return s
}
