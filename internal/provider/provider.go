package provider

import (
	"context"
	"encoding/json"
)

// Provider is one configured model service. Implementations hold no state
// between calls, so one value serves any number of concurrent streams.
type Provider interface {
	// Name is the provider's name as in "name/model", for messages and logs.
	Name() string

	// Stream performs one request and passes what arrives to emit, in order and
	// always from the calling goroutine; when Stream returns nothing of it is
	// still running. Everything that was emitted stays true when it fails: the
	// caller keeps the partial answer.
	//
	// The error is nil only after the protocol's terminal event. Otherwise it is
	// an [*Error], or wraps ctx.Err() when the caller ended it.
	Stream(ctx context.Context, req Request, emit func(Event)) error
}

// Request is one turn to be answered: everything the model gets to see.
type Request struct {
	Model     string // without the provider prefix
	System    string
	Messages  []Message
	Tools     []ToolSpec
	MaxTokens int // 0 = the protocol's or the model's default
	Reasoning Reasoning
}

// Reasoning says how much the model shall think before it answers. The zero
// value leaves it to the service. Effort and BudgetTokens exclude each other in
// most protocols; the one the protocol does not know is translated roughly.
type Reasoning struct {
	Mode         ReasoningMode
	Effort       string // "minimal", "low", "medium", "high", … passed on as it is
	BudgetTokens int    // upper bound on thinking tokens; 0 = none stated
}

// ReasoningMode is the switch of [Reasoning].
type ReasoningMode uint8

// The modes. Default sends nothing; Off and On are stated in the request where
// the protocol can state them.
const (
	ReasoningDefault ReasoningMode = iota
	ReasoningOff
	ReasoningOn
)

// ToolSpec offers a tool to the model. Schema is a JSON schema object; nil
// means a tool without parameters.
type ToolSpec struct {
	Name        string
	Description string
	Schema      json.RawMessage
}
