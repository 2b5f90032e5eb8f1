package tty

// Kind says what a file descriptor leads to.
type Kind uint8

// The kinds.
const (
	KindNone     Kind = iota // closed, or no such device
	KindTerminal             // answers to termios
	KindFile                 // a regular file
	KindPipe                 // a pipe or a socket
	KindOther                // the null device and the rest
)

// Device is what one file descriptor leads to, as far as a printer cares. It is
// a value; the zero Device is no device.
type Device struct {
	Kind Kind
	// Controlling is set when the terminal is the one that controls this process,
	// that is, the one that /dev/tty means.
	Controlling bool
	// Node and Number are the inode's device and the device's own number. One
	// number may exist twice, once in each mounted devpts.
	Node, Number uint64
}

// IsTerminal reports whether d is a terminal.
func (d Device) IsTerminal() bool { return d.Kind == KindTerminal }

// Same reports whether a and b are the same terminal. Two descriptors of the
// controlling terminal are, also when one was opened as /dev/tty, whose number
// is not the terminal's own.
func Same(a, b Device) bool {
	if !a.IsTerminal() || !b.IsTerminal() {
		return false
	}
	if a.Controlling || b.Controlling {
		return a.Controlling && b.Controlling
	}
	return a.Node == b.Node && a.Number == b.Number
}

func (k Kind) String() string {
	switch k {
	case KindTerminal:
		return "terminal"
	case KindFile:
		return "file"
	case KindPipe:
		return "pipe"
	case KindOther:
		return "device"
	}
	return "none"
}
