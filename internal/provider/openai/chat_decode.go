package openai

import (
	"encoding/json"
	"fmt"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"

	"jp/internal/provider"
)

// The indices of a chat answer's blocks. The protocol has no order among them,
// so each kind is one block, and the calls follow.
const (
	reasoningIndex = 0
	textIndex      = 1
	firstCallIndex = 2
)

// chatDecoder turns the SDK's chunks into our events. It never fails: what is
// unknown is passed over, and whether the whole arrived is what finished says.
//
// A call has no end of its own in this protocol: it is complete when the finish
// reason says that the model is through, and not before.
type chatDecoder struct {
	emit     func(provider.Event)
	id       string // of the answer, for calls without one
	calls    []*chatCall
	details  []json.RawMessage // OpenRouter's reasoning_details, to be sent back
	thinking bool              // the reasoning block is open
	usage    provider.Usage
	refused  bool
	stop     provider.StopReason
	failure  []byte // what the service said about its failure, as JSON
	finished bool   // a finish reason was seen
}

type chatCall struct {
	slot int64 // the service's index, which some use for several calls
	call provider.ToolCall
	args []byte
}

// take handles one chunk and reports whether it brought the finish reason.
func (d *chatDecoder) take(c sdk.ChatCompletionChunk) bool {
	d.count(c.Usage)
	if d.id == "" {
		d.id = provider.Clean(c.ID, 60)
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 || d.failure != nil {
			continue
		}
		if raw := extra(choice.JSON.ExtraFields, "error"); raw != "" {
			d.failure = []byte(`{"error":` + raw + `}`)
			return false
		}
		if !d.finished {
			d.delta(choice.Delta)
		}
		// The first reason counts: some services take it back in a later chunk.
		if choice.FinishReason != "" && !d.finished {
			if choice.FinishReason == "error" {
				d.failure = []byte(`{"message":"the model failed in the middle of its answer"}`)
				return false
			}
			d.finish(choice.FinishReason)
			return true
		}
	}
	return false
}

func (d *chatDecoder) delta(delta sdk.ChatCompletionChunkChoiceDelta) {
	d.reasoning(delta)
	if delta.Content != "" {
		d.endReasoning(false)
		d.emit(provider.Event{Kind: provider.TextDelta, Index: textIndex, Text: delta.Content})
	}
	if delta.Refusal != "" {
		d.refused = true
		d.emit(provider.Event{Kind: provider.TextDelta, Index: textIndex, Text: delta.Refusal})
	}
	for _, t := range delta.ToolCalls {
		d.endReasoning(false)
		d.toolCall(t)
	}
}

// reasoning reads what the services call reasoning_content (llama.cpp, vLLM) or
// reasoning (OpenRouter, Ollama, Cerebras); those that send both repeat it.
func (d *chatDecoder) reasoning(delta sdk.ChatCompletionChunkChoiceDelta) {
	fields := delta.JSON.ExtraFields
	var text string
	for _, name := range []string{"reasoning_content", "reasoning"} {
		if json.Unmarshal([]byte(extra(fields, name)), &text) == nil && text != "" {
			break
		}
	}
	var details []json.RawMessage
	if json.Unmarshal([]byte(extra(fields, "reasoning_details")), &details) == nil {
		d.details = append(d.details, details...)
		d.thinking = d.thinking || len(details) > 0
	}
	if text != "" {
		d.thinking = true
		d.emit(provider.Event{Kind: provider.ReasoningDelta, Index: reasoningIndex, Text: text})
	}
}

// extra is the raw JSON of a field that the SDK does not know; "" without it.
func extra(fields map[string]respjson.Field, name string) string {
	raw := fields[name].Raw()
	if raw == "null" {
		return ""
	}
	return raw
}

// endReasoning closes the block when something else begins; what has details is
// kept open to the end, since they may come last.
func (d *chatDecoder) endReasoning(last bool) {
	if !d.thinking || (len(d.details) > 0 && !last) {
		return
	}
	d.thinking = false
	e := provider.Event{Kind: provider.ReasoningDone, Index: reasoningIndex}
	if len(d.details) > 0 {
		if data, err := json.Marshal(d.details); err == nil {
			e.Signature = sealedOpenRouter + string(data)
		}
	}
	d.emit(e)
}

func (d *chatDecoder) toolCall(t sdk.ChatCompletionChunkChoiceDeltaToolCall) {
	i := d.find(t)
	if i < 0 {
		if t.Function.Name == "" {
			return // A fragment of a call that never began.
		}
		i = len(d.calls)
		id := t.ID
		if id == "" {
			// Ids must differ over the whole conversation.
			id = fmt.Sprintf("call_%s_%d", d.id, i)
		}
		c := &chatCall{slot: t.Index, call: provider.ToolCall{ID: id, Name: t.Function.Name}}
		d.calls = append(d.calls, c)
		d.emit(provider.Event{Kind: provider.ToolCallStart, Index: firstCallIndex + i, ToolCall: c.call})
	}
	if fragment := t.Function.Arguments; fragment != "" {
		c := d.calls[i]
		c.args = append(c.args, fragment...)
		d.emit(provider.Event{
			Kind: provider.ToolCallDelta, Index: firstCallIndex + i, Text: fragment,
			ToolCall: provider.ToolCall{ID: c.call.ID},
		})
	}
}

// find is the call that a fragment belongs to: the last with its index, unless
// the fragment has an id and a name of its own that are another's.
func (d *chatDecoder) find(t sdk.ChatCompletionChunkChoiceDeltaToolCall) int {
	for i := len(d.calls) - 1; i >= 0; i-- {
		c := d.calls[i]
		if c.slot != t.Index {
			continue
		}
		if t.ID != "" && t.Function.Name != "" && t.ID != c.call.ID {
			return -1
		}
		return i
	}
	return -1
}

// finish closes everything. After a token limit a call may look complete without
// being so only if nothing of it came: that one is broken, too.
func (d *chatDecoder) finish(reason string) {
	d.finished = true
	d.stop = stopReason(reason)
	d.endReasoning(true)
	whole := false
	for i, c := range d.calls {
		args, ok := provider.ObjectArgs(c.args)
		if ok && (len(c.args) > 0 || d.stop != provider.StopLength) {
			whole = true
			c.call.Args = args
			d.emit(provider.Event{Kind: provider.ToolCallDone, Index: firstCallIndex + i, ToolCall: c.call})
			continue
		}
		d.emit(provider.Event{Kind: provider.ToolCallBroken, Index: firstCallIndex + i, ToolCall: c.call, Text: string(c.args)})
	}
	switch {
	case whole && d.stop == provider.StopEnd:
		d.stop = provider.StopTools // Some say "stop" although they wait for results.
	case d.refused && d.stop == provider.StopEnd:
		d.stop = provider.StopRefusal
	}
}

// count keeps the last numbers that are any; most services send them once.
func (d *chatDecoder) count(u sdk.CompletionUsage) {
	next := provider.Usage{
		InputTokens:     max(u.PromptTokens, 0),
		OutputTokens:    max(u.CompletionTokens, 0),
		ReasoningTokens: max(u.CompletionTokensDetails.ReasoningTokens, 0),
		CacheReadTokens: max(u.PromptTokensDetails.CachedTokens, 0),
	}
	if next == (provider.Usage{}) || next == d.usage {
		return
	}
	d.usage = next
	d.emit(provider.Event{Kind: provider.UsageUpdate, Usage: next})
}
