package screentest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jp/vtmodel"
)

// narrowing shows "abcdef" on a terminal that becomes narrower: some cut it, others
// wrap it.
const narrowing = "# S.\nsize 10x3\nregions off\nprint \"abcdef\\n\"\nresize 4x3\nscreen narrow\n"

// onTerminal runs a script in the venue of that name, against the two files.
func onTerminal(t *testing.T, script, name, path string, others *otherScreens, update bool) error {
	t.Helper()
	s := parseText(t, script)
	golden, err := openGolden(path)
	if err != nil {
		return err
	}
	for _, v := range venues {
		if v.name != name {
			continue
		}
		others.begin(v)
		r := &run{script: s, venue: v, golden: golden, others: others, update: update, screens: map[string]vtmodel.Screen{}}
		if err := r.start(t); err != nil {
			return err
		}
		if err := r.play(); err != nil {
			return err
		}
		return r.finish()
	}
	t.Fatalf("there is no venue %s", name)
	return nil
}

// onThree updates or compares on xterm, vte and kitty, in that order.
func onThree(t *testing.T, path string, update bool) error {
	t.Helper()
	others, err := openOthers(path)
	if err != nil {
		return err
	}
	for _, name := range []string{"pure", "vte", "kitty"} {
		if err := onTerminal(t, narrowing, name, path, others, update); err != nil {
			return err
		}
	}
	return others.finish(parseText(t, narrowing), update)
}

func TestOthers_UpdateWritesWhatThenPasses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txtar")
	if err := onThree(t, path, true); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(strings.TrimSuffix(path, ".txtar") + ".terminals.txtar")
	want := "-- screen narrow on vte kitty --\n4x3 at 0s frame 1 cursor 0,2\n|abcd\n+ef\n>\n"
	if err != nil || string(text) != want {
		t.Errorf("got %q, %v, want %q", text, err, want)
	}
	if err := onThree(t, path, false); err != nil {
		t.Error(err)
	}
}

func TestOthers_AreHeldAgainstTheirFile(t *testing.T) {
	for _, tc := range []struct{ name, old, with, want string }{
		{"another text", "|abcd", "|abce", "is not as in "},
		{"a terminal without a screen", "vte kitty", "kitty", "is not as in "},
		{"a screen that nobody takes", "screen narrow", "screen wide", "is not as in "},
		{"no terminal", "vte kitty", "vte kitty ansi", `"ansi" is no terminal`},
		{"as xterm shows it", "|abcd\n+ef\n>\n", "|abcd\n>\n~1\n", "is not as in "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.txtar")
			if err := onThree(t, path, true); err != nil {
				t.Fatal(err)
			}
			second := strings.TrimSuffix(path, ".txtar") + ".terminals.txtar"
			text, err := os.ReadFile(second)
			if err != nil {
				t.Fatal(err)
			}
			text = []byte(strings.ReplaceAll(string(text), tc.old, tc.with))
			text = []byte(strings.ReplaceAll(string(text), "cursor 0,2\n|abcd\n>", "cursor 0,1\n|abcd\n>"))
			if err := os.WriteFile(second, text, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := onThree(t, path, false); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

func TestOthers_AScreenThatIsXtermsIsTooMuch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txtar")
	if err := onThree(t, path, true); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	second := strings.ReplaceAll(string(first), "screen narrow", "screen narrow on xterm tmux vte kitty")
	if err := os.WriteFile(path, []byte("-- screen narrow --\n4x3 at 0s frame 1 cursor 0,2\n|abcd\n+ef\n>\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(strings.TrimSuffix(path, ".txtar")+".terminals.txtar", []byte(second), 0o644); err != nil {
		t.Fatal(err)
	}
	others, err := openOthers(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := onTerminal(t, narrowing, "vte", path, others, false); err == nil || !strings.Contains(err.Error(), "is the one of") {
		t.Errorf("got %v", err)
	}
}
