package printer_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jp/printer"
	"jp/vtmodel"
)

// Everything at once, from many goroutines, on a slow terminal that is resized and
// stopped meanwhile: each producer's lines are there, once and in order, nothing of
// chrome is left, and nobody blocks for ever.
func TestStress_EverythingAtOnce(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { everythingAtOnce(t, seed) })
		})
	}
}

func everythingAtOnce(t *testing.T, seed uint64) {
	tape := newTape()
	s := signals{c: make(chan printer.Signal), stop: func() { time.Sleep(time.Second) }}
	o := onScreen(tape)
	o.Signals, o.Modes = s, newModes(tape)
	o.QueueBytes, o.QueueCommands = 500, 20
	slow := func(w io.Writer) io.Writer {
		return writerFunc(func(b []byte) (int, error) {
			time.Sleep(time.Millisecond)
			return w.Write(b)
		})
	}
	o.Out, o.Err, o.TTY = slow(o.Out), slow(o.Err), slow(o.TTY)
	p := printer.New(o)
	const producers, steps = 6, 40
	var wg sync.WaitGroup
	for i := range producers {
		wg.Go(func() { produce(t, p, rand.New(rand.NewPCG(seed, uint64(i))), i, steps) })
	}
	stop := make(chan struct{})
	var sender sync.WaitGroup
	sender.Go(func() {
		random := rand.New(rand.NewPCG(seed, producers))
		for {
			select {
			case s.c <- printer.Signal(1 + random.IntN(3)):
				time.Sleep(time.Duration(random.IntN(1000)) * time.Millisecond)
			case <-stop:
				return
			}
		}
	})
	wg.Wait()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	close(stop)
	sender.Wait()
	if err := checkLines(tape.all(), producers, steps); err != nil {
		t.Errorf("%v\n%q", err, tape.all())
	}
}

// produce does one thing after the other; steps of them print a line.
func produce(t *testing.T, p *printer.Printer, random *rand.Rand, i, steps int) {
	var live []*printer.Status
	for j := 0; j < steps; {
		switch random.IntN(10) {
		case 0:
			style := waiting()
			style.Delay = time.Duration(random.IntN(3)) * 50 * time.Millisecond
			style.Rows = 2
			live = append(live, p.Status(style))
		case 1:
			if n := len(live); n > 0 {
				k := random.IntN(n)
				live[k].Release()
				live = slices.Delete(live, k, k+1)
			}
		case 2:
			if n := len(live); n > 0 {
				live[n-1].Detail(fmt.Sprint("detail ", j))
				live[n-1].Window("w").Push(fmt.Sprint("row ", j))
			}
		case 3:
			prompt, err := p.Prompt(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			io.WriteString(prompt, "?\r\n")
			time.Sleep(time.Duration(random.IntN(300)) * time.Millisecond)
			prompt.Close()
		case 4:
			resume, err := p.Suspend(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			resume()
		case 5:
			p.Flush()
		case 6:
			p.Say(fmt.Sprintf("<%d %d>\n", i, j), 3*time.Millisecond)
			j++
		case 7:
			fmt.Fprintf(p.Stderr(), "<%d %d>\n", i, j)
			j++
		default:
			p.Println(fmt.Sprintf("<%d %d>", i, j))
			j++
		}
	}
	for _, status := range live {
		status.Release()
	}
}

// checkLines plays the bytes on a screen and reads scrollback and screen.
func checkLines(bytes string, producers, steps int) error {
	model := vtmodel.NewVT10x(80, 24)
	io.WriteString(model, bytes)
	next := make([]int, producers)
	for _, row := range model.Screen().Unwrapped() {
		row = strings.TrimSpace(row)
		var i, j int
		switch n, _ := fmt.Sscanf(row, "<%d %d>", &i, &j); {
		case n == 2 && row == fmt.Sprintf("<%d %d>", i, j):
			if j != next[i] {
				return fmt.Errorf("producer %d: got line %d, want %d", i, j, next[i])
			}
			next[i]++
		case row != "" && row != "?":
			return fmt.Errorf("a row that nobody printed: %q", row)
		}
	}
	for i, n := range next {
		if n != steps {
			return fmt.Errorf("producer %d: %d lines of %d", i, n, steps)
		}
	}
	return nil
}
