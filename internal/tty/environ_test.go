package tty_test

import (
	"testing"

	"jp/internal/tty"
)

func lookup(env map[string]string) tty.Lookup {
	return func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}
}

func TestChooseProfile(t *testing.T) {
	for _, tc := range []struct {
		name string
		env  map[string]string
		want tty.Profile
	}{
		{"nothing known", nil, tty.ProfileBase},
		{"kitty by its window", map[string]string{"KITTY_WINDOW_ID": "1"}, tty.ProfileKitty},
		{"kitty over ssh", map[string]string{"TERM": "xterm-kitty"}, tty.ProfileKitty},
		{"vscode", map[string]string{"TERM_PROGRAM": "vscode"}, tty.ProfileXtermJS},
		{"Hyper", map[string]string{"TERM_PROGRAM": "Hyper"}, tty.ProfileXtermJS},
		{"Tabby", map[string]string{"TERM_PROGRAM": "Tabby"}, tty.ProfileXtermJS},
		{"ghostty", map[string]string{"TERM_PROGRAM": "ghostty"}, tty.ProfileBase},
		{"tmux in kitty", map[string]string{"TMUX": "/tmp/s", "KITTY_WINDOW_ID": "1"}, tty.ProfileBase},
		{"tmux by TERM in vscode", map[string]string{"TERM": "tmux-256color", "TERM_PROGRAM": "vscode"}, tty.ProfileBase},
		{"screen in kitty", map[string]string{"STY": "1.pts", "TERM": "xterm-kitty"}, tty.ProfileBase},
		{"screen by TERM", map[string]string{"TERM": "screen", "KITTY_WINDOW_ID": "1"}, tty.ProfileBase},
		{"empty variables", map[string]string{"TMUX": "", "KITTY_WINDOW_ID": ""}, tty.ProfileBase},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tty.ChooseProfile(lookup(tc.env)); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestKnowsSync(t *testing.T) {
	for _, tc := range []struct {
		name string
		env  map[string]string
		want bool
	}{
		{"nothing known", nil, false},
		{"plain xterm", map[string]string{"TERM": "xterm-256color"}, false},
		{"kitty", map[string]string{"TERM": "xterm-kitty"}, true},
		{"ghostty", map[string]string{"TERM": "xterm-ghostty"}, true},
		{"foot with an extension", map[string]string{"TERM": "foot-extra"}, true},
		{"alacritty under xterm's name", map[string]string{"TERM": "xterm-256color", "ALACRITTY_WINDOW_ID": "7"}, true},
		{"WezTerm", map[string]string{"TERM_PROGRAM": "WezTerm"}, true},
		{"Windows Terminal", map[string]string{"WT_SESSION": "x"}, true},
		{"tmux in kitty", map[string]string{"TMUX": "/tmp/s", "KITTY_WINDOW_ID": "1"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tty.KnowsSync(lookup(tc.env)); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestReadEnviron(t *testing.T) {
	for _, tc := range []struct {
		name string
		env  map[string]string
		want tty.Environ
	}{
		{"TERM unset is dumb", nil, tty.Environ{Dumb: true}},
		{"TERM empty is dumb", map[string]string{"TERM": ""}, tty.Environ{Dumb: true}},
		{"TERM dumb", map[string]string{"TERM": "dumb"}, tty.Environ{Term: "dumb", Dumb: true}},
		{
			"colour as data",
			map[string]string{"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"},
			tty.Environ{Term: "xterm", ColorTerm: "truecolor", NoColor: true},
		},
		{"NO_COLOR empty says nothing", map[string]string{"TERM": "xterm", "NO_COLOR": ""}, tty.Environ{Term: "xterm"}},
		{"accessible", map[string]string{"TERM": "xterm", "ACCESSIBLE": "1"}, tty.Environ{Term: "xterm", Accessible: true}},
		{"not accessible", map[string]string{"TERM": "xterm", "ACCESSIBLE": "0"}, tty.Environ{Term: "xterm"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tty.ReadEnviron(lookup(tc.env)); got != tc.want {
				t.Errorf("got %+v, want %+v", got, tc.want)
			}
		})
	}
}

func TestSame(t *testing.T) {
	terminal := func(number uint64, controlling bool) tty.Device {
		return tty.Device{Kind: tty.KindTerminal, Node: 1, Number: number, Controlling: controlling}
	}
	elsewhere := terminal(3, false)
	elsewhere.Node = 2
	for _, tc := range []struct {
		name string
		a, b tty.Device
		want bool
	}{
		{"one number", terminal(3, false), terminal(3, false), true},
		{"two numbers", terminal(3, false), terminal(4, false), false},
		{"one number in two mounts", terminal(3, false), elsewhere, false},
		{"by name and by number", terminal(3, true), terminal(5, true), true},
		{"the controlling one and another", terminal(3, true), terminal(3, false), false},
		{"no device", tty.Device{}, tty.Device{}, false},
		{"files", tty.Device{Kind: tty.KindFile}, tty.Device{Kind: tty.KindFile}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tty.Same(tc.a, tc.b); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
			if got := tty.Same(tc.b, tc.a); got != tc.want {
				t.Errorf("the other way round: got %v, want %v", got, tc.want)
			}
		})
	}
}
