package printer

import (
	"io"
	"time"

	"jp/engine"
	"jp/internal/tty"
)

// Options is what New needs. The zero value prints nowhere.
type Options struct {
	// Out, Err and TTY are the devices; nil is none. Only the printer's goroutine
	// writes to them.
	Out, Err, TTY io.Writer
	Terminal      Terminal
	// Modes changes the terminal's input modes; nil leaves them alone.
	Modes Modes
	// Signals delivers WindowChanged, Stop and Continue; nil is none.
	Signals Signals
	// Silent drops everything that goes to standard error, chrome included.
	Silent bool
	// MaxLatency bounds how far the typewriter may fall behind: 0 means 500 ms,
	// below 0 no bound.
	MaxLatency time.Duration
	// QueueBytes and QueueCommands bound the queue: 0 means 1 MiB and 4,096.
	QueueBytes, QueueCommands int

	closers []io.Closer // what Open opened
}

// The queue's usual bounds.
const (
	queueBytesDefault    = 1 << 20
	queueCommandsDefault = 4096
)

// Terminal says what the devices are. It is a value, so that tests need no
// terminal.
type Terminal struct {
	// Out, Err and TTY are the kinds of device; see engine.Port.
	Out, Err, TTY engine.Port
	// Verdict says whether regions are drawn, and why.
	Verdict Verdict
	// Profile, Sync and Reduced are the engine's settings of these names.
	Profile engine.Profile
	Sync    bool
	Reduced bool
	// Shown says that something of ours is shown on the terminal with the keyboard,
	// in whatever format, so that echo is off. A screen port implies it.
	Shown bool
	// Size reads the terminal's size, 0 for what is unknown. It is called from the
	// printer's goroutine, and by New; nil is unknown.
	Size func() (cols, rows int)
}

// Modes changes the input modes of the terminal. It may be called from any
// goroutine; tty.Guard is the real one.
type Modes interface {
	// Echo shows typed keys, or not.
	Echo(on bool) error
	// Raw hands over every key as it is typed.
	Raw() error
	// FlushInput discards what was typed and not read yet.
	FlushInput() error
	// Leave brings back the modes as found, while the process is stopped or
	// another program has the terminal. Return undoes it.
	Leave() error
	Return() error
	// Close brings back the modes as found, for good.
	Close() error
}

// Signals delivers what happens to the terminal; tty.Watcher is the real one.
type Signals interface {
	C() <-chan Signal
	// StopSelf stops the process as Ctrl-Z does and returns when it runs again. The
	// Continue of that stop is not delivered, or waits in C by then.
	StopSelf()
}

// Signal is a signal that a terminal program cares for.
type Signal = tty.Signal

// The signals, by their meaning.
const (
	WindowChanged = tty.WindowChanged
	Stop          = tty.Stop
	Continue      = tty.Continue
	Interrupt     = tty.Interrupt
	Quit          = tty.Quit
	HangUp        = tty.HangUp
	Terminate     = tty.Terminate
	BrokenPipe    = tty.BrokenPipe
)

func (o Options) withDefaults() Options {
	if o.QueueBytes == 0 {
		o.QueueBytes = queueBytesDefault
	}
	if o.QueueCommands == 0 {
		o.QueueCommands = queueCommandsDefault
	}
	if o.Terminal.Size == nil {
		o.Terminal.Size = func() (cols, rows int) { return 0, 0 }
	}
	t := &o.Terminal
	if o.Out == nil {
		t.Out = engine.PortNone
	}
	if o.Err == nil || o.Silent {
		t.Err = engine.PortNone
	}
	if o.TTY == nil {
		t.TTY = engine.PortNone
	}
	if t.Err == engine.PortNone && t.Verdict.On {
		t.Verdict = Verdict{Reason: reasonNoTerminal}
	}
	return o
}

// config is the engine's share of the options.
func (o Options) config(cols, rows int) engine.Config {
	t := o.Terminal
	return engine.Config{
		Out: t.Out, Err: t.Err, TTY: t.TTY,
		Cols: cols, Rows: rows,
		Regions:    t.Verdict.On,
		Profile:    t.Profile,
		Sync:       t.Sync,
		Reduced:    t.Reduced,
		MaxLatency: o.MaxLatency,
	}
}
