package vtmodel_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"jp/vtmodel"
)

// alphabet are the pieces that random streams are made of: whole things, halves of them,
// and what vt10x chokes on.
var alphabet = []string{
	"a", "B", " ", "word and more words ", "\t", "\r", "\n", "\r\n", "\b", "\a", "\x7f", "\x00", "\x0e", "\x0f", "\x18", "\x1a",
	"é", "─", "世界", "e\u0301", "👩\u200d👧", "⏱\ufe0f", "\u009b", "\u0085", "\xff", "\xe2\x94", "\x80", "\xf0\x9f", "\xed\xa0\x80",
	"\x1b", "\x1b[", "\x1b]", "[", "]", ";", ":", "?", ">", "-", "$", "m", "H", "1", "0", "99999999999999999999",
	"\x1b[m", "\x1b[1;31m", "\x1b[7;44m", "\x1b[38;2;1;2;3m", "\x1b[38:5:9m", "\x1b[4:3m", "\x1b[>4;1m", "\x1b[?4m",
	"\x1b[H", "\x1b[2;3H", "\x1b[;5H", "\x1b[99;99H", "\x1b[A", "\x1b[B", "\x1b[9C", "\x1b[2D", "\x1b[E", "\x1b[F", "\x1b[5G", "\x1b[3d",
	"\x1b[K", "\x1b[1K", "\x1b[2K", "\x1b[J", "\x1b[1J", "\x1b[2J", "\x1b[3J", "\x1b[0X", "\x1b[3X", "\x1b[0@", "\x1b[2@", "\x1b[0P", "\x1b[2P",
	"\x1b[0L", "\x1b[2L", "\x1b[0M", "\x1b[2M", "\x1b[S", "\x1b[3S", "\x1b[0S", "\x1b[T", "\x1b[2T", "\x1b[5b", "\x1b[99999b",
	"\x1b[-1@", "\x1b[-1P", "\x1b[9223372036854775807@", "\x1b[9223372036854775807I", "\x1b[9223372036854775807Z", "\x1b[I", "\x1b[Z",
	"\x1b[2;3r", "\x1b[r", "\x1b[0;0r", "\x1b[3;2r", "\x1b[?6h", "\x1b[?6l", "\x1b[?7l", "\x1b[?7h", "\x1b[4h", "\x1b[4l", "\x1b[20h", "\x1b[20l",
	"\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1048h", "\x1b[?1048l", "\x1b[?25l", "\x1b[?25h", "\x1b[?2026h", "\x1b[?2026l",
	"\x1b7", "\x1b8", "\x1b[s", "\x1b[u", "\x1b[?u", "\x1bD", "\x1bE", "\x1bM", "\x1bH", "\x1b[g", "\x1b[3g", "\x1bc", "\x1b#8", "\x1b[!p",
	"\x1b(0", "\x1b(B", "\x1b)0", "\x1b%G", "\x1bN", "\x1b[5n", "\x1b[6n", "\x1b[c", "\x1b[?6n", "\x1b[3é", "\x1b[3\x18",
	"\x1b]0;title\a", "\x1b]2;t", "\x1b\\", "\x1b]8;;http://x\a", "\x1b]8;;\a", "\x1b]11;?\a", "\x1b]4;1;#123456\a", "\x1bP1$r\x1b\\", "\x1bX", "\x1b_G\x1b\\", "\x1bkt\x1b\\",
}

// step is a part of a program: bytes, or a resize.
type step struct {
	bytes      []byte
	cols, rows int
}

func (s step) String() string {
	if s.cols > 0 {
		return fmt.Sprintf("resize %dx%d", s.cols, s.rows)
	}
	return strconv.Quote(string(s.bytes))
}

// decode turns any bytes into a program of at most 200 steps.
func decode(data []byte) (cols, rows int, steps []step) {
	next := func() int {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return int(b)
	}
	cols, rows = 1+next()%12, 1+next()%6
	for len(data) > 0 && len(steps) < 200 {
		n := next()
		switch {
		case n < len(alphabet):
			steps = append(steps, step{bytes: []byte(alphabet[n])})
		case n < 220:
			steps = append(steps, step{bytes: []byte{byte(next())}})
		default:
			steps = append(steps, step{cols: 1 + next()%14, rows: 1 + next()%8})
		}
	}
	return cols, rows, steps
}

