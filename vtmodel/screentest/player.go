package screentest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"jp/engine"
	"jp/internal/clockfd"
)

// The environment that turns a test binary into a player: the number of the
// descriptor that jobs come from.
const playerEnv = "SCREENTEST_PLAYER"

// The descriptors that a player inherits.
const (
	clockFD  = 3
	jobsFD   = 4
	openedFD = 5
)

// Main runs the tests of a package whose scenarios also run on the pty ground:
//
//	func TestMain(m *testing.M) { screentest.Main(m) }
//
// The pty ground starts the same binary once more, and there Main plays scripts
// instead. So nothing has to be built beside the test.
//
// Programs are more that the binary can be: Own starts them, each on a terminal of
// its own.
func Main(m *testing.M, programs ...Programs) {
	registered = Programs{}
	for _, p := range programs {
		maps.Copy(registered, p)
	}
	if name := os.Getenv(ownEnv); name != "" {
		runOwn(registered, name)
	}
	if os.Getenv(playerEnv) == "" {
		os.Exit(m.Run())
	}
	if err := playJobs(); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// A job is one script for a player: a line of JSON on its jobs pipe.
type job struct {
	Script string // path
	TTY    string // the terminal's own path
	Files  string // the folder for channels that are no screen
}

// playJobs plays until the pipe ends. Starting a process costs more than playing
// a script, so a player plays many, each on a terminal of its own.
func playJobs() error {
	clock, err := clockfd.Inherited()
	if err != nil {
		return err
	}
	if clock == nil {
		return fmt.Errorf("%s is set, but no clock is inherited", playerEnv)
	}
	jobs := json.NewDecoder(os.NewFile(jobsFD, "jobs"))
	opened := os.NewFile(openedFD, "opened")
	for {
		var j job
		if err := jobs.Decode(&j); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if err := j.play(clock, opened); err != nil {
			return err
		}
	}
}

// play plays one script. What goes wrong is said on the terminal, since the test
// is looking there.
func (j job) play(clock *clockfd.Clock, opened io.Writer) (err error) {
	tty, err := os.OpenFile(j.TTY, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return err
	}
	p := &player{tty: tty, folder: j.Files}
	defer func() {
		if err != nil {
			_, _ = fmt.Fprintf(tty, "player: %v\r\n", err)
		}
		err = errors.Join(err, p.close())
	}()
	if _, err = opened.Write([]byte{'\n'}); err != nil {
		return err
	}
	if p.script, err = ReadScript(filepath.Dir(j.Script), j.Script); err != nil {
		return err
	}
	if err := p.open(); err != nil {
		return err
	}
	begin := clock.Now()
	last := begin
	for _, step := range p.script.playable() {
		now, err := clock.Wait(tty)
		if err != nil {
			return err
		}
		if err := p.perform(step, last-begin, now-begin); err != nil {
			return err
		}
		last = now
	}
	_, err = clock.Wait(tty)
	return err
}

// A player drives a real engine with a script's commands and writes what comes
// out to real devices. One grant of the clock is one step; one more ends it.
type player struct {
	engine *engine.Engine
	script *Script
	tty    *os.File
	folder string
	files  [3]*os.File
	told   Size
}

// close closes the terminal and the files.
func (p *player) close() error {
	err := p.tty.Close()
	for _, f := range p.files {
		if f != nil && f != p.tty {
			err = errors.Join(err, f.Close())
		}
	}
	return err
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
	p.told = p.script.Setup.told()
	if p.script.Setup.Told == nil {
		size, err := p.size()
		if err != nil {
			return err
		}
		config.Cols, config.Rows = size.Cols, size.Rows
	}
	p.engine = engine.New(config)
	for ch, port := range [...]engine.Port{config.Out, config.Err, config.TTY} {
		if port == engine.PortScreen {
			p.files[ch] = p.tty
			continue
		}
		f, err := os.Create(filepath.Join(p.folder, engine.Channel(ch).String()))
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
