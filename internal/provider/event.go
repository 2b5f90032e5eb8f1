package provider

import "fmt"

// EventKind says what happened; the comments name the fields that count.
type EventKind uint8

// The kinds, in the order of a stream's life. A stream may skip any of them
// except [Done], which is the last event of a successful one.
const (
	Connecting     EventKind = iota + 1 // looking for a connection
	Sending                             // connected; the request is on its way
	Waiting                             // request sent; the first token is awaited
	Ping                                // bytes arrived that carry no content: headers, pings, comments
	TextDelta                           // Index, Text
	ReasoningDelta                      // Index, Text
	ReasoningDone                       // Index, Signature: the block is complete
	ToolCallStart                       // Index, ToolCall.ID and Name
	ToolCallDelta                       // Index, ToolCall.ID, Text: a fragment of the arguments
	ToolCallDone                        // Index, ToolCall with complete Args
	ToolCallBroken                      // Index, ToolCall.ID and Name, Text: what arrived is no JSON object
	UsageUpdate                         // Usage: totals of this stream so far
	Done                                // Stop: the terminal event was seen
)

var eventKindNames = [...]string{
	"?", "connecting", "sending", "waiting", "ping", "text", "reasoning", "reasoning done",
	"tool call start", "tool call delta", "tool call done", "tool call broken", "usage", "done",
}

// String is the kind's name in traces and test failures.
func (k EventKind) String() string {
	if int(k) < len(eventKindNames) {
		return eventKindNames[k]
	}
	return fmt.Sprintf("EventKind(%d)", uint8(k))
}

// Event is one thing that a stream reported. It is a plain value: it may be
// kept, compared and recorded.
//
// Index numbers the blocks of the answer (a text, a reasoning, a tool call).
// Events of different blocks may interleave, and indices may have gaps; what
// has the same index belongs together.
type Event struct {
	Kind      EventKind
	Index     int
	Text      string
	Signature string // see [Part.Signature]
	ToolCall  ToolCall
	Usage     Usage
	Stop      StopReason
}

// IsContent reports whether the event brought something of the answer itself:
// from then on a retry would show it twice. It also separates the two idle
// clocks: everything else only proves that the connection lives.
func (e Event) IsContent() bool {
	switch e.Kind {
	case TextDelta, ReasoningDelta:
		return e.Text != ""
	case ToolCallStart, ToolCallDelta, ToolCallDone, ToolCallBroken:
		return true
	}
	return false
}

// StopReason is why the model ended its turn. Values that no protocol page
// mentions are passed on as they came, cleaned, so that new ones show up as
// what they are.
type StopReason string

// The reasons that all protocols are mapped to.
const (
	StopEnd      StopReason = "end"        // the answer is complete, also at a stop sequence
	StopTools    StopReason = "tools"      // the model waits for tool results
	StopLength   StopReason = "max_tokens" // cut by a token limit, the request's or the model's
	StopRefusal  StopReason = "refusal"    // the model or a filter declined
	StopPause    StopReason = "pause"      // the service wants the turn sent again to go on
	StopUnstated StopReason = "unstated"   // ended properly, without a reason
)

// Usage counts tokens. Zero means unknown as well as none; services differ too
// much for more. InputTokens includes the cached ones.
type Usage struct {
	InputTokens      int64 `json:"input_tokens,omitempty"`
	OutputTokens     int64 `json:"output_tokens,omitempty"`
	ReasoningTokens  int64 `json:"reasoning_tokens,omitempty"` // part of OutputTokens
	CacheReadTokens  int64 `json:"cache_read_tokens,omitempty"`
	CacheWriteTokens int64 `json:"cache_write_tokens,omitempty"`
}
