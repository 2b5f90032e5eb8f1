// Command jp talks to language models from a shell. docs/jp.md is its user guide.
package main

import (
	"os"

	"jp/internal/tty"
	"jp/printer"
)

func main() { os.Exit(run(os.Args[1:])) }

// run is main with a status instead of an exit. A death by signal does not come back.
func run(args []string) int {
	defer printer.Recover()
	tty.CatchBrokenPipe()
	a := newApp()
	err := a.execute(args)
	status, by := statusOf(err)
	if err != nil && !isSilent(err) {
		a.voice(os.Stderr).error(err)
	}
	if by != 0 {
		printer.Die(by)
	}
	return status
}
