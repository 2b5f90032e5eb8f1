package screentest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/creack/pty"

	"jp/engine"
	"jp/internal/clockfd"
)

// The environment that turns a test binary into a player.
const (
	playerEnv = "SCREENTEST_PLAYER"       // the script to play
	filesEnv  = "SCREENTEST_PLAYER_FILES" // the folder for channels that are no screen
)

// Main runs the tests of a package whose scenarios also run on the pty ground:
//
//	func TestMain(m *testing.M) { screentest.Main(m) }
//
// The pty ground starts the same binary once more, and there Main plays the
// script instead. So nothing has to be built beside the test.
func Main(m *testing.M) {
	path := os.Getenv(playerEnv)
	if path == "" {
		os.Exit(m.Run())
	}
	tty := os.NewFile(1, "tty")
	if err := play(path, tty); err != nil {
		fmt.Fprintf(tty, "player: %v\r\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// A player drives a real engine with a script's commands and writes what comes
// out to real devices. One grant of the clock is one step.
type player struct {
	engine *engine.Engine
	script *Script
	tty    *os.File
	files  [3]io.Writer
	told   Size
}

func play(path string, tty *os.File) error {
	clock, err := clockfd.Inherited()
	if err != nil {
		return err
	}
	if clock == nil {
		return fmt.Errorf("%s is set, but no clock is inherited", playerEnv)
	}
	script, err := ReadScript(filepath.Dir(path), path)
	if err != nil {
		return err
	}
	p := &player{script: script, tty: tty, told: script.Setup.told()}
	if err := p.open(); err != nil {
		return err
	}
	var last time.Duration
	for _, step := range script.playable() {
		now, err := clock.Wait(tty)
		if err != nil {
			return err
		}
		if err := p.perform(step, last, now); err != nil {
			return err
		}
		last = now
	}
	if _, err := clock.Wait(tty); !errors.Is(err, io.EOF) {
		return fmt.Errorf("a grant after the last step: %v", err)
	}
	return nil
}

// playable are the steps that a player performs: it checks nothing.
func (s *Script) playable() []*Step {
	var steps []*Step
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Ground != "" && step.Ground != "pty" {
			continue
		}
		switch step.op.(type) {
		case opCommands, opAdvance:
			steps = append(steps, step)
		}
	}
	return steps
}

// open makes the engine and the files.
func (p *player) open() error {
	config := p.script.Setup.config()
	if p.script.Setup.Told == nil {
		size, err := p.size()
		if err != nil {
			return err
		}
		config.Cols, config.Rows = size.Cols, size.Rows
	}
	p.engine = engine.New(config)
	for ch, port := range []engine.Port{config.Out, config.Err, config.TTY} {
		if port == engine.PortScreen {
			p.files[ch] = p.tty
			continue
		}
		f, err := os.Create(filepath.Join(os.Getenv(filesEnv), engine.Channel(ch).String()))
		if err != nil {
			return err
		}
		p.files[ch] = f
	}
	return nil
}

func (p *player) size() (Size, error) {
	ws, err := pty.GetsizeFull(p.tty)
	if err != nil {
		return Size{}, err
	}
	return Size{int(ws.Cols), int(ws.Rows)}, nil
}

func (p *player) perform(step *Step, from, to time.Duration) error {
	c, ok := step.op.(opCommands)
	if !ok {
		return p.advance(to)
	}
	for i, command := range c.commands {
		r, ok := command.(engine.Resize)
		if !ok {
			continue
		}
		if c.terminal != nil && (Size{r.Cols, r.Rows}) == *c.terminal {
			size, err := p.size()
			if err != nil {
				return err
			}
			r.Cols, r.Rows = size.Cols, size.Rows
			c.commands[i] = r
		}
		p.told = Size{r.Cols, r.Rows}
	}
	if len(c.commands) == 0 {
		return nil
	}
	return p.apply(from, c.commands...)
}

func (p *player) advance(to time.Duration) error {
	for range fuse {
		at, ok := p.engine.NextDeadline()
		if !ok || at > to {
			return nil
		}
		var commands []engine.Command
		if p.engine.Settling() {
			size := p.told
			if size.Cols != 0 && size.Rows != 0 {
				var err error
				if size, err = p.size(); err != nil {
					return err
				}
			}
			p.told = size
			commands = append(commands, engine.Resize{Cols: size.Cols, Rows: size.Rows, Confirm: true})
		}
		if err := p.apply(at, append(commands, engine.Tick{})...); err != nil {
			return err
		}
	}
	return fmt.Errorf("%d ticks: the engine makes no progress", fuse)
}

// apply writes each frame in one write, as a driver does.
func (p *player) apply(now time.Duration, commands ...engine.Command) error {
	for _, f := range p.engine.Apply(now, commands...) {
		if f.IsAck {
			continue
		}
		if _, err := p.files[f.Channel].Write(f.Bytes); err != nil {
			return err
		}
	}
	return nil
}
