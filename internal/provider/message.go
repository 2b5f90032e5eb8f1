package provider

import "encoding/json"

// Role is who speaks in a [Message].
type Role string

// The roles. Tool results are parts of a user message, as in the Messages API;
// the other protocols' shapes are made from that.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one entry of the conversation.
type Message struct {
	Role  Role   `json:"role"`
	Parts []Part `json:"parts"`
}

// PartKind says which fields of a [Part] count.
type PartKind string

// The part kinds.
const (
	PartText       PartKind = "text"        // Text
	PartReasoning  PartKind = "reasoning"   // Text (may be empty) and Signature
	PartToolCall   PartKind = "tool_call"   // ToolCall; assistant only
	PartToolResult PartKind = "tool_result" // ToolResult; user only
)

// Part is a piece of a message. It is stored as JSON in conversations, so its
// field names are a file format.
type Part struct {
	Kind PartKind `json:"kind"`
	Text string   `json:"text,omitempty"`

	// Signature is what the provider wants back, verbatim, with this part when
	// the conversation continues: [Event.Signature] of the block. It names its
	// origin, and a provider drops a signature that is not its own.
	Signature string `json:"signature,omitempty"`

	ToolCall   *ToolCall   `json:"tool_call,omitempty"`
	ToolResult *ToolResult `json:"tool_result,omitempty"`
}

// ToolCall is the model's wish to run a tool. Args is a complete JSON object
// once the call was announced by [ToolCallDone], and empty before.
type ToolCall struct {
	ID   string          `json:"id"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args,omitempty"`
}

// ToolResult answers the call with the same id.
type ToolResult struct {
	CallID  string `json:"call_id"`
	Text    string `json:"text"`
	IsError bool   `json:"is_error,omitempty"`
}

// TextPart is a part of plain text.
func TextPart(text string) Part { return Part{Kind: PartText, Text: text} }

// UserText is a user message of plain text, the usual start of a conversation.
func UserText(text string) Message {
	return Message{Role: User, Parts: []Part{TextPart(text)}}
}
