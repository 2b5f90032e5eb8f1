package ansi_test

import (
	"testing"

	"jp/internal/ansi"
)

func TestAppendMoveTo(t *testing.T) {
	for _, tc := range []struct {
		row, col int
		want     string
	}{
		{0, 0, "\x1b[H"},
		{1, 0, "\x1b[2H"},
		{0, 1, "\x1b[1;2H"},
		{23, 79, "\x1b[24;80H"},
		{-1, -1, "\x1b[H"},
		{-1, 5, "\x1b[1;6H"},
	} {
		if got := string(ansi.AppendMoveTo([]byte("x"), tc.row, tc.col)); got != "x"+tc.want {
			t.Errorf("to %d,%d: got %q, want %q", tc.row, tc.col, got, "x"+tc.want)
		}
	}
}
