package screentest

import (
	"strconv"
	"time"

	"jp/engine"
)

var commandVerbs = []verb{
	{
		name: "print", group: groupCommands, usage: `print [out|err|tty] "text"`,
		help: "print text; out is the default",
		command: func(_ *parser, a *args, b *opCommands) error {
			return printCommand(a, b, 0)
		},
	},
	{
		name: "say", group: groupCommands, usage: `say PACE [out|err|tty] "text"`,
		help: "print text with a delay before each cluster",
		command: func(_ *parser, a *args, b *opCommands) error {
			pace, err := a.duration()
			if err != nil {
				return err
			}
			return printCommand(a, b, pace)
		},
	},
	{
		name: "claim", group: groupCommands,
		usage: `claim NAME ["subject"] [glyph="⏱"] [detail="text"] [clock=elapsed|countdown] [for=D] [delay=D] [every=D] [rows=auto|N] [shade=COLOR] [timer=off]`,
		help:  "push a region on the stack; timer=off leaves the status row out",
		command: func(p *parser, a *args, b *opCommands) error {
			id, err := p.claimID(a, true)
			if err != nil {
				return err
			}
			style, err := claimStyle(a)
			b.add(engine.Claim{ID: id, Style: style})
			return err
		},
	},
	{
		name: "detail", group: groupCommands, usage: `detail NAME "text"`, help: "replace a claim's detail",
		command: func(p *parser, a *args, b *opCommands) error {
			id, err := p.claimID(a, false)
			if err != nil {
				return err
			}
			text, err := a.text()
			b.add(engine.Detail{ID: id, Text: text})
			return err
		},
	},
	{
		name: "shade", group: groupCommands, usage: "shade NAME COLOR|default",
		help: "the background of a claim's rows: 0 to 255, or #rrggbb",
		command: func(p *parser, a *args, b *opCommands) error {
			id, err := p.claimID(a, false)
			if err != nil {
				return err
			}
			text, err := a.word("a colour")
			if err != nil {
				return err
			}
			shade := engine.Shade{ID: id}
			if shade.Color, err = engine.ParseColor(text); err != nil {
				return a.fail("%v", err)
			}
			b.add(shade)
			return nil
		},
	},
	{
		name: "push", group: groupCommands, usage: `push NAME [from=SOURCE] "line"...`, help: "add rows to a claim's window",
		command: pushCommand,
	},
	{
		name: "release", group: groupCommands, usage: "release NAME", help: "remove a claim, top or buried",
		command: func(p *parser, a *args, b *opCommands) error {
			id, err := p.claimID(a, false)
			b.add(engine.Release{ID: id})
			return err
		},
	},
	{
		name: "suspend", group: groupCommands, usage: "suspend NAME", help: "chrome goes until the resume of the same name",
		command: func(p *parser, a *args, b *opCommands) error {
			token, err := p.token(a, true)
			b.add(engine.Suspend{Token: token})
			return err
		},
	},
	{
		name: "resume", group: groupCommands, usage: "resume NAME [fresh]",
		help: "the suspension ends; fresh: an echoed Enter has ended its line",
		command: func(p *parser, a *args, b *opCommands) error {
			token, err := p.token(a, false)
			b.add(engine.Resume{Token: token, Fresh: a.flag("fresh")})
			return err
		},
	},
	{
		name: "resize", group: groupCommands, usage: "resize COLSxROWS [untold | confirm | told COLSxROWS]",
		help: "the terminal takes a new size and the program learns it: not at all (untold),\n" +
			"by its own re-reading (confirm), or wrongly (told)",
		command: resizeCommand,
	},
	{
		name: "hurry", group: groupCommands, usage: "hurry", help: "all paced text is finished now",
		command: func(_ *parser, _ *args, b *opCommands) error { b.add(engine.Hurry{}); return nil },
	},
	{
		name: "drain", group: groupCommands, usage: "drain", help: "the producer has finished: the pace never slows again",
		command: func(_ *parser, _ *args, b *opCommands) error { b.add(engine.Drain{}); return nil },
	},
	{
		name: "flush", group: groupCommands, usage: "flush NAME", help: "ask for an acknowledgement behind all earlier text",
		command: func(p *parser, a *args, b *opCommands) error {
			token, err := p.token(a, true)
			b.add(engine.Flush{Token: token})
			return err
		},
	},
	{
		name: "tick", group: groupCommands, usage: "tick", help: "a tick at the present time, due or not",
		command: func(_ *parser, _ *args, b *opCommands) error { b.add(engine.Tick{}); return nil },
	},
	{
		name: "close", group: groupCommands, usage: "close", help: "the program ends",
		command: func(_ *parser, _ *args, b *opCommands) error { b.add(engine.Close{}); return nil },
	},
}

