package screentest

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// programVerbs drive a program on a terminal of its own instead of the engine.
var programVerbs = []verb{
	{
		name: "run", group: groupProgram, usage: "run NAME [ARG...]",
		help: "start a program: one that the test's Main knows, or a file in PATH; no verb for the engine\n" +
			"may follow. It gets a granted clock when the script says grant",
		setup: func(s *Setup, a *args) error {
			for a.more() {
				if a.hasText() {
					text, err := a.text()
					if err != nil {
						return err
					}
					s.Program = append(s.Program, text)
					continue
				}
				word, err := a.word("an argument")
				if err != nil {
					return err
				}
				s.Program = append(s.Program, word)
			}
			if len(s.Program) == 0 {
				return a.fail("want the name of a program")
			}
			return nil
		},
	},
	{
		name: "grant", group: groupProgram, usage: "grant DURATION",
		help: "time passes for the program; what is due is on the screen then",
		step: func(p *parser, a *args) (op, error) {
			d, err := a.duration()
			p.script.Setup.Granted = true
			return opProgram{func(s *session) error { return s.grant(d) }}, err
		},
	},
	{
		name: "await", group: groupProgram, usage: `await input | frame | raw | echo on|off | text "text" | idle DURATION`,
		help: "wait until the program waits for keys, ends a synchronized update, reads keys one by one, echoes them\n" +
			"or not, or shows a text; or until it was silent, which proves little. Screens are taken after one of these",
		step: awaitStep,
	},
	{
		name: "key", group: groupProgram, usage: "key NAME",
		help: "press a key: one character, or Enter, Tab, Up, F1, …, with Ctrl+, Alt+ or Shift+ before it",
		step: func(_ *parser, a *args) (op, error) {
			name, err := a.word("a key")
			if err == nil {
				if _, keyErr := keyBytes(name, 0); keyErr != nil {
					err = a.fail("%v", keyErr)
				}
			}
			return opProgram{func(s *session) error { return s.key(name) }}, err
		},
	},
	{
		name: "paste", group: groupProgram, usage: `paste "text"`, help: "paste text, in brackets if the program asked for them",
		step: func(_ *parser, a *args) (op, error) {
			text, err := a.text()
			return opProgram{func(s *session) error { return s.paste(text) }}, err
		},
	},
	{
		name: "signal", group: groupProgram, usage: "signal INT|TERM|HUP|QUIT|WINCH|CONT|USR1|…",
		help: "send a signal to the programs in the foreground",
		step: func(_ *parser, a *args) (op, error) {
			name, err := a.word("the name of a signal")
			if err != nil {
				return nil, err
			}
			number := unix.SignalNum("SIG" + strings.TrimPrefix(name, "SIG"))
			if number == 0 {
				return nil, a.fail("no signal %q", name)
			}
			return opProgram{func(s *session) error { return s.signal(number) }}, nil
		},
	},
	{
		name: "exit", group: groupProgram, usage: "exit STATUS",
		help: "the program ends with this status; 128 and the number of a signal when that has ended it",
		step: func(_ *parser, a *args) (op, error) {
			word, err := a.word("an exit status")
			if err != nil {
				return nil, err
			}
			status, err := strconv.Atoi(word)
			if err != nil || status < 0 || status > 255 {
				return nil, a.fail("%q: want a status from 0 to 255", word)
			}
			return opProgram{func(s *session) error { return s.awaitExit(status) }}, nil
		},
	},
	{
		name: "tty", group: groupProgram, usage: "tty restored",
		help: "the terminal is as the program has found it: modes, cursor, colours, screen",
		step: func(_ *parser, a *args) (op, error) {
			_, err := a.choose("restored", "restored")
			return opProgram{(*session).notRestored}, err
		},
	},
}

// An opProgram is something that a script does to a program, or awaits of it.
type opProgram struct{ do func(*session) error }

func (opProgram) op() {}

func awaitStep(_ *parser, a *args) (op, error) {
	kind, err := a.choose("what to await", "input", "frame", "raw", "echo", "text", "idle")
	if err != nil {
		return nil, err
	}
	switch kind {
	case 0:
		return opProgram{(*session).awaitInput}, nil
	case 1:
		return opProgram{(*session).awaitFrame}, nil
	case 2:
		return opProgram{(*session).awaitRaw}, nil
	case 3:
		i, err := a.choose("on or off", "on", "off")
		return opProgram{func(s *session) error { return s.awaitEcho(i == 0) }}, err
	case 4:
		text, err := a.text()
		return opProgram{func(s *session) error { return s.awaitText(text) }}, err
	}
	d, err := a.duration()
	return opProgram{func(s *session) error { return s.awaitIdle(d) }}, err
}

// bothKinds are the verbs that programs and the engine have in common.
var bothKinds = []string{"type", "resize", "screen", "same", "never", "always", "allow", "stdout", "stderr"}

// fits complains about a verb that is not for what the script runs.
func (v *verb) fits(s *Script, a *args) error {
	isProgram := v.group == groupProgram
	switch {
	case v.setup != nil || slices.Contains(bothKinds, v.name):
		return nil
	case isProgram && s.Setup.Program == nil:
		return a.fail("%s is for programs: begin the script with run", v.name)
	case !isProgram && s.Setup.Program != nil:
		return a.fail("%s is for the engine, and this script runs %s", v.name, s.Setup.Program[0])
	}
	return nil
}
