package clockfd_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"jp/internal/clockfd"
)

func TestClock_WaitMarksEveryChannelBeforeItReads(t *testing.T) {
	var out, err bytes.Buffer
	c := clockfd.New(strings.NewReader("5\n5\n7000000\n"))
	for i, want := range []time.Duration{5, 5, 7 * time.Millisecond} {
		got, e := c.Wait(&out, &err)
		if e != nil || got != want || c.Now() != want {
			t.Errorf("grant %d: got %v, %v (now %v), want %v", i, got, e, c.Now(), want)
		}
		if out.Len() != i+1 || err.Len() != i+1 {
			t.Errorf("grant %d: %d and %d marks, want %d each", i, out.Len(), err.Len(), i+1)
		}
	}
	if _, e := c.Wait(); !errors.Is(e, io.EOF) {
		t.Errorf("after the last grant: %v, want io.EOF", e)
	}
}

func TestClock_RefusesWhatIsNoGrant(t *testing.T) {
	for _, tc := range []struct{ name, grants, want string }{
		{"words", "soon\n", `grant "soon\n": want nanoseconds`},
		{"backwards", "9\n8\n", `grant "8\n": before 9ns, time never runs backwards`},
		{"cut", "9", "EOF"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := clockfd.New(strings.NewReader(tc.grants))
			var err error
			for err == nil {
				_, err = c.Wait()
			}
			if err.Error() != tc.want {
				t.Errorf("got %q, want %q", err, tc.want)
			}
		})
	}
}

func TestInherited_IsInertWithoutTheVariable(t *testing.T) {
	c, err := clockfd.Inherited()
	if c != nil || err != nil {
		t.Errorf("got %v, %v, want no clock and no error", c, err)
	}
}

func TestInherited_RefusesWhatIsNoDescriptor(t *testing.T) {
	for _, value := range []string{"", "two", "2", "-1"} {
		t.Setenv(clockfd.Env, value)
		if c, err := clockfd.Inherited(); c != nil || err == nil {
			t.Errorf("%s=%q: got %v, %v, want an error", clockfd.Env, value, c, err)
		}
	}
}

func TestGrantor_ReachesTheClockThroughThePipe(t *testing.T) {
	g, err := clockfd.NewGrantor()
	if err != nil {
		t.Fatal(err)
	}
	for _, now := range []time.Duration{0, time.Second} {
		if err := g.Grant(now); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	c := clockfd.New(g.File())
	var got []time.Duration
	for {
		now, err := c.Wait()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, now)
	}
	if len(got) != 2 || got[0] != 0 || got[1] != time.Second {
		t.Errorf("got grants %v, want [0s 1s]", got)
	}
	if err := g.Started(); err != nil {
		t.Error(err)
	}
	if err := g.Grant(2 * time.Second); !errors.Is(err, os.ErrClosed) {
		t.Errorf("grant after close: %v, want os.ErrClosed", err)
	}
}

func TestStrip_RemovesAndCountsMarks(t *testing.T) {
	for _, tc := range []struct {
		name, in, want string
		marks          int
	}{
		{"none", "abc", "abc", 0},
		{"at the end", "abc\x00", "abc", 1},
		{"between and alone", "\x00a\x00\x00b", "ab", 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rest, marks := clockfd.Strip([]byte(tc.in))
			if string(rest) != tc.want || marks != tc.marks {
				t.Errorf("got %q and %d marks, want %q and %d", rest, marks, tc.want, tc.marks)
			}
		})
	}
}
