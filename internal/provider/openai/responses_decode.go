package openai

import (
	"encoding/json"
	"strings"

	"github.com/openai/openai-go/v3/responses"

	"jp/internal/provider"
)

// responsesDecoder turns the SDK's Responses events into ours. It never fails:
// what is out of order or unknown is passed over, and whether the whole arrived
// is what finished says.
type responsesDecoder struct {
	emit     func(provider.Event)
	items    map[int]*item
	called   bool // a tool call was complete: the model waits for its result
	refused  bool
	stop     provider.StopReason
	failure  []byte // what the service said about its failure, as JSON
	finished bool   // completed or incomplete was seen
}

// item is an open output item.
type item struct {
	kind string
	call provider.ToolCall
	args []byte
	sent int // bytes of text that were emitted
	part int // number of the current summary part
}

// take handles one event and reports whether it was the terminal one.
func (d *responsesDecoder) take(e responses.ResponseStreamEventUnion) bool {
	if d.finished || d.failure != nil {
		return false
	}
	i := int(e.OutputIndex)
	switch e.Type {
	case "response.output_item.added":
		d.start(i, e.Item)
	case "response.output_text.delta":
		d.text(provider.TextDelta, i, e.Delta)
	case "response.refusal.delta":
		d.refused = true
		d.text(provider.TextDelta, i, e.Delta)
	case "response.reasoning_summary_text.delta":
		d.summary(i, int(e.SummaryIndex), e.Delta)
	case "response.reasoning_text.delta":
		d.text(provider.ReasoningDelta, i, e.Delta)
	case "response.function_call_arguments.delta":
		d.arguments(i, e.Delta)
	case "response.output_item.done":
		d.end(i, e.Item)
	case "response.completed", "response.incomplete":
		d.finish(e.Response)
		return true
	case "response.failed":
		d.failure = []byte(e.Response.RawJSON())
	case "error":
		d.failure, _ = json.Marshal(map[string]string{"message": e.Message, "code": e.Code})
	}
	return false
}

func (d *responsesDecoder) open(i int, kind string) *item {
	if d.items == nil {
		d.items = map[int]*item{}
	}
	if d.items[i] == nil {
		d.items[i] = &item{kind: kind}
	}
	return d.items[i]
}

func (d *responsesDecoder) start(i int, it responses.ResponseOutputItemUnion) {
	open := d.open(i, it.Type)
	if it.Type == "function_call" && open.call.Name == "" {
		open.call = provider.ToolCall{ID: it.CallID, Name: it.Name}
		d.emit(provider.Event{Kind: provider.ToolCallStart, Index: i, ToolCall: open.call})
	}
}

func (d *responsesDecoder) text(k provider.EventKind, i int, text string) {
	if text == "" {
		return
	}
	d.open(i, "").sent += len(text)
	d.emit(provider.Event{Kind: k, Index: i, Text: text})
}

// summary separates the parts of a summary, which have a headline each.
func (d *responsesDecoder) summary(i, part int, text string) {
	open := d.open(i, "reasoning")
	if part > open.part && open.sent > 0 {
		d.text(provider.ReasoningDelta, i, "\n\n")
	}
	open.part = part
	d.text(provider.ReasoningDelta, i, text)
}

func (d *responsesDecoder) arguments(i int, fragment string) {
	open := d.items[i]
	if open == nil || open.kind != "function_call" || fragment == "" {
		return
	}
	open.args = append(open.args, fragment...)
	d.emit(provider.Event{
		Kind: provider.ToolCallDelta, Index: i, Text: fragment,
		ToolCall: provider.ToolCall{ID: open.call.ID},
	})
}

// end closes an item. Its own copy of the content is complete; services that do
// not stream deltas send nothing else.
func (d *responsesDecoder) end(i int, it responses.ResponseOutputItemUnion) {
	d.start(i, it)
	open := d.items[i]
	delete(d.items, i)
	switch it.Type {
	case "message":
		if open.sent == 0 {
			for _, c := range it.Content {
				d.refused = d.refused || c.Refusal != ""
				if text := c.Text + c.Refusal; text != "" {
					d.emit(provider.Event{Kind: provider.TextDelta, Index: i, Text: text})
				}
			}
		}
	case "reasoning":
		if open.sent == 0 {
			d.reasoningText(i, it)
		}
		d.emit(provider.Event{Kind: provider.ReasoningDone, Index: i, Signature: sealReasoning(it.ID, it.EncryptedContent)})
	case "function_call":
		d.endCall(i, open, it)
	}
}

func (d *responsesDecoder) reasoningText(i int, it responses.ResponseOutputItemUnion) {
	var parts []string
	for _, s := range it.Summary {
		parts = append(parts, s.Text)
	}
	if text := strings.Join(parts, "\n\n"); text != "" {
		d.emit(provider.Event{Kind: provider.ReasoningDelta, Index: i, Text: text})
	}
}

func (d *responsesDecoder) endCall(i int, open *item, it responses.ResponseOutputItemUnion) {
	raw := []byte(it.Arguments.OfString)
	if len(raw) == 0 {
		raw = open.args
	}
	args, ok := provider.ObjectArgs(raw)
	if !ok || (it.Status != "completed" && it.Status != "") {
		d.emit(provider.Event{Kind: provider.ToolCallBroken, Index: i, ToolCall: open.call, Text: string(raw)})
		return
	}
	d.called = true
	open.call.Args = args
	d.emit(provider.Event{Kind: provider.ToolCallDone, Index: i, ToolCall: open.call})
}

func (d *responsesDecoder) finish(r responses.Response) {
	d.finished = true
	for i := range provider.SortedKeys(d.items) {
		if open := d.items[i]; open.kind == "function_call" {
			d.emit(provider.Event{Kind: provider.ToolCallBroken, Index: i, ToolCall: open.call, Text: string(open.args)})
		}
	}
	u := provider.Usage{
		InputTokens:      max(r.Usage.InputTokens, 0),
		OutputTokens:     max(r.Usage.OutputTokens, 0),
		ReasoningTokens:  max(r.Usage.OutputTokensDetails.ReasoningTokens, 0),
		CacheReadTokens:  max(r.Usage.InputTokensDetails.CachedTokens, 0),
		CacheWriteTokens: max(r.Usage.InputTokensDetails.CacheWriteTokens, 0),
	}
	if u != (provider.Usage{}) {
		d.emit(provider.Event{Kind: provider.UsageUpdate, Usage: u})
	}
	switch reason := r.IncompleteDetails.Reason; {
	case r.Status == "incomplete" && reason == "":
		d.stop = provider.StopUnstated
	case reason != "":
		d.stop = stopReason(string(reason))
	case d.refused:
		d.stop = provider.StopRefusal
	case d.called:
		d.stop = provider.StopTools
	default:
		d.stop = provider.StopEnd
	}
}

// stopReason maps the reasons of both protocols.
func stopReason(reason string) provider.StopReason {
	switch reason {
	case "stop", "completed":
		return provider.StopEnd
	case "tool_calls", "function_call":
		return provider.StopTools
	case "length", "max_output_tokens", "max_tokens":
		return provider.StopLength
	case "content_filter", "refusal":
		return provider.StopRefusal
	}
	return provider.StopReason(provider.Clean(reason, 60))
}
