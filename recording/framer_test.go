package recording_test

import (
	"slices"
	"testing"
	"time"

	"jp/recording"
)

func out(at time.Duration, text string) recording.Event {
	return recording.Event{Time: at, Kind: recording.Output, Data: []byte(text)}
}

func TestFramer_EndsFramesWhereAPersonCouldLook(t *testing.T) {
	const gap = time.Second / 60
	event := func(at time.Duration, k recording.Kind) recording.Event {
		return recording.Event{Time: at, Kind: k, Cols: 80, Rows: 24}
	}
	for _, tc := range []struct {
		name   string
		events []recording.Event
		want   []int // numbers of events that make the frames
	}{
		{"nothing", nil, nil},
		{"one event", []recording.Event{out(0, "a")}, []int{1}},
		{"just below the gap", []recording.Event{out(0, "a"), out(gap-1, "b")}, []int{2}},
		{"at the gap", []recording.Event{out(0, "a"), out(gap, "b")}, []int{1, 2}},
		{"just above the gap", []recording.Event{out(0, "a"), out(gap+1, "b")}, []int{1, 2}},
		{"an open sequence holds", []recording.Event{out(0, "a\x1b[3"), out(2*gap, "1mb")}, []int{2}},
		{"an open title holds", []recording.Event{out(0, "\x1b]0;ti"), out(2*gap, "tle\x07"), out(4*gap, "b")}, []int{2, 3}},
		{"a title ended by ST", []recording.Event{out(0, "\x1b]0;ti\x1b"), out(2*gap, "\\"), out(4*gap, "b")}, []int{2, 3}},
		{"a synchronized update holds", []recording.Event{out(0, "\x1b[?2026ha"), out(2*gap, "b\x1b[?2026l"), out(4*gap, "c")}, []int{2, 3}},
		{"but not for a second", []recording.Event{out(0, "\x1b[?2026ha"), out(time.Second, "b")}, []int{1, 2}},
		{"output without a pause", []recording.Event{out(0, "a"), out(15*ms, "b"), out(30*ms, "b"), out(45*ms, "b"), out(60*ms, "b"), out(75*ms, "b"), out(90*ms, "b"), out(100*ms-1, "b"), out(100*ms, "c"), out(115*ms, "d")}, []int{8, 10}},
		{"a marker ends", []recording.Event{out(0, "a"), event(1, recording.Marker), out(2, "b")}, []int{1, 3}},
		{"the exit ends", []recording.Event{out(0, "a"), event(1, recording.Exit)}, []int{1}},
		{"a resize ends and is seen", []recording.Event{out(0, "a"), event(1, recording.Resize), out(gap+1, "b")}, []int{1, 2, 3}},
		{"input is not seen", []recording.Event{event(0, recording.Input), out(0, "a"), event(2*gap, recording.Input)}, []int{3}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var f recording.Framer
			var got []int
			for i, ev := range tc.events {
				if f.Add(ev) {
					got = append(got, i)
				}
			}
			if f.End() {
				got = append(got, len(tc.events))
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestSizer_GuessesFromCursorMoves(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		cols, rows int
	}{
		{"nothing known", "hello\r\n", 80, 24},
		{"farther than usual", "\x1b[30;100Hx", 100, 30},
		{"in pieces", "\x1b[40;1H\x1b[1;132H", 132, 40},
		{"margins", "\x1b[1;50r", 80, 50},
		{"asking for the size", "\x1b[999;999H\x1b[6n", 80, 24},
		{"column and row alone", "\x1b[90G\x1b[33d", 90, 33},
		{"no parameters", "\x1b[H\x1b[;H\x1b[?7H", 80, 24},
	} {
		var whole, single recording.Sizer
		whole.Add([]byte(tc.text))
		for i := range tc.text {
			single.Add([]byte(tc.text[i : i+1]))
		}
		for how, s := range map[string]*recording.Sizer{"whole": &whole, "byte by byte": &single} {
			if cols, rows, _ := s.Size(); cols != tc.cols || rows != tc.rows {
				t.Errorf("%s, %s: got %dx%d, want %dx%d", tc.name, how, cols, rows, tc.cols, tc.rows)
			}
		}
	}
}
