//tidy:pty the demo is a program of its own, and has a clock of its own when none is granted

package screentest

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"

	"jp/internal/clockfd"
)

// demo is a program as people write them: a spinner, a line, a question, a coloured
// answer, a rule as wide as the terminal that follows its size, and a word when it
// is interrupted. It tears every frame over two writes.
func demo() {
	clock, err := clockfd.Inherited()
	if err != nil {
		panic(err)
	}
	begin := time.Now()
	now := func() time.Duration { return time.Since(begin) }
	sleep := func(until time.Duration) { time.Sleep(until - now()) }
	if clock != nil {
		now = clock.Now
		sleep = func(until time.Duration) {
			for clock.Now() < until {
				if _, err := clock.Wait(os.Stdout); err != nil {
					os.Exit(1)
				}
			}
		}
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGWINCH)
	for i := range 6 {
		torn(fmt.Sprintf("\r\x1b[K\x1b[36m%c working %.1fs\x1b[m", `|/-\`[i%4], float64(i)/10))
		sleep(time.Duration(i+1) * 100 * time.Millisecond)
	}
	torn("\r\x1b[Kloaded 3 files\nName? ")
	name, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	frame(fmt.Sprintf("\x1b[1;32mHello, %s!\x1b[m\n%s", strings.TrimSpace(name), rule()))
	for s := range signals {
		if s == os.Interrupt {
			torn("\r\x1b[Kinterrupted\n")
			os.Exit(130)
		}
		frame("\r\x1b[K" + rule())
	}
}

func rule() string {
	_, cols, err := pty.Getsize(os.Stdout)
	if err != nil {
		panic(err)
	}
	return strings.Repeat("=", cols-1)
}

func frame(text string) { torn("\x1b[?2026h" + text + "\x1b[?2026l") }

func torn(text string) {
	half := len(text) / 2
	_, _ = os.Stdout.WriteString(text[:half])
	_, _ = os.Stdout.WriteString(text[half:])
}

// untidy leaves everything behind that a program can leave behind.
func untidy() {
	fmt.Print("\x1b[?25l\x1b[?1049h\x1b[?2004h\x1b[1;31m\x1b[2;5r\x1b]8;;http://a.example\x1b\\\x1b(0\x1b[5 q")
	restoreNothing()
	_ = syscall.SetNonblock(1, true)
}

// rawKeys says what it reads in raw mode, until q.
func rawKeys() {
	restore := makeRaw()
	fmt.Print("\x1b[?2004h\x1b[?1hready")
	buf := make([]byte, 256)
	for {
		n, err := os.Stdin.Read(buf)
		if err != nil {
			return
		}
		if string(buf[:n]) == "q" {
			break
		}
		fmt.Printf("\r\n%q", buf[:n])
	}
	fmt.Print("\x1b[?2004l\x1b[?1l\r\n")
	restore()
}
