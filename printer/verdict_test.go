package printer_test

import (
	"testing"

	"jp/engine"
	"jp/internal/tty"
	"jp/printer"
)

func TestDecide(t *testing.T) {
	type conditions = printer.Conditions
	for _, tc := range []struct {
		name   string
		c      conditions
		on     bool
		reason string
	}{
		{"pretty on a terminal", conditions{Pretty: true, Terminal: true}, true, "standard error is a terminal"},
		{"format text", conditions{Terminal: true}, false, "the output format permits no terminal control"},
		{"a file", conditions{Pretty: true}, false, "standard error is not a terminal"},
		{"a file, forced pretty, dumb", conditions{Pretty: true, Dumb: true}, false, "standard error is not a terminal"},
		{"dumb", conditions{Pretty: true, Terminal: true, Dumb: true}, false, "TERM is unset or dumb, so the cursor can not be moved"},
		{"silenced", conditions{Pretty: true, Terminal: true, Silent: true}, false, "chrome is silenced"},
		{"everything against it", conditions{Dumb: true, Silent: true}, false, "chrome is silenced"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := printer.Decide(tc.c)
			if got.On != tc.on || got.Reason != tc.reason {
				t.Errorf("got %v %q, want %v %q", got.On, got.Reason, tc.on, tc.reason)
			}
		})
	}
}

func TestResolve(t *testing.T) {
	var (
		own   = tty.Device{Kind: tty.KindTerminal, Controlling: true, Number: 3}
		other = tty.Device{Kind: tty.KindTerminal, Number: 4}
		file  = tty.Device{Kind: tty.KindFile}
		none  = tty.Device{}
	)
	const (
		nowhere = engine.PortNone
		plain   = engine.PortPlain
		raw     = engine.PortRaw
		screen  = engine.PortScreen
	)
	for _, tc := range []struct {
		name          string
		out, err, tty tty.Device
		setup         printer.Setup
		want          [3]engine.Port
		on            bool
	}{
		{"all one terminal", own, own, own, printer.Setup{}, [3]engine.Port{screen, screen, screen}, true},
		{"stdout to a file", file, own, own, printer.Setup{}, [3]engine.Port{plain, screen, screen}, true},
		{"stderr to a file", own, file, own, printer.Setup{}, [3]engine.Port{screen, plain, screen}, false},
		{"both to files", file, file, own, printer.Setup{}, [3]engine.Port{plain, plain, screen}, false},
		{"no terminal", file, file, none, printer.Setup{}, [3]engine.Port{plain, plain, nowhere}, false},
		{"stderr on another terminal", own, other, own, printer.Setup{}, [3]engine.Port{raw, screen, raw}, true},
		{"no controlling terminal", other, other, none, printer.Setup{}, [3]engine.Port{screen, screen, nowhere}, true},
		{"stdout closed", none, own, own, printer.Setup{}, [3]engine.Port{nowhere, screen, screen}, true},
		{"format text", own, own, own, printer.Setup{Format: printer.FormatText}, [3]engine.Port{plain, plain, screen}, false},
		{"format pretty into files", file, file, own, printer.Setup{Format: printer.FormatPretty}, [3]engine.Port{raw, raw, screen}, false},
		{"format JSON", own, own, own, printer.Setup{Format: printer.FormatJSON}, [3]engine.Port{raw, raw, screen}, false},
		{"silent", own, own, own, printer.Setup{Silent: true}, [3]engine.Port{screen, screen, screen}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := printer.Resolve(tty.Found{
				OutDevice: tc.out, ErrDevice: tc.err, TTYDevice: tc.tty,
				Environ: tty.Environ{Term: "xterm"},
			}, tc.setup)
			if ports := [3]engine.Port{got.Out, got.Err, got.TTY}; ports != tc.want {
				t.Errorf("got %v, want %v", ports, tc.want)
			}
			if got.Verdict.On != tc.on {
				t.Errorf("regions: got %v (%s), want %v", got.Verdict.On, got.Verdict.Reason, tc.on)
			}
		})
	}
}

func TestResolve_Profile(t *testing.T) {
	for _, tc := range []struct {
		name   string
		choice string
		found  tty.Profile
		want   engine.Profile
	}{
		{"auto, nothing known", "auto", tty.ProfileBase, engine.ProfileBase},
		{"auto, kitty", "auto", tty.ProfileKitty, engine.ProfileKitty},
		{"auto, xterm.js", "auto", tty.ProfileXtermJS, engine.ProfileXtermJS},
		{"base wins", "base", tty.ProfileKitty, engine.ProfileBase},
		{"kitty wins", "kitty", tty.ProfileXtermJS, engine.ProfileKitty},
		{"xtermjs wins", "xtermjs", tty.ProfileBase, engine.ProfileXtermJS},
	} {
		t.Run(tc.name, func(t *testing.T) {
			choice, err := printer.ParseProfile(tc.choice)
			if err != nil {
				t.Fatal(err)
			}
			got := printer.Resolve(tty.Found{Environ: tty.Environ{Profile: tc.found}}, printer.Setup{Profile: choice})
			if got.Profile != tc.want {
				t.Errorf("got %v, want %v", got.Profile, tc.want)
			}
		})
	}
	if _, err := printer.ParseProfile("vt100"); err == nil || err.Error() != `profile "vt100": want auto, base, kitty or xtermjs` {
		t.Errorf("got %v", err)
	}
}
