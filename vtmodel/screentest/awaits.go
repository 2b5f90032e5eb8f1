//go:build unix

package screentest

import (
	"fmt"
	"time"

	"jp/vtmodel"
)

// atRest reports whether nothing more can come: all that was typed is processed,
// nobody in the foreground runs, and all that was written is shown.
func (p *session) atRest() (bool, error) {
	group := p.device.foreground()
	if p.ended {
		return true, p.drain()
	}
	if _, err := p.device.hasInput(); err != nil {
		return false, err
	}
	if !asleep(group) {
		return false, nil
	}
	n, err := p.take(0)
	return n == 0 && err == nil && len(p.unseen) == 0, err
}

// silentFor reports whether the program has written nothing for so long.
func (p *session) silentFor(d time.Duration) (bool, error) {
	const step = time.Millisecond // A signal may end one step early, not all of them.
	for passed := time.Duration(0); passed < d; passed += step {
		if n, err := p.take(step); n > 0 || err != nil {
			return false, err
		}
		if p.ended {
			return true, nil
		}
	}
	return true, nil
}

// hush is the silence that has to do where nobody tells what threads do.
const hush = 50 * time.Millisecond

// settle waits for the barrier that makes a look at the screen steady.
func (p *session) settle() error {
	if !seesThreads {
		p.calm = calmUnsteady
		return p.await("silence", func() (bool, error) { return p.silentFor(hush) })
	}
	p.calm = calmSteady
	return p.await("the program to come to rest", p.atRest)
}

// isAtInput reports whether the program waits for keys and all that were typed have
// been read.
func (p *session) isAtInput() (bool, error) {
	if left, err := p.device.hasInput(); left || err != nil {
		return false, err
	}
	if !awaitsInput(p.device.foreground(), p.device.name) {
		return false, nil
	}
	if !seesThreads {
		return p.silentFor(hush)
	}
	return p.atRest()
}

func (p *session) awaitInput() error {
	err := p.await("the program to read from the terminal", p.isAtInput)
	p.calm = calmSteady
	if !seesThreads {
		p.calm = calmUnsteady
	}
	return err
}

func (p *session) awaitModes(what string, holds func(ttyState) bool) error {
	err := p.await(what, func() (bool, error) {
		state, err := p.device.state()
		return err == nil && holds(state), err
	})
	if err != nil {
		return err
	}
	return p.settle()
}

// awaitFrame shows up to the end of the next synchronized update and no further.
func (p *session) awaitFrame() error {
	p.calm = calmSteady
	return p.awaitUnshown("the end of a synchronized update", p.showFrame)
}

// awaitScreen waits for a screen that pleases and still does at rest.
func (p *session) awaitScreen(what string, pleases func(vtmodel.Screen) bool) error {
	for {
		err := p.await(what, func() (bool, error) { return !p.inFrame && pleases(p.term.Screen()), nil })
		if err != nil {
			return err
		}
		if err := p.settle(); err != nil {
			return err
		}
		if pleases(p.term.Screen()) {
			return nil
		}
	}
}

func (p *session) awaitIdle(d time.Duration) error {
	p.calm = calmUnsteady
	return p.await(fmt.Sprintf("%v of silence", d), func() (bool, error) { return p.silentFor(d) })
}

func (p *session) awaitExit(want int) error {
	err := p.await(fmt.Sprintf("the end of %v", p.command), func() (bool, error) { return p.ended, nil })
	if err == nil {
		err = p.drain()
	}
	p.calm = calmSteady
	if err == nil && p.status != want {
		err = fmt.Errorf("the program has ended with status %d, want %d; the terminal shows\n%v", p.status, want, p.term.Screen())
	}
	return err
}

// awaitMark waits until a program with a granted clock has done everything that is
// due: it waits for its next grant, or for a key, or has ended.
func (p *session) awaitMark(what string) error {
	p.calm = calmSteady
	return p.await(what, func() (bool, error) {
		if p.marks > p.grants {
			return true, nil
		}
		if p.ended || !seesThreads {
			return p.ended, nil
		}
		return p.isAtInput()
	})
}

// grant lets time pass for the program.
func (p *session) grant(d time.Duration) error {
	if p.grantor == nil {
		return fmt.Errorf("%v has no granted clock: start it with Granted, or await something instead", p.command)
	}
	if p.ended {
		return fmt.Errorf("%v has ended with status %d, no time can be granted", p.command, p.status)
	}
	p.now += d
	p.grants++
	if err := p.grantor.Grant(p.now); err != nil {
		return err
	}
	return p.awaitMark(fmt.Sprintf("%v to have done all that is due at %v", p.command, p.now))
}
