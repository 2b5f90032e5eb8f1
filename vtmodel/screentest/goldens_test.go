package screentest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jp/engine"
	"jp/vtmodel"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

const oneScreen = "# S.\nsize 10x2\nprint \"a\\n\"\nscreen after a\n"

const oneGolden = "-- screen after a --\n10x2 at 0s frame 1 cursor 0,1\n|a\n>\n"

// outcome runs a script on the pure ground against a golden file.
func outcome(t *testing.T, script, path string, update bool) error {
	t.Helper()
	s := parseText(t, script)
	golden, err := openGolden(path)
	if err != nil {
		return err
	}
	witness := witness()
	witness.reference = update
	r := &run{script: s, venue: witness, golden: golden, update: update, screens: map[string]vtmodel.Screen{}}
	r.pure = newPure(s.Setup, engine.New(s.Setup.config()), vtmodel.NewVT10x(s.Setup.Size.Cols, s.Setup.Size.Rows))
	r.ground, r.model = r.pure, r.pure.term
	if err := r.play(); err != nil {
		return err
	}
	return r.finish()
}

func TestGolden_UpdateWritesWhatThenPasses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "area", "x.txtar")
	if err := outcome(t, oneScreen, path, true); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != oneGolden {
		t.Errorf("got %q, %v, want %q", text, err, oneGolden)
	}
	if err := outcome(t, oneScreen, path, false); err != nil {
		t.Error(err)
	}
}

func TestGolden_EveryMistakeIsAnErrorThatSaysWhatToDo(t *testing.T) {
	for _, tc := range []struct{ name, script, golden, want string }{
		{"missing file", oneScreen, "", "does not exist: run with SCREENTEST_UPDATE=1, read the file, and commit it"},
		{"missing screen", oneScreen + "screen again\n", oneGolden, `has no screen "again": run with SCREENTEST_UPDATE=1`},
		{"left over screen", "# S.\nsize 10x2\nprint \"a\\n\"\n", oneGolden, `screen "after a" is not what the script takes at that place`},
		{"other screen", strings.ReplaceAll(oneScreen, "\"a", "\"b"), oneGolden, `screen "after a" is not as in`},
		{"other time", strings.Replace(oneScreen, "screen", "advance 1s\nscreen", 1), oneGolden, "want 10x2 at 0s frame 1"},
		{"not normal", oneScreen, strings.ReplaceAll(oneGolden, "|a", "|a  "), "x.txtar:"},
		{"no golden", oneScreen, "nonsense\n", `has no screen "after a"`},
		{"bad row", oneScreen, strings.ReplaceAll(oneGolden, "|a", "a"), "x.txtar:3: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.txtar")
			if tc.golden != "" {
				write(t, path, tc.golden)
			}
			err := outcome(t, tc.script, path, false)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want …%s…", err, tc.want)
			}
		})
	}
}

func TestGolden_UpdateRemovesTheFileOfAScriptWithoutScreens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txtar")
	write(t, path, oneGolden)
	if err := outcome(t, "# S.\nsize 10x2\nprint \"a\\n\"\n", path, true); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is still there")
	}
}

func TestUpdating_IsRefusedInCI(t *testing.T) {
	for _, tc := range []struct {
		value, ci string
		want      bool
		refused   bool
	}{
		{"", "", false, false},
		{"0", "true", false, false},
		{"1", "", true, false},
		{"1", "true", false, true},
	} {
		t.Setenv(UpdateEnv, tc.value)
		t.Setenv("CI", tc.ci)
		got, err := Updating()
		if got != tc.want || (err != nil) != tc.refused {
			t.Errorf("%s=%q CI=%q: got %v, %v", UpdateEnv, tc.value, tc.ci, got, err)
		}
	}
}

func TestOrphans_AreFilesOfNoScenario(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "area", "kept.txtar"), oneGolden)
	write(t, filepath.Join(dir, "area", "lost.txtar"), oneGolden)
	write(t, filepath.Join(dir, "README"), "no golden")
	kept := parseText(t, oneScreen)
	kept.Name = "area/kept"
	got, err := Orphans(dir, []*Script{kept})
	if err != nil || len(got) != 1 || filepath.Base(got[0]) != "lost.txtar" {
		t.Errorf("got %v, %v, want only lost.txtar", got, err)
	}
	if got, err := Orphans(filepath.Join(dir, "none"), nil); err != nil || got != nil {
		t.Errorf("a folder that is not there: %v, %v", got, err)
	}
}

func TestSkip_IsRequiredAndRefusedByTheModel(t *testing.T) {
	dir := t.TempDir()
	const wide = "# S.\nsize 10x2\nprint \"世\\n\"\n"
	for _, tc := range []struct{ name, script, want string }{
		{"not declared", wide, "vt10x can not show this"},
		{"declared in vain", "# S.\nsize 10x2\nskip vt10x wide\nprint \"a\\n\"\n", "take the line away"},
		{"declared", strings.Replace(wide, "print", "skip vt10x wide\nprint", 1), ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := outcome(t, tc.script, filepath.Join(dir, "x.txtar"), false)
			if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

func TestAccept_FailsWhenTheDamageDoesNotHappen(t *testing.T) {
	err := outcome(t, "# S.\nsize 10x2\naccept fits \"some reason\"\nprint \"a\\n\"\n", filepath.Join(t.TempDir(), "x.txtar"), false)
	if err == nil || err.Error() != `accept fits "some reason": it did not happen on this terminal, take it away` {
		t.Errorf("got %v", err)
	}
}

func TestCountLine_SaysWhatWasNotCompared(t *testing.T) {
	got := countLine(9, map[string]int{"vt10x wide": 2, "vt10x combining": 1})
	if want := "9 scenarios on pure, vte, alacritty, kitty, ghostty, xtermjs, tmux, vt10x, pty; screens not compared: vt10x combining 1, vt10x wide 2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// witness is the venue on vt10x.
func witness() venue {
	return venues[slices.IndexFunc(venues, func(v venue) bool { return v.name == "vt10x" })]
}
