package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"jp/internal/ansi"
	"jp/internal/tty"
)

// stage is the real terminal while something plays on it: raw keys and the alternate
// screen. Leave brings both back and may be called at any time, again and again.
type stage struct {
	screen *os.File
	out    io.Writer
	guard  *tty.Guard
	on     bool
}

func openStage(screen *os.File) (*stage, error) {
	guard, err := tty.NewGuard(screen)
	if err != nil {
		return nil, fmt.Errorf("read the terminal's modes: %w", err)
	}
	return &stage{screen: screen, out: tty.NewWriter(screen), guard: guard}, nil
}

func (s *stage) enter() error {
	if err := s.guard.Raw(); err != nil {
		return fmt.Errorf("read single keys: %w", err)
	}
	s.on = true
	_, err := io.WriteString(s.out, ansi.EnterAlt)
	return err
}

// leave shows the main screen as it was, with the cursor where it was.
func (s *stage) leave() error {
	if !s.on {
		return nil
	}
	s.on = false
	_, err := io.WriteString(s.out, ansi.Restore+ansi.LeaveAlt+ansi.ShowCursor)
	return errors.Join(err, s.guard.Leave())
}

func (s *stage) close() error { return errors.Join(s.leave(), s.guard.Close()) }

// size is the terminal's, or a usual one when the terminal does not know.
func (s *stage) size() screenSize {
	cols, rows := tty.Size(s.screen)
	if cols < 1 || rows < 1 {
		return screenSize{80, 24}
	}
	return screenSize{min(cols, modelSide), min(rows, modelSide)}
}

// keyboard finds where the keys of the terminal come from: standard input, or the
// controlling terminal when the recording comes from there. It is nil when there is none;
// then the recording plays to its end.
func keyboard(in, screen *os.File) *os.File {
	device := tty.Inspect(screen)
	if tty.Same(tty.Inspect(in), device) {
		return in
	}
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	if !tty.Same(tty.Inspect(f), device) {
		_ = f.Close() // nothing was written
		return nil
	}
	return f
}
