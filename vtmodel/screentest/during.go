package screentest

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"jp/vtmodel"
)

// A Condition is something that a screen can show. Its name is what a failure says.
type Condition struct {
	Name  string
	Holds func(vtmodel.Screen) bool
}

// Shows is the condition that a text can be read, on the screen or in the scrollback.
func Shows(text string) Condition {
	return Condition{fmt.Sprintf("%q", text), func(s vtmodel.Screen) bool { return shows(s, text) }}
}

// Chrome is the condition that a cell belongs to a region.
func Chrome() Condition {
	return Condition{"chrome", func(s vtmodel.Screen) bool {
		first, _ := layoutOf(s).chrome()
		return first >= 0
	}}
}

// CursorOutside is the condition that the cursor is not in one of these rows, the
// last one included.
func CursorOutside(first, last int) Condition {
	return Condition{fmt.Sprintf("the cursor outside of rows %d to %d", first, last), func(s vtmodel.Screen) bool {
		return s.Cursor.Row < first || s.Cursor.Row > last
	}}
}

// Meanwhile is the frames of a During.
type Meanwhile struct {
	s     *Scenario
	shots []shot
	last  vtmodel.Screen
}

// During does something, and returns all the frames that came of it, to say what
// none of them or all of them show.
func (s *Scenario) During(f func()) *Meanwhile {
	s.t.Helper()
	first := len(s.run.pure.shots)
	f()
	return &Meanwhile{s: s, shots: s.run.pure.shots[first:], last: s.Screen()}
}

// Never fails when a frame, or the screen at the end, fulfils the condition.
func (m *Meanwhile) Never(c Condition) *Meanwhile {
	m.s.t.Helper()
	m.all(c, false)
	return m
}

// Always fails when a frame, or the screen at the end, does not fulfil the condition.
func (m *Meanwhile) Always(c Condition) *Meanwhile {
	m.s.t.Helper()
	m.all(c, true)
	return m
}

func (m *Meanwhile) all(c Condition, want bool) {
	m.s.t.Helper()
	verb := map[bool]string{true: "does not show", false: "shows"}[want]
	for _, shot := range m.shots {
		if shot.onScreen && c.Holds(shot.screen) != want {
			m.s.check(fmt.Errorf("frame %d at %v, after %s, %s %s\n%v", shot.index, shot.at, shot.origin(), verb, c.Name, shot.screen))
			return
		}
	}
	if c.Holds(m.last) != want {
		m.s.check(fmt.Errorf("the screen %s %s\n%v", verb, c.Name, m.last))
	}
}

// Frames is how many frames there were.
func (m *Meanwhile) Frames() int { return len(m.shots) }

// Instants are the times from first to last, both included, step by step: for tests
// that do something at each of them.
func Instants(first, last, step time.Duration) iter.Seq[time.Duration] {
	if step <= 0 {
		panic("screentest: instants that do not advance")
	}
	return func(yield func(time.Duration) bool) {
		for at := first; at <= last; at += step {
			if !yield(at) {
				return
			}
		}
	}
}

// Differs returns the rows of the screen that read otherwise than in an earlier one,
// from the top.
func (s *Scenario) Differs(earlier vtmodel.Screen) []string {
	var rows []string
	was := earlier.Text()
	for i, text := range s.Screen().Text() {
		if i >= len(was) || was[i] != text {
			rows = append(rows, strings.TrimRight(text, " "))
		}
	}
	return rows
}
