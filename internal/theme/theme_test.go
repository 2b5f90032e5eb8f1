package theme_test

import (
	"testing"

	"jp/internal/theme"
)

// One row for each line of the table in the package comment, and for what it leaves open.
func TestDepth_DecisionTable(t *testing.T) {
	for _, c := range []struct {
		name   string
		c      theme.Choices
		want   theme.Depth
		forced bool
	}{
		{"terminal", theme.Choices{Term: "xterm"}, theme.Sixteen, false},
		{"flag never", theme.Choices{Flag: "never", Force: "1", Term: "xterm"}, theme.NoColor, false},
		{"flag always over NO_COLOR", theme.Choices{Flag: "always", NoColor: "1", Term: "xterm"}, theme.Sixteen, true},
		{"flag always on a dumb terminal", theme.Choices{Flag: "always", Term: "dumb"}, theme.Sixteen, true},
		{"NO_COLOR", theme.Choices{NoColor: "1", Term: "xterm"}, theme.NoColor, false},
		{"NO_COLOR empty is not set", theme.Choices{NoColor: "", Term: "xterm"}, theme.Sixteen, false},
		{"NO_COLOR over FORCE_COLOR", theme.Choices{NoColor: "1", Force: "1", Term: "xterm"}, theme.NoColor, false},
		{"FORCE_COLOR", theme.Choices{Force: "1"}, theme.Sixteen, true},
		{"FORCE_COLOR=0", theme.Choices{Force: "0", CLIColorForce: "1", Term: "xterm"}, theme.NoColor, false},
		{"CLICOLOR_FORCE", theme.Choices{CLIColorForce: "1"}, theme.Sixteen, true},
		{"CLICOLOR_FORCE=0", theme.Choices{CLIColorForce: "0", Term: "xterm"}, theme.Sixteen, false},
		{"CLICOLOR=0", theme.Choices{CLIColor: "0", Term: "xterm"}, theme.NoColor, false},
		{"CLICOLOR=0 under CLICOLOR_FORCE", theme.Choices{CLIColor: "0", CLIColorForce: "1", Term: "xterm"}, theme.Sixteen, true},
		{"TERM unset", theme.Choices{}, theme.NoColor, false},
		{"TERM dumb", theme.Choices{Term: "dumb", ColorTerm: "truecolor"}, theme.NoColor, false},
		{"256", theme.Choices{Term: "tmux-256color"}, theme.Palette, false},
		{"truecolor", theme.Choices{Term: "xterm", ColorTerm: "truecolor"}, theme.TrueColor, false},
		{"24bit", theme.Choices{Term: "xterm", ColorTerm: "24bit"}, theme.TrueColor, false},
		{"direct", theme.Choices{Term: "xterm-direct"}, theme.TrueColor, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.c.Flag == "" {
				c.c.Flag = "auto"
			}
			if got := c.c.Depth(); got != c.want {
				t.Errorf("depth: got %d, want %d", got, c.want)
			}
			if got := c.c.Forced(); got != c.forced {
				t.Errorf("forced: got %v, want %v", got, c.forced)
			}
		})
	}
}

func TestReadChoices_ReadsEachVariable(t *testing.T) {
	got := theme.ReadChoices("auto", func(name string) (string, bool) { return name + "!", true })
	want := theme.Choices{
		Flag: "auto", NoColor: "NO_COLOR!", Force: "FORCE_COLOR!", CLIColor: "CLICOLOR!",
		CLIColorForce: "CLICOLOR_FORCE!", Term: "TERM!", ColorTerm: "COLORTERM!",
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestAppend_ClosesWhatItOpens(t *testing.T) {
	colors := theme.Choices{Flag: "auto", Term: "xterm"}
	none := theme.Choices{Flag: "never", Term: "xterm"}
	for _, c := range []struct {
		name  string
		theme theme.Theme
		role  theme.Role
		want  string
	}{
		{"faint", theme.For(colors, true), theme.Aside, "\x1b[0;2mab\x1b[m"},
		{"colour", theme.For(colors, true), theme.Failure, "\x1b[0;1;31mab\x1b[m"},
		{"no colour keeps bold", theme.For(none, true), theme.Failure, "\x1b[0;1mab\x1b[m"},
		{"plain", theme.For(colors, true), theme.Plain, "ab"},
		{"no escapes here", theme.For(colors, false), theme.Failure, "ab"},
		{"zero theme", theme.Theme{}, theme.Header, "ab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := string(c.theme.Append(nil, c.role, "ab")); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if got := c.theme.Append(nil, c.role, ""); len(got) != 0 {
				t.Errorf("empty text: got %q, want nothing", got)
			}
		})
	}
}
