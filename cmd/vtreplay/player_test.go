package main

import (
	"strings"
	"testing"
	"time"
)

const s = time.Second

func shown(p *player) string {
	return strings.Join(strings.Fields(strings.Join(p.screen.screen().Text(), " ")), " ")
}

func TestPlayer_ShowsWhatIsDue(t *testing.T) {
	p := newPlayer(sampleTape(t, sample), 1, 0, 100*s)
	for _, step := range []struct {
		now  time.Duration
		want string
	}{
		{100 * s, "one"}, {102*s - 1, "one"}, {102 * s, "one two"}, {103 * s, "one two!"}, {108 * s, "one two! three"}, {999 * s, "one two! three"},
	} {
		p.advance(step.now)
		if got := shown(p); got != step.want {
			t.Errorf("at %v: got %q, want %q", step.now, got, step.want)
		}
	}
	if !p.atEnd() {
		t.Error("not at the end long after it")
	}
	if _, ok := p.deadline(); ok {
		t.Error("there is a deadline behind the end")
	}
}

func TestPlayer_SpeedAndIdleLimit(t *testing.T) {
	for _, tc := range []struct {
		name  string
		speed float64
		idle  time.Duration
		wants time.Duration // when the last event is due
	}{
		{"as recorded", 1, 0, 10 * s},
		{"twice as fast", 2, 0, 5 * s},
		{"half as fast", 0.5, 0, 20 * s},
		{"pauses of at most a second", 1, s, 4*s + 5*time.Millisecond},
	} {
		p := newPlayer(sampleTape(t, sample), tc.speed, tc.idle, 0)
		if p.advance(tc.wants - time.Millisecond); p.atEnd() {
			t.Errorf("%s: ended before %v", tc.name, tc.wants)
		}
		if p.advance(tc.wants + 1); !p.atEnd() {
			t.Errorf("%s: not ended at %v", tc.name, tc.wants)
		}
	}
}

// TestPlayer_DeadlinesSuffice plays from deadline to deadline only: nothing is missed.
func TestPlayer_DeadlinesSuffice(t *testing.T) {
	for _, speed := range []float64{1, 3, 0.3, 64} {
		p := newPlayer(sampleTape(t, sample), speed, 0, 0)
		p.advance(0)
		rounds := 0
		for {
			at, ok := p.deadline()
			if !ok {
				break
			}
			if at <= p.since {
				t.Fatalf("speed %g: deadline %v is not after %v", speed, at, p.since)
			}
			p.advance(at)
			if rounds++; rounds > 100 {
				t.Fatalf("speed %g: no end after %d deadlines", speed, rounds)
			}
		}
		if got := shown(p); got != "one two! three" {
			t.Errorf("speed %g: got %q", speed, got)
		}
	}
}

func TestPlayer_Keys(t *testing.T) {
	tab := func(keys ...key) []key { return keys }
	for _, tc := range []struct {
		name string
		from time.Duration
		keys []key
		want string // the screen
		pos  time.Duration
	}{
		{"pause keeps the place", 3 * s, tab(keyPause), "one two!", 3 * s},
		{"forward", 3 * s, tab(keyForward), "one two! three", 8 * s},
		{"back", 3 * s, tab(keyBack), "one", 0},
		{"far ends at the end", 3 * s, tab(keyForwardFar), "one two! three", 10 * s},
		{"far back at the start", 9 * s, tab(keyBackFar), "one", 0},
		{"step to the end of the burst", 1 * s, tab(keyStep), "one two!", 2005 * time.Millisecond},
		{"two steps", 1 * s, tab(keyStep, keyStep), "one two!", 5 * s},
		{"steps and back", 1 * s, tab(keyStep, keyStep, keyStep, keyStepBack, keyStepBack), "one two!", 2005 * time.Millisecond},
		{"back between frames", 3 * s, tab(keyStepBack), "one", 0},
		{"back from the start", 0, tab(keyStepBack, keyStepBack), "", 0},
		{"next marker", 1 * s, tab(keyNextMarker), "one", 2 * s},
		{"next marker twice", 1 * s, tab(keyNextMarker, keyNextMarker), "one two!", 8 * s},
		{"no next marker", 9 * s, tab(keyNextMarker), "one two! three", 9 * s},
		{"previous marker", 5 * s, tab(keyPrevMarker), "one", 2 * s},
		{"previous marker just behind one", 8500 * time.Millisecond, tab(keyPrevMarker), "one", 2 * s},
		{"previous marker before the first", 1 * s, tab(keyPrevMarker), "", 0},
		{"start", 5 * s, tab(keyStart), "", 0},
		{"end", 5 * s, tab(keyEnd), "one two! three", 10 * s},
		{"tenth", 1 * s, tab(keyTenth0 + 8), "one two! three", 8 * s},
		{"tenth 0", 5 * s, tab(keyTenth0), "one", 0},
	} {
		p := newPlayer(sampleTape(t, sample), 1, 0, 0)
		for _, k := range tc.keys {
			p.press(k, tc.from)
		}
		if got := shown(p); got != tc.want || p.pos != tc.pos {
			t.Errorf("%s: got %q at %v, want %q at %v", tc.name, got, p.pos, tc.want, tc.pos)
		}
	}
}

