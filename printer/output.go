package printer

import (
	"errors"
	"io"
	"syscall"
	"time"
)

// output is one channel's device. The driver owns it.
type output struct {
	w   io.Writer
	err error // sticks: nothing is written after it
}

const (
	// retryDelay is the pause before a write is tried again that would have
	// blocked. tty.Writer waits properly by itself; this is for other writers.
	retryDelay = 5 * time.Millisecond
	// idleWritesMax is how often in a row a writer may take nothing and say nothing.
	idleWritesMax = 100
)

// write writes all of b, or sets and returns the error that sticks.
func (o *output) write(b []byte) error {
	if o.w == nil || o.err != nil {
		return o.err
	}
	for idle := 0; len(b) > 0; {
		n, err := o.w.Write(b)
		if n < 0 || n > len(b) {
			o.err = errors.New("writer reports an impossible count")
			return o.err
		}
		b = b[n:]
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EAGAIN):
			time.Sleep(retryDelay)
		case err != nil && !errors.Is(err, io.ErrShortWrite):
			o.err = err
			return err
		case n == 0:
			if idle++; idle == idleWritesMax {
				o.err = io.ErrNoProgress
				return o.err
			}
			continue
		}
		idle = 0
	}
	return nil
}
