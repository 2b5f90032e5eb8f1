//go:build linux || darwin

package printer_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"jp/engine"
	"jp/internal/tty"
	"jp/printer"
)

// The tests of this file run the test binary on a real terminal, as its session's
// leader. They wait for bytes and for the end of processes, never for time.

func init() {
	parts["panic"] = func() {
		withStatus(func(*printer.Printer) { printer.Go(func() { panic("bad \x1b[2J news") }); select {} })
	}
	parts["driver-panic"] = func() {
		p := printer.New(printer.Options{
			Out:      writerFunc(func([]byte) (int, error) { panic("bad \x1b[2J writer") }),
			Terminal: printer.Terminal{Out: engine.PortPlain},
		})
		p.Println("x")
		select {}
	}
	parts["exit"] = func() { withStatus(func(*printer.Printer) { printer.Exit(7) }) }
	parts["die"] = func() {
		w := tty.Watch(printer.Terminate)
		withStatus(func(*printer.Printer) { printer.Die(<-w.C()) })
	}
	parts["prompt"] = askPart
	parts["winch"] = func() {
		withStatus(func(p *printer.Printer) {
			for p.Cols() != 40 {
				p.Flush() // a round through the driver, which reads the size
			}
			p.Println("forty")
			p.Close()
		})
	}
	parts["stop"] = func() { withStatus(func(*printer.Printer) { select {} }) }
	parts["pipe"] = pipePart
}

// withStatus runs do under a status row that is on screen already.
func withStatus(do func(p *printer.Printer)) {
	defer printer.Recover()
	p := printer.Open(printer.Setup{})
	p.Println("kept")
	p.Status(engine.Style{Label: engine.Label{Subject: "row"}})
	p.Flush()
	do(p)
}

func askPart() {
	p := printer.Open(printer.Setup{})
	defer p.Close()
	p.Println("ready")
	p.Flush()
	in := bufio.NewReader(os.Stdin)
	in.ReadString('\n') // echo is off
	prompt, err := p.Prompt(context.Background())
	if err != nil {
		p.Println(err.Error())
		return
	}
	io.WriteString(prompt, "name? ")
	answer, _ := in.ReadString('\n') // echo is on
	prompt.Close()
	p.Println("hello " + strings.TrimSpace(answer))
}

// pipePart writes until its reader is gone, and says on standard error how it knew.
func pipePart() {
	p := printer.Open(printer.Setup{})
	for p.Context().Err() == nil {
		p.Println("more")
	}
	fmt.Fprintln(os.Stderr, "stopped:", context.Cause(p.Context()))
	p.Close()
	printer.Die(printer.BrokenPipe)
}

// console is what a test reads from a terminal, bit by bit.
type console struct {
	*os.File
	unread []byte
}

// onPty starts a part on a terminal of 80 by 24.
func onPty(t *testing.T, part string) (*exec.Cmd, *console) {
	t.Helper()
	return start(t, part, exec.Command(os.Args[0]))
}

func start(t *testing.T, part string, cmd *exec.Cmd) (*exec.Cmd, *console) {
	t.Helper()
	cmd.Env = append(os.Environ(), helperEnv+"="+part, "TERM=xterm-256color", "TMUX=", "STY=", "ACCESSIBLE=")
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() })
	return cmd, &console{File: master}
}

// expect reads up to want and returns all that came up to its end.
func (c *console) expect(t *testing.T, want string) string {
	t.Helper()
	buf := make([]byte, 1024)
	for {
		if i := bytes.Index(c.unread, []byte(want)); i >= 0 {
			got := string(c.unread[:i+len(want)])
			c.unread = c.unread[i+len(want):]
			return got
		}
		n, err := c.Read(buf)
		c.unread = append(c.unread, buf[:n]...)
		if err != nil {
			t.Fatalf("got %q and %v, want %q", c.unread, err, want)
		}
	}
}

// rest reads all that is left; a terminal without a process ends with EIO.
func (c *console) rest() string {
	b, _ := io.ReadAll(c.File)
	return string(append(c.unread, b...))
}

func status(err error) syscall.WaitStatus {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.Sys().(syscall.WaitStatus)
	}
	return 0
}

func TestPty_EchoIsOffExceptInPrompts(t *testing.T) {
	cmd, master := onPty(t, "prompt")
	master.expect(t, "ready")
	io.WriteString(master, "unseen\n")
	if got := master.expect(t, "name? "); strings.Contains(got, "unseen") {
		t.Errorf("got %q: a typed key was echoed", got)
	}
	io.WriteString(master, "ada\n")
	got := master.expect(t, "hello ada")
	if !strings.HasPrefix(got, "ada\r\n") {
		t.Errorf("got %q, want the answer echoed", got)
	}
	cmd.Wait()
}

