//go:build unix

package screentest

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// Running is a program on a terminal of its own: behind a kernel pty, in the
// foreground of a session. What it writes is shown on a vtmodel.Terminal, whose
// answers it gets.
//
// A method that fails ends the test with a report. Those that do something (Type,
// Key, Paste, Signal, Resize) return at once; those that await return when it has
// come about, and a golden can be taken then and only then. In order of preference:
//
//	Grant        a program with a granted clock: exact, also between two ticks
//	AwaitFrame   a program that paints in synchronized updates (DEC 2026)
//	AwaitInput   it waits for keys and has read all that were typed
//	AwaitExit    it has ended
//	AwaitEcho, AwaitRaw  it has changed the terminal's modes, and is at rest
//	AwaitScreen  the screen is as described, and still is when it is at rest
//	AwaitIdle    it was silent for a while: proves little, marks the golden unsteady
//
// At rest means: all that was typed has passed the line discipline, all that was
// written is on the screen, and no thread of the foreground programs has run since.
// The test's goroutine owns a Running.
type Running struct {
	t       *testing.T
	session *session
	album   *album
	failed  bool
}

// Start starts a program on a terminal of the given size. It is ended, if need be,
// when the test is.
func Start(t *testing.T, c Command, size Size, options ...Option) *Running {
	t.Helper()
	var s settings
	for _, o := range options {
		o(&s)
	}
	p := &Running{t: t}
	where := callerOf(1)
	session, err := openSession(c, size, s, t.TempDir(), where)
	if err != nil {
		t.Fatalf("%s: Start: %v", where, err)
	}
	p.session = session
	t.Cleanup(p.finish)
	return p
}

// finish closes the session and writes or checks the golden file.
func (p *Running) finish() {
	if err := p.session.close(); err != nil {
		p.t.Error(err)
	}
	if p.album == nil || p.failed || p.t.Failed() {
		return
	}
	if err := p.album.finish(); err != nil {
		p.t.Error(err)
	}
}

// act notes a happening and does it.
func (p *Running) act(h happening, do func() error) *Running {
	p.t.Helper()
	h.where = callerOf(2)
	p.check(p.session.act(h, do))
	return p
}

// Type types text, as it is: what a person can type. For Enter write "\n" or use Key.
func (p *Running) Type(text string) *Running {
	p.t.Helper()
	return p.act(happening{text: fmt.Sprintf("Type %q", text)}, func() error { return p.session.typed(text) })
}

// Key presses a key: one character, or Enter, Tab, Space, Backspace, Escape, Up,
// Down, Left, Right, Home, End, Insert, Delete, PageUp, PageDown, F1 to F12; with
// Ctrl+, Alt+ or Shift+ before it.
func (p *Running) Key(name string) *Running {
	p.t.Helper()
	return p.act(happening{text: "Key " + name}, func() error { return p.session.key(name) })
}

// Paste pastes text, between the brackets of the terminal when the program has asked
// for them.
func (p *Running) Paste(text string) *Running {
	p.t.Helper()
	return p.act(happening{text: fmt.Sprintf("Paste %q", text)}, func() error { return p.session.paste(text) })
}

// Signal sends a signal to the process group in the foreground.
func (p *Running) Signal(s syscall.Signal) *Running {
	p.t.Helper()
	return p.act(happening{text: fmt.Sprintf("Signal %v", s)}, func() error { return p.session.signal(s) })
}

// Resize gives the terminal another size; the kernel tells the program.
func (p *Running) Resize(cols, rows int) *Running {
	p.t.Helper()
	size := Size{cols, rows}
	return p.act(happening{text: fmt.Sprintf("Resize %v", size), size: &size}, func() error { return p.session.resize(size) })
}

// Grant lets time pass for a program that was started with Granted, and returns
// when it has done all that is due.
func (p *Running) Grant(d time.Duration) *Running {
	p.t.Helper()
	return p.act(happening{text: fmt.Sprintf("Grant %v", d)}, func() error { return p.session.grant(d) })
}

