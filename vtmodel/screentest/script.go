package screentest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jp/engine"
)

// Size is a terminal's size. A zero stands for "unknown" where a program is told.
type Size struct{ Cols, Rows int }

const sizeMax = 500

func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Cols, s.Rows) }

// A Script is one parsed scenario. It is read-only after Parse, so grounds may
// share it.
type Script struct {
	// Name is the path below the scenarios folder without ".txtar".
	Name string
	// File is what error messages name.
	File string
	// Sentence is what the scenario proves: its first comment.
	Sentence string
	Setup    Setup
	Steps    []Step
}

// Setup is what a scenario fixes before its first step.
type Setup struct {
	Size Size
	// Told is the size that the program learns, when that is not Size.
	Told   *Size
	Engine engine.Config
	// Program is the command line of a script about a program; without it the script
	// is about the engine.
	Program []string
	// Granted says that the program's clock is granted.
	Granted bool
	// Policy is the resize policy the expected screens hold for: "any", or the
	// name of one.
	Policy string
	// Skip says per model why it can not show this scenario.
	Skip map[string]string
	// Profiled says that the script names the engine's drawing profile; else it is
	// the one for the terminal.
	Profiled bool
	// Accept is the damage that nobody can prevent.
	Accept []Acceptance
}

// An Acceptance is a law that does not hold in a scenario, since a terminal does
// damage that no program can prevent.
type Acceptance struct {
	Law    string
	On     []string // the terminals; none means all of them
	Reason string
}

// accepts reports whether the law is known not to hold.
func (s Setup) accepts(law string) bool {
	return slices.ContainsFunc(s.Accept, func(a Acceptance) bool { return a.Law == law })
}

// isFile reports whether a channel is no screen.
func (s Setup) isFile(ch int) bool {
	port := [...]engine.Port{s.Engine.Out, s.Engine.Err, s.Engine.TTY}[ch]
	return port == engine.PortPlain || port == engine.PortRaw
}

// told is the size that the program learns.
func (s Setup) told() Size {
	if s.Told != nil {
		return *s.Told
	}
	return s.Size
}

// config is what the engine under test is made with.
func (s Setup) config() engine.Config {
	c := s.Engine
	c.Cols, c.Rows = s.told().Cols, s.told().Rows
	return c
}

// A Step is one line of a script that does or checks something.
type Step struct {
	Line   int
	Source string // as written, without blanks around it
	Ground string // the ground it is for; "" is all
	op     op
}

// An op is what a step does. The structs below are all there are.
type op interface{ op() }

type (
	// opCommands plays a batch of commands at the present time; before that the
	// terminal takes a new size, if there is one.
	opCommands struct {
		terminal *Size
		commands []engine.Command
	}
	opAdvance struct{ by time.Duration }
	opType    struct{ text string }
	opScreen  struct{ name string }
	opSame    struct{ name string }
	opNever   struct {
		text   string
		before bool // no frame so far, instead of no frame from here on
	}
	opAlways struct{ text string }
	opAllow  struct{ text string }
	opFrames struct{ bound bound }
	opBytes  struct {
		count *bound
		text  string
		not   bool
	}
	opAcked struct {
		token uint32
		name  string
		not   bool
	}
	opFile struct {
		channel engine.Channel
		text    string
	}
	opBudget struct {
		rows engine.Rows
		want int
	}
	opCols struct{ want int }
)

func (opCommands) op() {}
func (opAdvance) op()  {}
func (opType) op()     {}
func (opScreen) op()   {}
func (opSame) op()     {}
func (opNever) op()    {}
func (opAlways) op()   {}
func (opAllow) op()    {}
func (opFrames) op()   {}
func (opBytes) op()    {}
func (opAcked) op()    {}
func (opFile) op()     {}
func (opBudget) op()   {}
func (opCols) op()     {}

// ReadScript parses the file at path. Its name is the path relative to root.
func ReadScript(root, path string) (*Script, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		return nil, err
	}
	s, err := Parse(path, string(text))
	if err != nil {
		return nil, err
	}
	s.Name = strings.TrimSuffix(filepath.ToSlash(name), ".txtar")
	return s, nil
}

// parser holds what is only known while a script is read.
type parser struct {
	script *Script
	ids    map[string]engine.ID
	tokens map[string]uint32
	taken  []string // screens, in order
	texts  map[string]string
}

func newParser(file string) *parser {
	return &parser{
		script: &Script{File: file, Setup: Setup{
			Policy: "any", Skip: map[string]string{},
			Engine: engine.Config{Out: engine.PortScreen, Err: engine.PortScreen, TTY: engine.PortScreen, Regions: true},
		}},
		ids: map[string]engine.ID{}, tokens: map[string]uint32{},
	}
}

