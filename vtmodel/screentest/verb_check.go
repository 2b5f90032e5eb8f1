package screentest

import (
	"slices"
	"strings"

	"jp/engine"
)

var checkVerbs = []verb{
	{
		name: "screen", group: groupChecks, usage: "screen NAME...",
		help: "the screen is as the golden file says under this name",
		step: func(p *parser, a *args) (op, error) {
			name, err := a.words("a name for the screen")
			if err != nil {
				return nil, err
			}
			if slices.Contains(p.taken, name) {
				return nil, a.fail("there is a screen %q already", name)
			}
			p.taken = append(p.taken, name)
			return opScreen{name}, nil
		},
	},
	{
		name: "same", group: groupChecks, usage: "same NAME...", help: "the screen is again what it was at that name",
		step: func(p *parser, a *args) (op, error) {
			name, err := a.words("the name of an earlier screen")
			if err == nil && !slices.Contains(p.taken, name) {
				err = a.fail("no screen %q so far", name)
			}
			return opSame{name}, err
		},
	},
	{
		name: "never", group: groupChecks, usage: `never [before] "text"`,
		help: "no frame from here on shows the text; with before: no frame so far did",
		step: func(_ *parser, a *args) (op, error) {
			before := a.flag("before")
			text, err := a.text()
			return opNever{text, before}, err
		},
	},
	{
		name: "always", group: groupChecks, usage: `always "text"`, help: "every frame from here on shows the text",
		step: func(_ *parser, a *args) (op, error) {
			text, err := a.text()
			return opAlways{text}, err
		},
	},
	{
		name: "allow", group: groupChecks, usage: `allow "text"`, help: "ends the never or always of the same text",
		step: func(_ *parser, a *args) (op, error) {
			text, err := a.text()
			return opAllow{text}, err
		},
	},
	{
		name: "frames", group: groupChecks, usage: "frames N|<=N|>=N",
		help: "so many frames since the previous frames or bytes (pure ground)",
		step: func(_ *parser, a *args) (op, error) {
			b, err := a.bound()
			return opFrames{b}, err
		},
	},
	{
		name: "bytes", group: groupChecks, usage: `bytes N|<=N|>=N | bytes [not] "text"`,
		help: "so many bytes, or these bytes in one frame, since the previous frames or bytes (pure ground)",
		step: func(_ *parser, a *args) (op, error) {
			not := a.flag("not")
			if a.hasText() {
				text, err := a.text()
				return opBytes{text: text, not: not}, err
			}
			b, err := a.bound()
			if err == nil && not {
				err = a.fail("not wants a text")
			}
			return opBytes{count: &b}, err
		},
	},
	{
		name: "acked", group: groupChecks, usage: "acked [not] NAME",
		help: "the flush of that name is acknowledged, or not yet (pure ground)",
		step: func(p *parser, a *args) (op, error) {
			not := a.flag("not")
			name := ""
			if a.more() {
				name = a.toks[0].text
			}
			token, err := p.token(a, false)
			return opAcked{token, name, not}, err
		},
	},
	{
		name: "stdout", group: groupChecks, usage: `stdout "text"`, help: "all that the file or pipe behind out holds",
		step: func(p *parser, a *args) (op, error) { return fileCheck(p, a, engine.Out, p.script.Setup.Engine.Out) },
	},
	{
		name: "stderr", group: groupChecks, usage: `stderr "text"`, help: "all that the file or pipe behind err holds",
		step: func(p *parser, a *args) (op, error) { return fileCheck(p, a, engine.Err, p.script.Setup.Engine.Err) },
	},
	{
		name: "budget", group: groupChecks, usage: "budget rows=auto|N WANT",
		help: "how many window rows the engine grants to such a request now (pure ground)",
		step: func(_ *parser, a *args) (op, error) {
			text, _ := a.setting("rows")
			rows, err := parseRows(text)
			if err != nil {
				return nil, a.fail("rows=%s: want auto, or how many", text)
			}
			b, err := a.bound()
			return opBudget{rows, b.n}, err
		},
	},
	{
		name: "cols", group: groupChecks, usage: "cols WANT",
		help: "how wide a row of the region may be now (pure ground)",
		step: func(_ *parser, a *args) (op, error) {
			b, err := a.bound()
			return opCols{b.n}, err
		},
	},
}

// words takes all that is left, as one name.
func (a *args) words(what string) (string, error) {
	var all []string
	for a.more() {
		w, err := a.word(what)
		if err != nil {
			return "", err
		}
		all = append(all, w)
	}
	if len(all) == 0 {
		return "", a.fail("want %s", what)
	}
	return strings.Join(all, " "), nil
}

func fileCheck(_ *parser, a *args, ch engine.Channel, port engine.Port) (op, error) {
	if port != engine.PortPlain && port != engine.PortRaw {
		return nil, a.fail("%v is no file here: say so with ports", ch)
	}
	text, err := a.text()
	return opFile{ch, text}, err
}
