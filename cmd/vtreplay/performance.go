package main

import (
	"errors"
	"io"
	"time"

	"jp/internal/tty"
)

// curtain is what a performance needs of the stage: to leave it and to come back.
type curtain interface {
	enter() error
	leave() error
}

// performance is the loop of a play: it waits for time, keys and signals, and paints. It
// owns the player and the drawer.
type performance struct {
	player  *player
	drawer  *drawer
	stage   curtain
	out     io.Writer
	size    func() screenSize
	keys    <-chan []byte // nil when there is no keyboard
	signals <-chan tty.Signal
	stop    func() // stops the process and returns when it goes on
	exit    bool   // end at the end of the recording

	reader keyReader
	start  time.Time
	drawn  time.Duration // when it was painted last
}

var errQuit = errors.New("quit")

// run plays until somebody quits, or until the end with exit. The error is a signalError
// when a signal ended it.
func (p *performance) run() error {
	p.start = time.Now()
	p.drawn = -drawEvery
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		if err := p.paint(); err != nil {
			return err
		}
		if p.exit && p.player.atEnd() {
			return nil
		}
		p.arm(timer)
		err := p.wait(timer)
		if errors.Is(err, errQuit) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (p *performance) now() time.Duration { return time.Since(p.start) }

// paint brings the player to the present and the terminal to the player.
func (p *performance) paint() error {
	now := p.now()
	p.player.advance(now)
	b := p.drawer.frame(p.player.screen.screen(), p.player.status(), p.size())
	p.drawn = now
	if len(b) == 0 {
		return nil
	}
	_, err := p.out.Write(b)
	return err
}

// arm sets the timer to the next change, but no sooner than a frame after the last.
func (p *performance) arm(timer *time.Timer) {
	at, ok := p.player.deadline()
	if !ok {
		timer.Stop()
		return
	}
	timer.Reset(max(at, p.drawn+drawEvery) - p.now())
}

// wait returns when something has happened that may change the picture.
func (p *performance) wait(timer *time.Timer) error {
	select {
	case <-timer.C:
		return nil
	case b, ok := <-p.keys:
		if !ok { // the terminal is gone, or its other end is
			return signalError{tty.HangUp}
		}
		return p.press(b)
	case s := <-p.signals:
		return p.signal(s)
	}
}

func (p *performance) press(b []byte) (err error) {
	p.reader.read(b, func(k key) {
		switch {
		case err != nil:
		case k == keyQuit:
			err = errQuit
		case k == keyInterrupt:
			err = signalError{tty.Interrupt}
		case k == keySuspend:
			err = p.suspend()
		default:
			p.player.press(k, p.now())
		}
	})
	return err
}

func (p *performance) signal(s tty.Signal) error {
	switch s {
	case tty.WindowChanged: // the size is read for every frame
		return nil
	case tty.Continue: // somebody stopped us without asking, the shell has the screen
		return p.resume()
	case tty.Stop:
		return p.suspend()
	}
	return signalError{s}
}

// suspend gives the terminal back while the process is stopped. No time passes for the
// recording.
func (p *performance) suspend() error {
	if err := p.stage.leave(); err != nil {
		return err
	}
	p.stop()
	return p.resume()
}

func (p *performance) resume() error {
	if err := p.stage.leave(); err != nil { // after a stop nobody announced
		return err
	}
	p.drawer.forget()
	p.player.since = p.now()
	return p.stage.enter()
}
