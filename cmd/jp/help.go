package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"jp/internal/lineui"
)

// setHelp gives root and what is below it help in our words: in the format that was asked for, and
// in lines that fit.
func (a *app) setHelp(root *cobra.Command) {
	cobra.AddTemplateFunc("flagLines", flagLines)
	template := root.UsageTemplate()
	for _, set := range []string{".LocalFlags", ".InheritedFlags"} {
		template = strings.ReplaceAll(template, set+".FlagUsages | trimTrailingWhitespaces", "flagLines "+set)
	}
	root.SetUsageTemplate(template)
	root.SetHelpCommand(helpCommand())
	a.helpInFormat(root)
}

// helpCommand is cobra's, but what is no command is an error.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil {
				return &usageError{err.Error(), ""}
			}
			if found.Args != nil {
				if err := found.Args(found, rest); err != nil {
					return err
				}
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}

// helpInFormat puts the help of every command into an envelope where that was asked for.
func (a *app) helpInFormat(root *cobra.Command) {
	plain := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if !a.isJSON() {
			plain(cmd, args)
			return
		}
		var text strings.Builder
		cmd.SetOut(&text)
		plain(cmd, args)
		cmd.SetOut(a.out)
		// The writer keeps an error.
		_ = lineui.WriteEnvelope(a.out, "help", helpData{cmd.CommandPath(), text.String()})
	})
}

// helpData is help in the json format.
type helpData struct {
	Command string `json:"command"`
	Text    string `json:"text"`
}

// flagLines lists flags, one a line. pflag's own list shows what a switch may be set to, and grows
// wide by it.
func flagLines(set *pflag.FlagSet) string {
	var left, right []string
	width := 0
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name, usage := pflag.UnquoteUsage(f)
		l := "      --" + f.Name
		if f.Shorthand != "" {
			l = "  -" + f.Shorthand + ", --" + f.Name
		}
		if f.NoOptDefVal == "" {
			l += " " + strings.ToUpper(name)
		}
		left, right = append(left, l), append(right, usage)
		width = max(width, len(l))
	})
	var b strings.Builder
	for i, l := range left {
		b.WriteString(l + strings.Repeat(" ", width-len(l)+2) + right[i] + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
