package lineui

// fence knows whether a stream of markdown is inside a fenced code block, without holding anything
// back. It only decides how fast text is typed, so it takes the first three characters of a line
// for the fence and leaves the finer rules aside.
type fence struct {
	inside bool
	mark   byte // the character that opened it
	column int  // of the line, as long as only blanks and marks came; below 0 = settled
	run    int  // marks in a row
	first  byte // which mark
}

// next returns how many bytes of s belong together, and whether they are code. s must not be empty.
func (f *fence) next(s string) (n int, code bool) {
	code = f.inside
	for i := range len(s) {
		f.step(s[i])
		if f.inside != code || s[i] == '\n' {
			return i + 1, code
		}
	}
	return len(s), code
}

const (
	indentMax = 3 // blanks before a fence
	fenceRun  = 3 // marks that make one
)

func (f *fence) step(c byte) {
	switch {
	case c == '\n':
		f.column, f.run = 0, 0
	case f.column < 0:
	case c == ' ' && f.run == 0 && f.column < indentMax:
		f.column++
	case (c == '`' || c == '~') && (f.run == 0 || c == f.first):
		f.first = c
		f.run++
		if f.run == fenceRun {
			f.toggle(c)
			f.column = -1
		}
	default:
		f.column = -1
	}
}

func (f *fence) toggle(c byte) {
	switch {
	case !f.inside:
		f.inside, f.mark = true, c
	case f.mark == c:
		f.inside = false
	}
}
