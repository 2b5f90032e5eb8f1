package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"jp/internal/tty"
	"jp/printer"
)

// gracefulMax is how long the agent may take to end after it was asked to: a tool that does not
// listen, a disk that hangs. The screen has its own, shorter time.
const gracefulMax = 10 * time.Second

// breaker ends a run by signals. The first one cancels the run's context: what was received is
// kept, chrome goes, and the process dies by that signal when all is written. The second ends the
// process at once, and so does a run that does not end by itself.
type breaker struct {
	signals <-chan tty.Signal
	hooks   breakHooks
	die     func(by tty.Signal)     // does not come back, tests excepted
	cancel  context.CancelCauseFunc // of the run
	stop    chan struct{}
	done    chan struct{}
	once    sync.Once
}

// breakHooks are called from the breaker's goroutine.
type breakHooks struct {
	first func()           // at the first signal, before the context ends
	warn  func(why string) // of an end that nobody asked for
}

// breakOn returns a context that the signals cancel, with *signaled as the cause. The returned function
// ends the watch and must be called.
func breakOn(parent context.Context, hooks breakHooks) (context.Context, func()) {
	watcher := tty.Watch(tty.Interrupt, tty.Terminate, tty.HangUp, tty.Quit)
	ctx, b := newBreaker(parent, watcher.C(), hooks, printer.Die)
	return ctx, func() {
		b.close()
		watcher.Close()
	}
}

func newBreaker(
	parent context.Context, signals <-chan tty.Signal, hooks breakHooks, die func(tty.Signal),
) (context.Context, *breaker) {
	ctx, cancel := context.WithCancelCause(parent)
	b := &breaker{
		signals: signals, hooks: hooks, die: die, cancel: cancel,
		stop: make(chan struct{}), done: make(chan struct{}),
	}
	printer.Go(b.run)
	return ctx, b
}

func (b *breaker) run() {
	defer close(b.done)
	defer b.cancel(nil)
	var overdue <-chan time.Time
	var first tty.Signal
	for {
		select {
		case <-b.stop:
			return
		case <-overdue:
			overdue = nil
			if first != tty.HangUp { // nobody is there to read it
				b.hooks.warn(fmt.Sprintf("the run did not end within %v, so it is ended now", gracefulMax))
			}
			b.die(first)
		case s := <-b.signals:
			if first != 0 || s == tty.Quit {
				b.die(s)
				continue
			}
			first = s
			b.hooks.first()
			b.cancel(&signaled{s})
			overdue = time.After(gracefulMax)
		}
	}
}

// close ends the watch and waits for its goroutine.
func (b *breaker) close() {
	b.once.Do(func() { close(b.stop) })
	<-b.done
}
