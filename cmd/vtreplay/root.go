package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// app is one run of the program.
type app struct {
	in     *os.File
	out    io.Writer
	voice  voice
	strict bool
	size   string
}

func (a *app) execute(args []string) error {
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.voice.w)
	return root.Execute()
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "vtreplay",
		Short: "Replay and inspect recorded terminal sessions",
		Long: `vtreplay replays and inspects recorded terminal sessions: asciicast version 1, 2
and 3, plain or inside gzip, bzip2 or zip, however damaged. FILE may be - for
standard input.

Exit codes: 0 success; 2 can not do it (usage, no such file, not a recording, no
such position); 3 the recording is damaged and --strict was given; 130 and 143
ended by Ctrl-C or SIGTERM.`,
		Example: `  vtreplay show demo.cast                  the last screen, as text
  vtreplay show demo.cast --at 1m30s       the screen at that time
  curl -s https://example.org/x.cast | vtreplay show - --at 50%
  vtreplay play demo.cast --speed 2        watch it
  vtreplay info demo.cast                  size, length, events, damage`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noSuchCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SuggestionsMinimumDistance = 2 // letters that may be wrong
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usageError(err.Error(), "see "+cmd.CommandPath()+" --help")
	})
	flags := root.PersistentFlags()
	flags.SortFlags = false
	flags.BoolVar(&a.strict, "strict", false, "exit with 3 if the recording is damaged")
	flags.BoolVarP(&a.voice.quiet, "quiet", "q", false, "no notes on standard error")
	flags.StringVar(&a.size, "size", "", "COLSxROWS instead of the recorded size, or auto to guess it")
	root.AddCommand(a.playCommand(), a.showCommand(), a.infoCommand())
	return root
}

func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "see vtreplay --help"
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean vtreplay " + near[0] + "?"
	} else if _, err := os.Stat(args[0]); err == nil {
		hint = fmt.Sprintf("to watch a file: vtreplay play %s", args[0])
	}
	return usageError(fmt.Sprintf("%q is not a command", args[0]), hint)
}

// oneFile is the argument rule of the commands.
func oneFile(cmd *cobra.Command, args []string) error {
	hint := "see " + cmd.CommandPath() + " --help"
	switch len(args) {
	case 0:
		return usageError("no recording is named", hint)
	case 1:
		return nil
	}
	return usageError(fmt.Sprintf("%s takes one recording, not also %q", cmd.CommandPath(), args[1]), hint)
}
