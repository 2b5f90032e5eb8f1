package screentest

import (
	"fmt"
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jp/engine"
)

// A script that plays every command once.
const everyCommand = `# Every command.
size 40x8
print err "a\n"
say 3ms "b"
claim c "Working" glyph="*" detail="d" clock=countdown for=9s delay=1s every=50ms rows=2 shade=236 timer=off
detail c "x"
shade c #ff8800
push c from=src "one" "two"
release c
suspend s; resume s
resize 30x7
hurry; drain; flush f; tick; close
`

func parseText(t *testing.T, text string) *Script {
	t.Helper()
	s, err := Parse("x.txtar", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLanguage_HasAVerbForEveryCommand(t *testing.T) {
	played := map[string]bool{}
	for _, step := range parseText(t, everyCommand).Steps {
		for _, c := range step.op.(opCommands).commands {
			played[strings.TrimPrefix(fmt.Sprintf("%T", c), "engine.")] = true
		}
	}
	for _, name := range commandTypes(t) {
		if !played[name] {
			t.Errorf("no verb plays engine.%s", name)
		}
	}
}

// commandTypes reads the engine's source, since a sealed interface does not
// tell who implements it.
func commandTypes(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../engine/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no engine sources: %v", err)
	}
	var names []string
	for _, path := range files {
		file, err := goparser.ParseFile(gotoken.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "command" {
				if id, ok := f.Recv.List[0].Type.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
			}
		}
	}
	if len(names) < 10 {
		t.Fatalf("found only the commands %v", names)
	}
	return names
}

func TestParse_ReadsEveryArgument(t *testing.T) {
	s := parseText(t, everyCommand)
	var claim engine.Claim
	for _, step := range s.Steps {
		if c, ok := step.op.(opCommands).commands[0].(engine.Claim); ok {
			claim = c
		}
	}
	color, _ := engine.ParseColor("236")
	want := engine.Claim{ID: 1, Style: engine.Style{
		Label: engine.Label{Glyph: "*", Subject: "Working", Clock: engine.ClockCountdown, For: 9 * time.Second, Detail: "d"},
		Delay: time.Second, Every: 50 * time.Millisecond, Rows: 2, NoTimer: true, Shade: color,
	}}
	if claim != want {
		t.Errorf("got %+v, want %+v", claim, want)
	}
	if s.Sentence != "Every command." {
		t.Errorf("sentence %q", s.Sentence)
	}
}

func TestUnquote_KnowsGoEscapesAndE(t *testing.T) {
	for _, tc := range []struct{ in, want, rest string }{
		{`"a b"`, "a b", ""},
		{`"\n\t\r\e\\\"" x`, "\n\t\r\x1b\\\"", " x"},
		{`"\u4e16\U0001f600"`, "世😀", ""},
		{`"\xe4\xb8"`, "\xe4\xb8", ""},
		{`"é世"`, "é世", ""},
		{`"a;#=b";`, "a;#=b", ";"},
	} {
		got, rest, err := unquote(tc.in)
		if err != nil || got != tc.want || rest != tc.rest {
			t.Errorf("%s: got %q, rest %q, %v; want %q, rest %q", tc.in, got, rest, err, tc.want, tc.rest)
		}
	}
}

func TestParse_SectionsAreTexts(t *testing.T) {
	s := parseText(t, "# S.\nsize 9x3\nprint @answer\n-- answer --\none\ntwo\n")
	print := s.Steps[0].op.(opCommands).commands[0].(engine.Print)
	if print.Text != "one\ntwo\n" {
		t.Errorf("got %q", print.Text)
	}
}

func TestParse_ErrorsNameTheLineAndTheWayOut(t *testing.T) {
	const head = "# S.\nsize 40x6\n"
	for _, tc := range []struct{ name, script, want string }{
		{"no sentence", "size 40x6\n", `x.txtar:1: begin with a comment: the sentence that the scenario proves`},
		{"empty", "# S.\n", `x.txtar:1: no size: say which terminal, for example "size 40x6"`},
		{"no step", head, `x.txtar:1: the script does nothing`},
		{"unknown verb", head + "paint x\n", `x.txtar:3: unknown verb "paint": want one of `},
		{"text for a verb", head + "\"a\"\n", `x.txtar:3: want a verb: `},
		{"no quote", head + "print \"a\n", `x.txtar:3: the text has no closing quote`},
		{"bad escape", head + `print "\q"` + "\n", `x.txtar:3: bad escape at "\\q\"": use \n \t \r \e`},
		{"no text", head + "print a\n", `x.txtar:3: want "text" in quotes; usage: print [out|err|tty] "text"`},
		{"no section", head + "print @a\n", `x.txtar:3: @a: the file has no section -- a --; usage: print`},
		{"too much", head + "print \"a\" b\n", `x.txtar:3: unexpected "b"; usage: print`},
		{"unknown setting", head + "claim c colour=1\n", `x.txtar:3: unknown setting colour=; usage: claim`},
		{"unknown claim", head + "release c\n", `x.txtar:3: no claim "c" so far; usage: release`},
		{"unknown suspension", head + "resume c\n", `x.txtar:3: nothing named "c" so far; usage: resume`},
		{"setup too late", head + "tick\nsync\n", `x.txtar:4: sync comes before the first step`},
		{"setup on a ground", head + "[pty] sync\n", `x.txtar:3: sync holds for all grounds: take away [pty]`},
		{"unknown ground", head + "[moon] tick\n", `x.txtar:3: [moon]: want one of the grounds pure, pty in brackets`},
		{"check in a batch", head + "tick; screen a\n", `x.txtar:3: screen can not be part of a batch: give it its own line`},
		{"bad duration", head + "advance soon\n", `x.txtar:3: "soon": want a duration such as 1.5s; usage: advance DURATION`},
		{"bad size", "# S.\nsize 40\n", `x.txtar:2: "40": want COLSxROWS, each at most 500; usage: size`},
		{"no terminal", "# S.\nsize 0x6\n", `x.txtar:2: a terminal has at least 1x1; for an unknown size write told 0x0; usage: size`},
		{"screen twice", head + "screen a\nscreen a\n", `x.txtar:4: there is a screen "a" already; usage: screen NAME...`},
		{"same as nothing", head + "same a\n", `x.txtar:3: no screen "a" so far; usage: same NAME...`},
		{"bad bound", head + "frames <3\n", `x.txtar:3: "<3": want N, <=N or >=N; usage: frames`},
		{"file of a screen", head + "stdout \"a\"\n", `x.txtar:3: out is no file here: say so with ports; usage: stdout "text"`},
		{"unknown terminal", head + "accept fits teletype \"x\"\n", `x.txtar:3: "teletype" is no terminal: want some of xterm, vte, `},
		{"unknown law", head + "accept gravity \"x\"\n", `x.txtar:3: "gravity" is no law: want one of vocabulary, `},
		{"unknown reason", head + "skip vt10x mood\n", `x.txtar:3: "mood": want wide, combining, `},
		{"signal in text", head + `type "a\x03"` + "\n", `x.txtar:3: a key that makes a signal also throws away`},
		{"bad colour", head + "claim c\nshade c blue-ish\n", `x.txtar:4: colour "blue-ish": want`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Parse("x.txtar", tc.script)
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("got %v\nwant %s…", err, tc.want)
			}
		})
	}
}

func TestReference_NamesEveryVerbOnce(t *testing.T) {
	text := Reference()
	names := verbNames()
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			t.Errorf("two verbs are called %s", name)
		}
		if strings.Count(text, "\n\t"+name) < 1 {
			t.Errorf("the reference lacks %s", name)
		}
	}
}

func TestReadScript_NamesTheFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "area", "name.txtar")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("# S.\nsize 9x3\ntick\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := ReadScript(dir, path)
	if err != nil || s.Name != "area/name" || s.File != path {
		t.Errorf("got %+v, %v", s, err)
	}
}
