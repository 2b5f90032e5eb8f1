package agent

import (
	"encoding/json"
	"fmt"
	"strings"

	"jp/internal/provider"
)

// answer gathers one stream: it passes pieces on as events the moment they come, and
// keeps them in blocks for the store and the history.
type answer struct {
	emit  Sink
	place int // of the answer in the conversation, for the ids of calls that came without one

	phase  Phase
	blocks []*block // in order of appearance
	open   *block   // the block of the last piece; nil between blocks
	shown  bool     // the user has seen a part of it
	usage  provider.Usage
	stop   provider.StopReason
	done   bool // the terminal event came
}

// block is a text, a reasoning or a tool call of the answer.
type block struct {
	index     int
	kind      provider.PartKind
	text      strings.Builder
	signature string

	id, tool string
	grown    int             // bytes of arguments
	args     json.RawMessage // complete, or nil
	broken   bool            // the arguments ended and are no JSON object
}

// receive takes the provider's next event. What follows the terminal event is not part
// of the answer.
func (a *answer) receive(e provider.Event) {
	if a.done {
		return
	}
	if e.IsContent() {
		a.enter(PhaseReceiving)
		a.shown = true
	}
	switch e.Kind {
	case provider.Connecting:
		a.enter(PhaseConnecting)
	case provider.Sending:
		a.enter(PhaseSending)
	case provider.Waiting:
		a.enter(PhaseWaiting)
	case provider.Ping:
		a.emit(Pinged{})
	case provider.TextDelta, provider.ReasoningDelta:
		a.piece(e)
	case provider.ReasoningDone:
		b := a.block(e.Index, provider.PartReasoning)
		b.signature = e.Signature
		a.turnTo(nil)
	case provider.ToolCallStart, provider.ToolCallDelta, provider.ToolCallDone, provider.ToolCallBroken:
		a.callPiece(e)
	case provider.UsageUpdate:
		a.usage = e.Usage
	case provider.Done:
		a.stop, a.done = e.Stop, true
	}
}

func (a *answer) enter(p Phase) {
	if a.phase != p {
		a.phase = p
		a.emit(PhaseChanged{p})
	}
}

func (a *answer) piece(e provider.Event) {
	if e.Text == "" {
		return
	}
	kind := provider.PartText
	if e.Kind == provider.ReasoningDelta {
		kind = provider.PartReasoning
	}
	b := a.block(e.Index, kind)
	a.turnTo(b)
	b.text.WriteString(e.Text)
	if kind == provider.PartText {
		a.emit(TextDelta{Index: e.Index, Text: e.Text})
	} else {
		a.emit(ReasoningDelta{Index: e.Index, Text: e.Text})
	}
}

func (a *answer) callPiece(e provider.Event) {
	b := a.block(e.Index, provider.PartToolCall)
	a.turnTo(b)
	if b.tool == "" && e.ToolCall.Name != "" {
		b.id, b.tool = e.ToolCall.ID, e.ToolCall.Name
		a.emit(ToolCallStarted{ID: b.id, Tool: b.tool})
	}
	switch e.Kind {
	case provider.ToolCallDelta:
		b.grown += len(e.Text)
		a.emit(ToolCallGrew{ID: b.id, Bytes: b.grown})
	case provider.ToolCallDone:
		b.args = e.ToolCall.Args
	case provider.ToolCallBroken:
		b.broken = true
	}
}

// block finds the block of an index. An index that comes back as another kind of block
// is a new block: the protocol is in disorder, but nothing of it is lost.
func (a *answer) block(index int, kind provider.PartKind) *block {
	for i := len(a.blocks) - 1; i >= 0; i-- {
		if b := a.blocks[i]; b.index == index && b.kind == kind {
			return b
		}
	}
	b := &block{index: index, kind: kind}
	a.blocks = append(a.blocks, b)
	return b
}

// turnTo closes the open block when the next piece belongs to another one.
func (a *answer) turnTo(next *block) {
	if b := a.open; b != nil && b != next {
		switch b.kind {
		case provider.PartReasoning:
			a.emit(ReasoningEnded{b.index})
		case provider.PartText:
			a.emit(TextEnded{b.index})
		}
	}
	a.open = next
}

// parts are the blocks as parts of a message. Calls are parts of a complete answer
// only. A call without an id gets one, and a call that repeats an id is dropped: a
// provider that sends a call twice must not make it run twice.
func (a *answer) parts(complete bool) (parts []provider.Part, broken map[string]bool) {
	seen := map[string]bool{}
	broken = map[string]bool{}
	for i, b := range a.blocks {
		switch b.kind {
		case provider.PartText:
			parts = append(parts, provider.TextPart(b.text.String()))
		case provider.PartReasoning:
			if b.text.Len() > 0 || b.signature != "" {
				parts = append(parts, provider.Part{Kind: b.kind, Text: b.text.String(), Signature: b.signature})
			}
		case provider.PartToolCall:
			if b.id == "" {
				b.id = fmt.Sprintf("call_%d_%d", a.place, i)
			}
			if !complete || b.tool == "" || seen[b.id] {
				continue
			}
			seen[b.id] = true
			args := b.args
			if args == nil || b.broken {
				broken[b.id] = true
				args = json.RawMessage(`{}`)
			}
			parts = append(parts, callPart(b.id, b.tool, args))
		}
	}
	return parts, broken
}

// said is the answer's text. That of a single block, which most answers have, is not copied: it may
// be large.
func (a *answer) said() string {
	var texts []string
	for _, b := range a.blocks {
		if b.kind == provider.PartText {
			texts = append(texts, b.text.String())
		}
	}
	return strings.Join(texts, "")
}
