package anthropic

import (
	"encoding/json"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"

	"jp/internal/provider"
)

// The prefixes that mark what [provider.Part.Signature] holds.
const (
	signed   = "anthropic:"          // a thinking block's signature
	redacted = "anthropic-redacted:" // the data of a redacted thinking block
)

// decoder turns the SDK's events into ours. It never fails: what is out of order
// or unknown is passed over, and whether the whole arrived is what finished says.
type decoder struct {
	emit     func(provider.Event)
	blocks   map[int]*block
	usage    provider.Usage
	stop     provider.StopReason
	finished bool // message_stop, after a stop reason, was seen
}

// block is an open content block, or a tool call that ended without arguments
// and waits for the stop reason: only that tells whether there are none or
// whether the token limit came first.
type block struct {
	kind      string
	call      provider.ToolCall
	args      []byte
	signature string
	stopped   bool
}

// take handles one event and reports whether it was the terminal one.
func (d *decoder) take(e sdk.MessageStreamEventUnion) bool {
	if d.finished {
		return false
	}
	i := int(e.Index)
	switch e.Type {
	case "message_start":
		u := e.Message.Usage
		d.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens, 0)
	case "content_block_start":
		d.start(i, e.ContentBlock)
	case "content_block_delta":
		d.delta(i, e.Delta)
	case "content_block_stop":
		d.end(i)
	case "message_delta":
		if reason := e.Delta.StopReason; reason != "" {
			d.stop = stopReason(string(reason))
			d.settleCalls()
		}
		u := e.Usage
		d.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens, u.OutputTokensDetails.ThinkingTokens)
	case "message_stop":
		d.settleCalls()
		d.finished = d.stop != ""
		return d.finished
	}
	return false
}

func (d *decoder) start(i int, b sdk.ContentBlockStartEventContentBlockUnion) {
	open := &block{kind: b.Type}
	if d.blocks == nil {
		d.blocks = map[int]*block{}
	}
	d.blocks[i] = open
	switch b.Type {
	case "text":
		d.text(provider.TextDelta, i, b.Text)
	case "thinking":
		open.signature = b.Signature
		d.text(provider.ReasoningDelta, i, b.Thinking)
	case "redacted_thinking":
		d.emit(provider.Event{Kind: provider.ReasoningDone, Index: i, Signature: redacted + b.Data})
	case "tool_use":
		open.call = provider.ToolCall{ID: b.ID, Name: b.Name}
		// Some services send the arguments whole, with the start.
		if input, err := json.Marshal(b.Input); err == nil && string(input) != "{}" && string(input) != "null" {
			open.args = input
		}
		d.emit(provider.Event{Kind: provider.ToolCallStart, Index: i, ToolCall: open.call})
	}
}

func (d *decoder) delta(i int, delta sdk.MessageStreamEventUnionDelta) {
	open := d.blocks[i]
	switch delta.Type {
	case "text_delta":
		d.text(provider.TextDelta, i, delta.Text)
	case "thinking_delta":
		d.text(provider.ReasoningDelta, i, delta.Thinking)
	case "signature_delta":
		if open != nil {
			open.signature += delta.Signature
		}
	case "input_json_delta":
		// Without a start there is no call that these could be arguments of.
		if open != nil && open.kind == "tool_use" && delta.PartialJSON != "" {
			open.args = append(open.args, delta.PartialJSON...)
			d.emit(provider.Event{
				Kind: provider.ToolCallDelta, Index: i, Text: delta.PartialJSON,
				ToolCall: provider.ToolCall{ID: open.call.ID},
			})
		}
	}
}

func (d *decoder) text(k provider.EventKind, i int, text string) {
	if text != "" {
		d.emit(provider.Event{Kind: k, Index: i, Text: text})
	}
}

func (d *decoder) end(i int) {
	open := d.blocks[i]
	if open == nil || open.stopped {
		return
	}
	switch open.kind {
	case "thinking":
		e := provider.Event{Kind: provider.ReasoningDone, Index: i}
		if open.signature != "" {
			e.Signature = signed + open.signature
		}
		d.emit(e)
	case "tool_use":
		if args, ok := provider.ObjectArgs(open.args); ok && len(open.args) > 0 {
			open.call.Args = args
			d.emit(provider.Event{Kind: provider.ToolCallDone, Index: i, ToolCall: open.call})
			break
		}
		open.stopped = true
		return // Settled when the stop reason is known.
	}
	delete(d.blocks, i)
}

// settleCalls decides about the calls that are still open: without arguments
// they are complete if the model wanted to stop there; everything else is broken.
func (d *decoder) settleCalls() {
	for i := range provider.SortedKeys(d.blocks) {
		open := d.blocks[i]
		if open.kind != "tool_use" {
			continue
		}
		delete(d.blocks, i)
		if open.stopped && len(open.args) == 0 && d.stop == provider.StopTools {
			open.call.Args = json.RawMessage("{}")
			d.emit(provider.Event{Kind: provider.ToolCallDone, Index: i, ToolCall: open.call})
			continue
		}
		d.emit(provider.Event{Kind: provider.ToolCallBroken, Index: i, ToolCall: open.call, Text: string(open.args)})
	}
}

// count keeps the largest numbers: some services repeat only what they changed,
// and all of them are totals.
func (d *decoder) count(input, cacheRead, cacheWrite, output, thinking int64) {
	before := d.usage
	u := &d.usage
	u.CacheReadTokens = max(u.CacheReadTokens, cacheRead)
	u.CacheWriteTokens = max(u.CacheWriteTokens, cacheWrite)
	u.InputTokens = max(u.InputTokens, max(input, 0)+max(cacheRead, 0)+max(cacheWrite, 0))
	u.OutputTokens = max(u.OutputTokens, output)
	u.ReasoningTokens = max(u.ReasoningTokens, thinking)
	if *u != before {
		d.emit(provider.Event{Kind: provider.UsageUpdate, Usage: *u})
	}
}

func stopReason(reason string) provider.StopReason {
	switch reason {
	case "end_turn", "stop_sequence":
		return provider.StopEnd
	case "tool_use":
		return provider.StopTools
	case "max_tokens", "model_context_window_exceeded":
		return provider.StopLength
	case "refusal":
		return provider.StopRefusal
	case "pause_turn":
		return provider.StopPause
	}
	return provider.StopReason(provider.Clean(reason, 60))
}
