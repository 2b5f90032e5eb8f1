package agent

import (
	"encoding/json"
	"slices"

	"jp/internal/provider"
)

// interruptedText is what the model reads in place of a result that does not exist.
const interruptedText = "interrupted: the call was ended before it returned a result; it may have run in part"

// thread is a conversation as a provider gets it. The live run and the reading of a
// stored conversation build it by the same methods, so they can not differ. It keeps
// what strict providers insist on: user and assistant take turns, and every call has
// its result, in the order of the calls, in the message right after it.
type thread struct {
	messages []provider.Message
	open     []provider.ToolCall // calls of the last message that have no result yet
}

// say adds parts to the last message of role, or a new message. The slices of messages
// that were handed in stay untouched.
func (t *thread) say(role provider.Role, parts ...provider.Part) {
	if len(parts) == 0 {
		return
	}
	if last := len(t.messages) - 1; last >= 0 && t.messages[last].Role == role {
		t.messages[last].Parts = slices.Concat(t.messages[last].Parts, parts)
		return
	}
	t.messages = append(t.messages, provider.Message{Role: role, Parts: parts})
}

// answer adds what a model said. Of an incomplete answer only the text is sent again:
// providers refuse reasoning without its signature and calls that nobody answered.
func (t *thread) answer(parts []provider.Part, mark Mark) {
	switch mark {
	case "":
	case MarkRefused, MarkAbandoned:
		return
	default:
		parts = slices.DeleteFunc(slices.Clone(parts), func(p provider.Part) bool {
			return p.Kind != provider.PartText
		})
	}
	t.say(provider.Assistant, parts...)
	for _, p := range parts {
		if p.Kind == provider.PartToolCall {
			t.open = append(t.open, *p.ToolCall)
		}
	}
}

// results answers the open calls. A call that is not in the map gets a result that says
// that it was interrupted; those calls are returned.
func (t *thread) results(got map[string]provider.ToolResult) (missing []provider.ToolCall) {
	var parts []provider.Part
	for _, call := range t.open {
		res, ok := got[call.ID]
		if !ok {
			res = provider.ToolResult{CallID: call.ID, Text: interruptedText, IsError: true}
			missing = append(missing, call)
		}
		parts = append(parts, provider.Part{Kind: provider.PartToolResult, ToolResult: &res})
	}
	t.open = nil
	t.say(provider.User, parts...)
	return missing
}

func callPart(id, name string, args json.RawMessage) provider.Part {
	return provider.Part{
		Kind:     provider.PartToolCall,
		ToolCall: &provider.ToolCall{ID: id, Name: name, Args: args},
	}
}
