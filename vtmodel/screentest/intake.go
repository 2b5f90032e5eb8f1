//go:build unix

package screentest

import (
	"context"
	"fmt"
	"time"

	"jp/internal/clockfd"
	"jp/vtmodel"
)

// An awaitError is something that did not come about while the fuse burned.
type awaitError struct {
	what   string
	after  string
	screen vtmodel.Screen
}

func (e *awaitError) Error() string {
	return fmt.Sprintf("awaited %s, %s; the terminal shows\n%v", e.what, e.after, e.screen)
}

// await reads until done. Between two questions it sleeps in the kernel, which wakes
// it when the program writes or ends; what the kernel does not tell, such as a thread
// that goes to sleep, is asked for every few milliseconds.
func (p *session) await(what string, done func() (bool, error)) error {
	return p.awaitUnshown(what, func() (bool, error) {
		if err := p.drain(); err != nil {
			return false, err
		}
		return done()
	})
}

// awaitUnshown is await for those who show themselves what was read.
func (p *session) awaitUnshown(what string, done func() (bool, error)) error {
	ctx, stop := context.WithTimeout(context.Background(), p.settings.patience)
	defer stop()
	tick := time.Millisecond
	for {
		over := p.ended
		ok, err := done()
		if ok || err != nil {
			return err
		}
		if over { // And everything that it wrote was taken in since.
			return &awaitError{what, fmt.Sprintf("but the program has ended with status %d", p.status), p.term.Screen()}
		}
		if ctx.Err() != nil {
			return &awaitError{what, fmt.Sprintf("for %v in vain", p.settings.patience), p.term.Screen()}
		}
		n, err := p.take(tick)
		if err != nil {
			return err
		}
		if tick = min(2*tick, 8*time.Millisecond); n > 0 {
			tick = time.Millisecond
		}
	}
}

// drain shows everything that the program has written so far.
func (p *session) drain() error {
	for {
		if err := p.show(); err != nil {
			return err
		}
		if n, err := p.take(0); err != nil || n == 0 {
			return err
		}
	}
}

// take reads once, without showing it, and hears what the leader has to say.
func (p *session) take(wait time.Duration) (int, error) {
	n, err := p.device.read(p.readable, wait, int(p.says.Fd()))
	if err != nil {
		return 0, fmt.Errorf("read the terminal: %w", err)
	}
	rest := p.readable[:n]
	if p.grantor != nil {
		marks := 0
		rest, marks = clockfd.Strip(rest)
		p.marks += marks
	}
	p.unseen = append(p.unseen, rest...)
	if p.ended {
		return n, nil
	}
	return n, p.listen()
}

// show gives all that was read to the terminal, and the terminal's answers to the
// program.
func (p *session) show() error {
	for len(p.unseen) > 0 {
		if _, err := p.showFrame(); err != nil {
			return err
		}
	}
	return nil
}

// showFrame gives what was read to the terminal, up to the end of the first
// synchronized update in it, and reports whether there was one.
func (p *session) showFrame() (bool, error) {
	for len(p.unseen) > 0 {
		if err := p.feed(p.untilMode()); err != nil {
			return false, err
		}
		was := p.inFrame
		p.inFrame = p.term.Screen().Modes&vtmodel.SyncUpdate != 0
		if was && !p.inFrame {
			return true, nil
		}
	}
	return false, nil
}

// untilMode is how many unseen bytes there are up to a place where the mode may
// change: behind "CSI ? … h" or "l".
func (p *session) untilMode() int {
	for i, c := range p.unseen {
		ends := (c == 'h' || c == 'l') && p.last >= '0' && p.last <= '9'
		p.last = c
		if ends {
			return i + 1
		}
	}
	return len(p.unseen)
}

// feed shows the first n unseen bytes.
func (p *session) feed(n int) error {
	_, _ = p.term.Write(p.unseen[:n])
	if len(p.log) > 0 {
		h := &p.log[len(p.log)-1]
		h.output = append(h.output, p.unseen[:n]...)
	}
	p.unseen = p.unseen[n:]
	return p.send(p.term.Answers())
}

// send types bytes, all of them: a terminal whose program does not read takes only a
// few thousand.
func (p *session) send(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	ctx, stop := context.WithTimeout(context.Background(), p.settings.patience)
	defer stop()
	for len(b) > 0 {
		n, err := p.device.write(b)
		if err != nil {
			return fmt.Errorf("write to the terminal: %w", err)
		}
		if b = b[n:]; n > 0 {
			continue
		}
		if ctx.Err() != nil {
			return &awaitError{fmt.Sprintf("the program to read what was typed, %d bytes are left", len(b)), fmt.Sprintf("for %v in vain", p.settings.patience), p.term.Screen()}
		}
		if _, err := p.take(time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}
