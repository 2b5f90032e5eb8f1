package vtmodel_test

import (
	"slices"
	"testing"

	"jp/vtmodel"
)

func TestVT10x_KeepsRowsThatScrollOffWithTheirWraps(t *testing.T) {
	v := vtmodel.NewVT10x(10, 3)
	v.Write([]byte("one\r\ntwo\r\nthree is far too long\r\n"))
	s := v.Screen()
	if got, want := s.Unwrapped(), []string{"one", "two", "three is far too long"}; !slices.Equal(got, want) {
		t.Errorf("unwrapped %q, want %q", got, want)
	}
	if got := len(s.Scrollback); got != 3 {
		t.Errorf("scrollback has %d rows, want 3", got)
	}
	if !s.Scrollback[2].Wrapped || !s.Row(0).Wrapped || s.Row(1).Wrapped {
		t.Errorf("wrap marks are wrong:\n%v", s)
	}
}
