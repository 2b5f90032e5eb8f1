// Command countdown counts three seconds down and says go. It lets a test own its
// clock, so that each tenth of a second can be looked at on a real terminal.
package main

import (
	"fmt"
	"jp/vtmodel/screentest/clock"
	"os"
	"time"
)

func main() {
	sleep, err := sleeper()
	if err != nil {
		fmt.Fprintln(os.Stderr, "countdown:", err)
		os.Exit(1)
	}
	for left := 30; left > 0; left-- {
		fmt.Printf("\r\x1b[K%d.%d s", left/10, left%10)
		if err := sleep(100 * time.Millisecond); err != nil {
			os.Exit(1)
		}
	}
	fmt.Print("\r\x1b[Kgo!\n")
}

// sleeper returns how to sleep: on the clock of a test, or really.
func sleeper() (func(time.Duration) error, error) {
	c, err := clock.Inherited()
	if err != nil || c == nil {
		return func(d time.Duration) error { time.Sleep(d); return nil }, err
	}
	until := c.Now()
	return func(d time.Duration) error {
		until += d
		for c.Now() < until {
			if _, err := c.Wait(os.Stdout); err != nil {
				return err
			}
		}
		return nil
	}, nil
}