// checkProgram runs a program with whole writes and byte by byte: the two must agree in
// everything, and every screen on the way must be sound.
func checkProgram(t *testing.T, data []byte) {
	t.Helper()
	cols, rows, steps := decode(data)
	whole, bytewise := vtmodel.NewVT10x(cols, rows), vtmodel.NewVT10x(cols, rows)
	for _, step := range steps {
		if step.cols > 0 {
			whole.Resize(step.cols, step.rows)
			bytewise.Resize(step.cols, step.rows)
		}
		whole.Write(step.bytes)
		for i := range step.bytes {
			bytewise.Write(step.bytes[i : i+1])
		}
		a, b := whole.Screen(), bytewise.Screen()
		if err := a.Verify(); err != nil {
			t.Fatalf("%v after %v of %v", err, step, steps)
		}
		if !a.Equal(b) || a.Bells != b.Bells || a.Hash() != b.Hash() {
			t.Fatalf("byte by byte differs after %v of %v:\n%s", step, steps, a.FirstDifference(b))
		}
	}
	_, reasonA := whole.Comparable()
	_, reasonB := bytewise.Comparable()
	if !slices.Equal(whole.Refused(), bytewise.Refused()) || reasonA != reasonB {
		t.Fatalf("refused %v and %v, reasons %q and %q", whole.Refused(), bytewise.Refused(), reasonA, reasonB)
	}
	if !slices.Equal(whole.Answers(), bytewise.Answers()) {
		t.Fatal("answers differ")
	}
	if len(whole.Screen().Scrollback) > vtmodel.DefaultScrollback {
		t.Fatal("scrollback is over its limit")
	}
}

func TestVT10x_AnySplitGivesTheSameScreen(t *testing.T) {
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 1))
		data := make([]byte, 2+random.IntN(60))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		checkProgram(t, data)
		if t.Failed() {
			t.Fatalf("seed %d, program %v", seed, data)
		}
	}
}

// Every piece of the alphabet, cut at every byte, with something before and after it.
func TestVT10x_EveryCutGivesTheSameScreen(t *testing.T) {
	for _, piece := range alphabet {
		stream := []byte("abc\x1b[1m\r\nd" + piece + "x" + piece + "\x1b[0m\r\nyz")
		want := vtmodel.NewVT10x(5, 3)
		want.Write(stream)
		for cut := range stream {
			got := vtmodel.NewVT10x(5, 3)
			got.Write(stream[:cut])
			got.Write(stream[cut:])
			if a, b := want.Screen(), got.Screen(); !a.Equal(b) {
				t.Fatalf("%q cut at %d:\n%s", stream, cut, a.FirstDifference(b))
			}
		}
	}
}

// Every screen that a program can make has a golden file that reads back.
func TestGolden_AnyScreenReadsBack(t *testing.T) {
	for seed := range uint64(1500) {
		random := rand.New(rand.NewPCG(seed, 2))
		data := make([]byte, 2+random.IntN(60))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		cols, rows, steps := decode(data)
		v := vtmodel.NewVT10x(cols, rows)
		var shots []vtmodel.Shot
		scrolled := 0
		for i, step := range steps {
			if step.cols > 0 {
				v.Resize(step.cols, step.rows)
			}
			v.Write(step.bytes)
			if i%20 == 19 {
				s := v.Screen()
				shots = append(shots, vtmodel.NewShot("shot "+strconv.Itoa(i), s, 0, i, scrolled))
				scrolled = s.Scrolled
			}
		}
		g := &vtmodel.Golden{Shots: shots}
		file, err := g.Format()
		if err != nil {
			continue // Too long for people, such as after a REP.
		}
		back, err := vtmodel.ParseGolden("f", file)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, file)
		}
		for i, shot := range shots {
			if diff := back.Shots[i].Diff(shot); diff != "" {
				t.Fatalf("seed %d: %s\n%s", seed, diff, file)
			}
		}
	}
}

func FuzzVT10x(f *testing.F) {
	for i := range alphabet {
		f.Add([]byte{4, 2, byte(i), 0, byte(i), 220, byte(i), byte(i), 1})
	}
	f.Fuzz(checkProgram)
}

func FuzzParseGolden(f *testing.F) {
	f.Add([]byte(sample))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := vtmodel.ParseGolden("f", data)
		if err != nil {
			return
		}
		if got, err := g.Format(); err != nil || string(got) != string(data) {
			t.Fatalf("parsed %q, formatted %q, %v", data, got, err)
		}
	})
}
