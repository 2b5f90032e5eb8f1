package clockfd

import (
	"bytes"
	"fmt"
	"os"
	"time"
)

// Grantor is the test's side of a clock.
type Grantor struct {
	child, own *os.File
}

// NewGrantor returns a grantor and its pipe. The caller passes File to the
// child, and closes the grantor when it is done with it.
func NewGrantor() (*Grantor, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &Grantor{child: r, own: w}, nil
}

// File is the end that the child inherits, for example in exec.Cmd.ExtraFiles.
// Started closes it here as soon as the child has it.
func (g *Grantor) File() *os.File { return g.child }

// Setting is the environment entry that tells the child about descriptor fd.
func Setting(fd int) string { return fmt.Sprintf("%s=%d", Env, fd) }

// Started closes the child's end in this process.
func (g *Grantor) Started() error { return g.child.Close() }

// Grant lets the child run until now.
func (g *Grantor) Grant(now time.Duration) error {
	_, err := fmt.Fprintf(g.own, "%d\n", now)
	return err
}

// Close ends the child's time: its next Wait returns io.EOF.
func (g *Grantor) Close() error { return g.own.Close() }

// Strip removes the marks from p, in place, and counts them.
func Strip(p []byte) (rest []byte, marks int) {
	marks = bytes.Count(p, []byte{mark})
	if marks == 0 {
		return p, 0
	}
	rest = p[:0]
	for _, b := range p {
		if b != mark {
			rest = append(rest, b)
		}
	}
	return rest, marks
}
