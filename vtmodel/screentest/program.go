//go:build unix

package screentest

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// A Command is a program to start, not started yet. Make it with Program or Own.
type Command struct {
	path string
	args []string
	own  string // the name in Programs, for one of this test binary's own
}

// Program is any program: a path, or a name that is looked up in PATH.
func Program(path string, args ...string) Command { return Command{path: path, args: args} }

// Own is a program that this test binary carries, by the name that Main was told.
// Nothing has to be built beside the test, and the race detector and the coverage
// are those of the test.
func Own(name string, args ...string) Command { return Command{own: name, args: args} }

// Programs are what Own can start: each is the main function of a program. It finds
// its arguments in os.Args, and the process ends with status 0 when it returns.
type Programs map[string]func()

// ownEnv turns a test binary into one of its Programs.
const ownEnv = "SCREENTEST_PROGRAM"

// registered is what Main was told. It is written before any test runs.
var registered Programs

// runOwn runs one of the programs in the place of the tests.
func runOwn(programs Programs, name string) {
	_ = os.Unsetenv(ownEnv)
	main, ok := programs[name]
	if !ok {
		panic(fmt.Sprintf("screentest: Main knows no program %q", name))
	}
	os.Args[0] = name
	main()
	os.Exit(0)
}

// An Option is one thing about a Start that is not as usual.
type Option func(*settings)

type settings struct {
	profile  vtmodel.Profile
	env      []string
	dir      string
	clock    bool
	patience time.Duration
	toFile   [3]bool
}

// As makes the terminal behave like another one than xterm: how wide text is, what
// a resize does, what it answers.
func As(p vtmodel.Profile) Option { return func(s *settings) { s.profile = p } }

// Env adds "NAME=value" to the environment, or replaces it there. Without it the
// program gets the test's environment less all that would tell about the terminal
// in which the tests run; TERM is xterm-256color.
func Env(entries ...string) Option {
	return func(s *settings) { s.env = append(s.env, entries...) }
}

// Dir is the folder that the program starts in; without it, that of the test.
func Dir(path string) Option { return func(s *settings) { s.dir = path } }

// Granted gives the program a clock that only Grant moves. The program must take
// it, see vtmodel/screentest/clock; Start returns when it waits for its first grant.
func Granted() Option { return func(s *settings) { s.clock = true } }

// Patience is how long an await may take before the test fails; 20 seconds
// without it. Nothing waits for it in a good run, so there is no reason to be short.
func Patience(d time.Duration) Option { return func(s *settings) { s.patience = d } }

// ToFile puts a file behind standard output or standard error, where a program
// finds no terminal then. Running.Output reads it.
func ToFile(channels ...engine.Channel) Option {
	return func(s *settings) {
		for _, ch := range channels {
			s.toFile[ch] = true
		}
	}
}

// outside are the variables that tell a program about the terminal the tests run in.
var outside = []string{
	"COLUMNS", "LINES", "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TERMCAP", "COLORTERM", "COLORFGBG",
	"NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "TMUX", "TMUX_PANE", "STY", "VTE_VERSION", "WT_SESSION",
	"KITTY_WINDOW_ID", "KITTY_PID", "ALACRITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "KONSOLE_VERSION",
	"INSIDE_EMACS", "NVIM", "VIM_TERMINAL", "ACCESSIBLE", "PROMPT_COMMAND", "ENV", "BASH_ENV", "PYTHONSTARTUP",
	UpdateEnv, ownEnv, leaderEnv, playerEnv,
}

// environment is what the program gets.
func (s settings) environment() []string {
	var all []string
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); !slices.Contains(outside, name) {
			all = append(all, entry)
		}
	}
	return append(append(all, "TERM=xterm-256color"), s.env...)
}

// resolve finds the file to run, and says what to do when there is none.
func (c Command) resolve() (path string, env []string, err error) {
	if c.own == "" {
		path, err = exec.LookPath(c.path)
		return path, nil, err
	}
	if _, ok := registered[c.own]; !ok {
		return "", nil, fmt.Errorf("no program %q: call screentest.Main(m, screentest.Programs{%q: …}) in TestMain", c.own, c.own)
	}
	path, err = os.Executable()
	return path, []string{ownEnv + "=" + c.own}, err
}

// String is the command line, quoted where that is needed.
func (c Command) String() string {
	words := append([]string{c.path + c.own}, c.args...)
	for i, w := range words {
		if w == "" || strings.ContainsFunc(w, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"'\`, r) }) {
			words[i] = fmt.Sprintf("%q", w)
		}
	}
	return strings.Join(words, " ")
}
