package screentest

import (
	"slices"
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
	reference bool           // the golden files are what this venue shows
	differs   bool           // where it shows something else, a second file has it
	profile   engine.Profile // what the engine is told about the terminal, when the script does not say
}

// venues are where every script runs, in this order. The first is the reference;
// then come our own model with the opinions of other terminals, and vt10x, the
// witness: it shares no code with our own model, and must show the same wherever it
// can.
var venues = allVenues()

func allVenues() []venue {
	list := []venue{{name: "pure", ground: "pure", modelName: "xterm", model: newTerminal(vtmodel.XTerm), reference: true}}
	for _, p := range vtmodel.Profiles() {
		if p != vtmodel.XTerm && p != vtmodel.CropVT10x {
			list = append(list, venue{name: p.String(), ground: "pure", modelName: p.String(), differs: true, model: newTerminal(p), profile: drawingProfile(p)})
		}
	}
	return append(list,
		venue{name: "vt10x", ground: "pure", modelName: "vt10x", model: newVT10x},
		venue{name: "pty", ground: "pty", modelName: "xterm", model: newTerminal(vtmodel.XTerm)},
	)
}

// setup is what holds for a script here.
func (v venue) setup(s Setup) Setup {
	if !s.Profiled {
		s.Engine.Profile = v.profile
	}
	s.Accept = slices.DeleteFunc(slices.Clone(s.Accept), func(a Acceptance) bool {
		return len(a.On) > 0 && !slices.Contains(a.On, v.modelName)
	})
	return s
}

// drawingProfile is what a driver would find out about the terminal.
func drawingProfile(p vtmodel.Profile) engine.Profile {
	switch p {
	case vtmodel.Kitty:
		return engine.ProfileKitty
	case vtmodel.XTermJS:
		return engine.ProfileXtermJS
	}
	return engine.ProfileBase
}

func newTerminal(p vtmodel.Profile) func(cols, rows int) vtmodel.Model {
	return func(cols, rows int) vtmodel.Model { return vtmodel.NewTerminal(p, cols, rows) }
}

func newVT10x(cols, rows int) vtmodel.Model { return vtmodel.NewVT10x(cols, rows) }

// fuse is how many ticks an advance may take. A machine that needs more makes no
// progress.
const fuse = 10_000
