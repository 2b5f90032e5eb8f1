package screentest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jp/vtmodel"
)

// Odd programs with all laws on every frame.
func TestCheck(t *testing.T) { Check(t, Machine{}) }

func FuzzLaws(f *testing.F) { Fuzz(f, Machine{}) }

// Whatever the bytes are, they are a program that can be read.
func TestMachine_DecodesAllBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 500 {
		data := make([]byte, r.IntN(200))
		for i := range data {
			data[i] = byte(r.IntN(256))
		}
		p := Machine{}.decode(data)
		if _, err := Parse("program", p.script(nil)); err != nil {
			t.Fatalf("%v: %v\n%s", data, err, p.script(nil))
		}
	}
}

// The same bytes are the same program, and a longer input has the shorter one's
// beginning: that is what a fuzzer needs to make progress.
func TestMachine_MoreBytesGoOn(t *testing.T) {
	data := bytes.Repeat([]byte{7, 3, 11, 200, 5, 90}, 12)
	short, long := Machine{}.decode(data[:40]), Machine{}.decode(data)
	n := len(short.lines) - 4 // the last bytes may have ended within a step; advance, close
	if n < 3 || !slices.Equal(short.lines[:n], long.lines[:n]) {
		t.Errorf("got\n%s\nand\n%s", short.script(nil), long.script(nil))
	}
}

// What fails is shrunk to the steps that it takes.
func TestMachine_Shrinks(t *testing.T) {
	p := program{terminal: vtmodel.XTerm, size: Size{20, 4}, lines: []string{
		`print "a\n"`, `claim c "v"`, `advance 100ms`, `never "boom"`, `print "b\n"`, `print "boom\n"`, `release c`, `close`,
	}}
	wrong := p.outcome(nil)
	if wrong == nil {
		t.Fatal("nothing is wrong")
	}
	p.shrink(nil, wrong)
	if got, want := strings.Join(p.lines, "; "), `never "boom"; print "boom\n"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
