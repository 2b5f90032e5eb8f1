package screentest

import (
	"slices"
	"strings"
	"time"

	"jp/engine"
)

// Policies are the resize policies that a scenario may name.
var Policies = []string{"any", "crop"}

// SkipReasons are the things a model may be unable to show. Their number is
// printed, so that nobody mistakes a skipped scenario for a passed one.
var SkipReasons = []string{"wide", "combining", "zwj", "vs16", pullBack}

// pullBack is the reason of a model that leaves rows in the scrollback when the
// terminal becomes higher, where others bring them back. It is the only reason
// that a model can not tell itself.
const pullBack = "pull-back"

// terminalNames are the terminals that a scenario runs on.
func terminalNames() []string {
	var names []string
	for _, v := range allVenues() {
		if !slices.Contains(names, v.modelName) {
			names = append(names, v.modelName)
		}
	}
	return names
}

var setupVerbs = []verb{
	{
		name: "size", group: groupSetup, usage: "size COLSxROWS [told COLSxROWS]",
		help: "the terminal, and what the program is told about it (0 = unknown)",
		setup: func(s *Setup, a *args) (err error) {
			if s.Size, err = a.size(); err != nil {
				return err
			}
			if s.Size.Cols == 0 || s.Size.Rows == 0 {
				return a.fail("a terminal has at least 1x1; for an unknown size write told 0x0")
			}
			if a.flag("told") {
				told, err := a.size()
				s.Told = &told
				return err
			}
			return nil
		},
	},
	{
		name: "policy", group: groupSetup, usage: "policy " + strings.Join(Policies, "|"),
		help: "the resize policy that the screens hold for: any, or that of a terminal that crops",
		setup: func(s *Setup, a *args) error {
			i, err := a.choose("a policy", Policies...)
			s.Policy = Policies[i]
			return err
		},
	},
	{
		name: "ports", group: groupSetup, usage: "ports [out=PORT] [err=PORT] [tty=PORT]",
		help:  "what is behind a channel: screen (the default), plain, raw or none",
		setup: setupPorts,
	},
	{
		name: "regions", group: groupSetup, usage: "regions on|off",
		help: "whether claims may paint; off makes them inert",
		setup: func(s *Setup, a *args) error {
			i, err := a.choose("on or off", "on", "off")
			s.Engine.Regions = i == 0
			return err
		},
	},
	{
		name: "profile", group: groupSetup, usage: "profile base|kitty|xtermjs",
		help: "the drawing profile of the engine",
		setup: func(s *Setup, a *args) error {
			i, err := a.choose("a profile", "base", "kitty", "xtermjs")
			s.Engine.Profile, s.Profiled = engine.Profile(i), true
			return err
		},
	},
	{
		name: "sync", group: groupSetup, usage: "sync", help: "repaints are wrapped in synchronized updates",
		setup: func(s *Setup, _ *args) error { s.Engine.Sync = true; return nil },
	},
	{
		name: "reduced", group: groupSetup, usage: "reduced", help: "reduced motion: plain lines instead of repainting",
		setup: func(s *Setup, _ *args) error { s.Engine.Reduced = true; return nil },
	},
	{
		name: "latency", group: groupSetup, usage: "latency DURATION|off",
		help: "how far the typewriter may fall behind; 500ms unless said",
		setup: func(s *Setup, a *args) (err error) {
			if a.flag("off") {
				s.Engine.MaxLatency = -1
				return nil
			}
			s.Engine.MaxLatency, err = a.duration()
			return err
		},
	},
	{
		name: "skip", group: groupSetup, usage: "skip MODEL " + strings.Join(SkipReasons, "|"),
		help: "the model can not show this; it is law-checked where that is possible, and counted",
		setup: func(s *Setup, a *args) error {
			model, err := a.word("the name of a model")
			if err != nil {
				return err
			}
			i, err := a.choose("a reason", SkipReasons...)
			s.Skip[model] = SkipReasons[i]
			return err
		},
	},
	{
		name: "accept", group: groupSetup, usage: `accept LAW [TERMINAL...] "reason"`,
		help: "damage that nobody can prevent, on these terminals or on all; the scenario fails when it does not happen",
		setup: func(s *Setup, a *args) error {
			law, err := a.word("the name of a law")
			if err != nil {
				return err
			}
			if !slices.Contains(Laws, law) {
				return a.fail("%q is no law: want one of %s", law, strings.Join(Laws, ", "))
			}
			accepted := Acceptance{Law: law, On: a.bareWords()}
			for _, name := range accepted.On {
				if !slices.Contains(terminalNames(), name) {
					return a.fail("%q is no terminal: want some of %s", name, strings.Join(terminalNames(), ", "))
				}
			}
			accepted.Reason, err = a.text()
			s.Accept = append(s.Accept, accepted)
			return err
		},
	},
}

func setupPorts(s *Setup, a *args) error {
	for key, port := range map[string]*engine.Port{"out": &s.Engine.Out, "err": &s.Engine.Err, "tty": &s.Engine.TTY} {
		text, ok := a.setting(key)
		if !ok {
			continue
		}
		names := []string{"none", "plain", "raw", "screen"}
		i := slices.Index(names, text)
		if i < 0 {
			return a.fail("%s=%s: want %s", key, text, strings.Join(names, ", "))
		}
		*port = engine.Port(i)
	}
	return nil
}

var timeVerbs = []verb{
	{
		name: "advance", group: groupTime, usage: "advance DURATION",
		help: "time passes; the engine gets its tick at each deadline on the way",
		step: func(_ *parser, a *args) (op, error) {
			d, err := a.duration()
			if err == nil && d > time.Hour {
				err = a.fail("%v is more than an hour", d)
			}
			return opAdvance{d}, err
		},
	},
	{
		name: "type", group: groupTime, usage: `type "text"`,
		help: "keys are typed, and the terminal's line discipline echoes them",
		step: func(_ *parser, a *args) (op, error) {
			text, err := a.text()
			if err == nil && len(text) > 1 && strings.ContainsAny(text, signalKeys) {
				err = a.fail("a key that makes a signal also throws away what was typed before it: give it its own line")
			}
			return opType{text}, err
		},
	},
}

// signalKeys are what Ctrl-C, Ctrl-Backslash and Ctrl-Z send.
const signalKeys = "\x03\x1c\x1a"
