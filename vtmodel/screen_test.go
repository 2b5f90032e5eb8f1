package vtmodel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jp/vtmodel"
)

// screenOf returns what a model of the given size shows after some bytes.
func screenOf(cols, rows int, bytes string) vtmodel.Screen {
	v := vtmodel.NewVT10x(cols, rows)
	v.Write([]byte(bytes))
	return v.Screen()
}

func ExampleScreen_String() {
	v := vtmodel.NewVT10x(12, 4)
	v.Write([]byte("one\r\ntwo\r\na line that wraps\r\n> "))
	fmt.Print(v.Screen())
	// Output:
	// 12x4 cursor 2,3 scrollback 1
	//  +--v---------+
	//  |two         |
	//  |a line that \
	//  |wraps       |
	// >|>           |
	//  +--^---------+
}

func ExampleFirstDifference() {
	want, got := vtmodel.NewVT10x(8, 2), vtmodel.NewVT10x(8, 2)
	want.Write([]byte("one\r\ntwo"))
	got.Write([]byte("one\r\nt\x1b[31mo"))
	fmt.Println(vtmodel.FirstDifference(want.Screen(), got.Screen()))
	// Output:
	// row 1 column 1: want "w", got "o" red
	//       want 8x2       got 8x2
	//       +---v----+     +--v-----+
	//    0  |one     |     |one     |
	//    1 !|two     |    !|to      |
	//         ^              ^
	//       +---^----+     +--^-----+
	// want  cursor 3,1
	//  got  cursor 2,1
}

func TestScreen_EqualIsWhatTheEyeSees(t *testing.T) {
	base := "ab\r\ncd"
	tests := []struct {
		name, bytes string
		equal       bool
	}{
		{"same", base, true},
		{"written blanks", base + "  \b\b", true},
		{"a style without text", base + "\x1b[1m", true},
		{"a bell", base + "\a", true},
		{"another text", "ab\r\nce", false},
		{"another style", "\x1b[1mab\x1b[m\r\ncd", false},
		{"a link", "\x1b]8;;x:y\aab\x1b]8;;\a\r\ncd", false},
		{"a colored blank", base + "\x1b[41m\x1b[K", false},
		{"another cursor", base + "\b", false},
		{"a hidden cursor", base + "\x1b[?25l", false},
		{"a title", base + "\x1b]2;t\a", false},
		{"a mode", base + "\x1b[?2004h", false},
		{"the alternate screen", "\x1b[?47h" + base, false},
		{"scrollback", "x\r\nab\r\ncd", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, b := screenOf(6, 2, base), screenOf(6, 2, test.bytes)
			if got := a.Equal(b); got != test.equal {
				t.Errorf("equal %t, want %t", got, test.equal)
			}
			if got := a.Hash() == b.Hash(); got != test.equal {
				t.Errorf("hashes equal %t, want %t", got, test.equal)
			}
			report := a.FirstDifference(b)
			if (report == "") != test.equal {
				t.Errorf("report %q", report)
			}
			if strings.ContainsFunc(report+b.String(), func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }) {
				t.Errorf("control byte in %q", report+b.String())
			}
		})
	}
}

func TestScreen_EqualTellsWrapsAndSizesApart(t *testing.T) {
	wrapped, broken := screenOf(2, 2, "abc"), screenOf(2, 2, "ab\r\nc")
	if wrapped.Equal(broken) || wrapped.Hash() == broken.Hash() {
		t.Error("a soft wrap equals a newline")
	}
	if got := wrapped.FirstDifference(broken); !strings.HasPrefix(got, "row 0: want soft wrap true, got false\n") {
		t.Errorf("got %q", got)
	}
	if a, b := screenOf(2, 2, ""), screenOf(3, 2, ""); a.Equal(b) || !strings.HasPrefix(a.FirstDifference(b), "want 2x2, got 3x2\n") {
		t.Errorf("sizes: %s", a.FirstDifference(b))
	}
}

