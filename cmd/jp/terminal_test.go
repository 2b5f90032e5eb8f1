//tidy:pty the kernel tells nobody that a terminal's buffer is full, so one wait asks again and again

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"jp/vtmodel"
)

// patience bounds every wait for another process; a busy machine gets there much sooner.
const patience = 30 * time.Second

// historyRows is how much scrollback the screen keeps.
const historyRows = 1000

// terminal is jp on a pty, with a screen that shows what it wrote. Nothing sleeps: waits end when
// what they wait for is there.
type terminal struct {
	t      *testing.T
	file   *os.File      // our end
	report *bufio.Reader // of the leader

	mu      sync.Mutex // guards model and raw, which the reading goroutine fills
	model   *vtmodel.VT10x
	raw     []byte
	news    chan struct{} // has an element after something came
	drained chan struct{} // closed when nothing more can come
	hold    chan struct{} // closed when the terminal takes output
	once    sync.Once
}

type launch struct {
	cols, rows int
	env        []string
	dir        string
	redirect   func(cmd *exec.Cmd) // nil = all three are the terminal
	blocked    bool                // the terminal takes nothing until unblock
}

// start runs jp with args, under a leader of its session that outlives it and reports how it ended.
func start(t *testing.T, l launch, args ...string) *terminal {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	x := &terminal{t: t, model: vtmodel.NewVT10x(l.cols, l.rows), news: make(chan struct{}, 1), drained: make(chan struct{}), hold: make(chan struct{})}
	x.model.KeepScrollback(historyRows)
	own, err := x.open(l)
	if err != nil {
		t.Fatal(err)
	}
	report, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x.report = bufio.NewReader(report)
	cmd := &exec.Cmd{
		Path: self, Args: append([]string{"leader"}, args...), Dir: l.dir,
		Stdin: own, Stdout: own, Stderr: own, ExtraFiles: []*os.File{theirs},
		Env:         append(baseEnv(t), l.env...),
		SysProcAttr: &syscall.SysProcAttr{Setsid: true, Setctty: true},
	}
	if l.redirect != nil {
		l.redirect(cmd)
	}
	if cmd.Stdin != own {
		cmd.SysProcAttr.Ctty = 1 // the child's descriptor that is the terminal
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	own.Close()
	theirs.Close()
	if !l.blocked {
		x.unblock()
	}
	go x.read()
	t.Cleanup(func() {
		x.unblock()
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
		<-x.drained
		x.file.Close()
		report.Close()
	})
	return x
}

func (x *terminal) open(l launch) (own *os.File, err error) {
	if x.file, own, err = pty.Open(); err != nil {
		return nil, err
	}
	return own, pty.Setsize(x.file, &pty.Winsize{Cols: uint16(l.cols), Rows: uint16(l.rows)})
}

// leader runs jp with the arguments of its own call and writes "STATUS SAME" to descriptor 3: how
// jp ended, and whether the modes of the terminal are as they were before. It has to live longer
// than jp, because a terminal is hung up and reset with the leader of its session.
func leader() {
	signal.Notify(make(chan os.Signal, 8), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	was := modes()
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := &exec.Cmd{
		Path: self, Args: append([]string{"jp"}, os.Args[1:]...),
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}
	err = cmd.Run()
	fmt.Fprintln(os.NewFile(3, "report"), statusOfExit(err), modes() == was)
}

func modes() unix.Termios {
	f, err := os.Open("/dev/tty")
	if err != nil {
		panic(err)
	}
	defer f.Close()
	found, err := unix.IoctlGetTermios(int(f.Fd()), ioctlGetTermios)
	if err != nil {
		panic(err)
	}
	return *found
}

func baseEnv(t *testing.T) []string {
	dir := t.TempDir()
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_DATA_HOME=" + dir + "/data", "TERM=xterm-256color", "LANG=C.UTF-8",
		"NO_PROXY=*", "JP_CFG_REQUEST_RETRIES=0", "JP_CFG_OFFLINE_PACE=0", "JP_CFG_STYLE_TYPEWRITER_TEXT=0", "JP_CFG_STYLE_TYPEWRITER_CODE=0",
	}
}

func (x *terminal) unblock() { x.once.Do(func() { close(x.hold) }) }

// read takes what is written until nobody can write any more.
func (x *terminal) read() {
	defer close(x.drained)
	<-x.hold
	buf := make([]byte, 4096)
	for {
		n, err := x.file.Read(buf)
		x.mu.Lock()
		x.model.Write(buf[:n])
		x.raw = append(x.raw, buf[:n]...)
		x.mu.Unlock()
		select {
		case x.news <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// text is the scrollback and the screen, without blank rows at the end.
func (x *terminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.TrimRight(strings.Join(x.model.Screen().Unwrapped(), "\n"), "\n ")
}

func (x *terminal) bytes() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return string(x.raw)
}

// screen is what is on the screen.
func (x *terminal) screen() vtmodel.Screen {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.model.Screen()
}

// await waits until the screen has want on it.
func (x *terminal) await(want string) {
	x.t.Helper()
	deadline := time.After(patience)
	for !strings.Contains(x.text(), want) {
		select {
		case <-x.news:
		case <-x.drained:
			if strings.Contains(x.text(), want) {
				return
			}
			x.t.Fatalf("jp ended before %q was on the screen:\n%s", want, x.text())
		case <-deadline:
			x.t.Fatalf("%q is not on the screen:\n%s", want, x.text())
		}
	}
}

// exit waits for the end and wants that status, 128 and the number for a death by signal, and the
// terminal's modes as they were. Everything that was written is on the screen then.
func (x *terminal) exit(want int) {
	x.t.Helper()
	select {
	case <-x.drained:
	case <-time.After(patience):
		x.t.Fatalf("jp does not end:\n%s", x.text())
	}
	var got int
	var same bool
	if _, err := fmt.Fscan(x.report, &got, &same); err != nil {
		x.t.Fatalf("no report of the exit: %v", err)
	}
	if got != want {
		x.t.Errorf("exit status %d, want %d:\n%s", got, want, x.text())
	}
	if !same {
		x.t.Error("the terminal's modes are not as they were")
	}
}

// awaitReport waits until jp has ended, which the leader reports; exit reads it then.
func (x *terminal) awaitReport() {
	x.t.Helper()
	timer := time.AfterFunc(patience, x.unblock)
	defer timer.Stop()
	if _, err := x.report.Peek(1); err != nil {
		x.t.Fatalf("no report of the exit: %v", err)
	}
}

// awaitBlocked waits until the terminal's buffer is full: what is in it does not grow any more
// while jp has more to write. It asks the kernel how much there is, and takes two equal answers,
// with a turn of the scheduler for jp between them, for an end.
func (x *terminal) awaitBlocked() {
	x.t.Helper()
	deadline := time.Now().Add(patience)
	for last, same := 0, 0; same < steadyMin; {
		if time.Now().After(deadline) {
			x.t.Fatal("the terminal does not fill up")
		}
		n, err := unix.IoctlGetInt(int(x.file.Fd()), unix.TIOCINQ)
		if err != nil {
			x.t.Fatal(err)
		}
		if n > 0 && n == last {
			same++
		} else {
			last, same = n, 0
		}
		<-time.After(time.Millisecond)
	}
}

// steadyMin is how many equal readings, a millisecond apart, are taken for a full buffer.
const steadyMin = 200

// press types a key.
func (x *terminal) press(key string) {
	x.t.Helper()
	if _, err := io.WriteString(x.file, key); err != nil {
		x.t.Fatal(err)
	}
}

const ctrlC = "\x03"

func statusOfExit(err error) int {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return 0
	}
	if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return exit.ExitCode()
}
