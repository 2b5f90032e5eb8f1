package tty

import (
	"os"
	"os/signal"
	"slices"
	"sync"
	"time"
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
	cont chan os.Signal // Continue, apart, so that StopSelf can keep its own back
	stop chan struct{}
	done chan struct{}
	once sync.Once
	set  []Signal

	mu     sync.Mutex // guards closed, and that what cont catches changes
	closed bool
}

// Watch catches the given signals from now on. Nothing else happens to the
// process because of them. One that the process was started to ignore, as
// nohup(1) does with HangUp, stays ignored.
func Watch(set ...Signal) *Watcher {
	w := &Watcher{
		c:    make(chan Signal, signalsBuffered),
		raw:  make(chan os.Signal, signalsBuffered),
		cont: make(chan os.Signal, 1),
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
		w.mu.Lock()
		w.closed = true
		signal.Stop(w.raw)
		signal.Stop(w.cont)
		w.mu.Unlock()
		close(w.stop)
	})
	<-w.done
	return nil
}

func (w *Watcher) catch() {
	for _, s := range w.set {
		raw, ok := s.raw()
		switch {
		case !ok || signal.Ignored(raw):
		case s == Continue:
			signal.Notify(w.cont, raw)
		default:
			signal.Notify(w.raw, raw)
		}
	}
}

// continueMax is how long the Continue of a stop may be on its way. Where the system
// discarded the stop none comes.
const continueMax = 100 * time.Millisecond

// StopSelf stops the process as Ctrl-Z does, and returns when it runs again. In
// an orphaned process group the system discards the stop, since nobody could
// continue us; it then returns soon. The caller restores the modes before and
// takes them again after. The Continue that ends this stop is not delivered.
func (w *Watcher) StopSelf() {
	raw, ok := Continue.raw()
	if !ok {
		return
	}
	own := make(chan os.Signal, 1)
	signal.Notify(own, raw)
	defer signal.Stop(own)
	w.mu.Lock()
	signal.Stop(w.cont)
	w.mu.Unlock()
	stopSelf()
	select {
	case <-own:
	case <-time.After(continueMax):
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed && slices.Contains(w.set, Continue) && !signal.Ignored(raw) {
		signal.Notify(w.cont, raw)
	}
}

func (w *Watcher) run() {
	defer close(w.done)
	for {
		select {
		case <-w.stop:
			return
		case raw := <-w.raw:
			w.deliver(raw)
		case raw := <-w.cont:
			w.deliver(raw)
		}
	}
}

func (w *Watcher) deliver(raw os.Signal) {
	s, ok := signalOf(raw)
	if !ok {
		return
	}
	select {
	case w.c <- s:
	case <-w.stop:
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
