package agent

import (
	"encoding/json"
	"iter"

	"jp/internal/provider"
	"jp/internal/store"
)

// History is what a provider has to be told of a stored conversation before its next
// turn. The warnings say where the store could not be taken at its word: damage, and
// calls whose results a crash swallowed. The error is a read error; the messages up to
// there are returned with it.
func History(events iter.Seq2[store.Event, error]) ([]provider.Message, []Warned, error) {
	h := &historian{got: map[string]provider.ToolResult{}}
	err := walk(events, h)
	h.settle()
	return h.thread.messages, h.warnings, err
}

// historian gathers blocks until a response closes them, and results until something
// else follows.
type historian struct {
	thread   thread
	parts    []provider.Part
	got      map[string]provider.ToolResult
	warnings []Warned
}

// settle ends what the store left open. Blocks without a response are from a crash in
// mid-write: their text counts like that of an interrupted answer.
func (h *historian) settle() {
	h.close(MarkInterrupted)
	h.answerCalls()
}

func (h *historian) close(mark Mark) {
	h.thread.answer(h.parts, mark)
	h.parts = nil
}

func (h *historian) answerCalls() {
	for _, call := range h.thread.results(h.got) {
		h.warnings = append(h.warnings, Warned{Kind: WarnMissingCall, Name: call.Name})
	}
	clear(h.got)
}

func (h *historian) user(r userRecord) {
	h.settle()
	h.thread.say(provider.User, provider.TextPart(r.Text))
}

func (h *historian) block(p provider.Part) {
	h.answerCalls()
	h.parts = append(h.parts, p)
}

func (h *historian) reasoning(r blockRecord) {
	h.block(provider.Part{Kind: provider.PartReasoning, Text: r.Text, Signature: r.Signature})
}

func (h *historian) text(r blockRecord) { h.block(provider.TextPart(r.Text)) }

func (h *historian) call(r callRecord) {
	h.block(callPart(r.ID, r.Tool, json.RawMessage(r.Args)))
}

func (h *historian) result(r resultRecord) {
	h.got[r.ID] = provider.ToolResult{CallID: r.ID, Text: r.Output, IsError: r.IsError}
}

func (h *historian) response(r responseRecord) { h.close(r.Mark) }
func (h *historian) turnEnd(turnEndRecord)     { h.settle() }

func (h *historian) damaged(err error) {
	h.warnings = append(h.warnings, Warned{Kind: WarnDamaged, Err: err})
}
