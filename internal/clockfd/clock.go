package clockfd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Env names the variable that holds the number of the inherited descriptor.
const Env = "JP_CLOCK_FD"

// mark is what Wait writes before it blocks.
const mark = 0

// Clock is the program's side: time as the test grants it. One goroutine uses it.
type Clock struct {
	grants *bufio.Reader
	now    time.Duration
}

// Inherited returns the clock that a test has passed to this process, or nil
// when there is none. It takes the variable out of the environment, so that
// children of the process do not inherit a claim to the same descriptor.
func Inherited() (*Clock, error) {
	value, ok := os.LookupEnv(Env)
	if !ok {
		return nil, nil
	}
	if err := os.Unsetenv(Env); err != nil {
		return nil, err
	}
	fd, err := strconv.Atoi(value)
	if err != nil || fd < 3 {
		return nil, fmt.Errorf("%s=%q: want a descriptor above 2", Env, value)
	}
	return New(os.NewFile(uintptr(fd), "clock")), nil
}

// New returns a clock that reads its grants from r.
func New(r io.Reader) *Clock {
	return &Clock{grants: bufio.NewReader(r)}
}

// Now is the time of the last grant.
func (c *Clock) Now() time.Duration { return c.now }

// Wait marks each channel and blocks until the next grant, whose time it
// returns. The error is io.EOF when the test has closed its end.
func (c *Clock) Wait(channels ...io.Writer) (time.Duration, error) {
	for _, w := range channels {
		if _, err := w.Write([]byte{mark}); err != nil {
			return c.now, err
		}
	}
	line, err := c.grants.ReadString('\n')
	if err != nil {
		return c.now, err
	}
	ns, err := strconv.ParseInt(strings.TrimSuffix(line, "\n"), 10, 64)
	if err != nil {
		return c.now, fmt.Errorf("grant %q: want nanoseconds", line)
	}
	if granted := time.Duration(ns); granted >= c.now {
		c.now = granted
		return c.now, nil
	}
	return c.now, fmt.Errorf("grant %q: before %v, time never runs backwards", line, c.now)
}
