package tty

import "os"

// Found is what the process was started with: the three files a printer writes
// to and what they are. TTY is nil when there is no controlling terminal.
type Found struct {
	Out, Err, TTY                   *os.File
	OutDevice, ErrDevice, TTYDevice Device
	Environ                         Environ
}

// Find looks at standard output, standard error, the controlling terminal and
// the environment. The caller owns TTY and closes it.
func Find() Found {
	f := Found{Out: os.Stdout, Err: os.Stderr, Environ: ReadEnviron(os.LookupEnv)}
	f.OutDevice, f.ErrDevice = Inspect(f.Out), Inspect(f.Err)
	if tty, err := openTerminal(); err == nil {
		f.TTY, f.TTYDevice = tty, Inspect(tty)
	}
	return f
}

// Screen is the terminal that carries the region: the one behind standard error,
// else that behind standard output, else the controlling one. It is nil when
// there is no terminal at all.
func (f Found) Screen() (*os.File, Device) {
	switch {
	case f.ErrDevice.IsTerminal():
		return f.Err, f.ErrDevice
	case f.OutDevice.IsTerminal():
		return f.Out, f.OutDevice
	case f.TTYDevice.IsTerminal():
		return f.TTY, f.TTYDevice
	}
	return nil, Device{}
}
