package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// part is what has come when the signal does.
const part = "Half an answer and"

// signalAfterPart runs jp without a terminal, sends the signal when part is on standard output, and
// returns what was written.
func signalAfterPart(t *testing.T, signal syscall.Signal, home string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	env := append(baseEnv(t), anthropicAt(t, story(part))...)
	var said bytes.Buffer
	cmd := &exec.Cmd{
		Path: self, Args: append([]string{"jp", "query", "-m", "anthropic/m"}, args...), Env: append(env, "XDG_DATA_HOME="+home),
		Stdout: theirs, Stderr: &said,
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	timer := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer timer.Stop()
	got := make([]byte, len(part))
	if _, err := io.ReadFull(out, got); err != nil {
		t.Fatalf("read %q: %v", got, err)
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	status = statusOfExit(cmd.Wait())
	return string(got) + string(rest), said.String(), status
}

// Without a terminal a signal ends the run just as cleanly, and the parent sees which one it was. A
// hangup goes without a word: nobody is there to read it.
func TestSignals_EndTheRunAndKeepWhatCame(t *testing.T) {
	for _, c := range []struct {
		signal syscall.Signal
		args   string
		said   string
	}{
		{syscall.SIGINT, "-q why", ""},
		{syscall.SIGINT, "why", "jp: note: interrupted, what was received is kept: jp conversation print "},
		{syscall.SIGTERM, "why", "jp: note: interrupted, what was received is kept: jp conversation print "},
		{syscall.SIGINT, "--no-persist why", "jp: note: interrupted, what was received is not kept"},
		{syscall.SIGHUP, "why", ""},
		{syscall.SIGHUP, "-v why", ""},
	} {
		t.Run(c.signal.String()+" "+c.args, func(t *testing.T) {
			home := t.TempDir()
			args := strings.Fields(c.args)
			stdout, stderr, status := signalAfterPart(t, c.signal, home, args...)
			if strings.TrimSuffix(stdout, "\n") != part || !strings.HasSuffix(stdout, "\n") {
				t.Errorf("got %q, want %q and a newline", stdout, part)
			}
			if want := 128 + int(c.signal); status != want {
				t.Errorf("exit status %d, want %d", status, want)
			}
			stored, _ := filepath.Glob(filepath.Join(home, "jp", "conversations", "*", "events.jsonl"))
			if c.said == "" {
				if strings.Contains(stderr, "jp: ") || c.args != "-v why" && stderr != "" {
					t.Errorf("said %q, want nothing", stderr)
				}
				return
			}
			if strings.HasSuffix(c.said, " ") && len(stored) == 1 {
				c.said += filepath.Base(filepath.Dir(stored[0]))
			}
			if stderr != c.said+"\n" {
				t.Errorf("said %q, want %q", stderr, c.said)
			}
		})
	}
}
