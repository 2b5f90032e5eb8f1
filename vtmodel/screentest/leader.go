//go:build unix

package screentest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"jp/engine"
)

// leaderEnv holds the errand of a session leader, as JSON.
const leaderEnv = "SCREENTEST_LEADER"

// An errand is what a leader starts.
type errand struct {
	Path  string
	Args  []string // without the name
	Dir   string
	Files [3]string // by channel: where it goes when that is not the terminal
	Clock bool
}

// The descriptors that a leader inherits, besides the terminal as 0 to 2.
const (
	leaderSays  = 3
	leaderHolds = 4
	leaderClock = 5
)

// A program on a terminal of its own has a parent there, as it has a shell in real
// life: the session's leader. If the program led its session itself, the kernel
// would put the terminal's modes back when it ends, and TTYRestored would prove
// nothing. The leader is this very test binary, started once more; init runs before
// any test could.
func init() {
	text, ok := os.LookupEnv(leaderEnv)
	if !ok {
		return
	}
	says := os.NewFile(leaderSays, "leader")
	if err := lead(text, says); err != nil {
		_, _ = fmt.Fprintf(says, "error %v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// lead starts the program in the foreground, says how it ended, and keeps the
// session until the test has looked at the terminal.
func lead(text string, says io.Writer) error {
	var e errand
	if err := errors.Join(os.Unsetenv(leaderEnv), json.Unmarshal([]byte(text), &e)); err != nil {
		return err
	}
	tty := os.NewFile(0, "tty")
	devices := [3]*os.File{tty, tty, tty} // by channel
	for i, path := range e.Files {
		if path == "" {
			continue
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
		if err != nil {
			return err
		}
		devices[i] = f
	}
	child := exec.Command(e.Path, e.Args...)
	child.Dir = e.Dir
	child.Stdin, child.Stdout, child.Stderr = tty, devices[engine.Out], devices[engine.Err]
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Foreground: true, Ctty: 0}
	if e.Clock {
		child.ExtraFiles = []*os.File{os.NewFile(leaderClock, "clock")}
	}
	if err := child.Start(); err != nil {
		return err
	}
	for _, f := range child.ExtraFiles {
		_ = f.Close()
	}
	if _, err := fmt.Fprintf(says, "started %d\n", child.Process.Pid); err != nil {
		return err
	}
	_ = child.Wait() // How it ended is said in full.
	if _, err := fmt.Fprintf(says, "ended %d\n", statusOf(child.ProcessState)); err != nil {
		return err
	}
	_, err := io.Copy(io.Discard, os.NewFile(leaderHolds, "hold"))
	return err
}

// statusOf is the exit status as a shell tells it: 128 and the number of the
// signal that ended the program.
func statusOf(state *os.ProcessState) int {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return state.ExitCode()
}
