package recording_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"jp/recording"
)

const ms = time.Millisecond

// writes counts what reaches the writer below.
type writes struct {
	lines []string
	err   error
}

func (w *writes) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	w.lines = append(w.lines, string(p))
	return len(p), nil
}

func TestWriter_WritesOneLineAWrite(t *testing.T) {
	var out writes
	w := recording.NewWriter(&out, recording.Header{
		Cols: 80, Rows: 24, Term: "xterm", Time: time.Unix(1700000000, 0), Command: "make", Env: map[string]string{"SHELL": "/bin/sh"},
	})
	must(t, w.Output(500*ms, []byte("a\x1b[1m\"\\\r\n\x00")))
	must(t, w.Input(600*ms, []byte("q")))
	must(t, w.Resize(1600*ms, 100, 30))
	must(t, w.Marker(1600*ms, "build"))
	must(t, w.Exit(2*time.Second, 3))
	must(t, w.Close())
	want := []string{
		`{"version":3,"term":{"cols":80,"rows":24,"type":"xterm"},"timestamp":1700000000,"command":"make","env":{"SHELL":"/bin/sh"}}` + "\n",
		`[0.500, "o", "a\u001b[1m\"\\\r\n\u0000"]` + "\n",
		`[0.100, "i", "q"]` + "\n",
		`[1.000, "r", "100x30"]` + "\n",
		`[0.000, "m", "build"]` + "\n",
		`[0.400, "x", "3"]` + "\n",
	}
	if !slices.Equal(out.lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(out.lines, ""), strings.Join(want, ""))
	}
	if err := w.Output(3*time.Second, []byte("late")); err == nil {
		t.Error("write behind Close: got no error")
	}
}

func TestWriter_HoldsSplitCharactersBack(t *testing.T) {
	euro := []byte("€")
	for _, tc := range []struct {
		name  string
		parts [][]byte
		want  []string
	}{
		{"whole", [][]byte{euro}, []string{"0o:€"}},
		{"after one byte", [][]byte{euro[:1], euro[1:]}, []string{"0o:€"}},
		{"after two bytes", [][]byte{euro[:2], euro[2:]}, []string{"0o:€"}},
		{"byte by byte", [][]byte{euro[:1], euro[1:2], euro[2:]}, []string{"0o:€"}},
		{"text in front goes out", [][]byte{[]byte("a\xe2"), []byte("\x82\xacb")}, []string{"0o:a", "0o:€b"}},
		{"broken by text", [][]byte{euro[:2], []byte("b")}, []string{"0o:\uFFFD\uFFFDb"}},
		{"never finished", [][]byte{[]byte("a\xe2\x82")}, []string{"0o:a", "0o:\uFFFD\uFFFD"}},
		{"never UTF-8", [][]byte{[]byte("a\xffb")}, []string{"0o:a\uFFFDb"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var b bytes.Buffer
			w := recording.NewWriter(&b, recording.Header{Cols: 80, Rows: 24})
			for _, p := range tc.parts {
				must(t, w.Output(0, p))
			}
			must(t, w.Close())
			got, err := readAll(&b, recording.Options{Strict: true})
			must(t, err)
			if !slices.Equal(got.events, tc.want) {
				t.Errorf("got %q, want %q", got.events, tc.want)
			}
		})
	}
}

func TestWriter_RoundingDoesNotAddUp(t *testing.T) {
	var b bytes.Buffer
	w := recording.NewWriter(&b, recording.Header{Cols: 80, Rows: 24})
	const n = 10_000
	step := 1400 * time.Microsecond
	for i := range n {
		must(t, w.Output(time.Duration(i)*step, []byte("x")))
	}
	rd, err := recording.NewReader(&b, recording.Options{Strict: true})
	must(t, err)
	i := 0
	for ev, err := range rd.Events() {
		must(t, err)
		want := time.Duration(i) * step
		if diff := (ev.Time - want).Abs(); diff > ms/2 {
			t.Fatalf("event %d: got %v, want %v within half a millisecond", i, ev.Time, want)
		}
		i++
	}
	if i != n {
		t.Errorf("got %d events, want %d", i, n)
	}
}