// AwaitInput waits until a thread of the program in the foreground is blocked until
// a key is typed (in read, select, poll or epoll on the terminal) and everything is
// at rest. Only Linux tells that; elsewhere it waits until what was typed has been
// read and the program was silent for 50 ms, and marks the golden unsteady.
//
// A Go program that reads a terminal which it has opened itself waits in Go's own
// poller, and nobody can tell: use AwaitText there. Standard input is fine.
func (p *Running) AwaitInput() *Running {
	p.t.Helper()
	return p.act(happening{text: "AwaitInput"}, p.session.awaitInput)
}

// AwaitEcho waits until typed keys are shown, or no longer: a password is asked for.
func (p *Running) AwaitEcho(on bool) *Running {
	p.t.Helper()
	return p.act(happening{text: fmt.Sprintf("AwaitEcho %v", on)}, func() error { return p.session.awaitEcho(on) })
}

// AwaitRaw waits until the program gets every key as it is typed.
func (p *Running) AwaitRaw() *Running {
	p.t.Helper()
	return p.act(happening{text: "AwaitRaw"}, p.session.awaitRaw)
}

// AwaitFrame waits for the end of the next synchronized update. The screen is the
// one at that byte, even if the program goes on.
func (p *Running) AwaitFrame() *Running {
	p.t.Helper()
	return p.act(happening{text: "AwaitFrame"}, p.session.awaitFrame)
}

// AwaitScreen waits for a screen that pleases, outside of synchronized updates; it
// must still please when the program has come to rest.
func (p *Running) AwaitScreen(pleases func(vtmodel.Screen) bool) *Running {
	p.t.Helper()
	return p.act(happening{text: "AwaitScreen"}, func() error {
		return p.session.awaitScreen("a screen that pleases", pleases)
	})
}

// AwaitText is AwaitScreen for a text that can be read on the screen.
func (p *Running) AwaitText(text string) *Running {
	p.t.Helper()
	return p.act(happening{text: fmt.Sprintf("AwaitText %q", text)}, func() error { return p.session.awaitText(text) })
}

// AwaitIdle waits until the program was silent for d. That proves little: goldens
// are unsteady until something better is awaited.
func (p *Running) AwaitIdle(d time.Duration) *Running {
	p.t.Helper()
	return p.act(happening{text: fmt.Sprintf("AwaitIdle %v", d)}, func() error { return p.session.awaitIdle(d) })
}

// AwaitExit waits for the end of the program and checks its status; 128 and the
// number of the signal when one has ended it, as a shell has it.
func (p *Running) AwaitExit(status int) *Running {
	p.t.Helper()
	return p.act(happening{text: fmt.Sprintf("AwaitExit %d", status)}, func() error { return p.session.awaitExit(status) })
}

// TTYRestored checks that the terminal is as the program has found it: its modes in
// the kernel and O_NONBLOCK, the cursor, colours, links, modes, margins, keyboard,
// and that the main screen is shown.
func (p *Running) TTYRestored() *Running {
	p.t.Helper()
	return p.act(happening{text: "TTYRestored"}, p.session.notRestored)
}

// Golden compares the screen with the one of that name in testdata/<test>.txtar.
// SCREENTEST_UPDATE=1 writes it. Something must have been awaited since the last
// thing that was done.
func (p *Running) Golden(name string) *Running {
	p.t.Helper()
	where := callerOf(1)
	if p.album == nil {
		album, err := openAlbum(p.t, where)
		if err != nil {
			p.t.Fatalf("%s: Golden: %v", where, err)
		}
		p.album = album
	}
	p.check(p.session.act(happening{where: where, text: fmt.Sprintf("Golden %q", name)}, func() error {
		return p.session.golden(p.album, name)
	}))
	return p
}

// Screen is what the terminal shows now: everything that the program has written so
// far. Without an await before it that is a moment like any other.
func (p *Running) Screen() vtmodel.Screen {
	p.t.Helper()
	s, err := p.session.screen()
	p.check(err)
	return s
}

// Output is what a channel of ToFile has received.
func (p *Running) Output(ch engine.Channel) string {
	p.t.Helper()
	text, err := p.session.file(ch)
	p.check(err)
	return text
}

// check ends the test with a report and the files that help.
func (p *Running) check(err error) {
	p.t.Helper()
	if err == nil {
		return
	}
	p.failed = true
	p.session.failure(err, p.t.Name(), p.album).end(p.t, true)
}
