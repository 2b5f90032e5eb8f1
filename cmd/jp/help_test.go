package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Help is read on terminals of eighty columns.
func TestHelp_LinesFit(t *testing.T) {
	const cols = 80
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		var text strings.Builder
		cmd.SetOut(&text)
		cmd.InitDefaultHelpFlag()
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), "--help") {
			t.Errorf("%s: no flags:\n%s", cmd.CommandPath(), text.String())
		}
		for line := range strings.SplitSeq(text.String(), "\n") {
			if n := len([]rune(line)); n > cols || strings.Contains(line, "=true") {
				t.Errorf("%s, %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
		for _, below := range cmd.Commands() {
			if below.Name() != "completion" { // cobra's words
				check(below)
			}
		}
	}
	check(newApp().rootCommand())
}