// Parse reads a script. Errors are "file:line: " and say what to do.
func Parse(file, text string) (*Script, error) {
	body, sections := splitSections(text)
	p := newParser(file)
	p.texts = sections
	for i, line := range strings.Split(strings.TrimSuffix(body, "\n"), "\n") {
		if err := p.line(i+1, strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	switch {
	case p.script.Sentence == "":
		return nil, fmt.Errorf("%s:1: begin with a comment: the sentence that the scenario proves", file)
	case p.script.Setup.Size == Size{}:
		return nil, fmt.Errorf("%s:1: no size: say which terminal, for example \"size 40x6\"", file)
	case len(p.script.Steps) == 0:
		return nil, fmt.Errorf("%s:1: the script does nothing", file)
	}
	return p.script, nil
}

func (p *parser) line(number int, line string) error {
	if sentence, ok := strings.CutPrefix(line, "#"); ok {
		if p.script.Sentence == "" {
			p.script.Sentence = strings.TrimSpace(sentence)
		}
		return nil
	}
	if line == "" {
		return nil
	}
	if p.script.Sentence == "" {
		return fmt.Errorf("begin with a comment: the sentence that the scenario proves")
	}
	step := Step{Line: number, Source: line}
	if rest, ok := strings.CutPrefix(line, "["); ok {
		ground, rest, ok := strings.Cut(rest, "]")
		if !ok || !slices.Contains(Grounds, ground) {
			return fmt.Errorf("[%s]: want one of the grounds %s in brackets", ground, strings.Join(Grounds, ", "))
		}
		step.Ground, line = ground, rest
	}
	commands, err := lexLine(line)
	if err != nil {
		return err
	}
	return p.commands(step, commands)
}

// commands parses one line: either one command of any sort, or a batch of
// engine commands.
func (p *parser) commands(step Step, commands [][]token) error {
	var batch opCommands
	for _, toks := range commands {
		if len(toks) == 0 || toks[0].quoted || toks[0].key != "" {
			return fmt.Errorf("want a verb: %s", strings.Join(verbNames(), " "))
		}
		v, ok := findVerb(toks[0].text)
		if !ok {
			return fmt.Errorf("unknown verb %q: want one of %s", toks[0].text, strings.Join(verbNames(), " "))
		}
		a := &args{usage: v.usage, toks: toks[1:], texts: p.texts}
		switch {
		case v.setup != nil && len(p.script.Steps) > 0:
			return fmt.Errorf("%s comes before the first step", v.name)
		case v.setup != nil && step.Ground != "":
			return fmt.Errorf("%s holds for all grounds: take away [%s]", v.name, step.Ground)
		case v.command == nil && len(commands) > 1:
			return fmt.Errorf("%s can not be part of a batch: give it its own line", v.name)
		}
		if err := v.fits(p.script, a); err != nil {
			return err
		}
		if err := p.verb(v, a, &step, &batch); err != nil {
			return err
		}
		if v.setup != nil {
			return nil
		}
	}
	if step.op == nil {
		step.op = batch
	}
	if c, ok := step.op.(opCommands); ok && p.script.Setup.Program != nil && !c.isResize() {
		return fmt.Errorf("the kernel tells a program its size: write resize COLSxROWS and nothing else on the line")
	}
	p.script.Steps = append(p.script.Steps, step)
	return nil
}

// isResize reports whether the batch is a plain resize.
func (c opCommands) isResize() bool {
	return c.terminal != nil && len(c.commands) == 1 && c.commands[0] == engine.Command(engine.Resize{Cols: c.terminal.Cols, Rows: c.terminal.Rows})
}

func (p *parser) verb(v *verb, a *args, step *Step, batch *opCommands) error {
	switch {
	case v.setup != nil:
		if err := v.setup(&p.script.Setup, a); err != nil {
			return err
		}
	case v.command != nil:
		if err := v.command(p, a, batch); err != nil {
			return err
		}
	default:
		o, err := v.step(p, a)
		if err != nil {
			return err
		}
		step.op = o
	}
	return a.end()
}

// splitSections separates a script from the named texts behind it.
func splitSections(text string) (script string, sections map[string]string) {
	sections = map[string]string{}
	name := ""
	var b strings.Builder
	keep := func() {
		if name == "" {
			script = b.String()
		} else {
			sections[name] = b.String()
		}
		b.Reset()
	}
	for line := range strings.Lines(text) {
		head := strings.TrimRight(line, "\r\n ")
		if strings.HasPrefix(head, "-- ") && strings.HasSuffix(head, " --") && len(head) > 6 {
			keep()
			name = strings.TrimSpace(head[3 : len(head)-3])
			continue
		}
		b.WriteString(line)
	}
	keep()
	return script, sections
}