func TestPlayer_PauseStopsTime(t *testing.T) {
	p := newPlayer(sampleTape(t, sample), 1, 0, 0)
	p.press(keyPause, s)
	if _, ok := p.deadline(); ok {
		t.Error("there is a deadline while paused")
	}
	p.press(keyPause, 100*s)
	p.advance(100*s + 999*time.Millisecond)
	if got := shown(p); got != "one" {
		t.Errorf("just before: got %q, want one", got)
	}
	p.advance(101 * s)
	if got := shown(p); got != "one two" {
		t.Errorf("one second after going on: got %q, want one two", got)
	}
}

func TestPlayer_SpeedHasBounds(t *testing.T) {
	p := newPlayer(sampleTape(t, sample), 1, 0, 0)
	for range 100 {
		p.press(keyFaster, 0)
	}
	if p.speed != speedMax {
		t.Errorf("got %g, want %d", p.speed, speedMax)
	}
	for range 100 {
		p.press(keySlower, 0)
	}
	if p.speed != speedMin {
		t.Errorf("got %g, want %g", p.speed, speedMin)
	}
	if p.press(keyNormal, 0); p.speed != 1 {
		t.Errorf("got %g, want 1", p.speed)
	}
}

func TestPlayer_StatusIsASCIIAndTellsThePlace(t *testing.T) {
	p := newPlayer(sampleTape(t, sample), 2, 0, 0)
	p.advance(s)
	got := p.status()
	if !strings.HasPrefix(got, " > 0:02/0:10  2x  frame 1/4  ") {
		t.Errorf("got %q", got)
	}
	p.press(keyPause, s)
	if got := p.status(); !strings.HasPrefix(got, " || 0:02/0:10") {
		t.Errorf("paused: got %q", got)
	}
	p.press(keyEnd, s)
	if got := p.status(); !strings.HasPrefix(got, " end 0:10/0:10") {
		t.Errorf("at the end: got %q", got)
	}
	for _, c := range []byte(got) {
		if c < ' ' || c > '~' {
			t.Errorf("byte %#x in the status row", c)
		}
	}
}

// TestPlayer_AgreesWithSeek is the law that a screen does not depend on the way to it.
func TestPlayer_AgreesWithSeek(t *testing.T) {
	tp := sampleTape(t, sample)
	for _, at := range []time.Duration{0, 1 * s, 2 * s, 2004 * time.Millisecond, 2005 * time.Millisecond, 5 * s, 8 * s, 10 * s} {
		p := newPlayer(tp, 1, 0, 0)
		for now := time.Duration(0); now < at; now += 7 * time.Millisecond {
			p.advance(now)
		}
		p.advance(at)
		direct := newPlayback(tp)
		direct.seek(len(tp.events)) // and back again
		direct.seek(tp.before(at))
		if report := direct.screen().FirstDifference(p.screen.screen()); report != "" {
			t.Errorf("at %v:\n%s", at, report)
		}
	}
}
