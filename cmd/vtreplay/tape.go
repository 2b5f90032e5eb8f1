package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"jp/recording"
)

// Bounds on what is kept in memory of one recording.
const (
	tapeBytes  = 1 << 30
	tapeEvents = 50_000_000
	// tapeCells bounds the cells of all the sizes that a recording resizes to: every one
	// of them has to be made.
	tapeCells = 500_000_000
)

// tape is a whole recording in memory. Nobody changes it once it is loaded.
type tape struct {
	name    string
	header  recording.Header
	packed  []string
	damages []recording.Damage
	size    screenSize // at the start
	fixed   bool       // the person chose the size, recorded resizes do not count
	guess   string     // how the size was found, if it was not recorded

	events []tapeEvent
	arena  []byte
	frames []int // numbers of events, each the end of a frame
}

// tapeEvent is a recording.Event whose data lies in the arena.
type tapeEvent struct {
	time       time.Duration
	start, end int
	size       screenSize
	kind       recording.Kind
}

type screenSize struct{ cols, rows int }

func (s screenSize) String() string { return fmt.Sprintf("%dx%d", s.cols, s.rows) }

func (t *tape) data(i int) []byte { return t.arena[t.events[i].start:t.events[i].end] }

// duration is the time of the last event.
func (t *tape) duration() time.Duration {
	if len(t.events) == 0 {
		return 0
	}
	return t.events[len(t.events)-1].time
}

// before is how many events happened until and including the time at.
func (t *tape) before(at time.Duration) int {
	low, high := 0, len(t.events)
	for low < high {
		if mid := (low + high) / 2; t.events[mid].time <= at {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// load reads the recording that args name and reports its damages.
func (a *app) load(name string) (*tape, error) {
	wanted, auto, err := parseSizeFlag(a.size)
	if err != nil {
		return nil, err
	}
	var src io.Reader = a.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, openError(name, err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s: is a directory: %w", name, recording.ErrNotRecording)
		}
		src = f
	}
	t, err := readTape(src, recording.Options{Name: name, Strict: a.strict})
	if err != nil {
		return nil, err
	}
	t.chooseSize(wanted, auto)
	if t.guess != "" {
		a.voice.note("%s: size %s (%s)", name, t.size, t.guess)
	}
	a.voice.damages(name, t.damages)
	return t, nil
}

// openError drops the operation from the system's error; the file is what matters.
func openError(name string, err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("%s: %w", name, path.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

func readTape(src io.Reader, o recording.Options) (*tape, error) {
	r, err := recording.NewReader(src, o)
	if err != nil {
		return nil, err
	}
	t := &tape{name: o.Name, header: r.Header(), packed: r.Packed()}
	var framer recording.Framer
	cells := 0
	for ev, err := range r.Events() {
		if err != nil {
			return nil, err
		}
		if framer.Add(ev) {
			t.frames = append(t.frames, len(t.events))
		}
		start := len(t.arena)
		t.arena = append(t.arena, ev.Data...)
		t.events = append(t.events, tapeEvent{ev.Time, start, len(t.arena), screenSize{ev.Cols, ev.Rows}, ev.Kind})
		if len(t.arena) > tapeBytes || len(t.events) > tapeEvents {
			return nil, fmt.Errorf("%s: more than %d MB or %d events: %w", o.Name, tapeBytes>>20, tapeEvents, recording.ErrLimit)
		}
		if cells += ev.Cols * ev.Rows; cells > tapeCells {
			return nil, fmt.Errorf("%s:%d: resizes to more than %d cells in all: %w", o.Name, ev.Line, tapeCells, recording.ErrLimit)
		}
	}
	if framer.End() {
		t.frames = append(t.frames, len(t.events))
	}
	t.damages = r.Damages()
	return t, nil
}

// chooseSize settles the size of the first screen: what the person wants, what is recorded,
// or a guess.
func (t *tape) chooseSize(wanted screenSize, auto bool) {
	t.size = screenSize{t.header.Cols, t.header.Rows}
	if wanted.cols > 0 {
		t.size, t.fixed = wanted, true
		return
	}
	if !auto && t.size.cols > 0 && t.size.rows > 0 {
		return
	}
	var s recording.Sizer
	for i := range t.events {
		if t.events[i].kind == recording.Output {
			s.Add(t.data(i))
		}
	}
	cols, rows, moves := s.Size()
	t.guess = "guessed, nothing in it moves the cursor"
	switch {
	case moves == 1:
		t.guess = "guessed from one cursor move"
	case moves > 1:
		t.guess = fmt.Sprintf("guessed from %d cursor moves", moves)
	}
	if t.size.cols == 0 || auto {
		t.size.cols = cols
	}
	if t.size.rows == 0 || auto {
		t.size.rows = rows
	}
}

// parseSizeFlag reads --size: nothing, auto, or COLSxROWS.
func parseSizeFlag(s string) (size screenSize, auto bool, err error) {
	switch s {
	case "":
		return screenSize{}, false, nil
	case "auto":
		return screenSize{}, true, nil
	}
	left, right, ok := strings.Cut(strings.ToLower(s), "x")
	cols, errCols := strconv.Atoi(left)
	rows, errRows := strconv.Atoi(right)
	if !ok || errCols != nil || errRows != nil {
		return screenSize{}, false, usageError(fmt.Sprintf("size %q is not COLSxROWS", s), "for example --size 80x24")
	}
	if cols < 1 || rows < 1 || cols > modelSide || rows > modelSide || cols*rows > recording.MaxCells {
		return screenSize{}, false, usageError(fmt.Sprintf("size %dx%d is impossible", cols, rows),
			fmt.Sprintf("from 1x1 to %d columns or rows and %d cells", modelSide, recording.MaxCells))
	}
	return screenSize{cols, rows}, false, nil
}
