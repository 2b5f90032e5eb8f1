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

// A venue is a ground with a model.
type venue struct {
	name      string // of the subtest
	ground    string
	modelName string
	model     func(cols, rows int) vtmodel.Model
	writes    bool // the golden files are what this venue shows
}

// venues are where every script runs, in this order. The first is the reference.
// vt10x is the witness: it shares no code with our own model, and must show the
// same wherever it can.
var venues = []venue{
	{"pure", "pure", "xterm", newXTerm, true},
	{"vt10x", "pure", "vt10x", newVT10x, false},
	{"pty", "pty", "xterm", newXTerm, false},
}

func newXTerm(cols, rows int) vtmodel.Model { return vtmodel.NewTerminal(vtmodel.XTerm, cols, rows) }

func newVT10x(cols, rows int) vtmodel.Model { return vtmodel.NewVT10x(cols, rows) }

// fuse is how many ticks an advance may take. A machine that needs more makes no
// progress.
const fuse = 10_000
