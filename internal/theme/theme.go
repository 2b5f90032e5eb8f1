package theme

import "jp/internal/ansi"

// Role is what a piece of text is, never what it looks like.
type Role uint8

// The roles.
const (
	Plain   Role = iota
	Aside        // reasoning, and other text that is not the answer
	Header       // names a tool that runs
	Caution      // a notice that something is not as it should be
	Failure      // the first word of an error
)

// Theme gives text its style. It is a value; the zero Theme styles nothing.
type Theme struct {
	Styled bool // the channel keeps escapes
	Depth  Depth
}

// For is the theme of a channel; styled says that it keeps escapes.
func For(c Choices, styled bool) Theme {
	if !styled {
		return Theme{}
	}
	return Theme{Styled: true, Depth: c.Depth()}
}

// Append adds s in the style of role to dst and returns it. What is opened is closed again, so pieces may be mixed. An empty s adds
// nothing. s must not hold escapes of its own.
func (t Theme) Append(dst []byte, role Role, s string) []byte {
	pen, ok := t.pen(role)
	if !ok || s == "" {
		return append(dst, s...)
	}
	dst = pen.Append(dst)
	dst = append(dst, s...)
	return append(dst, ansi.ResetStyle...)
}

// pen is the style of role; false when it has none here.
func (t Theme) pen(role Role) (ansi.Pen, bool) {
	if !t.Styled || role == Plain {
		return ansi.Pen{}, false
	}
	var pen ansi.Pen
	switch role {
	case Aside:
		pen.Apply([]byte("2"))
	case Header:
		pen.Apply([]byte("1"))
	case Caution:
		pen.Apply([]byte(t.colored("1", "33")))
	case Failure:
		pen.Apply([]byte(t.colored("1", "1;31")))
	}
	return pen, true
}

// colored picks the second when there are colours.
func (t Theme) colored(plain, color string) string {
	if t.Depth == NoColor {
		return plain
	}
	return color
}
