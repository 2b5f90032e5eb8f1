package main

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Without a terminal a signal ends the run just as cleanly, and the parent sees which one it was.
func TestSignals_EndTheRunAndKeepWhatCame(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const part = "Half an answer and"
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(signal.String(), func(t *testing.T) {
			out, theirs, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			env := append(baseEnv(t), anthropicAt(t, story(part))...)
			cmd := &exec.Cmd{Path: self, Args: []string{"jp", "query", "-q", "-m", "anthropic/m", "why"}, Env: env, Stdout: theirs}
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
			if text := string(got) + string(rest); strings.TrimSuffix(text, "\n") != part || !strings.HasSuffix(text, "\n") {
				t.Errorf("got %q, want %q and a newline", text, part)
			}
			if got, want := statusOfExit(cmd.Wait()), 128+int(signal); got != want {
				t.Errorf("exit status %d, want %d", got, want)
			}
		})
	}
}
