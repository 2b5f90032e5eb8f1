package printer_test

import (
	"testing"
	"testing/synctest"

	"jp/engine"
	"jp/internal/tty"
	"jp/printer"
)

// Keys that are echoed stand among what is printed, also where no region is drawn.
func TestEcho_IsOffWhereverSomethingIsShown(t *testing.T) {
	const none, plain, raw, screen = engine.PortNone, engine.PortPlain, engine.PortRaw, engine.PortScreen
	for _, tc := range []struct {
		name     string
		out, err engine.Port
		shown    bool
		want     string
	}{
		{"chrome to a file", screen, plain, false, "leave no-echo"},
		{"quiet", screen, none, false, "leave no-echo"},
		{"answer to a file", plain, screen, false, "leave no-echo"},
		{"text on the terminal", plain, plain, true, "leave no-echo"},
		{"json on the terminal", raw, raw, true, "leave no-echo"},
		{"all to files", plain, plain, false, "leave"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tape := newTape()
				m := newModes(tape)
				o := onScreen(tape)
				o.Modes = m
				o.Terminal.Out, o.Terminal.Err = tc.out, tc.err
				o.Terminal.Shown, o.Terminal.Verdict = tc.shown, printer.Verdict{}
				p := printer.New(o)
				equal(t, m.take(), tc.want)
				prompt, err := p.Prompt(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				m.take()
				prompt.Close()
				p.Flush()
				equal(t, m.take(), tc.want+" "+tc.want)
				p.Close()
			})
		})
	}
}

func TestResolve_ShownIsTheTerminalWithTheKeyboard(t *testing.T) {
	screen := tty.Device{Kind: tty.KindTerminal, Controlling: true}
	other := tty.Device{Kind: tty.KindTerminal, Number: 9}
	file := tty.Device{Kind: tty.KindFile}
	for _, tc := range []struct {
		name     string
		out, err tty.Device
		setup    printer.Setup
		want     bool
	}{
		{"all", screen, screen, printer.Setup{}, true},
		{"text", screen, screen, printer.Setup{Format: printer.FormatText}, true},
		{"json", screen, file, printer.Setup{Format: printer.FormatJSON}, true},
		{"chrome alone", file, screen, printer.Setup{}, true},
		{"chrome alone, silent", file, screen, printer.Setup{Silent: true}, false},
		{"answer alone, silent", screen, file, printer.Setup{Silent: true}, true},
		{"another terminal", file, other, printer.Setup{}, false},
		{"files", file, file, printer.Setup{}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := tty.Found{OutDevice: tc.out, ErrDevice: tc.err, TTYDevice: screen}
			if got := printer.Resolve(f, tc.setup).Shown; got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}
