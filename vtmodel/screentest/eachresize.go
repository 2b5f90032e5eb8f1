package screentest

import (
	"fmt"
	"testing"

	"jp/vtmodel"
)

// A Straddle is a new size around what a screen shows: one less, the same, or one
// more than its widest row, and than its rows down to the last one in use. Bounds
// that "some size" misses are found there.
type Straddle struct{ Cols, Rows int } // each −1, 0 or 1

// Of is the size for a screen. It is at least 1x1.
func (r Straddle) Of(s vtmodel.Screen) Size {
	cols, rows := 0, s.Cursor.Row+1
	for i, row := range s.Lines {
		if width := rowOf(row).width; width > 0 {
			cols, rows = max(cols, width), max(rows, i+1)
		}
	}
	return Size{max(cols+r.Cols, 1), max(rows+r.Rows, 1)}
}

func (r Straddle) String() string { return fmt.Sprintf("cols%+d,rows%+d", r.Cols, r.Rows) }

// EachResize runs f in a subtest of its own for each of the nine straddles on each of
// vtmodel.Profiles, as "kitty/cols-1,rows+0". All laws are on, also after the resize.
// Setup is that of New; damage that a profile does is accepted there.
func EachResize(t *testing.T, size Size, f func(t *testing.T, s *Scenario, r Straddle), setup ...string) {
	t.Helper()
	who := callerOf(1)
	for _, v := range venues {
		if _, ok := vtmodel.ParseProfile(v.modelName); !ok || v.ground != "pure" || v.modelName == "vt10x" {
			continue
		}
		v.reference = true // Each subtest has a golden file of its own.
		t.Run(v.modelName, func(t *testing.T) {
			for cols := -1; cols <= 1; cols++ {
				for rows := -1; rows <= 1; rows++ {
					r := Straddle{cols, rows}
					t.Run(r.String(), func(t *testing.T) { f(t, newScenario(t, who, v, size, setup...), r) })
				}
			}
		})
	}
}