func TestScreen_FindsTextWithinRows(t *testing.T) {
	s := screenOf(10, 4, "x\tone\r\n ünter\r\nthree")
	for _, test := range []struct {
		text string
		want vtmodel.Pos
		ok   bool
	}{
		{"x", vtmodel.Pos{}, true},
		{"nt", vtmodel.Pos{Row: 2, Col: 2}, true},
		{"e", vtmodel.Pos{Row: 1, Col: 0}, true},
		{"on", vtmodel.Pos{Row: 0, Col: 8}, true},
		{"one", vtmodel.Pos{}, false}, // Wrapped.
	} {
		if got, ok := s.Find(test.text); got != test.want || ok != test.ok {
			t.Errorf("find %q: got %v %t, want %v %t", test.text, got, ok, test.want, test.ok)
		}
	}
}

func TestScreen_RegionIsClipped(t *testing.T) {
	s := screenOf(5, 3, "abcde\r\nfg\r\nhijkl")
	for _, test := range []struct {
		row, col, rows, cols int
		want                 []string
	}{
		{0, 0, 3, 5, []string{"abcde", "fg", "hijkl"}},
		{1, 1, 2, 2, []string{"g", "ij"}},
		{-1, -1, 2, 3, []string{"ab"}},
		{2, 4, 9, 9, []string{"l"}},
		{2, 7, 1, 1, []string{""}},
		{3, 0, 1, 1, nil},
	} {
		if got := s.Region(test.row, test.col, test.rows, test.cols); !slices.Equal(got, test.want) {
			t.Errorf("region %v: got %q, want %q", test, got, test.want)
		}
	}
}

func TestScreen_RowCountsFromBothEnds(t *testing.T) {
	s := screenOf(3, 2, "a\r\nb")
	for i, want := range map[int]string{0: "a", 1: "b", -1: "b", -2: "a"} {
		if got := s.Row(i).Text(); got != want {
			t.Errorf("row %d: got %q, want %q", i, got, want)
		}
	}
	for _, i := range []int{2, -3} {
		func() {
			defer func() {
				if got, want := recover(), fmt.Sprintf("vtmodel: row %d of a screen with 2 rows", i); got != want {
					t.Errorf("row %d: panic %v, want %q", i, got, want)
				}
			}()
			s.Row(i)
		}()
	}
}

func TestScreen_UnwrappedIsTheTranscript(t *testing.T) {
	const transcript = "one\r\n\r\na line of three rows\r\ntrailing blanks  \r\nlast"
	want := strings.Split(transcript, "\r\n")
	for cols := 1; cols <= 24; cols++ {
		s := screenOf(cols, 3, transcript)
		if got := s.Unwrapped(); !slices.Equal(got, want) {
			t.Errorf("%d columns: got %q, want %q", cols, got, want)
		}
	}
	if got := screenOf(5, 2, "").Unwrapped(); len(got) != 0 {
		t.Errorf("a blank screen has the lines %q", got)
	}
}

func TestScreen_StaysAsItWas(t *testing.T) {
	v := vtmodel.NewVT10x(4, 2)
	v.KeepScrollback(3)
	v.Write([]byte("a\r\nb\r\nc"))
	s := v.Screen()
	before := s.String() + strings.Join(s.Unwrapped(), ",")
	v.Write([]byte("\x1b[Hx\r\n\n\n\n\n\n\n\x1b[3J"))
	v.Resize(2, 1)
	if after := s.String() + strings.Join(s.Unwrapped(), ","); after != before {
		t.Errorf("a snapshot changed from\n%s\nto\n%s", before, after)
	}
}

func TestStyle_TextReadsBack(t *testing.T) {
	for _, text := range []string{
		"default", "bold", "bold faint italic blink reverse conceal strike overline", "red", "on bright-black",
		"bold green", "#ff8800 on 236 underline=curly", "underline underline-color=#000001", "16 on 255", "underline=dashed",
	} {
		style, err := vtmodel.ParseStyle(text)
		if err != nil || style.String() != text {
			t.Errorf("%q became %q, %v", text, style, err)
		}
	}
	for _, text := range []string{"", "green bold", "bold  green", "on", "256", "#ff880", "red green", "default red", "7 on"} {
		if style, err := vtmodel.ParseStyle(text); err == nil {
			t.Errorf("%q became %q without an error", text, style)
		}
	}
}
