package screentest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/creack/pty"

	"jp/engine"
	"jp/internal/clockfd"
	"jp/vtmodel"
)

// ptyPatience ends a player that hangs. Nothing waits for it in a good run.
const ptyPatience = 20 * time.Second

// ptyGround is a player behind the kernel's terminal. It sees bytes only, after
// each step, so it checks what a screen shows and leaves the laws to pure.
type ptyGround struct {
	term   vtmodel.Model
	master *os.File
	player *process
	cancel func() bool // of the watchdog
	files  string
	time   time.Duration
	left   int // steps that the player has not done
	buf    [4096]byte
}

// newPTY begins the script on a terminal of its own. Files is a folder for it.
func newPTY(s *Script, term vtmodel.Model, files string) (*ptyGround, error) {
	path, err := filepath.Abs(s.File)
	if err != nil {
		return nil, err
	}
	player, err := takePlayer()
	if err != nil {
		return nil, err
	}
	master, slave, err := pty.Open()
	if err != nil {
		return nil, errors.Join(err, player.end())
	}
	ctx, stop := context.WithTimeout(context.Background(), ptyPatience)
	kill := context.AfterFunc(ctx, func() { _ = player.child.Process.Kill() })
	g := &ptyGround{term: term, master: master, player: player, files: files, left: len(s.playable())}
	g.cancel = func() bool { defer stop(); return kill() }
	err = g.setSize(s.Setup.Size)
	if err == nil {
		err = player.begin(job{Script: path, TTY: slave.Name(), Files: files})
	}
	if err = errors.Join(err, slave.Close()); err == nil {
		err = g.await()
	}
	if err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
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

// step lets the player do one step, and returns when it has.
func (g *ptyGround) step(by time.Duration) error {
	g.time += by
	g.left--
	if err := g.player.grant(by); err != nil {
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
	return g.step(0)
}

func (g *ptyGround) advance(_ *Step, by time.Duration) error { return g.step(by) }

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

// close gives the player back when it has played all, and ends it otherwise.
func (g *ptyGround) close() error {
	var err error
	if alive := g.cancel(); alive && g.left == 0 && g.player.grant(0) == nil {
		g.player.giveBack()
	} else {
		err = g.player.end()
	}
	return errors.Join(err, g.master.Close())
}