func TestPty_APanicRestoresAndReports(t *testing.T) {
	cmd, master := onPty(t, "panic")
	got := master.rest()
	if s := status(cmd.Wait()); s.ExitStatus() != tty.CrashStatus {
		t.Errorf("got status %#x, want exit %d", s, tty.CrashStatus)
	}
	before, report, found := strings.Cut(got, "panic: ")
	if !found || !strings.HasPrefix(report, `bad \x1b[2J news`) || strings.Contains(report, "\x1b") {
		t.Errorf("got %q", got)
	}
	if !strings.Contains(before, "\x1b[?25h") || strings.LastIndex(before, "\x1b[2K") < strings.LastIndex(before, "row") {
		t.Errorf("got %q, want the row erased and the terminal restored before the report", before)
	}
}

func TestPty_APanicOfTheDriverIsReported(t *testing.T) {
	cmd, master := onPty(t, "driver-panic")
	got := master.rest()
	if s := status(cmd.Wait()); s.ExitStatus() != tty.CrashStatus {
		t.Errorf("got status %#x, want exit %d", s, tty.CrashStatus)
	}
	if !strings.Contains(got, `panic: bad \x1b[2J writer`) {
		t.Errorf("got %q", got)
	}
}

func TestPty_ExitErasesChrome(t *testing.T) {
	cmd, master := onPty(t, "exit")
	got := master.rest()
	if s := status(cmd.Wait()); s.ExitStatus() != 7 {
		t.Errorf("got status %#x, want exit 7", s)
	}
	if strings.LastIndex(got, "\x1b[2K") < strings.LastIndex(got, "row") {
		t.Errorf("got %q, want the row erased", got)
	}
}

func TestPty_DieBySignal(t *testing.T) {
	cmd, master := onPty(t, "die")
	master.expect(t, "row")
	cmd.Process.Signal(syscall.SIGTERM)
	got := master.rest()
	if s := status(cmd.Wait()); !s.Signaled() || s.Signal() != syscall.SIGTERM {
		t.Errorf("got status %#x, want a death by SIGTERM", s)
	}
	if !strings.Contains(got, "\x1b[?25h") {
		t.Errorf("got %q, want the terminal restored", got)
	}
}

func TestPty_WindowChanged(t *testing.T) {
	cmd, master := onPty(t, "winch")
	master.expect(t, "row")
	pty.Setsize(master.File, &pty.Winsize{Cols: 40, Rows: 24})
	master.expect(t, "forty")
	cmd.Wait()
}

// A leader of its own session is orphaned, so its stop is discarded: it erases,
// goes on and repaints. The stop itself is tested with internal/tty.
func TestPty_AStopThatIsDiscardedGoesOn(t *testing.T) {
	cmd, master := onPty(t, "stop")
	master.expect(t, "row")
	cmd.Process.Signal(syscall.SIGTSTP)
	got := master.expect(t, "row")
	if !strings.Contains(got, "\x1b[2K") {
		t.Errorf("got %q, want the row erased before the stop", got)
	}
	cmd.Process.Kill()
	cmd.Wait()
}

func TestPty_AReaderThatLeavesEndsTheRun(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperEnv+"=pipe")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var report strings.Builder
	cmd.Stderr = &report
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	(&console{File: out.(*os.File)}).expect(t, "more")
	out.Close()
	if s := status(cmd.Wait()); !s.Signaled() || s.Signal() != syscall.SIGPIPE {
		t.Errorf("got status %#x, want a death by SIGPIPE", s)
	}
	if !strings.Contains(report.String(), "broken pipe") {
		t.Errorf("got %q", report.String())
	}
}

func TestPty_AFullDiskIsAnError(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Logf("no full device here: %v", err)
		full, err = os.Open(filepath.Join(t.TempDir(), "..")) // not writable either
	}
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	p := printer.New(printer.Options{Out: tty.NewWriter(full), Terminal: printer.Terminal{Out: engine.PortPlain}})
	p.Println("lost")
	if err := p.Close(); err == nil {
		t.Error("nothing was reported")
	}
}

// Ctrl-Z under a shell with job control: the screen is clean and the modes are as
// found while stopped, and the row is back after fg.
func TestPty_StopAndForeground(t *testing.T) {
	cmd, master := start(t, "stop", exec.Command("/bin/sh", "-c",
		`set -m; "$0"; echo "stopped $?"; stty -a; fg`, os.Args[0]))
	master.expect(t, "row")
	io.WriteString(master, "\x1a")
	got := master.expect(t, fmt.Sprint("stopped ", tty.ExitStatus(printer.Stop)))
	if !strings.Contains(got, "\x1b[2K") {
		t.Errorf("got %q, want the row erased", got)
	}
	master.expect(t, " echo ") // and not " -echo "
	master.expect(t, "\rrow")
	io.WriteString(master, "\x03")
	master.rest()
	cmd.Wait()
}
