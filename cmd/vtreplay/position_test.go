package main

import (
	"strings"
	"testing"
	"time"

	"jp/recording"
)

// sample is ten seconds with three frames, two markers, a resize and an exit.
const sample = `{"version": 2, "width": 20, "height": 4}
[0, "o", "one"]
[2, "m", "build"]
[2, "o", "\r\ntwo"]
[2.005, "o", "!"]
[5, "r", "30x5"]
[8, "m", "2"]
[8, "o", "\r\nthree"]
[10, "x", "0"]
`

func sampleTape(t *testing.T, text string) *tape {
	t.Helper()
	tp, err := readTape(strings.NewReader(text), recording.Options{Name: "demo.cast"})
	if err != nil {
		t.Fatal(err)
	}
	tp.chooseSize(screenSize{}, false)
	return tp
}

func TestTape_ResolvesPositions(t *testing.T) {
	tp := sampleTape(t, sample)
	for _, tc := range []struct {
		pos  string
		n    int
		time time.Duration
	}{
		{"start", 0, 0},
		{"end", 8, 10 * time.Second},
		{"0", 1, 0},
		{"1.999", 1, 1999 * time.Millisecond},
		{"2", 3, 2 * time.Second},
		{"2s", 3, 2 * time.Second},
		{"2004ms", 3, 2004 * time.Millisecond},
		{"2005ms", 4, 2005 * time.Millisecond},
		{"0:05", 5, 5 * time.Second},
		{"0:00:05.5", 5, 5500 * time.Millisecond},
		{"0m5s", 5, 5 * time.Second},
		{"10", 8, 10 * time.Second},
		{"-5s", 5, 5 * time.Second},
		{"-10", 1, 0},
		{"0%", 1, 0},
		{"50%", 5, 5 * time.Second},
		{"100%", 8, 10 * time.Second},
		{"frame:1", 1, 0},
		{"frame:2", 4, 2005 * time.Millisecond},
		{"frame 2", 4, 2005 * time.Millisecond},
		{"frame:3", 5, 5 * time.Second},
		{"frame:4", 7, 8 * time.Second},
		{"event:1", 1, 0},
		{"event:8", 8, 10 * time.Second},
		{"marker:build", 2, 2 * time.Second},
		{`marker:"build"`, 2, 2 * time.Second},
		{"marker:1", 2, 2 * time.Second},
		{"marker:2", 6, 8 * time.Second},
		{"resize:1", 5, 5 * time.Second},
		{"exit", 8, 10 * time.Second},
		{"marker:build+200ms", 4, 2200 * time.Millisecond},
		{"marker:build-1s", 1, time.Second},
		{"end-5s", 5, 5 * time.Second},
		{"start+2", 3, 2 * time.Second},
		{"50%+1s", 5, 6 * time.Second},
	} {
		got, err := tp.resolve(tc.pos)
		if err != nil {
			t.Errorf("%s: %v", tc.pos, err)
			continue
		}
		if got.n != tc.n || got.time != tc.time {
			t.Errorf("%s: got %d events at %v, want %d at %v", tc.pos, got.n, got.time, tc.n, tc.time)
		}
	}
}

func TestTape_NamesWhatThereIsInstead(t *testing.T) {
	tp := sampleTape(t, sample)
	for _, tc := range []struct{ pos, message, hint string }{
		{"10.001", `demo.cast: no position "10.001"`, "it lasts 10.000s"},
		{"-11", `demo.cast: no position "-11"`, "it lasts 10.000s"},
		{"end+1s", `demo.cast: no position "end+1s"`, "it lasts 10.000s"},
		{"frame:0", `demo.cast: no position "frame:0"`, "it has 4 frames"},
		{"frame:5", `demo.cast: no position "frame:5"`, "it has 4 frames"},
		{"event:9", `demo.cast: no position "event:9"`, "it has 8 events"},
		{"marker:nope", `demo.cast: no position "marker:nope"`, `its markers are "build", "2"`},
		{"resize:2", `demo.cast: no position "resize:2"`, "it has 1 resizes"},
		{"101%", `"101%" is not a position`, "percentages are from 0% to 100%"},
		{"NaN%", `"NaN%" is not a position`, "percentages are from 0% to 100%"},
		{"middle", `"middle" is not a position`, positionHint},
		{"", `"" is not a position`, positionHint},
		{"1e400", `"1e400" is not a position`, positionHint},
		{"NaN", `"NaN" is not a position`, positionHint},
		{"inf", `"inf" is not a position`, positionHint},
		{"1:2:3:4", `"1:2:3:4" is not a position`, positionHint},
	} {
		_, err := tp.resolve(tc.pos)
		if err == nil || err.Error() != tc.message || hintFor(err) != tc.hint {
			t.Errorf("%q: got %v (%s), want %s (%s)", tc.pos, err, hintFor(err), tc.message, tc.hint)
		}
		if status, _ := statusOf(err); status != exitUnable {
			t.Errorf("%q: got exit code %d, want %d", tc.pos, status, exitUnable)
		}
	}
}

func TestTape_EmptyRecordingHasPositions(t *testing.T) {
	tp := sampleTape(t, `{"version": 2, "width": 20, "height": 4}`)
	for _, pos := range []string{"start", "end", "0", "50%"} {
		if got, err := tp.resolve(pos); err != nil || got != (spot{}) {
			t.Errorf("%s: got %v, %v, want the start", pos, got, err)
		}
	}
}
