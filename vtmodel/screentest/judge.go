package screentest

import (
	"fmt"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// Laws are the names of the statements that hold on every frame of every
// scenario. None of them has to be asked for.
var Laws = []string{
	"vocabulary", "transcript", "chrome-is-one-block", "chrome-has-owner", "fits", "no-blank-flash",
	"balanced", "quiet", "time", "repaint", "chunks", "plain", "deterministic",
}

// A Violation is a law that did not hold.
type Violation struct {
	Law   string
	Frame int // the frame after which it did not; -1 for a law about the whole run
	What  string
}

func (v Violation) String() string {
	if v.Frame < 0 {
		return fmt.Sprintf("%s: %s", v.Law, v.What)
	}
	return fmt.Sprintf("%s (frame %d): %s", v.Law, v.Frame, v.What)
}

// A shot is one frame with everything that is known about it.
type shot struct {
	index    int // counts from 1
	play     int // the number of the Apply that made it
	at       time.Duration
	cause    string // the commands of the Apply that made it
	line     int    // of the script; 0 when a program made it
	ticked   bool   // the cause is nothing but a tick
	frame    engine.Frame
	onScreen bool
	screen   vtmodel.Screen // after the frame
}

// judge checks the laws. It sees the commands, the frames and the screens, and
// of the engine only what it claims to show.
type judge struct {
	oracle     *oracle
	violations []Violation

	last      vtmodel.Screen
	lastAt    time.Duration
	pens      [3]pen
	repaints  []time.Duration // of chrome, by ticks, within the last second
	frames    int
	asked     bool // something but ticks has come since the last frame
	progress  bool // the present frame shows more transcript than the one before
	wasSlow   bool // text was being typed out before the present Apply
	textBytes int  // transcript printed and not yet seen to be written: a frame's allowance
}

func newJudge(s Setup, blank vtmodel.Screen) *judge {
	return &judge{oracle: newOracle(s), last: blank}
}

func (j *judge) report(law string, frame int, format string, args ...any) {
	j.violations = append(j.violations, Violation{law, frame, fmt.Sprintf(format, args...)})
}

// commands notes a batch before it is applied.
func (j *judge) commands(now time.Duration, commands []engine.Command) {
	j.wasSlow = j.oracle.screen.slow
	j.asked = j.asked || !isTick(commands)
	for _, c := range commands {
		j.oracle.command(now, c)
		if p, ok := c.(engine.Print); ok {
			j.textBytes += len(p.Text)
		}
	}
}

// see checks the laws on one frame. Final is the last frame of its Apply: only
// then must everything be in place.
func (j *judge) see(s shot, final bool) {
	if s.frame.IsAck {
		j.oracle.acked(s.frame.Ack)
		return
	}
	j.frames++
	j.lawTime(s)
	if !s.onScreen {
		j.lawPlain(s)
		return
	}
	layout := j.oracle.layout(s.screen)
	if final {
		j.oracle.broke(layout)
	}
	j.progress = false
	j.lawVocabulary(s)
	j.lawTranscript(s, layout, final)
	j.lawOneBlock(s, layout)
	layout = j.oracle.reachable(layout, s.screen)
	j.lawOwner(s.at, s.index, layout)
	j.lawFits(s, layout)
	j.lawBalanced(s, layout, final)
	j.lawQuiet(s)
	j.last = s.screen
	j.asked = j.asked && !final
}

// settled checks what must hold after an Apply, also when it made no frame.
// Shown are the rows that the engine says are on the screen.
func (j *judge) settled(now time.Duration, screen vtmodel.Screen, shown []string) {
	layout := j.oracle.layout(screen)
	j.oracle.broke(layout)
	j.oracle.due()
	if n, err := visible(layout, j.oracle.screen.text, j.oracle); err == nil && n < j.oracle.duty(now) {
		j.report("transcript", j.frames, "%q is not on the screen", j.oracle.screen.text[n:])
	}
	for ch := range j.oracle.files {
		j.lawPlainSettled(engine.Channel(ch))
	}
	layout = j.oracle.reachable(layout, screen)
	j.lawOwner(now, j.frames, layout)
	j.lawRepaint(screen, layout, shown)
}
