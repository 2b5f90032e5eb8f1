package agent

import (
	"encoding/json"
	"errors"
	"iter"

	"jp/internal/store"
)

// Replay emits a stored conversation as the events of its turns, each block in one
// piece. Of the events that only live rendering needs (phases, retries, growing calls)
// it emits none. Damage comes as Warned; the error is a read error.
func Replay(events iter.Seq2[store.Event, error], sink Sink) error {
	p := &replayer{sink: sink}
	err := walk(events, p)
	p.abandon()
	return err
}

type replayer struct {
	sink  Sink
	turn  bool         // a turn began and has not ended
	index int          // of the next block in its response
	open  bool         // blocks came whose response has not come yet
	calls []ToolCalled // of that response: they were announced after it
}

// settle ends an answer that a crash left open, as if the user had interrupted it.
func (p *replayer) settle() {
	if p.open {
		p.calls = nil
		p.response(responseRecord{Mark: MarkInterrupted})
	}
}

// abandon ends a turn that has no end in the store, and says so: what is there may be less than
// what was on the screen.
func (p *replayer) abandon() {
	p.settle()
	if p.turn {
		p.turn = false
		p.sink(Warned{Kind: WarnUnfinished})
	}
}

func (p *replayer) user(r userRecord) {
	p.abandon()
	p.turn = true
	p.sink(TurnStarted{Input: r.Text, Provider: r.Provider, Model: r.Model, Tools: r.Tools})
}

func (p *replayer) reasoning(r blockRecord) {
	p.open = true
	if r.Text != "" {
		p.sink(ReasoningDelta{Index: p.index, Text: r.Text})
		p.sink(ReasoningEnded{Index: p.index})
	}
	p.index++
}

func (p *replayer) text(r blockRecord) {
	p.open = true
	p.sink(TextDelta{Index: p.index, Text: r.Text})
	p.sink(TextEnded{Index: p.index})
	p.index++
}

func (p *replayer) call(r callRecord) {
	p.open = true
	call := callPart(r.ID, r.Tool, json.RawMessage(r.Args)).ToolCall
	p.calls = append(p.calls, ToolCalled{newTrace(call, nil)})
}

func (p *replayer) result(r resultRecord) {
	p.sink(ToolReturned{
		ID: r.ID, Tool: r.Tool, Output: r.Output, IsError: r.IsError,
		Denied: r.Denied, Interrupted: r.Interrupted, Presentation: PresentCommand,
	})
}

func (p *replayer) response(r responseRecord) {
	p.index = 0
	e := RequestEnded{Stop: r.Stop, Mark: r.Mark, Usage: r.Usage}
	if r.Error != "" {
		e.Err = errors.New(r.Error)
	}
	p.sink(e)
	for _, c := range p.calls {
		p.sink(c)
	}
	p.open, p.calls = false, nil
}

func (p *replayer) turnEnd(r turnEndRecord) {
	p.settle()
	p.turn = false
	if r.Error != "" {
		p.sink(Failed{Err: errors.New(r.Error)})
	}
	p.sink(r.TurnEnded)
}

func (p *replayer) damaged(err error) { p.sink(Warned{Kind: WarnDamaged, Err: err}) }
