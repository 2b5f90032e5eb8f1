package printer

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"unsafe"

	"jp/engine"
)

// ErrNotInteractive is returned where there is no terminal to ask on.
var ErrNotInteractive = errors.New("no terminal to ask on")

// session is the beginning or the end of a suspension, on its way to the driver.
type session struct {
	ending   bool
	external bool          // another program gets the terminal
	ready    chan struct{} // closed when the terminal is handed over
}

// Prompt is a session with the person at the terminal. While it lives chrome is
// away and transcript waits. One goroutine at a time uses it.
type Prompt struct {
	p   *Printer
	end func(entered bool)

	entered atomic.Bool
	closed  sync.Once
}

var _ io.WriteCloser = (*Prompt)(nil)

// Prompt begins a session: paced text is finished, chrome erased, everything is on
// the device, echo is on and keys typed before are forgotten, and only then it
// returns. One prompt is open at a time; the next waits. It returns
// ErrNotInteractive without a terminal, and the cause of ctx when that ends first.
func (p *Printer) Prompt(ctx context.Context) (*Prompt, error) {
	if p.opts.Terminal.TTY == engine.PortNone {
		return nil, ErrNotInteractive
	}
	select {
	case p.prompts <- struct{}{}:
	case <-p.finished:
		return nil, ErrClosed
	case <-p.tired:
		return nil, ErrGivenUp
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	end, err := p.suspend(ctx, false)
	if err != nil {
		<-p.prompts
		return nil, err
	}
	return &Prompt{p: p, end: func(entered bool) { end(entered); <-p.prompts }}, nil
}

// Write sends b to the terminal as it is. It does not wait for it.
func (q *Prompt) Write(b []byte) (int, error) {
	text := unsafe.String(unsafe.SliceData(b), len(b)) // copied before print returns
	if err := q.p.queue.print(engine.TTY, text, "", 0); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Flush returns when what was written is on the terminal.
func (q *Prompt) Flush() error { return q.p.Flush() }

// Raw hands over every key as it is typed, until Close.
func (q *Prompt) Raw() error {
	if q.p.opts.Modes == nil {
		return ErrNotInteractive
	}
	return q.p.opts.Modes.Raw()
}

// Close ends the session: modes are as they were, chrome and the transcript that
// waited come back. It may be called again.
func (q *Prompt) Close() error {
	q.closed.Do(func() { q.end(q.entered.Load()) })
	return q.p.Err()
}

// Entered says that the answer's Enter was echoed by the terminal, which so is on a
// fresh line already. Without it Close begins one, when the prompt's own text stands
// in mid-line.
func (q *Prompt) Entered() { q.entered.Store(true) }

// Suspend gives the whole terminal to another program: an editor, a pager. It
// returns when the screen is clean and the modes are as found. The caller calls
// resume when the program has ended; again does nothing.
func (p *Printer) Suspend(ctx context.Context) (resume func(), err error) {
	end, err := p.suspend(ctx, true)
	if err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { end(false) }), nil
}

// suspend is the barrier of Prompt and Suspend.
func (p *Printer) suspend(ctx context.Context, external bool) (end func(fresh bool), err error) {
	token := p.nextID()
	begin := &session{external: external, ready: make(chan struct{})}
	if !p.queue.session(begin, engine.Hurry{}, engine.Suspend{Token: token}) {
		return nil, ErrClosed
	}
	end = func(fresh bool) {
		p.queue.session(&session{ending: true, external: external}, engine.Resume{Token: token, Fresh: fresh})
	}
	select {
	case <-begin.ready:
		return end, nil
	case <-p.finished:
		return nil, ErrClosed
	case <-p.tired:
		end(false)
		return nil, ErrGivenUp
	case <-ctx.Done():
		end(false)
		return nil, context.Cause(ctx)
	}
}

// handOver changes the modes for the session that begins.
func (p *Printer) handOver(s *session) {
	m := p.opts.Modes
	if m == nil {
		return
	}
	m.Leave()
	if !s.external {
		m.FlushInput()
	}
}
