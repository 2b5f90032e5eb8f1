package recording

import "bytes"

const (
	usualCols, usualRows = 80, 24
	// guessMax is where a cursor position stops being evidence: programs move to 999;999
	// to find out the size of the screen.
	guessMax = 500
)

// Sizer guesses the size of the terminal that a stream was made for, when the recording
// does not tell: the farthest cell that the cursor is sent to, and never less than 80x24.
// The zero Sizer has seen nothing.
type Sizer struct {
	esc        escapes
	cols, rows int
	moves      int
}

// Add looks at more output.
func (s *Sizer) Add(output []byte) { s.esc.feed(output, s.control) }

// Size returns the guess, and how many sequences speak for it.
func (s *Sizer) Size() (cols, rows, moves int) {
	return max(s.cols, usualCols), max(s.rows, usualRows), s.moves
}

func (s *Sizer) control(params []byte, final byte) {
	first, second := twoParams(params)
	switch final {
	case 'H', 'f': // CUP
		s.see(second, first)
	case 'r': // DECSTBM
		s.see(0, second)
	case 'G': // CHA
		s.see(first, 0)
	case 'd': // VPA
		s.see(0, first)
	}
}

func (s *Sizer) see(cols, rows int) {
	if cols > guessMax || rows > guessMax {
		return
	}
	s.cols, s.rows = max(s.cols, cols), max(s.rows, rows)
	s.moves++
}

// twoParams reads the first two parameters; a missing or odd one is 0.
func twoParams(params []byte) (int, int) {
	first, rest, _ := bytes.Cut(params, []byte{';'})
	second, _, _ := bytes.Cut(rest, []byte{';'})
	a, _ := parseSide(first)
	b, _ := parseSide(second)
	return a, b
}
