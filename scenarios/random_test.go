package scenarios

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel/screentest"
)

// TestLaws_RandomPrograms holds all laws on every frame of random programs. A
// failure names its seed; -run 'TestLaws_RandomPrograms/seed-7$' replays it.
func TestLaws_RandomPrograms(t *testing.T) {
	seeds := uint64(400)
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		t.Run(fmt.Sprintf("seed-%d", seed), func(t *testing.T) {
			t.Parallel()
			p := program{Rand: rand.New(rand.NewPCG(seed, 1)), resizes: seed%2 == 1, suspends: seed%4 < 2}
			p.cols = 30 + p.IntN(50)
			s := screentest.New(t, screentest.Size{Cols: p.cols, Rows: 4 + p.IntN(20)})
			var history []string
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("the program:\n%s", strings.Join(history, "\n"))
				}
			})
			for range 60 {
				cmds := p.batch()
				pause := p.pause()
				history = append(history, fmt.Sprintf("%v, advance %v", cmds, pause))
				s.Apply(cmds...)
				s.Advance(pause)
			}
			s.Apply(engine.Close{})
		})
	}
}

// program makes random commands that a sane caller could give.
type program struct {
	*rand.Rand
	cols      int
	resizes   bool // of the height only: a model that crops has no one reading of a changed width
	suspends  bool // or paced text: a break in the middle of typing is the engine's choice
	next      engine.ID
	live      []engine.ID
	suspended []uint32
	tokens    uint32
}

// pause straddles the engine's own intervals: a repaint, a tick, a quiet size.
func (p *program) pause() time.Duration {
	pauses := []time.Duration{0, 1, 7, 8, 9, 33, 34, 99, 100, 101, 349, 350, 351, 1200}
	return pauses[p.IntN(len(pauses))] * time.Millisecond
}

func (p *program) batch() []engine.Command {
	var cmds []engine.Command
	for range 1 + p.IntN(3) {
		cmds = append(cmds, p.command())
	}
	return cmds
}

var pieces = []string{
	"a", "word ", "Hello wor", "ld\n", "\n", "line\n", "two\nlines\n", "tab\there\n", "\r\n",
	"\x1b[31mred\x1b[m", "\x1b[1mbold\n", "\x1b[m", "\x1b[4", "munder\n", "\x1b]8;;https://x.test\x1b\\link\x1b]8;;\x1b\\ ",
	"\x1b[2J", "\x1b]0;title\x07", "50%\r", "a line that is about as wide as a narrow terminal\n",
	"a line that is certainly much wider than any of the terminals that this test makes, so that it soft-wraps\n", "",
}

func (p *program) command() engine.Command {
	channel := engine.Channel(p.IntN(2))
	text := pieces[p.IntN(len(pieces))]
	switch n := p.IntN(20); {
	case n < 7:
		return engine.Print{Channel: channel, Text: text}
	case n < 9 && !p.suspends:
		return engine.Print{Text: strings.TrimRight(text, " "), Pace: time.Duration(1+p.IntN(20)) * time.Millisecond}
	case n < 11 && len(p.live) < 4:
		return p.claim()
	case n < 14 && len(p.live) > 0:
		return engine.Push{ID: p.any(), Source: []string{"", "one", "other"}[p.IntN(3)], Line: "row " + text}
	case n == 14 && len(p.live) > 0:
		return engine.Detail{ID: p.any(), Text: []string{"", "sending", "receiving response data"}[p.IntN(3)]}
	case n == 15 && len(p.live) > 0:
		return p.release()
	case n == 16 && p.suspends:
		return p.suspendOrResume()
	case n == 17 && p.resizes:
		return engine.Resize{Cols: p.cols, Rows: 2 + p.IntN(25)}
	case n == 18:
		return []engine.Command{engine.Hurry{}, engine.Drain{}, engine.Tick{}, engine.Flush{Token: 9}}[p.IntN(4)]
	}
	return engine.Tick{}
}

func (p *program) any() engine.ID { return p.live[p.IntN(len(p.live))] }

func (p *program) claim() engine.Command {
	p.next++
	p.live = append(p.live, p.next)
	return engine.Claim{ID: p.next, Style: engine.Style{
		Label:   engine.Label{Glyph: "*", Subject: "Waiting", Clock: engine.Clock(p.IntN(3)), For: 2 * time.Second},
		Delay:   []time.Duration{0, 0, 300 * time.Millisecond}[p.IntN(3)],
		Rows:    engine.Rows(p.IntN(6) - 1),
		NoTimer: p.IntN(5) == 0,
		Shade:   []engine.Color{{}, {}, ansiGrey}[p.IntN(3)],
	}}
}

var ansiGrey, _ = engine.ParseColor("236")

func (p *program) release() engine.Command {
	i := p.IntN(len(p.live))
	id := p.live[i]
	p.live = append(p.live[:i], p.live[i+1:]...)
	return engine.Release{ID: id}
}

func (p *program) suspendOrResume() engine.Command {
	if n := len(p.suspended); n > 0 && p.IntN(3) > 0 {
		token := p.suspended[n-1]
		p.suspended = p.suspended[:n-1]
		return engine.Resume{Token: token}
	}
	p.tokens++
	p.suspended = append(p.suspended, p.tokens)
	return engine.Suspend{Token: p.tokens}
}
