package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"jp/engine"
)

// digestCommands are few, so that different orders lead to the same state.
var digestCommands = []engine.Command{
	engine.Print{Text: "a\n"},
	engine.Print{Text: "b"},
	engine.Print{Text: "\x1b[31"},
	engine.Print{Text: "typed\n", Pace: 20 * time.Millisecond},
	engine.Print{Channel: engine.Err, Text: "c\r"},
	engine.Claim{ID: 1, Style: engine.Style{Rows: 2, Label: engine.Label{Subject: "one"}}},
	engine.Claim{ID: 2, Style: engine.Style{Delay: 100 * time.Millisecond, Label: engine.Label{Subject: "two", Clock: engine.ClockElapsed}}},
	engine.Push{ID: 1, Source: "s", Line: "row"},
	engine.Push{ID: 1, Source: "t", Line: "row"},
	engine.Detail{ID: 2, Text: "detail"},
	engine.Release{ID: 1},
	engine.Release{ID: 2},
	engine.Suspend{Token: 1},
	engine.Print{Channel: engine.TTY, Text: "? "},
	engine.Resume{Token: 1},
	engine.Resize{Cols: 20, Rows: 4},
	engine.Resize{Cols: 30, Rows: 8},
	engine.Hurry{},
	engine.Tick{},
	engine.Tick{},
}

// runOf applies the numbered commands, with 20 ms between them, and returns what the
// last ones write.
func runOf(program []int, last int) (digest uint64, written string) {
	screen := engine.PortScreen
	e := engine.New(engine.Config{Out: screen, Err: screen, TTY: screen, Cols: 30, Rows: 8, Regions: true})
	begin := time.Duration(0)
	for i, n := range program {
		now := time.Duration(i) * 20 * time.Millisecond
		if i == len(program)-last {
			digest, begin = e.Digest(), now
		}
		for _, f := range e.Apply(now, digestCommands[n]) {
			if i >= len(program)-last {
				written += fmt.Sprintf("%v %v %q\n", f.At-begin, f.Channel, f.Bytes)
			}
		}
	}
	return digest, written
}

// Engines with one digest write the same from there on.
func TestDigest_EqualMeansAlike(t *testing.T) {
	const last = 12
	r := rand.New(rand.NewPCG(1, 1))
	pick := func(n int) []int {
		program := make([]int, n)
		for i := range program {
			program[i] = r.IntN(len(digestCommands))
		}
		return program
	}
	tails := [][]int{pick(last), pick(last), pick(last)}
	type seen struct {
		program []int
		written string
	}
	known := map[uint64]seen{}
	merged := 0
	for range 6000 {
		head := pick(1 + r.IntN(4))
		tail := r.IntN(len(tails))
		digest, written := runOf(append(head, tails[tail]...), last)
		key := digest ^ uint64(tail)
		before, ok := known[key]
		if !ok {
			known[key] = seen{head, written}
			continue
		}
		merged++
		if before.written != written {
			t.Fatalf("after %v and after %v the digests are equal, but then come\n%sand\n%s", before.program, head, before.written, written)
		}
	}
	if merged < 1000 {
		t.Errorf("only %d of 6000 programs led to a known state: that proves little", merged)
	}
}

// What can be told apart has another digest.
func TestDigest_TellsStatesApart(t *testing.T) {
	base, _ := runOf([]int{5, 7, 18}, 1)
	for i := range digestCommands[:17] {
		if got, _ := runOf([]int{5, 7, i, 18}, 1); got == base {
			t.Errorf("%v leaves no trace", digestCommands[i])
		}
	}
}
