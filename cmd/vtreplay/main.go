// Command vtreplay replays and inspects recorded terminal sessions.
//
//	vtreplay show demo.cast --at 50%      the screen in the middle, as text
//	vtreplay play demo.cast               watch it
//	vtreplay info demo.cast               what is in the file
//
// Positions, keys and exit codes are in the help of each command. Nothing of a recording
// reaches the terminal as it was recorded: what is shown has been drawn by our own screen
// model first.
package main

import (
	"io"
	"os"

	"jp/internal/tty"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is main with a status instead of an exit. A death by signal does not come back.
func run(args []string, in *os.File, out, errs io.Writer) int {
	defer func() {
		if v := recover(); v != nil {
			tty.Crash(v)
		}
	}()
	tty.CatchBrokenPipe()
	a := &app{in: in, out: out, voice: voice{w: errs}}
	err := a.execute(args)
	status, by := statusOf(err)
	if by != 0 {
		tty.Raise(by)
		return tty.ExitStatus(by)
	}
	if err != nil {
		a.voice.error(err)
	}
	return status
}
