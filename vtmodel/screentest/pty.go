package screentest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/creack/pty"

	"jp/engine"
	"jp/internal/clockfd"
	"jp/vtmodel"
)

// ptyPatience ends a player that hangs. Nothing waits for it in a good run.
const ptyPatience = time.Minute

// ptyGround is a player behind the kernel's terminal. It sees bytes only, after
// each step, so it checks what a screen shows and leaves the laws to pure.
type ptyGround struct {
	term    vtmodel.Model
	master  *os.File
	grantor *clockfd.Grantor
	child   *exec.Cmd
	cancel  context.CancelFunc
	files   string
	time    time.Duration
	buf     [4096]byte
}

// newPTY starts the player. Files is a folder of its own.
func newPTY(s *Script, term vtmodel.Model, files string) (*ptyGround, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(s.File)
	if err != nil {
		return nil, err
	}
	master, slave, err := pty.Open()
	if err != nil {
		return nil, err
	}
	defer slave.Close()
	grantor, err := clockfd.NewGrantor()
	if err != nil {
		return nil, errors.Join(err, master.Close())
	}
	ctx, cancel := context.WithTimeout(context.Background(), ptyPatience)
	g := &ptyGround{term: term, master: master, grantor: grantor, cancel: cancel, files: files}
	if err := g.setSize(s.Setup.Size); err != nil {
		return nil, errors.Join(err, g.close())
	}
	g.child = exec.CommandContext(ctx, self)
	g.child.Env = append(os.Environ(), playerEnv+"="+path, filesEnv+"="+files, clockfd.Setting(3))
	g.child.Stdin, g.child.Stdout, g.child.Stderr = slave, slave, slave
	g.child.ExtraFiles = []*os.File{grantor.File()}
	err = g.child.Start()
	if err := errors.Join(err, grantor.Started()); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, g.await()
}

func (g *ptyGround) setSize(size Size) error {
	g.term.Resize(size.Cols, size.Rows)
	return pty.Setsize(g.master, &pty.Winsize{Cols: uint16(size.Cols), Rows: uint16(size.Rows)})
}

// await reads until the player is idle: until its mark.
func (g *ptyGround) await() error {
	for marks := 0; marks == 0; {
		n, err := g.master.Read(g.buf[:])
		var rest []byte
		rest, marks = clockfd.Strip(g.buf[:n])
		_, _ = g.term.Write(rest)
		if err != nil {
			return fmt.Errorf("the player is gone: %w\n%v", err, g.term.Screen())
		}
	}
	return nil
}

// grant lets the player do one step, and returns when it has.
func (g *ptyGround) grant() error {
	if err := g.grantor.Grant(g.time); err != nil {
		return err
	}
	return g.await()
}

func (g *ptyGround) commands(_ *Step, c opCommands) error {
	if c.terminal != nil {
		if err := g.setSize(*c.terminal); err != nil {
			return err
		}
	}
	return g.grant()
}

func (g *ptyGround) advance(_ *Step, by time.Duration) error {
	g.time += by
	return g.grant()
}

// typed sends keys and reads until the tty has echoed them all.
func (g *ptyGround) typed(_ *Step, text string) error {
	if _, err := g.master.WriteString(text); err != nil {
		return err
	}
	for want := len(echoOf(text)); want > 0; {
		n, err := g.master.Read(g.buf[:min(want, len(g.buf))])
		if err != nil {
			return err
		}
		_, _ = g.term.Write(g.buf[:n])
		want -= n
	}
	return nil
}

func (g *ptyGround) screen() vtmodel.Screen { return g.term.Screen() }

func (g *ptyGround) now() time.Duration { return g.time }

func (g *ptyGround) file(ch engine.Channel) (string, error) {
	text, err := os.ReadFile(filepath.Join(g.files, ch.String()))
	return string(text), err
}

// close ends the player's time and waits for it.
func (g *ptyGround) close() error {
	err := g.grantor.Close()
	if g.child != nil && g.child.Process != nil {
		err = errors.Join(err, g.child.Wait())
	}
	g.cancel()
	return errors.Join(err, g.master.Close())
}
