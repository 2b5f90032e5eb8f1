package screentest

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// faultEnv makes TestFaults commit one of the faults instead of starting itself.
const faultEnv = "SCREENTEST_FAULT"

// faults are mistakes that a user makes, and what the test's output must say. "LINE"
// stands for the place in this file.
var faults = []struct {
	name   string
	commit func(t *testing.T)
	want   []string
}{
	{
		"missing golden",
		func(t *testing.T) { Start(t, Program("true"), Size{20, 3}).AwaitExit(0).Golden("end") },
		[]string{`LINE: Golden "end"`, `testdata/TestFaults/missing_golden.txtar does not exist: run with SCREENTEST_UPDATE=1, read the file, and commit it`},
	},
	{
		"missing screen",
		func(t *testing.T) {
			writeGolden(t, "-- screen other --\n20x3 at * frame * cursor 0,0\n>\n~2\n")
			Start(t, Program("true"), Size{20, 3}).AwaitExit(0).Golden("end")
		},
		[]string{`LINE: Golden "end"`, `missing_screen.txtar has no screen "end": run with SCREENTEST_UPDATE=1 and read the difference`},
	},
	{
		"screen that is not taken",
		func(t *testing.T) {
			writeGolden(t, "-- screen end --\n20x3 at * frame * cursor 0,0\n>\n~2\n-- screen other --\nsame end\n")
			Start(t, Program("true"), Size{20, 3}).AwaitExit(0).Golden("end")
		},
		[]string{`testdata/TestFaults/screen_that_is_not_taken.txtar: screen "other" is not what the script takes at that place`},
	},
	{
		"bad golden",
		func(t *testing.T) {
			writeGolden(t, "-- screen end --\n20x3 at noon\n")
			Start(t, Program("true"), Size{20, 3}).AwaitExit(0).Golden("end")
		},
		[]string{"LINE: Golden: testdata/TestFaults/bad_golden.txtar:2: "},
	},
	{
		"golden of other text",
		func(t *testing.T) {
			writeGolden(t, "-- screen end --\n20x3 at * frame * cursor 0,1\n|good bye\n>\n~1\n")
			Start(t, Program("echo", "hello"), Size{20, 3}).AwaitExit(0).Golden("end")
		},
		[]string{`LINE: Golden "end"`, `row 0: text: want "good bye", got "hello"`, `output "hello\r\n"`, "replay: go test -run '^TestFaults$/^golden_of_other_text$' ./vtmodel/screentest", "run.cast", "want-got.svg", "got.txtar"},
	},
	{
		"two users of one golden",
		func(t *testing.T) {
			New(t, Size{20, 3})
			New(t, Size{20, 3})
		},
		[]string{"LINE: testdata/TestFaults/two_users_of_one_golden.txtar is the golden file of what began at faults_test.go:", "too: give each a test of its own, with t.Run and a name"},
	},
	{
		"one name twice",
		func(t *testing.T) { Start(t, Program("true"), Size{20, 3}).AwaitExit(0).TTYRestored().twice("end") },
		[]string{`the test has taken a screen "end" already: give this one another name`},
	},
	{
		"golden of a moving screen",
		func(t *testing.T) { Start(t, Program("cat"), Size{20, 3}).AwaitInput().Type("a").Golden("end") },
		[]string{`LINE: Golden "end"`, "nothing was awaited since the program may be painting: put AwaitInput, AwaitFrame, AwaitText or another await before the golden"},
	},
	{
		"something that never comes",
		func(t *testing.T) {
			Start(t, Program("cat"), Size{20, 3}, Patience(300*time.Millisecond)).AwaitInput().Type("a\x1b").AwaitText("godot")
		},
		[]string{`LINE: AwaitText "godot"`, `awaited "godot" on the screen, for 300ms in vain; the terminal shows`, `>|a^[ `, `typed  "a\x1b"`},
	},
	{
		"the end comes first",
		func(t *testing.T) {
			Start(t, Program("sh", "-c", "echo no; exit 4"), Size{20, 3}).AwaitFrame()
		},
		[]string{"LINE: AwaitFrame", "awaited the end of a synchronized update, but the program has ended with status 4; the terminal shows", "|no  "},
	},
	{
		"another status",
		func(t *testing.T) { Start(t, Program("sh", "-c", "kill -9 $$"), Size{20, 3}).AwaitExit(0) },
		[]string{"LINE: AwaitExit 0", "the program has ended with status 137, want 0; the terminal shows"},
	},
	{
		"a key for nobody",
		func(t *testing.T) { Start(t, Program("true"), Size{20, 3}).AwaitExit(0).Key("Enter") },
		[]string{"LINE: Key Enter", "true has ended with status 0, nobody reads keys"},
	},
	{
		"a key that is none",
		func(t *testing.T) { Start(t, Program("cat"), Size{20, 3}).Key("Entr") },
		[]string{"LINE: Key Entr", `no key "Entr": want one character, or Enter, Tab, Up, F1, …, with Ctrl+, Alt+ or Shift+ before it`},
	},
	{
		"a grant without a clock",
		func(t *testing.T) { Start(t, Program("cat"), Size{20, 3}).Grant(time.Second) },
		[]string{"LINE: Grant 1s", "cat has no granted clock: start it with Granted, or await something instead"},
	},
	{
		"a clock that is not taken",
		func(t *testing.T) {
			Start(t, Program("sleep", "9"), Size{20, 3}, Granted(), Patience(300*time.Millisecond))
		},
		[]string{"LINE: Start: awaited sleep 9 to wait for its first grant, for 300ms in vain"},
	},
	{
		"no such program",
		func(t *testing.T) { Start(t, Program("no-such-program"), Size{20, 3}) },
		[]string{`LINE: Start: exec: "no-such-program": executable file not found in $PATH`},
	},
	{
		"no such own program",
		func(t *testing.T) { Start(t, Own("nobody"), Size{20, 3}) },
		[]string{`LINE: Start: no program "nobody": call screentest.Main(m, screentest.Programs{"nobody": …}) in TestMain`},
	},
	{
		"a file that is the terminal",
		func(t *testing.T) { Start(t, Program("true"), Size{20, 3}).AwaitExit(0).Output(engine.Out) },
		[]string{"out is the terminal: start the program with ToFile(engine.Out)"},
	},
	{
		"a left terminal",
		func(t *testing.T) { Start(t, Program("stty", "-echo"), Size{20, 3}).AwaitExit(0).TTYRestored() },
		[]string{"LINE: TTYRestored", "the terminal is not as the program has found it: -echo"},
	},
	{
		"a line that is none",
		func(t *testing.T) { New(t, Size{20, 3}).Play("print hello") },
		[]string{`LINE: Play "print hello": want "text" in quotes; usage: print [out|err|tty] "text"`},
	},
	{
		"another screen in memory",
		func(t *testing.T) {
			writeGolden(t, "-- screen end --\n20x3 at * frame * cursor 0,1\n|good bye\n>\n~1\n")
			Bubble(t, Size{20, 3}, func(_ *testing.T, s *Live) {
				_, _ = s.TTY().Write([]byte("hello\n"))
				s.Advance(time.Second).Golden("end")
			})
		},
		[]string{`LINE: Golden "end"`, "bubble: in memory on xterm, 20x3", `row 0: text: want "good bye", got "hello"`, "LINE Advance 1s", "files:  run again with -artifacts to keep run.cast want-got.svg got.txtar"},
	},
	{
		"another screen of a recording",
		func(t *testing.T) {
			writeGolden(t, "-- screen end --\n20x3 at * frame * cursor 0,1\n|good bye\n>\n~1\n")
			Replay(t, "testdata/bug-17.cast").Golden("end")
		},
		[]string{`LINE: Golden "end"`, "replay: testdata/bug-17.cast on xterm, 40x6", `row 0: text: want "good bye", got "content 1"`, "testdata/bug-17.cast:8 exit"},
	},
	{
		"no recording",
		func(t *testing.T) { Replay(t, "testdata/report.txt") },
		[]string{"LINE: ", "testdata/report.txt"},
	},
	{
		"a frame that must not be",
		func(t *testing.T) {
			s := New(t, Size{20, 3})
			s.During(func() { s.Play(`print "secret\n"`) }).Never(Shows("secret"))
		},
		[]string{`frame 1 at 0s, after print out "secret\n"`, `shows "secret"`},
	},
}

