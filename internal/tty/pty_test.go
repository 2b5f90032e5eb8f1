//go:build linux || darwin

package tty_test

import (
	"bufio"
	"bytes"
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
	"golang.org/x/sys/unix"

	"jp/internal/tty"
)

// The tests of this file use real terminals and processes. They wait for bytes
// and for the end of processes, never for time.

// helperEnv makes the test binary play a part instead of running tests.
const helperEnv = "JP_TTY_TEST_PART"

func TestMain(m *testing.M) {
	if part, ok := parts[os.Getenv(helperEnv)]; ok {
		part()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var parts = map[string]func(){
	"raise-terminate": func() { tty.Raise(tty.Terminate) },
	"raise-interrupt": func() { tty.Raise(tty.Interrupt) },
	"raise-hangup":    func() { tty.Raise(tty.HangUp) },
	"raise-quit":      func() { tty.Raise(tty.Quit) },
	"raise-pipe":      func() { tty.CatchBrokenPipe(); tty.Raise(tty.BrokenPipe) },
	"raise-caught":    func() { tty.Watch(tty.Terminate); tty.Raise(tty.Terminate) },
	"crash":           func() { tty.Crash("bad \x1b[2J news") },
	"report":          report,
	"crash-in-raw":    crashInRaw,
	"stop":            stop,
	"stops":           stops,
	"winch":           winch,
}

// report says which of the three files are the same terminal.
func report() {
	f := tty.Find()
	fmt.Fprintf(f.Out, "out=%v err=%v tty=%v out-err=%v err-tty=%v out-tty=%v\n",
		f.OutDevice.Kind, f.ErrDevice.Kind, f.TTYDevice.Kind,
		tty.Same(f.OutDevice, f.ErrDevice), tty.Same(f.ErrDevice, f.TTYDevice), tty.Same(f.OutDevice, f.TTYDevice))
}

func crashInRaw() {
	guard, err := tty.NewGuard(os.Stdin)
	if err != nil {
		panic(err)
	}
	guard.Raw()
	fmt.Println("raw")
	bufio.NewReader(os.Stdin).ReadByte()
	tty.Crash("gone")
}

// stop stops itself once and says when it runs again.
func stop() {
	w := tty.Watch(tty.Stop)
	fmt.Println("ready")
	fmt.Println("got", <-w.C())
	w.StopSelf()
	fmt.Println("back")
	fmt.Println("got", <-w.C())
}

// stops says each signal that it gets, and stops itself as asked.
func stops() {
	w := tty.Watch(tty.Stop, tty.Continue)
	fmt.Println("ready")
	for {
		s := <-w.C()
		fmt.Println("got", s)
		if s == tty.Stop {
			w.StopSelf()
			fmt.Println("back")
		}
	}
}

func winch() {
	w := tty.Watch(tty.WindowChanged)
	fmt.Println("ready")
	fmt.Println("got", <-w.C())
	fmt.Println(tty.Size(os.Stdout))
}

func helper(t *testing.T, part string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperEnv+"="+part)
	return cmd
}

// expect reads until the output holds want.
func expect(t *testing.T, r io.Reader, want string) string {
	t.Helper()
	var seen bytes.Buffer
	buf := make([]byte, 1024)
	for !strings.Contains(seen.String(), want) {
		n, err := r.Read(buf)
		seen.Write(buf[:n])
		if err != nil {
			t.Fatalf("got %q and %v, want %q", seen.String(), err, want)
		}
	}
	return seen.String()
}

func modes(t *testing.T, f *os.File) unix.Termios {
	t.Helper()
	got, err := tty.Modes(f)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestGuard_EchoOffAndRestore(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	found := modes(t, slave)
	guard, err := tty.NewGuard(slave)
	if err != nil {
		t.Fatal(err)
	}
	if modes(t, slave) != found {
		t.Error("NewGuard changed the modes")
	}
	guard.Echo(false)
	now := modes(t, slave)
	if now.Lflag&unix.ECHO != 0 || now.Lflag&unix.ISIG == 0 {
		t.Errorf("after Echo(false): lflag %#x, want no ECHO, still ISIG", now.Lflag)
	}
	now.Lflag |= unix.ECHO
	if now != found {
		t.Error("Echo(false) changed more than ECHO")
	}
	guard.Raw()
	if raw := modes(t, slave); raw.Lflag&(unix.ICANON|unix.ISIG|unix.ECHO) != 0 || raw.Oflag != found.Oflag {
		t.Errorf("after Raw: lflag %#x, oflag %#x, want %#x", raw.Lflag, raw.Oflag, found.Oflag)
	}
	raw := modes(t, slave)
	guard.Leave()
	if modes(t, slave) != found {
		t.Error("Leave did not bring back the modes as found")
	}
	guard.Return()
	if modes(t, slave) != raw {
		t.Error("Return did not bring back the modes as left")
	}
	guard.Echo(false)
	if err := guard.Close(); err != nil {
		t.Error(err)
	}
	guard.Raw()
	if modes(t, slave) != found {
		t.Error("a change after Close reached the terminal")
	}
}

func TestGuard_FlushInputDropsTypedKeys(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	guard, err := tty.NewGuard(slave)
	if err != nil {
		t.Fatal(err)
	}
	defer guard.Close()
	io.WriteString(master, "old\n")
	expect(t, master, "old\r\n") // echoed, so it is in the queue
	if err := guard.FlushInput(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(master, "new\n")
	if got, _ := bufio.NewReader(slave).ReadString('\n'); got != "new\n" {
		t.Errorf("got %q, want %q", got, "new\n")
	}
}

func TestRestoreAll_WritesAndRestores(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	found := modes(t, slave)
	guard, err := tty.NewGuard(slave)
	if err != nil {
		t.Fatal(err)
	}
	guard.Raw()
	tty.RestoreAll()
	if modes(t, slave) != found {
		t.Error("modes are not as found")
	}
	got := expect(t, master, "\x1b[?2004l")
	for _, want := range []string{"\x1b[?2026l", "\x1b[m", "\x1b[?7h", "\x1b[?25h"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}

func TestInspect(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	closed, err := os.Create(filepath.Join(t.TempDir(), "g"))
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for _, tc := range []struct {
		name string
		file *os.File
		want tty.Kind
	}{
		{"file", file, tty.KindFile},
		{"pipe", w, tty.KindPipe},
		{"null", null, tty.KindOther},
		{"terminal", slave, tty.KindTerminal},
		{"closed", closed, tty.KindNone},
		{"nil", nil, tty.KindNone},
	} {
		if got := tty.Inspect(tc.file).Kind; got != tc.want {
			t.Errorf("%s: got %v, want %v", tc.name, got, tc.want)
		}
	}
	if tty.Inspect(slave).Controlling {
		t.Error("a terminal that was only opened controls nothing")
	}
	pty.Setsize(master, &pty.Winsize{Cols: 65535, Rows: 1})
	if cols, rows := tty.Size(slave); cols != 65535 || rows != 1 {
		t.Errorf("size: got %d x %d", cols, rows)
	}
}

func TestFind_SameTerminal(t *testing.T) {
	for _, tc := range []struct {
		name string
		set  func(cmd *exec.Cmd, other *os.File)
		want string
	}{
		{"all one", func(*exec.Cmd, *os.File) {}, "out=terminal err=terminal tty=terminal out-err=true err-tty=true out-tty=true"},
		{"stderr elsewhere", func(cmd *exec.Cmd, other *os.File) { cmd.Stderr = other }, "out=terminal err=terminal tty=terminal out-err=false err-tty=false out-tty=true"},
		{"stderr to null", func(cmd *exec.Cmd, _ *os.File) { cmd.Stderr, _ = os.OpenFile(os.DevNull, os.O_WRONLY, 0) }, "out=terminal err=device tty=terminal out-err=false err-tty=false out-tty=true"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, other, err := pty.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer other.Close()
			cmd := helper(t, "report")
			tc.set(cmd, other)
			master, err := pty.Start(cmd)
			if err != nil {
				t.Fatal(err)
			}
			defer master.Close()
			expect(t, master, tc.want)
			cmd.Wait()
		})
	}
}

func TestFind_StderrOpenedByName(t *testing.T) {
	cmd := exec.Command("/bin/sh", "-c", `"$0" 2>/dev/tty`, os.Args[0])
	cmd.Env = append(os.Environ(), helperEnv+"=report")
	master, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	expect(t, master, "out-err=true err-tty=true out-tty=true")
	cmd.Wait()
}

func TestRaise_ParentSeesTheSignal(t *testing.T) {
	for part, want := range map[string]syscall.Signal{
		"raise-terminate": syscall.SIGTERM,
		"raise-interrupt": syscall.SIGINT,
		"raise-hangup":    syscall.SIGHUP,
		"raise-pipe":      syscall.SIGPIPE,
		"raise-caught":    syscall.SIGTERM,
		"raise-quit":      syscall.SIGQUIT,
	} {
		t.Run(part, func(t *testing.T) {
			var exit *exec.ExitError
			out, err := helper(t, part).CombinedOutput()
			if !errors.As(err, &exit) {
				t.Fatalf("got %v, want a death by %v", err, want)
			}
			status := exit.Sys().(syscall.WaitStatus)
			if part == "raise-quit" && !tty.RaisesQuit {
				return
			}
			if !status.Signaled() || status.Signal() != want || len(out) > 0 {
				t.Errorf("got %v and %q, want a silent death by %v", err, out, want)
			}
		})
	}
}

func TestCrash_EscapesAndExits2(t *testing.T) {
	out, err := helper(t, "crash").CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != tty.CrashStatus {
		t.Errorf("got %v, want status 2", err)
	}
	if !bytes.HasPrefix(out, []byte(`panic: bad \x1b[2J news`)) || bytes.ContainsRune(out, 0x1b) {
		t.Errorf("got %q", out)
	}
}

func TestCrash_RestoresTheTerminal(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	found := modes(t, slave)
	cmd := helper(t, "crash-in-raw")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	expect(t, master, "raw")
	if modes(t, slave) == found {
		t.Error("the part did not go raw")
	}
	io.WriteString(master, "x")
	out := expect(t, master, "goroutine")
	cmd.Wait()
	if modes(t, slave) != found {
		t.Error("modes are not as found after the crash")
	}
	if before, _, _ := strings.Cut(out, "panic: gone"); !strings.Contains(before, "\x1b[?25h") {
		t.Errorf("got %q, want the terminal restored before the report", out)
	}
}

func TestWatch_WindowChanged(t *testing.T) {
	master, err := pty.StartWithSize(helper(t, "winch"), &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	expect(t, master, "ready")
	pty.Setsize(master, &pty.Winsize{Cols: 60, Rows: 10})
	expect(t, master, "60 10")
}

// The part must not be an orphaned group of its own, whose stops are discarded:
// this test is its parent and in the same session.
func TestWatcher_StopSelf(t *testing.T) {
	cmd := helper(t, "stop")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	expect(t, out, "ready")
	cmd.Process.Signal(syscall.SIGTSTP)
	expect(t, out, "got stop")
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil {
		t.Fatal(err)
	}
	if !status.Stopped() {
		t.Fatalf("got status %#x, want stopped", status)
	}
	cmd.Process.Signal(syscall.SIGCONT)
	expect(t, out, "back")
	cmd.Process.Signal(syscall.SIGTSTP)
	expect(t, out, "got stop")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// The Continue that ends its own stop is none of the receiver's business, that of
// an outside stop is.
func TestWatcher_StopSelfKeepsItsContinueBack(t *testing.T) {
	cmd := helper(t, "stops")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := func() {
		var status syscall.WaitStatus
		if _, err := syscall.Wait4(cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
			t.Fatalf("got status %#x and %v, want stopped", status, err)
		}
	}
	got := expect(t, out, "ready\n")
	const rounds = 20
	for range rounds {
		cmd.Process.Signal(syscall.SIGTSTP)
		stopped()
		cmd.Process.Signal(syscall.SIGCONT)
		got += expect(t, out, "back\n")
	}
	cmd.Process.Signal(syscall.SIGSTOP)
	stopped()
	cmd.Process.Signal(syscall.SIGCONT)
	got += expect(t, out, "got continue\n")
	if want := "ready\n" + strings.Repeat("got stop\nback\n", rounds) + "got continue\n"; got != want {
		t.Errorf("got %q", got)
	}
	cmd.Process.Kill()
	cmd.Wait()
}

func TestWatcher_StopSelfInAnOrphanedGroup(t *testing.T) {
	cmd := helper(t, "stop")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	expect(t, out, "ready")
	cmd.Process.Signal(syscall.SIGTSTP)
	expect(t, out, "back")
	cmd.Process.Signal(syscall.SIGTSTP)
	cmd.Wait()
}

// Another process may switch the shared open file description to O_NONBLOCK;
// os.File then returns EAGAIN after a part.
func TestWriter_SurvivesNonblock(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	fd, err := syscall.Dup(int(w.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	file := os.NewFile(uintptr(fd), "out") // blocking when Go saw it
	defer file.Close()
	if err := syscall.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	want := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	got := make(chan []byte)
	go func() {
		b := make([]byte, len(want))
		io.ReadFull(r, b)
		got <- b
	}()
	n, err := tty.NewWriter(file).Write(want)
	if n != len(want) || err != nil {
		t.Fatalf("got %d, %v, want %d, nil", n, err, len(want))
	}
	if !bytes.Equal(<-got, want) {
		t.Error("bytes lost, doubled or out of order")
	}
}

func TestWriter_BrokenPipeSticks(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	if _, err := tty.NewWriter(w).Write([]byte("x")); !errors.Is(err, syscall.EPIPE) {
		t.Errorf("got %v, want EPIPE", err)
	}
}
