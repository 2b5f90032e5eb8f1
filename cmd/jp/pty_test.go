package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/recording"
	"jp/vtmodel"
)

// anthropic starts a service and returns the environment that points to it.
func anthropicAt(t *testing.T, reply faultserver.Reply) []string {
	t.Helper()
	s := faultserver.New(reply)
	t.Cleanup(s.Close)
	return []string{"ANTHROPIC_BASE_URL=" + s.URL, "ANTHROPIC_API_KEY=k"}
}

// story is an answer that never ends: its events, but for the last ones, and then silence.
func story(text string) faultserver.Reply {
	events := faultserver.Events(provider.Messages, faultserver.Turn{Text: text})
	return faultserver.Stream(events[:len(events)-3]...).Then(faultserver.Stall())
}

func TestPTY_DemoLeavesTheTerminalAsItWas(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "unusual-name.md"), []byte("# A file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	x := start(t, launch{cols: 80, rows: 24, dir: dir}, "demo")
	x.await("unusual-name.md")
	x.exit(0)
	text := x.text()
	for _, residue := range []string{"Waiting", "Running", "Calling"} {
		if strings.Contains(text, residue) {
			t.Errorf("%q is left on the screen:\n%s", residue, text)
		}
	}
}

func TestPTY_WaitingRowAppearsAndLeavesNothing(t *testing.T) {
	env := append(anthropicAt(t, faultserver.Stream().Then(faultserver.Stall())), "JP_CFG_STYLE_WAITING_DELAY=0s")
	x := start(t, launch{cols: 60, rows: 10, env: env}, "query", "-m", "anthropic/m", "why")
	x.await("⏱ Waiting… ")
	x.await("(waiting for first token)")
	x.press(ctrlC)
	x.exit(130)
	if got, want := x.text(), "jp: note: interrupted before an answer came"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestPTY_FirstInterruptKeepsWhatCame(t *testing.T) {
	home := t.TempDir()
	// More than the renderer holds while a paragraph may still become a heading.
	env := append(anthropicAt(t, story("Half an answer, which has come as far as its second row on a screen of sixty columns, and")), "XDG_DATA_HOME="+home)
	const rows = "Half an answer, which has come as far as its second row on\na screen of sixty columns, and"
	x := start(t, launch{cols: 60, rows: 10, env: env}, "query", "-m", "anthropic/m", "why")
	x.await("a screen of sixty")
	x.press(ctrlC)
	x.exit(130)
	got, id, _ := strings.Cut(x.text(), ": jp conversation print ")
	if want := rows + "\n\njp: note: interrupted, what was received is kept"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	y := start(t, launch{cols: 60, rows: 10, env: []string{"XDG_DATA_HOME=" + home}}, "conversation", "print", id)
	y.exit(0)
	if got, want := y.text(), rows; got != want {
		t.Errorf("stored: got %q, want %q", got, want)
	}
}

func TestPTY_StandardInputThatDoesNotEndIsWaitedForVisibly(t *testing.T) {
	silent, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	defer silent.Close()
	x := start(t, launch{cols: 60, rows: 10, redirect: func(cmd *exec.Cmd) { cmd.Stdin = silent }}, "query", "-m", "offline", "why")
	x.await("⏱ Reading standard input… 1.")
	x.press(ctrlC)
	x.exit(130)
	if got := x.text(); got != "" {
		t.Errorf("left on the screen:\n%s", got)
	}
}

func TestPTY_SecondInterruptEndsAtOnce(t *testing.T) {
	// A terminal that takes nothing holds the graceful way out up.
	env := anthropicAt(t, story(strings.Repeat("many words ", 4000)))
	x := start(t, launch{cols: 60, rows: 10, env: env, blocked: true}, "query", "-m", "anthropic/m", "why")
	x.awaitBlocked()
	x.press(ctrlC)
	x.press(ctrlC)
	x.unblock()
	x.exit(130)
}

// One is enough, too: what a stopped screen does not take is dropped after a moment, and stored.
func TestPTY_FirstInterruptDoesNotWaitForAStoppedScreen(t *testing.T) {
	home := t.TempDir()
	env := append(anthropicAt(t, story(strings.Repeat("many words ", 40000))), "XDG_DATA_HOME="+home)
	x := start(t, launch{cols: 60, rows: 10, env: env, blocked: true}, "query", "-m", "anthropic/m", "why")
	x.awaitBlocked()
	began := time.Now()
	x.press(ctrlC)
	x.awaitReport()
	if took := time.Since(began); took > 2*time.Second+grace {
		t.Errorf("it took %v", took)
	}
	x.unblock()
	x.exit(130)
	y := start(t, launch{cols: 60, rows: 10, env: []string{"XDG_DATA_HOME=" + home}}, "conversation", "ls")
	y.exit(0)
	if got := y.text(); !strings.Contains(got, "why") {
		t.Errorf("not stored: %q", got)
	}
}

// grace is what a busy machine may add to a time that is promised.
const grace = time.Second

// What a recording plays is what was on the screen.
func TestPTY_RecordingShowsWhatTheScreenShowed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "session.cast")
	env := append(anthropicAt(t, faultserver.Stream(faultserver.Events(provider.Messages, turn)...)), "JP_CFG_STYLE_WAITING_DELAY=0s")
	x := start(t, launch{cols: 60, rows: 12, env: env}, "query", "-m", "anthropic/m", "--record", name, "why")
	x.exit(0)
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := recording.NewReader(f, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	model := vtmodel.NewVT10x(r.Header().Cols, r.Header().Rows)
	status := -1
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind == recording.Output {
			model.Write(e.Data)
		}
		if s, ok := e.Status(); ok {
			status = s
		}
	}
	if diff := vtmodel.FirstDifference(x.screen(), model.Screen()); diff != "" || status != 0 {
		t.Errorf("status %d, screens:\n%s", status, diff)
	}
}