// twice takes a screen two times, with whatever golden.
func (p *Running) twice(name string) {
	p.album = &album{golden: &goldenFile{}, update: true}
	p.check(p.session.golden(p.album, name))
	p.check(p.session.golden(p.album, name))
}

// writeGolden writes the golden file of the test, for as long as it runs.
func writeGolden(t *testing.T, text string) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(t.Name())+".txtar")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, path, text)
	t.Cleanup(func() { os.Remove(path); os.Remove(filepath.Dir(path)) })
}

// Every mistake gets an answer with its place and what to do about it. Each is made
// in a process of its own, since it ends a test.
func TestFaults(t *testing.T) {
	if name := os.Getenv(faultEnv); name != "" {
		for _, f := range faults {
			if f.name == name {
				t.Run(f.name, f.commit)
			}
		}
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	place := regexp.MustCompile(`(faults|album|running)_?(test)?\.go:\d+`)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			artifacts := t.TempDir()
			child := exec.Command(self, "-test.run=^TestFaults$", "-test.v")
			child.Env = append(os.Environ(), faultEnv+"="+f.name, UpdateEnv+"=", ArtifactsEnv+"="+artifacts)
			out, err := child.CombinedOutput()
			if err == nil {
				t.Fatalf("the fault passes\n%s", out)
			}
			text := place.ReplaceAllString(string(out), "LINE")
			for _, want := range f.want {
				if want = place.ReplaceAllString(want, "LINE"); !strings.Contains(text, strings.ReplaceAll(want, "faults_test.go:", "LINE")) {
					t.Errorf("the output lacks %s\n%s", want, out)
				}
			}
			if strings.ContainsAny(string(out), "\x1b\r\x00") {
				t.Errorf("a control byte is in the output\n%q", out)
			}
		})
	}
}

