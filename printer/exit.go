package printer

import (
	"context"
	"sync"
	"time"

	"jp/internal/tty"
)

// How long the ways out wait for a terminal that takes nothing: a report must come
// soon, and an exit before the person reaches for kill -9.
const (
	crashPatience = 250 * time.Millisecond
	exitPatience  = 2 * time.Second
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

// Exit closes all printers, restores the terminal and ends the process.
func Exit(status int) {
	shutdownAll(exitPatience)
	tty.Exit(status)
}

// Die closes all printers, restores the terminal and ends the process by s, so
// that its parent sees a death by that signal.
func Die(s Signal) {
	shutdownAll(exitPatience)
	tty.RestoreAll()
	tty.Raise(s)
	tty.Exit(tty.ExitStatus(s))
}

// shutdownAll closes every printer, in patience all together.
func shutdownAll(patience time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	live.Lock()
	printers := make([]*Printer, 0, len(live.printers))
	for p := range live.printers {
		printers = append(printers, p)
	}
	live.Unlock()
	for _, p := range printers {
		p.dying.Store(true)
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