func TestWriter_KeepsTheFirstError(t *testing.T) {
	full := errors.New("disk full")
	out := &writes{}
	w := recording.NewWriter(out, recording.Header{Cols: 80, Rows: 24})
	out.err = full
	first := w.Output(0, []byte("a"))
	out.err = errors.New("another")
	for name, err := range map[string]error{
		"output": first, "input": w.Input(0, []byte("b")), "resize": w.Resize(0, 1, 1),
		"marker": w.Marker(0, ""), "exit": w.Exit(0, 0), "close": w.Close(), "err": w.Err(),
	} {
		if !errors.Is(err, full) {
			t.Errorf("%s: got %v, want %v", name, err, full)
		}
	}
}

func TestWriter_RefusesImpossibleSizes(t *testing.T) {
	for _, size := range [][2]int{{0, 24}, {80, 0}, {-1, 24}, {10_001, 1}} {
		var out writes
		w := recording.NewWriter(&out, recording.Header{Cols: size[0], Rows: size[1]})
		if !errors.Is(w.Err(), recording.ErrLimit) || len(out.lines) > 0 {
			t.Errorf("%v: got error %v and %d lines, want ErrLimit and none", size, w.Err(), len(out.lines))
		}
	}
	var out writes
	w := recording.NewWriter(&out, recording.Header{Cols: 1, Rows: 1})
	must(t, w.Resize(0, 0, 5))
	if len(out.lines) != 1 {
		t.Errorf("a resize to 0x5 was written: %q", out.lines)
	}
}

// TestWriter_ReaderReadsItBack is the law of the two: what any sequence of calls wrote is
// read back in strict mode with the same texts in the same order, within a millisecond.
func TestWriter_ReaderReadsItBack(t *testing.T) {
	alphabet := []string{"a", "\x1b[31m", "\"", "\\", "\n", "\r", "\x00", "\x7f", "é", "世", "\U0001F469\u200D\U0001F680", "\u2028", "]", "[", "#", "{\"version\": 2}"}
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var b bytes.Buffer
		var want []string
		var at time.Duration
		w := recording.NewWriter(&b, recording.Header{Cols: 80, Rows: 24})
		for range rng.IntN(12) {
			at += time.Duration(rng.IntN(3000)) * ms
			text := ""
			for range 1 + rng.IntN(4) {
				text += alphabet[rng.IntN(len(alphabet))]
			}
			switch rng.IntN(4) {
			case 0:
				must(t, w.Resize(at, 1+rng.IntN(200), 7))
				want = append(want, fmt.Sprintf("%gr", at.Seconds()))
				continue
			case 1:
				must(t, w.Marker(at, text))
				want = append(want, fmt.Sprintf("%gm:%s", at.Seconds(), text))
			case 2:
				must(t, w.Input(at, []byte(text)))
				want = append(want, fmt.Sprintf("%gi:%s", at.Seconds(), text))
			default:
				must(t, w.Output(at, []byte(text)))
				want = append(want, fmt.Sprintf("%go:%s", at.Seconds(), text))
			}
		}
		got, err := readAll(&b, recording.Options{Strict: true})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i := range got.events { // sizes are compared elsewhere
			if before, _, isResize := strings.Cut(got.events[i], "r:"); isResize && !strings.Contains(before, ":") {
				got.events[i] = before + "r"
			}
		}
		if !slices.Equal(got.events, want) {
			t.Fatalf("seed %d:\ngot  %q\nwant %q", seed, got.events, want)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func ExampleWriter() {
	var file strings.Builder
	w := recording.NewWriter(&file, recording.Header{Cols: 80, Rows: 24})
	_ = w.Output(250*time.Millisecond, []byte("hello\r\n"))
	_ = w.Exit(time.Second, 0)
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Print(file.String())
	// Output:
	// {"version":3,"term":{"cols":80,"rows":24}}
	// [0.250, "o", "hello\r\n"]
	// [0.750, "x", "0"]
}
