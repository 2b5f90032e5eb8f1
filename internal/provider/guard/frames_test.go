package guard

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"jp/internal/provider"
)

// read runs input through frames and returns what came out, and the counts.
func read(r io.Reader, limit int) (out string, events, pings int, err error) {
	f := newFrames(r, limit, func() { events++ }, func() { pings++ })
	var b bytes.Buffer
	_, err = b.ReadFrom(f)
	return b.String(), events, pings, err
}

func TestFrames_Grammar(t *testing.T) {
	tests := []struct {
		name, in, want string
		pings          int
	}{
		{name: "plain", in: "event: a\ndata: 1\n\n", want: "event: a\ndata: 1\n\n"},
		{name: "crlf", in: "event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n", want: "event: a\ndata: 1\n\ndata: 2\n\n"},
		{name: "lone cr", in: "event: a\rdata: 1\r\rdata: 2\r\r", want: "event: a\ndata: 1\n\ndata: 2\n\n"},
		{name: "mixed ends", in: "data: 1\r\n\ndata: 2\n\r\n", want: "data: 1\n\ndata: 2\n\n"},
		{name: "bom", in: "\xEF\xBB\xBFdata: 1\n\n", want: "data: 1\n\n"},
		{name: "bom only at the start", in: "data: 1\n\n\xEF\xBB\xBFdata: 2\n\n", want: "data: 1\n\n"},
		{name: "no blank after the colon", in: "event:a\ndata:1\n\n", want: "event: a\ndata: 1\n\n"},
		{name: "only one blank is the separator's", in: "data:  1\n\n", want: "data:  1\n\n"},
		{name: "several lines", in: "data: 1\ndata: 2\ndata:\n\n", want: "data: 1\ndata: 2\ndata: \n\n"},
		{name: "data without a colon", in: "data\n\n", want: "data: \n\n"},
		{name: "comments", in: ": hello\n:\ndata: 1\n\n", want: "data: 1\n\n", pings: 2},
		{name: "id and retry", in: "id: 7\nretry: 10\nfoo: x\ndata: 1\n\n", want: "data: 1\n\n"},
		{name: "event without data", in: "event: a\n\ndata: 1\n\n", want: "data: 1\n\n"},
		{name: "the last name counts", in: "event: a\nevent: b\ndata: 1\n\n", want: "event: b\ndata: 1\n\n"},
		{name: "ping", in: "event: ping\ndata: {\"type\": \"ping\"}\n\n", pings: 1},
		{name: "many blank lines", in: "\n\n\n\ndata: 1\n\n\n\n", want: "data: 1\n\n"},
		{name: "nul", in: "data: a\x00b\n\n", want: "data: a\x00b\n\n"},
		{name: "last blank line is missing", in: "data: 1\n\ndata: 2\n", want: "data: 1\n\n"},
		{name: "ends in a line", in: "data: 1\n\ndata: 2", want: "data: 1\n\n"},
		{name: "a colon in the value", in: "data: {\"a\": 1}\n\n", want: "data: {\"a\": 1}\n\n"},
	}
	for _, tt := range tests {
		readers := map[string]io.Reader{
			"whole":      strings.NewReader(tt.in),
			"by byte":    iotest.OneByteReader(strings.NewReader(tt.in)),
			"halves":     iotest.HalfReader(strings.NewReader(tt.in)),
			"with error": iotest.DataErrReader(strings.NewReader(tt.in)),
		}
		for how, r := range readers {
			out, _, pings, err := read(r, 1<<20)
			if err != nil || out != tt.want || pings != tt.pings {
				t.Errorf("%s, %s: got %q, %d pings, error %v; want %q, %d pings", tt.name, how, out, pings, err, tt.want, tt.pings)
			}
		}
	}
}

func TestFrames_LimitOfAnEvent(t *testing.T) {
	const limit = 1000
	for _, size := range []int{limit - 1, limit, limit + 1} {
		for _, lines := range []int{1, 2} {
			// "data: " and, for all but the last line, the line's end count, too.
			var in strings.Builder
			left := size - len("data: ")
			if lines == 2 {
				in.WriteString("data: 12\n")
				left -= len("12\n")
			}
			in.WriteString("data: " + strings.Repeat("x", left) + "\n\n")
			_, events, _, err := read(strings.NewReader(in.String()), limit)
			e, tooLarge := errors.AsType[*provider.Error](err)
			tooLarge = tooLarge && e.Kind == provider.TooLarge
			if want := size > limit; tooLarge != want || (events == 1) == want {
				t.Errorf("%d bytes in %d lines, limit %d: got %d events, error %v", size, lines, limit, events, err)
			}
		}
	}
}

func TestFrames_KeepsTheSourcesError(t *testing.T) {
	broken := errors.New("broken")
	src := io.MultiReader(strings.NewReader("data: 1\n\ndata: 2"), iotest.ErrReader(broken))
	out, _, _, err := read(src, -1)
	if out != "data: 1\n\n" || !errors.Is(err, broken) {
		t.Errorf("got %q, %v; want the first event and the error", out, err)
	}
}

func TestFrames_SmallReads(t *testing.T) {
	f := newFrames(strings.NewReader("event: abc\ndata: 1\n\ndata: 2\n\n"), -1, func() {}, func() {})
	out, err := io.ReadAll(iotest.OneByteReader(f))
	if want := "event: abc\ndata: 1\n\ndata: 2\n\n"; string(out) != want || err != nil {
		t.Errorf("got %q, %v; want %q", out, err, want)
	}
}

// FuzzFrames checks that the output does not depend on how the input is cut,
// and that it is canonical: reading it again changes nothing.
func FuzzFrames(f *testing.F) {
	alphabet := []string{"data", "event", ":", ": ", "\n", "\r", "\r\n", "x", "ping", "\xEF\xBB\xBF", "é", "\n\n", "data: 1\n\n"}
	f.Add([]byte{0, 3, 7, 4, 4})
	f.Add([]byte{1, 3, 8, 5, 0, 2, 5, 5, 12})
	f.Fuzz(func(t *testing.T, program []byte) {
		var in strings.Builder
		for _, b := range program {
			in.WriteString(alphabet[int(b)%len(alphabet)])
		}
		whole, events, pings, _ := read(strings.NewReader(in.String()), 200)
		bytewise, events1, pings1, _ := read(iotest.OneByteReader(strings.NewReader(in.String())), 200)
		if whole != bytewise || events != events1 || pings != pings1 {
			t.Fatalf("%q: whole %q, by byte %q", in.String(), whole, bytewise)
		}
		again, _, _, err := read(strings.NewReader(whole), -1)
		if again != whole || err != nil {
			t.Fatalf("%q: %q becomes %q, %v", in.String(), whole, again, err)
		}
	})
}

func BenchmarkFrames(b *testing.B) {
	event := "event: content_block_delta\ndata: " + strings.Repeat("x", 120) + "\n\n"
	stream := strings.Repeat(event, 1000)
	b.SetBytes(int64(len(stream)))
	b.ReportAllocs()
	buf := make([]byte, 4096)
	for b.Loop() {
		f := newFrames(strings.NewReader(stream), -1, func() {}, func() {})
		for {
			if _, err := f.Read(buf); err != nil {
				break
			}
		}
	}
}