func (b *opCommands) add(c engine.Command) { b.commands = append(b.commands, c) }

// claimID maps a claim's name to its ID. Only claim makes new ones, so that a
// mistyped name is an error and not a silent no-op.
func (p *parser) claimID(a *args, create bool) (engine.ID, error) {
	name, err := a.word("the name of a claim")
	if err != nil {
		return 0, err
	}
	id, ok := p.ids[name]
	if !ok && !create {
		return 0, a.fail("no claim %q so far", name)
	}
	if !ok {
		id = engine.ID(len(p.ids) + 1)
		p.ids[name] = id
	}
	return id, nil
}

// token is claimID for suspensions and flushes.
func (p *parser) token(a *args, create bool) (uint32, error) {
	name, err := a.word("a name")
	if err != nil {
		return 0, err
	}
	n, ok := p.tokens[name]
	if !ok && !create {
		return 0, a.fail("nothing named %q so far", name)
	}
	if !ok {
		n = uint32(len(p.tokens) + 1)
		p.tokens[name] = n
	}
	return n, nil
}

func channelOf(a *args) engine.Channel {
	switch {
	case a.flag("err"):
		return engine.Err
	case a.flag("tty"):
		return engine.TTY
	}
	a.flag("out")
	return engine.Out
}

func printCommand(a *args, b *opCommands, pace time.Duration) error {
	channel := channelOf(a)
	text, err := a.text()
	b.add(engine.Print{Channel: channel, Text: text, Pace: pace})
	return err
}

func pushCommand(p *parser, a *args, b *opCommands) error {
	id, err := p.claimID(a, false)
	if err != nil {
		return err
	}
	source, _ := a.setting("from")
	for {
		line, err := a.text()
		if err != nil {
			return err
		}
		b.add(engine.Push{ID: id, Source: source, Line: line})
		if !a.more() {
			return nil
		}
	}
}

func resizeCommand(_ *parser, a *args, b *opCommands) error {
	size, err := a.size()
	if err != nil {
		return err
	}
	if size.Cols == 0 || size.Rows == 0 {
		return a.fail("a terminal has at least 1x1; for an unknown size write told 0x0")
	}
	if b.terminal != nil {
		return a.fail("one resize per line: the second would hide the first")
	}
	b.terminal = &size
	command := engine.Resize{Cols: size.Cols, Rows: size.Rows}
	switch {
	case a.flag("untold"):
		return nil
	case a.flag("confirm"):
		command.Confirm = true
	case a.flag("told"):
		told, err := a.size()
		if err != nil {
			return err
		}
		command.Cols, command.Rows = told.Cols, told.Rows
	}
	b.add(command)
	return nil
}

func claimStyle(a *args) (engine.Style, error) {
	var s engine.Style
	var err error
	if a.hasText() {
		s.Label.Subject, _ = a.text()
	}
	s.Label.Glyph, _ = a.setting("glyph")
	s.Label.Detail, _ = a.setting("detail")
	for key, d := range map[string]*time.Duration{"for": &s.Label.For, "delay": &s.Delay, "every": &s.Every} {
		if *d, err = a.durationSetting(key); err != nil {
			return s, err
		}
	}
	if text, ok := a.setting("clock"); ok {
		switch text {
		case "elapsed":
			s.Label.Clock = engine.ClockElapsed
		case "countdown":
			s.Label.Clock = engine.ClockCountdown
		default:
			return s, a.fail("clock=%s: want elapsed or countdown", text)
		}
	}
	if text, ok := a.setting("rows"); ok {
		if s.Rows, err = parseRows(text); err != nil {
			return s, a.fail("rows=%s: want auto, or how many", text)
		}
	}
	if text, ok := a.setting("timer"); ok {
		if s.NoTimer = text == "off"; !s.NoTimer {
			return s, a.fail("timer=%s: want off", text)
		}
	}
	if text, ok := a.setting("shade"); ok {
		if s.Shade, err = engine.ParseColor(text); err != nil {
			return s, a.fail("%v", err)
		}
	}
	return s, nil
}

func parseRows(text string) (engine.Rows, error) {
	if text == "auto" {
		return engine.RowsAuto, nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	return engine.Rows(n), err
}