// A failure that may not happen again is kept where its variable says.
func TestFailure_IsKept(t *testing.T) {
	t.Setenv(ArtifactsEnv, t.TempDir())
	dir, kept := artifactDir(t, true)
	if !kept || !strings.HasPrefix(dir, os.Getenv(ArtifactsEnv)) || filepath.Base(dir) != t.Name() {
		t.Errorf("got %s, %v", dir, kept)
	}
	if _, kept := artifactDir(t, false); kept {
		t.Error("what can be played again is kept without -artifacts")
	}
}

// failingSession is a failure as a program on a terminal makes it.
func failingSession(t *testing.T) *failure {
	t.Helper()
	golden, err := vtmodel.ParseGolden("testdata/demo.txtar", []byte("-- screen end --\n20x4 at * frame * cursor 4,1\n|héllo 世界\n:aaaaa\n>name\n~2\n-- styles --\na bold green\n"))
	if err != nil {
		t.Fatal(err)
	}
	term := vtmodel.NewTerminal(vtmodel.XTerm, 20, 4)
	output := []byte("\x1b[1;31mhéllo\x1b[m 世介\r\n\x1b[7mn\x1b[mame")
	_, _ = term.Write(output)
	a := &album{golden: &goldenFile{path: "testdata/demo.txtar", golden: golden}}
	shown := term.Screen()
	err = a.take(shown, vtmodel.NewShot("end", shown, -1, 0, 0))
	return &failure{
		about: "pty: demo on xterm, 30x5", title: "TestDemo", size: Size{30, 5}, err: err, test: "TestDemo", dir: "demo",
		golden: a.golden,
		log: []happening{
			{where: "demo_test.go:3", text: "Start demo", at: 0},
			{where: "demo_test.go:4", text: "Resize 20x4", at: 100 * time.Millisecond, size: &Size{20, 4}},
			{where: "demo_test.go:5", text: "Key Enter", at: 200 * time.Millisecond, typed: []byte("\r")},
			{where: "demo_test.go:6", text: "AwaitInput", at: 300 * time.Millisecond, output: output},
			{where: "demo_test.go:7", text: `Golden "end"`, at: 400 * time.Millisecond},
		},
	}
}

// The report and all its files are golden themselves: they are read when something
// is wrong, and the same failure gives the same bytes.
func TestFailure_IsAsInItsGoldenFiles(t *testing.T) {
	f := failingSession(t)
	dir := t.TempDir()
	if err := f.save(dir); err != nil {
		t.Fatal(err)
	}
	made := map[string]string{"report.txt": strings.ReplaceAll(f.String(), dir+string(filepath.Separator), "")}
	for _, path := range f.kept {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		made[filepath.Base(path)] = string(text)
	}
	if len(made) != 4 {
		t.Errorf("%d files, want 4", len(made))
	}
	for name, got := range made {
		path := filepath.Join("testdata", "failure", name)
		if update, _ := Updating(); update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, path, got)
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
		}
		if strings.ContainsAny(got, "\x1b\r\x00") {
			t.Errorf("%s: a control byte", path)
		}
	}
}
