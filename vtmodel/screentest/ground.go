package screentest

import (
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// Grounds are where a scenario can run: "pure" is the engine and a model in one
// process and on virtual time, "pty" is a program behind the kernel's terminal.
var Grounds = []string{"pure", "pty"}

// A ground plays a scenario. Whatever it does, it is finished when the method
// returns: a check right behind it needs no waiting.
type ground interface {
	// commands plays a batch, after the terminal has taken its new size, if any.
	commands(step *Step, c opCommands) error
	advance(step *Step, by time.Duration) error
	typed(step *Step, text string) error
	screen() vtmodel.Screen
	// file is what a channel that is no screen has received.
	file(ch engine.Channel) (string, error)
	now() time.Duration
	close() error
}

// A machine is the engine as a ground needs it. Tests of the laws put a broken
// one in its place.
type machine interface {
	Apply(now time.Duration, commands ...engine.Command) []engine.Frame
	NextDeadline() (time.Duration, bool)
	WindowRows(engine.Rows) int
	ChromeCols() int
	Settling() bool
	HeldBytes() int
	Visible() []string
}

// fuse is how many ticks an advance may take. A machine that needs more makes no
// progress.
const fuse = 10_000
