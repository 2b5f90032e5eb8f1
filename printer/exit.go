package printer

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"jp/internal/tty"
)

// How long the unusual ways out wait for a terminal that takes nothing: a report
// must come soon, and the end before the person reaches for kill -9.
const (
	crashPatience = 250 * time.Millisecond
	diePatience   = time.Second
)

// live holds the printers that were not closed: whoever ends the process closes
// them.
var live struct {
	sync.Mutex // guards printers
	printers   map[*Printer]struct{}
}

func enlist(p *Printer) {
	live.Lock()
	defer live.Unlock()
	if live.printers == nil {
		live.printers = make(map[*Printer]struct{})
	}
	live.printers[p] = struct{}{}
}

func delist(p *Printer) {
	live.Lock()
	defer live.Unlock()
	delete(live.printers, p)
}

func living() []*Printer {
	live.Lock()
	defer live.Unlock()
	return slices.Collect(maps.Keys(live.printers))
}

// Go runs f in a goroutine. If f panics, chrome is erased, the terminal restored,
// the panic printed with its escapes made visible, and the process ends with
// status 2.
func Go(f func()) {
	go func() {
		defer Recover()
		f()
	}()
}

// Recover is Go's half for goroutines that were started otherwise, main among
// them: defer Recover().
func Recover() {
	if value := recover(); value != nil {
		shutdownAll(crashPatience)
		tty.Crash(value)
	}
}

// Exit closes all printers, restores the terminal and ends the process. It waits as
// long as a slow reader needs; a signal can still end that with Die.
func Exit(status int) {
	for _, p := range living() {
		p.Close()
	}
	tty.Exit(status)
}

// Die closes all printers, restores the terminal and ends the process by s, so
// that its parent sees a death by that signal. It takes about a second at most, also
// when the terminal's output is stopped: what is not written by then is given up.
func Die(s Signal) {
	shutdownAll(diePatience)
	tty.RestoreAll()
	tty.Raise(s)
	tty.Exit(tty.ExitStatus(s))
}

// shutdownAll closes every printer, in patience all together.
func shutdownAll(patience time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for _, p := range living() {
		p.dying.Store(true)
		p.GiveUp(patience / 2)
		p.Shutdown(ctx)
	}
}

// recover is Recover for the printer's own goroutine, which can not wait for
// itself.
func (d *driver) recover() {
	if value := recover(); value != nil {
		tty.Crash(value)
	}
}
