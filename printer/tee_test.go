package printer_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"jp/engine"
	"jp/printer"
)

// camera is a Tee.
type camera struct {
	sizes  []string
	output string
}

func (c *camera) Size(cols, rows int) { c.sizes = append(c.sizes, fmt.Sprintf("%dx%d", cols, rows)) }

func (c *camera) Output(b []byte) {
	if len(c.sizes) == 0 {
		panic("output before the size")
	}
	c.output += string(b)
}

func TestTee_FollowsTheScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape, c := newTape(), &camera{}
		w := newWindow(80)
		s := signals{c: make(chan printer.Signal, 1)}
		o := onScreen(tape)
		o.Terminal.Size, o.Signals = w.size, s
		p := printer.New(printer.Teed(o, c))
		p.Status(waiting())
		p.Println("one")
		p.Flush()
		for _, cols := range []int32{40, 40, 80} {
			w.cols.Store(cols)
			s.c <- printer.WindowChanged
			synctest.Wait()
		}
		p.Chrome().Println("two")
		p.Close()
		equal(t, c.output, tape.all())
		if want := []string{"80x24", "40x24", "80x24"}; !slices.Equal(c.sizes, want) {
			t.Errorf("sizes: got %q, want %q", c.sizes, want)
		}
	})
}

// What goes to a file is not on the screen.
func TestTee_LeavesFilesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tape, c := newTape(), &camera{}
		o := onScreen(tape)
		o.Terminal.Out = engine.PortPlain
		p := printer.New(printer.Teed(o, c))
		p.Println("answer")
		p.Chrome().Println("chrome")
		p.Close()
		equal(t, c.output, tape.text(engine.Err))
		equal(t, tape.text(engine.Out), "answer\n")
	})
}
