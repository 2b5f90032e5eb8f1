package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"jp/internal/config"
	"jp/internal/provider"
	"jp/internal/store"
	"jp/internal/tty"
)

// Every outcome has one status, and what it says is one error and at most one hint.
func TestStatusOf_AndWhatIsSaid(t *testing.T) {
	full := &store.AppendError{Path: "f", Events: 1, Err: syscall.ENOSPC}
	refused := &provider.Error{Kind: provider.Auth, Provider: "p", Message: "no", Hint: "do"}
	for _, c := range []struct {
		name   string
		err    error
		status int
		by     tty.Signal
		said   string
	}{
		{"fine", nil, 0, 0, ""},
		{"anything", errors.New("a\x1b[2J\nb"), 1, 0, "jp: error: a b\n"},
		{"usage", &usageError{"wrong", ""}, 2, 0, "jp: error: wrong\njp: hint: see jp --help\n"},
		{
			"setting", &config.ValueError{Origin: "--format", Value: "x", Want: "y"}, 2, 0,
			"jp: error: --format \"x\": want y\njp: hint: see jp --help\n",
		},
		{
			"setting of a variable", &config.ValueError{Origin: "JP_CFG_FORMAT", Value: "x", Want: "y"}, 2, 0,
			"jp: error: JP_CFG_FORMAT \"x\": want y\njp: hint: correct it, or unset JP_CFG_FORMAT\n",
		},
		{"unknown setting", &config.UnknownError{Name: "JP_CFG_X"}, 2, 0, "jp: error: JP_CFG_X: no such setting\njp: hint: unset it; docs/jp.md lists the settings\n"},
		{
			"full device that we write to", output(&fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}), 1, 0,
			"jp: error: write /dev/stdout: no space left on device\njp: hint: free some space where the output goes, or send it elsewhere\n",
		},
		{"denied", errDenied, 3, 0, "jp: error: a tool needed consent and nobody could give it\n"},
		{"provider", fmt.Errorf("run: %w", refused), 4, 0, "jp: error: p: no\njp: hint: do\n"},
		{
			"network pipe is not our reader", &provider.Error{Kind: provider.Connection, Provider: "p", Message: "broken", Err: syscall.EPIPE},
			4, 0, "jp: error: p: broken\njp: hint: check the network, and try again\n",
		},
		{
			"full disk", fmt.Errorf("not saved: %w", full), 1, 0,
			"jp: error: the conversation is not saved: save 1 event to \"f\" at offset 0: no space left on device\n" +
				"jp: hint: free some space, or run with --no-persist\n",
		},
		{"disk error is not our reader", &fs.PathError{Op: "write", Path: "f", Err: syscall.EIO}, 1, 0, "jp: error: write f: input/output error\n"},
		{"reader gone", output(fmt.Errorf("write: %w", syscall.EPIPE)), 141, tty.BrokenPipe, ""},
		{"interrupt", &signaled{tty.Interrupt}, 130, tty.Interrupt, ""},
		{"interrupt, and the reader gone", also(&signaled{tty.Interrupt}, output(syscall.EPIPE)), 130, tty.Interrupt, ""},
		{"termination", &signaled{tty.Terminate}, 143, tty.Terminate, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, by := statusOf(c.err)
			if status != c.status || by != c.by {
				t.Errorf("got status %d by %v, want %d by %v", status, by, c.status, c.by)
			}
			var said bytes.Buffer
			if c.err != nil && !isSilent(c.err) {
				voice{w: &said}.error(c.err)
			}
			if said.String() != c.said {
				t.Errorf("said %q, want %q", said.String(), c.said)
			}
		})
	}
}

func TestHasUnicode(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, true},
		{map[string]string{"LANG": "de_DE.UTF-8"}, true},
		{map[string]string{"LANG": "C.utf8"}, true},
		{map[string]string{"LANG": "C"}, false},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, false},
		{map[string]string{"LANG": "C", "LC_CTYPE": "en_US.UTF-8"}, true},
		{map[string]string{"LANG": "en_US.UTF-8", "TERM": "linux"}, false},
	} {
		got := hasUnicode(func(name string) (string, bool) { v, ok := c.env[name]; return v, ok })
		if got != c.want {
			t.Errorf("%v: got %v, want %v", c.env, got, c.want)
		}
	}
}
