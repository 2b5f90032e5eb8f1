package printer_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"jp/internal/tty"
	"jp/printer"
)

// Ctrl-S stops the terminal's output, so that the driver blocks in a write. The
// process must end nevertheless, and leave the modes as found.
func TestPty_DieWhileOutputIsStopped(t *testing.T) {
	cmd, master := onPty(t, "flood")
	found := modesOf(t, master)
	master.expect(t, "ready")
	io.WriteString(master, "go\n")
	master.expect(t, "flood")
	if modesOf(t, master).Lflag&unix.ECHO != 0 {
		t.Error("echo is on under a region")
	}
	io.WriteString(master, "\x13")
	cmd.Process.Signal(syscall.SIGTERM)
	if s := status(cmd.Wait()); !s.Signaled() || s.Signal() != syscall.SIGTERM {
		t.Errorf("got status %#x, want a death by SIGTERM", s)
	}
	if got := modesOf(t, master); got != found {
		t.Errorf("modes are not as found:\ngot  %+v\nwant %+v", got, found)
	}
}

// flood prints without end, once the test has seen the modes that it starts with.
func flood() {
	w := tty.Watch(printer.Terminate)
	fmt.Println("ready")
	bufio.NewReader(os.Stdin).ReadString('\n')
	withStatus(func(p *printer.Printer) {
		go func() { printer.Die(<-w.C()) }()
		for {
			p.Println(strings.Repeat("flood ", 10))
		}
	})
}

func init() { parts["flood"] = flood }

func modesOf(t *testing.T, c *console) unix.Termios {
	t.Helper()
	got, err := unix.IoctlGetTermios(int(c.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return *got
}