func TestPTY_OtherChannelsGetTextOnly(t *testing.T) {
	env := append(anthropicAt(t, faultserver.Stream(faultserver.Events(provider.Messages, turn)...)), "JP_CFG_STYLE_WAITING_DELAY=0s")
	const answer = "The sky is blue.\n\nReally.\n"
	for _, c := range []struct {
		name       string
		out, err   bool // into a file
		wantScreen string
	}{
		{"stdout in a file", true, false, "Let me think."},
		{"stderr in a file", false, true, "Let me think.\n\nThe sky is blue.\n\nReally."},
		{"both in a file", true, true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := tempFile(t), tempFile(t)
			x := start(t, launch{cols: 60, rows: 12, env: env, redirect: func(cmd *exec.Cmd) {
				if c.out {
					cmd.Stdout = out
				}
				if c.err {
					cmd.Stderr = err
				}
			}}, "query", "-m", "anthropic/m", "why")
			x.exit(0)
			if got := x.text(); got != c.wantScreen {
				t.Errorf("screen: got\n%s\nwant\n%s", got, c.wantScreen)
			}
			if got := content(t, out); c.out && got != answer {
				t.Errorf("stdout: got %q, want %q", got, answer)
			}
			if got := content(t, err); got != "" {
				t.Errorf("stderr: got %q, want nothing", got)
			}
		})
	}
}

func TestPTY_DumbTerminalGetsNoEscapes(t *testing.T) {
	env := append(anthropicAt(t, faultserver.Stream(faultserver.Events(provider.Messages, turn)...)), "TERM=dumb", "JP_CFG_STYLE_WAITING_DELAY=0s")
	x := start(t, launch{cols: 60, rows: 12, env: env}, "query", "-m", "anthropic/m", "why")
	x.exit(0)
	if got, want := x.bytes(), "The sky is blue.\r\n\r\nReally.\r\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPTY_NoColorLeavesFaintAndBold(t *testing.T) {
	env := append(anthropicAt(t, faultserver.Stream(faultserver.Events(provider.Messages, turn)...)), "NO_COLOR=1")
	x := start(t, launch{cols: 60, rows: 12, env: env}, "query", "-m", "anthropic/m", "why")
	x.exit(0)
	raw := x.bytes()
	if !strings.Contains(raw, "\x1b[0;2m") {
		t.Errorf("reasoning is not faint: %q", raw)
	}
	for _, color := range []string{"\x1b[3", "\x1b[0;3", "\x1b[9", "\x1b[0;1;3"} {
		if strings.Contains(raw, color) {
			t.Errorf("has a colour %q: %q", color, raw)
		}
	}
}

func tempFile(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func content(t *testing.T, f *os.File) string {
	t.Helper()
	b, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
