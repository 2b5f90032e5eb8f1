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
	out                  *sink // standard output, for commands without a printer
	formatFlag           *pflag.Flag
	model, format, color string
	width                string
	quiet                bool
	verbose              int
	record               string
	noPersist            bool
}

func newApp() *app { return &app{out: &sink{w: os.Stdout}} }

// execute runs the command that args name.
func (a *app) execute(args []string) error {
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetOut(a.out)
	root.SetErr(os.Stderr)
	return also(root.Execute(), output(a.out.err))
}

// sink keeps the first error of its writes, since the help of a command has nobody to return it to.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.err = err
	return n, err
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
	a.setHelp(root)
	root.AddCommand(a.queryCommand(), a.demoCommand(), a.conversationCommand(), a.versionCommand())
	return root
}

func (a *app) globalFlags(f *pflag.FlagSet) {
	f.StringVarP(&a.model, "model", "m", "", "who answers: provider/`model`, or a provider")
	f.StringVarP(&a.format, "format", "F", "auto", "output `format`: auto, text, text-pretty or json")
	a.formatFlag = f.Lookup("format")
	f.StringVar(&a.color, "color", "auto", "`when` to use colour: auto, always or never")
	f.StringVar(&a.width, "width", "0", "`columns` that a tool call fits in, 0 to measure")
	f.BoolVarP(&a.quiet, "quiet", "q", false, "nothing on standard error but errors")
	f.CountVarP(&a.verbose, "verbose", "v", "say more on standard error")
	f.StringVar(&a.record, "record", "", "write an asciicast of the terminal to a new `file`")
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
	return voice{w: w, json: a.isJSON(), quiet: a.quiet}
}

// isJSON reports whether the json format was asked for, by the layers that Resolve has, but also
// where they could not be resolved: a mistake in another setting does not change the format.
func (a *app) isJSON() bool {
	format := a.format
	if a.formatFlag == nil || !a.formatFlag.Changed {
		format, _ = os.LookupEnv(config.FormatEnv())
	}
	return format == string(config.JSON)
}

// noSuchCommand answers words that are no command.
func (a *app) noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	e := &usageError{
		fmt.Sprintf("%q is not a command", args[0]),
		"to ask something: jp query " + quoted(strings.Join(args, " ")),
	}
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

// atMost refuses more than n arguments, in the program's own words; what says what the command takes.
func atMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) <= n {
			return nil
		}
		return &usageError{
			fmt.Sprintf("%s takes %s, not %q", cmd.CommandPath(), what, args[n]),
			"see " + cmd.CommandPath() + " --help",
		}
	}
}

// also is errors.Join for a main error that decides the status and one that is only added to it. A
// writer that keeps its error gives the same one to whoever asks, and saying it twice helps nobody.
func also(main, second error) error {
	switch {
	case main == nil:
		return second
	case second == nil, errors.Is(main, second), isSameOutput(main, second):
		return main
	}
	return errors.Join(main, second)
}

// isSameOutput reports whether both are the same failure of a channel of ours.
func isSameOutput(a, b error) bool {
	first, ok := errors.AsType[*outputError](a)
	if !ok {
		return false
	}
	second, ok := errors.AsType[*outputError](b)
	return ok && errors.Is(first.error, second.error)
}
