package main

import (
	"errors"
	"strings"
	"testing"

	"jp/recording"
)

func TestReadTape_BoundsTheResizes(t *testing.T) {
	text := `{"version": 2, "width": 80, "height": 24}` + "\n" + strings.Repeat(`[1, "r", "2000x2000"]`+"\n", 200)
	_, err := readTape(strings.NewReader(text), recording.Options{Name: "demo.cast"})
	if want := "demo.cast:127: resizes to more than 500000000 cells in all: beyond the limits"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if !errors.Is(err, recording.ErrLimit) {
		t.Error("it is not ErrLimit")
	}
}

func TestPlayback_FollowsResizes(t *testing.T) {
	text := `{"version": 2, "width": 10, "height": 3}
[0, "o", "one\r\ntwo"]
[1, "r", "20x5"]
[2, "o", "\u001b[5;20Hx"]
[3, "r", "5x2"]
`
	tp := sampleTape(t, text)
	for _, tc := range []struct {
		n    int
		size screenSize
	}{{4, screenSize{5, 2}}, {1, screenSize{10, 3}}, {3, screenSize{20, 5}}, {2, screenSize{20, 5}}, {0, screenSize{10, 3}}} {
		p := newPlayback(tp)
		p.seek(len(tp.events))
		p.seek(tc.n)
		if s := p.screen(); s.Cols != tc.size.cols || s.Rows != tc.size.rows {
			t.Errorf("after %d events: got %dx%d, want %s", tc.n, s.Cols, s.Rows, tc.size)
		}
	}
	tp.chooseSize(screenSize{12, 4}, false)
	p := newPlayback(tp)
	p.seek(len(tp.events))
	if s := p.screen(); s.Cols != 12 || s.Rows != 4 {
		t.Errorf("with --size 12x4: got %dx%d at the end", s.Cols, s.Rows)
	}
}
