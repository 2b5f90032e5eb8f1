package tty

import (
	"os"
	"os/signal"
	"sync"
)

// Signal is a signal that a terminal program cares for, the same on every
// system.
type Signal uint8

// The signals.
const (
	WindowChanged Signal = iota + 1 // SIGWINCH
	Stop                            // SIGTSTP: Ctrl-Z
	Continue                        // SIGCONT
	Interrupt                       // SIGINT: Ctrl-C
	Quit                            // SIGQUIT: Ctrl-\
	HangUp                          // SIGHUP: the terminal is gone
	Terminate                       // SIGTERM
	BrokenPipe                      // SIGPIPE: the reader is gone
)

// signalsBuffered is how many signals wait for a slow receiver; the same signal
// twice in a row means no more than once.
const signalsBuffered = 16

// Watcher delivers signals as values. One goroutine of its own feeds C; Close
// ends it and waits.
type Watcher struct {
	c    chan Signal
	raw  chan os.Signal
	stop chan struct{}
	done chan struct{}
	once sync.Once
	set  []Signal
}

// Watch catches the given signals from now on. Nothing else happens to the
// process because of them. One that the process was started to ignore, as
// nohup(1) does with HangUp, stays ignored.
func Watch(set ...Signal) *Watcher {
	w := &Watcher{
		c:    make(chan Signal, signalsBuffered),
		raw:  make(chan os.Signal, signalsBuffered),
		stop: make(chan struct{}),
		done: make(chan struct{}),
		set:  set,
	}
	w.catch()
	go w.run()
	return w
}

// C is where the signals arrive. It is never closed.
func (w *Watcher) C() <-chan Signal { return w.c }

// Close lets the signals have their usual effect again. It never fails.
func (w *Watcher) Close() error {
	w.once.Do(func() {
		signal.Stop(w.raw)
		close(w.stop)
	})
	<-w.done
	return nil
}

func (w *Watcher) catch() {
	for _, s := range w.set {
		if raw, ok := s.raw(); ok && !signal.Ignored(raw) {
			signal.Notify(w.raw, raw)
		}
	}
}

func (w *Watcher) run() {
	defer close(w.done)
	for {
		select {
		case <-w.stop:
			return
		case raw := <-w.raw:
			s, ok := signalOf(raw)
			if !ok {
				continue
			}
			select {
			case w.c <- s:
			case <-w.stop:
				return
			}
		}
	}
}

// CatchBrokenPipe makes a write to a closed pipe fail with EPIPE also on
// standard output and standard error, where the Go runtime would die of SIGPIPE
// before anything could be saved. The signal is caught and not ignored, since
// child processes would inherit the ignoring and tools such as yes(1) rely on
// it. Raise(BrokenPipe) ends the process as other programs do.
func CatchBrokenPipe() {
	if raw, ok := BrokenPipe.raw(); ok {
		signal.Notify(make(chan os.Signal, 1), raw)
	}
}

func (s Signal) String() string {
	names := [...]string{
		"none", "window changed", "stop", "continue", "interrupt", "quit",
		"hang-up", "terminate", "broken pipe",
	}
	if int(s) < len(names) {
		return names[s]
	}
	return "unknown"
}
