package printer

import (
	"fmt"
	"io"
	"os"
	"time"

	"jp/engine"
	"jp/internal/tty"
)

// Setup is what a program knows about its output before the first byte. The zero
// value decides everything from the devices and the environment.
type Setup struct {
	Format  Format
	Profile Profile
	// Silent drops everything that goes to standard error, chrome included.
	Silent bool
	// Reduced shows chrome as plain lines, nothing changes in place. The
	// environment's ACCESSIBLE=1 does the same.
	Reduced bool
	// MaxLatency is Options.MaxLatency.
	MaxLatency time.Duration
	// Tee follows what the screen shows, a recording for instance; nil is none.
	Tee Tee
}

// Tee follows a screen. Its methods are called by one goroutine at a time, Open's
// and then the printer's.
type Tee interface {
	// Size gets the size, 0 for what is unknown: from Open, before any Output, and
	// at each change.
	Size(cols, rows int)
	// Output gets what the screen took, on whichever channel, and keeps nothing of it.
	Output(b []byte)
}

// Format is how text reaches a device.
type Format uint8

// The formats. FormatAuto decides per channel: pretty on a terminal, else text.
// FormatJSON passes bytes as they are and draws no region.
const (
	FormatAuto Format = iota
	FormatText
	FormatPretty
	FormatJSON
)

// Profile is the choice of a drawing profile; ProfileAuto asks the environment.
type Profile uint8

// The profiles.
const (
	ProfileAuto Profile = iota
	ProfileBase
	ProfileKitty
	ProfileXtermJS
)

// ParseProfile reads the names auto, base, kitty and xtermjs.
func ParseProfile(name string) (Profile, error) {
	for i, n := range [...]string{"auto", "base", "kitty", "xtermjs"} {
		if n == name {
			return Profile(i), nil
		}
	}
	return ProfileAuto, fmt.Errorf("profile %q: want auto, base, kitty or xtermjs", name)
}

// Find says what Open would use, and changes nothing.
func Find(s Setup) Terminal {
	f := tty.Find()
	if f.TTY != nil {
		defer f.TTY.Close()
	}
	return resolve(f, s)
}

// Open returns a printer for the process's own devices. It catches the signals
// WindowChanged, Stop and Continue, and SIGPIPE, so that a reader that is gone
// becomes an error.
func Open(s Setup) *Printer {
	f := tty.Find()
	o := Options{
		Out:        tty.NewWriter(f.Out),
		Err:        tty.NewWriter(f.Err),
		Terminal:   resolve(f, s),
		Silent:     s.Silent,
		MaxLatency: s.MaxLatency,
	}
	tty.CatchBrokenPipe()
	if f.TTY != nil {
		o.TTY = tty.NewWriter(f.TTY)
		o.closers = append(o.closers, f.TTY)
	}
	if screen, _ := f.Screen(); screen != nil {
		if guard, err := tty.NewGuard(keyboard(f, screen)); err == nil {
			o.Modes = guard
		}
		watcher := tty.Watch(tty.WindowChanged, tty.Stop, tty.Continue)
		o.Signals = watcher
		o.closers = append([]io.Closer{watcher}, o.closers...)
	}
	return New(o.teed(s.Tee))
}

// keyboard is the terminal where keys are typed.
func keyboard(f tty.Found, screen *os.File) *os.File {
	if f.TTYDevice.IsTerminal() {
		return f.TTY
	}
	return screen
}

// resolve decides the kinds of device. The screen is the terminal that carries the
// region; another terminal is passed bytes like a file that was asked to keep
// them.
func resolve(f tty.Found, s Setup) Terminal {
	screen, screenDevice := f.Screen()
	t := Terminal{
		Out:     port(f.OutDevice, screenDevice, s.Format),
		Err:     port(f.ErrDevice, screenDevice, s.Format),
		TTY:     port(f.TTYDevice, screenDevice, FormatPretty),
		Shown:   isShown(f, s),
		Profile: s.Profile.engine(f.Environ.Profile),
		Sync:    f.Environ.Sync,
		Reduced: s.Reduced || f.Environ.Accessible,
		Verdict: Decide(Conditions{
			Pretty:   s.Format == FormatAuto || s.Format == FormatPretty,
			Terminal: f.ErrDevice.IsTerminal(),
			Dumb:     f.Environ.Dumb,
			Silent:   s.Silent,
		}),
	}
	if !f.TTYDevice.IsTerminal() {
		t.TTY = engine.PortNone
	}
	t.Size = sizeOf(screen)
	return t
}

// isShown reports whether standard output or standard error is the terminal where
// keys are typed.
func isShown(f tty.Found, s Setup) bool {
	_, device := f.Screen()
	if f.TTYDevice.IsTerminal() {
		device = f.TTYDevice
	}
	return tty.Same(f.OutDevice, device) || !s.Silent && tty.Same(f.ErrDevice, device)
}

func port(d, screen tty.Device, f Format) engine.Port {
	switch {
	case d.Kind == tty.KindNone:
		return engine.PortNone
	case f == FormatJSON:
		return engine.PortRaw
	case f == FormatText, f == FormatAuto && !d.IsTerminal():
		return engine.PortPlain
	case tty.Same(d, screen):
		return engine.PortScreen
	}
	return engine.PortRaw
}

func sizeOf(screen *os.File) func() (cols, rows int) {
	if screen == nil {
		return func() (cols, rows int) { return 0, 0 }
	}
	return func() (cols, rows int) { return tty.Size(screen) }
}

func (p Profile) engine(auto tty.Profile) engine.Profile {
	switch p {
	case ProfileBase:
		return engine.ProfileBase
	case ProfileKitty:
		return engine.ProfileKitty
	case ProfileXtermJS:
		return engine.ProfileXtermJS
	}
	switch auto {
	case tty.ProfileKitty:
		return engine.ProfileKitty
	case tty.ProfileXtermJS:
		return engine.ProfileXtermJS
	}
	return engine.ProfileBase
}
