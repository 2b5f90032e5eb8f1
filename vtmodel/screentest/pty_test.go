package screentest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jp/vtmodel"
)

func TestMain(m *testing.M) {
	Main(m, Programs{"demo": demo, "untidy": untidy, "rawkeys": rawKeys})
}

// scriptFile writes a script for a player, which reads it from the file.
func scriptFile(t *testing.T, text string) *Script {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.txtar")
	write(t, path, text)
	s, err := ReadScript(filepath.Dir(path), path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func onPTY(t *testing.T, s *Script) *ptyGround {
	t.Helper()
	g, err := newPTY(s, vtmodel.NewVT10x(s.Setup.Size.Cols, s.Setup.Size.Rows), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// do plays step i of a script on a pty.
func do(t *testing.T, g *ptyGround, s *Script, i int) {
	t.Helper()
	var err error
	switch o := s.Steps[i].op.(type) {
	case opCommands:
		err = g.commands(&s.Steps[i], o)
	case opAdvance:
		err = g.advance(&s.Steps[i], o.by)
	case opType:
		err = g.typed(&s.Steps[i], o.text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestPTY_EachStepIsOverWhenItReturns(t *testing.T) {
	s := scriptFile(t, `# S.
size 30x4
ports out=plain
claim wait "Waiting" clock=elapsed
advance 1s
resize 26x4
advance 1s
suspend p
type "xy\t.\n"
type "\x03"
print "data\n"
close
`)
	g := onPTY(t, s)
	for i, want := range []string{"Waiting 0.0s", "Waiting 1.0s", "Waiting 1.0s", "Waiting 2.0s", "", "xy      .", "xy      .", "xy      .", "xy      ."} {
		do(t, g, s, i)
		if got := g.screen().Row(0).Text(); got != want {
			t.Errorf("after %q: %q, want %q", s.Steps[i].Source, got, want)
		}
	}
	if text, err := g.file(0); err != nil || text != "data\n" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if g.now() != 2*time.Second {
		t.Errorf("now is %v", g.now())
	}
	if err := g.close(); err != nil {
		t.Error(err)
	}
}

func TestPTY_AnIdlePlayerPlaysTheNextScript(t *testing.T) {
	s := scriptFile(t, "# S.\nsize 20x3\nprint \"one\\n\"\n")
	first := onPTY(t, s)
	player := first.player
	do(t, first, s, 0)
	if err := first.close(); err != nil {
		t.Fatal(err)
	}
	second := onPTY(t, s)
	if second.player != player {
		t.Error("another player was started")
	}
	do(t, second, s, 0)
	if got := second.screen().Row(0).Text(); got != "one" {
		t.Errorf("got %q on the second terminal", got)
	}
	if err := second.close(); err != nil {
		t.Error(err)
	}
}

func TestPTY_APlayerInMidScriptIsEnded(t *testing.T) {
	s := scriptFile(t, "# S.\nsize 20x3\nprint \"one\\n\"\nprint \"two\\n\"\n")
	g := onPTY(t, s)
	do(t, g, s, 0)
	if err := g.close(); err != nil {
		t.Fatal(err)
	}
	if g.player.child.ProcessState == nil {
		t.Error("the player still runs")
	}
}

func TestPTY_WhatThePlayerSaysIsInTheError(t *testing.T) {
	s := scriptFile(t, "# S.\nsize 60x3\nprint \"one\\n\"\n")
	if err := os.Remove(s.File); err != nil {
		t.Fatal(err)
	}
	_, err := newPTY(s, vtmodel.NewVT10x(60, 3), t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "the player is gone") || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("got %v", err)
	}
}
