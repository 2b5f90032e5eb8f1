package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

type showFlags struct {
	at           []string
	plain, boxed bool
	scrollback   string
}

func (a *app) showCommand() *cobra.Command {
	var f showFlags
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Print the screen at a position as text",
		Long: `show prints the screen of a recording as text: at the end, or at a position. It
needs no terminal and never waits.

` + positionHelp,
		Example: `  vtreplay show demo.cast
  vtreplay show demo.cast --at marker:build+200ms --boxed
  vtreplay show demo.cast --at 25% --at 50% --at end
  vtreplay show demo.cast --scrollback all | grep error`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return a.show(args[0], f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&f.at, "at", []string{"end"}, "position, may be given several times")
	flags.BoolVar(&f.plain, "plain", false, "rows without their trailing blanks (the default)")
	flags.BoolVar(&f.boxed, "boxed", false, "a box around the screen, with its cursor")
	flags.StringVar(&f.scrollback, "scrollback", "0", "rows that scrolled off to print first, or all")
	return cmd
}

func (a *app) show(name string, f showFlags) error {
	if f.plain && f.boxed {
		return usageError("--plain and --boxed exclude each other", "")
	}
	rows, err := parseRows(f.scrollback)
	if err != nil {
		return err
	}
	t, err := a.load(name)
	if err != nil {
		return err
	}
	spots := make([]spot, len(f.at))
	for i, pos := range f.at {
		if spots[i], err = t.resolve(pos); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(a.out)
	p := newPlayback(t)
	for i, s := range spots {
		p.seek(s.n)
		if len(spots) > 1 {
			fmt.Fprintf(w, "# %s at %s: %s, event %d, frame %d\n", printable(name), printable(f.at[i]), seconds(s.time), s.n, t.frameAt(s.n))
		}
		printScreen(w, p, f.boxed, rows)
	}
	return w.Flush()
}

// printScreen prints the screen of p, after at most rows of its scrollback.
func printScreen(w *bufio.Writer, p *playback, boxed bool, rows int) {
	s := p.screen()
	for _, row := range s.Scrollback[max(len(s.Scrollback)-rows, 0):] {
		fmt.Fprintln(w, printable(row.Text()))
	}
	if boxed {
		fmt.Fprintln(w, strings.TrimSuffix(s.String(), "\n"))
		return
	}
	for _, line := range s.Text() {
		fmt.Fprintln(w, printable(line))
	}
}

func parseRows(s string) (int, error) {
	if s == "all" {
		return int(^uint(0) >> 1), nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, usageError(fmt.Sprintf("scrollback %q is no number of rows", s), "a number, or all")
	}
	return n, nil
}
