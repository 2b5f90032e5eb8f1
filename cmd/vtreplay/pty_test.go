//go:build linux || darwin

//tidy:pty The terminal is real here, and so is time: a test waits for what it expects on
// the screen, and the kernel answers whether the terminal's modes are as they were.

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"jp/vtmodel"
)

// seat is a program on a terminal of 40x8, and what it has written there.
type seat struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File
	slave  *os.File
	found  *unix.Termios

	mu    sync.Mutex // guards raw and model, which the reading goroutine fills
	raw   []byte
	model *vtmodel.VT10x
	grown chan struct{} // has room for one: something was written
	eof   chan struct{}
}

const patience = 20 * time.Second

// sit starts name with args on a new terminal, after a line of somebody else's text.
func sit(t *testing.T, stdin *os.File, name string, args ...string) *seat {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := &seat{t: t, master: master, slave: slave, model: vtmodel.NewVT10x(40, 8), grown: make(chan struct{}, 1), eof: make(chan struct{})}
	if err := pty.Setsize(master, &pty.Winsize{Cols: 40, Rows: 8}); err != nil {
		t.Fatal(err)
	}
	s.found = s.modes()
	go s.read()
	if _, err := slave.WriteString("$ before\r\n"); err != nil {
		t.Fatal(err)
	}
	s.cmd = exec.Command(name, args...)
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = slave, slave, slave
	if stdin != nil {
		s.cmd.Stdin = stdin
	}
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill() // it has ended, if the test went well
		slave.Close()
		master.Close()
		<-s.eof
	})
	return s
}

func (s *seat) read() {
	defer close(s.eof)
	b := make([]byte, 4096)
	for {
		n, err := s.master.Read(b)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.raw = append(s.raw, b[:n]...)
		_, _ = s.model.Write(b[:n])
		s.mu.Unlock()
		select {
		case s.grown <- struct{}{}:
		default:
		}
	}
}

func (s *seat) modes() *unix.Termios {
	s.t.Helper()
	modes, err := unix.IoctlGetTermios(int(s.slave.Fd()), ioctlGetTermios)
	if err != nil {
		s.t.Fatal(err)
	}
	return modes
}

func (s *seat) screen() vtmodel.Screen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.model.Screen()
}

// await waits until text is on the screen.
func (s *seat) await(text string) {
	s.t.Helper()
	deadline := time.After(patience)
	for {
		if _, ok := s.screen().Find(text); ok {
			return
		}
		select {
		case <-s.grown:
		case <-deadline:
			s.t.Fatalf("%q does not come:\n%s", text, s.screen())
		}
	}
}

func (s *seat) typed(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// end waits for the end of the program and checks that the terminal is as it was.
func (s *seat) end() *os.ProcessState {
	s.t.Helper()
	kill := time.AfterFunc(patience, func() { _ = s.cmd.Process.Kill() })
	_ = s.cmd.Wait() // its status is for the caller to judge
	kill.Stop()
	if _, err := s.slave.WriteString("$ after"); err != nil {
		s.t.Fatal(err)
	}
	s.await("$ after")
	got := s.screen()
	if got.Alt || !got.Cursor.Visible || got.Modes != 0 {
		s.t.Errorf("alternate screen %t, cursor %t, modes %v:\n%s", got.Alt, got.Cursor.Visible, got.Modes, got)
	}
	if lines := got.Unwrapped(); lines[0] != "$ before" {
		s.t.Errorf("the main screen was not brought back:\n%s", got)
	}
	if now := s.modes(); *now != *s.found {
		s.t.Errorf("modes of the terminal: got %+v, want %+v", now, s.found)
	}
	return s.cmd.ProcessState
}

// tool is the test binary under the name of one of its parts.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name) // testscript.Main has put it there
	if err != nil {
		t.Fatal(err)
	}
	return path
}

const hostileCast = `{"version": 2, "width": 30, "height": 5}
[0, "o", "\u001b]0;TITLE\u0007\u001b]52;c;c2VjcmV0\u0007\u001b[?1003h\u001b[6n\u001b[cfirst"]
[0.05, "m", "mark"]
[0.1, "o", "\r\nsecond"]
[3600, "o", "\r\nthird"]
`

func castFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "demo.cast")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPlayPTY_RestoresTheTerminal(t *testing.T) {
	file := castFile(t, hostileCast)
	for _, tc := range []struct {
		name   string
		do     func(*seat)
		code   int
		signal syscall.Signal
	}{
		{"q", func(s *seat) { s.typed("q") }, 0, 0},
		{"Ctrl-C", func(s *seat) { s.typed("\x03") }, -1, syscall.SIGINT},
		{"SIGINT", func(s *seat) { _ = s.cmd.Process.Signal(syscall.SIGINT) }, -1, syscall.SIGINT},
		{"SIGTERM", func(s *seat) { _ = s.cmd.Process.Signal(syscall.SIGTERM) }, -1, syscall.SIGTERM},
		{"SIGHUP", func(s *seat) { _ = s.cmd.Process.Signal(syscall.SIGHUP) }, -1, syscall.SIGHUP},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := sit(t, nil, tool(t, "vtreplay"), "play", file)
			s.await("second")
			s.await("frame 2/3")
			tc.do(s)
			state := s.end()
			status := state.Sys().(syscall.WaitStatus)
			if state.ExitCode() != tc.code || tc.signal != 0 && status.Signal() != tc.signal {
				t.Errorf("got %v, want code %d or signal %v", state, tc.code, tc.signal)
			}
			for _, secret := range []string{"TITLE", "c2Vj", "1003h", "\x1b[6n", "\x1b[c", "\x07"} {
				if bytes.Contains(s.raw, []byte(secret)) {
					t.Errorf("%q of the recording reached the terminal", secret)
				}
			}
		})
	}
}

func TestPlayPTY_RestoresTheTerminalAfterAPanic(t *testing.T) {
	s := sit(t, nil, tool(t, "crashing"), castFile(t, "{\"version\": 2, \"width\": 30, \"height\": 5}\n[0.2, \"o\", \"first\"]\n"))
	state := s.end()
	if state.ExitCode() != 2 {
		t.Errorf("got %v, want exit code 2", state)
	}
	if !strings.Contains(string(s.raw), "first") && !strings.Contains(string(s.raw), "slice bounds") {
		t.Errorf("it did not crash while it played:\n%q", s.raw)
	}
}

func TestPlayPTY_Keys(t *testing.T) {
	s := sit(t, nil, tool(t, "vtreplay"), "play", castFile(t, hostileCast))
	s.await("second")
	s.typed("G")
	s.await("third")
	s.await("end")
	s.typed("\x1b[") // an arrow in two pieces
	s.typed("D")
	s.await("59:55")
	s.typed("q")
	s.end()
}

func TestPlayPTY_RecordingOnStandardInput(t *testing.T) {
	f, err := os.Open(castFile(t, hostileCast))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := sit(t, f, tool(t, "vtreplay"), "play", "-")
	s.await("second")
	s.typed("q")
	if state := s.end(); state.ExitCode() != 0 {
		t.Errorf("got %v, want success", state)
	}
}

func TestPlayPTY_ClipsToTheTerminal(t *testing.T) {
	text := `{"version": 2, "width": 100, "height": 30}` + "\n" + `[0, "o", "\u001b[30;1Hbottom"]` + "\n"
	s := sit(t, nil, tool(t, "vtreplay"), "play", castFile(t, text))
	s.await("bottom")
	s.await("clipped from 100x30")
	// What the program draws for the new size must find the model in it: it waits for
	// the lock.
	s.mu.Lock()
	err := pty.Setsize(s.master, &pty.Winsize{Cols: 100, Rows: 31})
	s.model.Resize(100, 31)
	s.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	s.await("q quit")
	if _, clipped := s.screen().Find("clipped"); clipped {
		t.Errorf("still clipped on a larger terminal:\n%s", s.screen())
	}
	s.typed("q")
	s.end()
}
