package printer_test

import (
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"jp/engine"
	"jp/printer"
	"jp/vtmodel"
)

// tape records what reaches the devices, in order, with the (virtual) time.
type tape struct {
	epoch time.Time

	mu     sync.Mutex // guards writes
	writes []write
}

type write struct {
	at      time.Duration
	channel engine.Channel
	text    string
}

func newTape() *tape { return &tape{epoch: time.Now()} }

// port is one channel's way onto the tape.
type port struct {
	*tape
	channel engine.Channel
}

func (p port) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.writes = append(p.writes, write{time.Since(p.epoch), p.channel, string(b)})
	return len(b), nil
}

// gated is w, blocked until gate is closed.
func gated(w io.Writer, gate <-chan struct{}) io.Writer {
	return writerFunc(func(b []byte) (int, error) {
		<-gate
		return w.Write(b)
	})
}

// text is all that one channel got.
func (t *tape) text(ch engine.Channel) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	for _, w := range t.writes {
		if w.channel == ch {
			b.WriteString(w.text)
		}
	}
	return b.String()
}

// all is what the terminal got, all channels together.
func (t *tape) all() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	for _, w := range t.writes {
		b.WriteString(w.text)
	}
	return b.String()
}

func (t *tape) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.writes)
}

// screen is what a person sees, without the blank rows below.
func (t *tape) screen() string {
	model := vtmodel.NewVT10x(80, 24)
	io.WriteString(model, t.all())
	rows := model.Screen().Text()
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return strings.TrimRight(strings.Join(rows, "\n"), "\n")
}

// onScreen is options for a terminal of 80 by 24 that carries all three channels.
func onScreen(t *tape) printer.Options {
	return printer.Options{
		Out: port{t, engine.Out}, Err: port{t, engine.Err}, TTY: port{t, engine.TTY},
		Terminal: printer.Terminal{
			Out: engine.PortScreen, Err: engine.PortScreen, TTY: engine.PortScreen,
			Verdict: printer.Decide(printer.Conditions{Pretty: true, Terminal: true}),
			Size:    func() (cols, rows int) { return 80, 24 },
		},
	}
}

// onFiles is options for two files and no terminal.
func onFiles(t *tape) printer.Options {
	return printer.Options{
		Out: port{t, engine.Out}, Err: port{t, engine.Err},
		Terminal: printer.Terminal{Out: engine.PortPlain, Err: engine.PortPlain},
	}
}

func waiting() engine.Style {
	return engine.Style{Label: engine.Label{Glyph: "⏱", Subject: "Waiting…", Clock: engine.ClockElapsed}}
}

func equal(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("\ngot  %q\nwant %q", got, want)
	}
}
