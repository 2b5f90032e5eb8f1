//go:build unix

package screentest

import (
	"errors"
	"fmt"
	"strings"

	"jp/vtmodel"
)

// notRestored is what the program has left behind on the terminal: an error that
// names everything, or nil.
func (p *session) notRestored() error {
	if !p.ended {
		if err := p.drain(); err != nil {
			return err
		}
	}
	state, err := p.device.state()
	if err != nil {
		return err
	}
	left := append(state.difference(p.found), leftOnScreen(p.term, p.written())...)
	if len(left) == 0 {
		return nil
	}
	return errors.New("the terminal is not as the program has found it: " + strings.Join(left, ", "))
}

// leftOnScreen lists what is not as on a fresh terminal. Written are all the bytes
// so far.
func leftOnScreen(term *vtmodel.Terminal, written []byte) []string {
	var left []string
	add := func(is bool, format string, v ...any) {
		if is {
			left = append(left, fmt.Sprintf(format, v...))
		}
	}
	s := term.Screen()
	fresh := vtmodel.NewTerminal(term.Profile(), s.Cols, s.Rows)
	add(!s.Cursor.Visible, "the cursor is hidden")
	add(s.Alt, "the alternate screen is shown")
	add(s.Modes != fresh.Screen().Modes, "modes %v", s.Modes)
	add(term.Pen() != fresh.Pen(), "text is %v", term.Pen())
	add(term.KeyboardFlags() != 0, "keyboard flags %d", term.KeyboardFlags())
	add(term.CursorShape() != fresh.CursorShape(), "cursor shape %d", term.CursorShape())
	top, bottom, side1, side2 := term.Margins()
	add(top != 0 || bottom != s.Rows-1 || side1 != 0 || side2 != s.Cols-1, "margins %d to %d", top, bottom)
	// What has no other way to be seen shows on the next character.
	_, _ = fresh.Write(written)
	_, _ = fresh.Write([]byte("\r\nq"))
	probe := fresh.Screen()
	cell := probe.Row(probe.Cursor.Row).Cells[max(probe.Cursor.Col-1, 0)]
	add(cell.Link != "", "an open link to %q", cell.Link)
	add(cell.Cluster != "q" && s.Cols > 1, "a character set in which q is %q", cell.Cluster)
	return left
}

// written is all that the program has written.
func (p *session) written() []byte {
	var all []byte
	for _, h := range p.log {
		all = append(all, h.output...)
	}
	return all
}
