package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"jp/internal/config"
)

// app is one run of the program: what was asked for, as flags.
type app struct {
	model, format, color string
	width                string
	quiet                bool
	verbose              int
	record               string
	noPersist            bool
}

func newApp() *app { return &app{} }

// execute runs the command that args name.
func (a *app) execute(args []string) error {
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetOut(os.Stdout)
	root.SetErr(os.Stderr)
	return root.Execute()
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "jp",
		Short: "Talk to language models from a shell",
		Long: `jp sends a question to a language model and streams the answer.

  jp query "why is the sky blue"
  git diff | jp query write a commit message
  jp demo`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          a.noSuchCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SuggestionsMinimumDistance = 2
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{err.Error(), "see " + cmd.CommandPath() + " --help"}
	})
	a.globalFlags(root.PersistentFlags())
	root.AddCommand(a.queryCommand(), a.demoCommand(), a.conversationCommand(), a.versionCommand())
	return root
}

func (a *app) globalFlags(f *pflag.FlagSet) {
	f.StringVarP(&a.model, "model", "m", "", "who answers: provider/model, or a provider")
	f.StringVarP(&a.format, "format", "F", "auto", "auto, text, text-pretty or json")
	f.StringVar(&a.color, "color", "auto", "auto, always or never")
	f.StringVar(&a.width, "width", "0", "columns for what has to fit in a line, 0 to measure")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "nothing on standard error but errors")
	f.CountVarP(&a.verbose, "verbose", "v", "say more on standard error")
	f.StringVar(&a.record, "record", "", "write what the terminal gets to this new file, as an asciicast")
	f.BoolVar(&a.noPersist, "no-persist", false, "store nothing")
}

// settings resolves the layers for cmd.
func (a *app) settings(cmd *cobra.Command) (config.Settings, error) {
	if a.quiet && a.verbose > 0 {
		return config.Settings{}, &usageError{"--quiet and --verbose exclude each other", ""}
	}
	given := map[string]string{}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		for _, k := range config.Keys {
			if k.Name == f.Name {
				given[k.Name] = f.Value.String()
			}
		}
	})
	return config.Resolve(os.LookupEnv, os.Environ(), given)
}

// voice speaks to w in the format that was asked for, also when that is all that is known.
func (a *app) voice(w io.Writer) voice {
	return voice{w: w, json: a.format == string(config.JSON), quiet: a.quiet}
}

// noSuchCommand answers words that are no command.
func (a *app) noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := &usageError{fmt.Sprintf("%q is not a command", args[0]), "to ask something: jp query " + quoted(strings.Join(args, " "))}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		e.hint = "did you mean jp " + near[0] + "?"
	}
	return e
}

// quoted is s as a shell word, shortened: it is for a hint.
func quoted(s string) string {
	const shown = 40
	if r := []rune(s); len(r) > shown {
		s = string(r[:shown]) + "…"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// exactly refuses another number of arguments than n, in the program's own words.
func atMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return &usageError{fmt.Sprintf("%s takes %s, not %q", cmd.CommandPath(), what, args[n]), "see " + cmd.CommandPath() + " --help"}
	}
}

// join2 is errors.Join for a main error that decides the status and one that is only added to it.
func also(main, second error) error {
	if main == nil {
		return second
	}
	if second == nil {
		return main
	}
	return errors.Join(main, second)
}
