package main

import (
	"context"
	"sync"
	"time"

	"jp/internal/tty"
	"jp/printer"
)

// gracefulMax is how long a run may take to end after it was asked to.
const gracefulMax = 10 * time.Second

// breaker ends a run by signals. The first one cancels the run's context: what was received is kept, chrome goes, and the process dies by
// that signal when all is written. The second ends the process at once, and so does a run that does not end by itself.
type breaker struct {
	watcher *tty.Watcher
	stop    chan struct{}
	done    chan struct{}
	once    sync.Once
}

// breakOn returns a context that the signals cancel, with *signaled as the cause. close must be called.
func breakOn(parent context.Context) (context.Context, *breaker) {
	ctx, cancel := context.WithCancelCause(parent)
	b := &breaker{
		watcher: tty.Watch(tty.Interrupt, tty.Terminate, tty.HangUp, tty.Quit),
		stop:    make(chan struct{}),
		done:    make(chan struct{}),
	}
	printer.Go(func() { b.run(cancel) })
	return ctx, b
}

func (b *breaker) run(cancel context.CancelCauseFunc) {
	defer close(b.done)
	defer cancel(nil)
	var overdue <-chan time.Time
	var first tty.Signal
	for {
		select {
		case <-b.stop:
			return
		case <-overdue:
			printer.Die(first)
		case s := <-b.watcher.C():
			if first != 0 || s == tty.Quit {
				printer.Die(s)
			}
			first = s
			cancel(&signaled{s})
			overdue = time.After(gracefulMax)
		}
	}
}

// close ends the watch and waits for its goroutine.
func (b *breaker) close() {
	b.once.Do(func() { close(b.stop) })
	<-b.done
	b.watcher.Close()
}
