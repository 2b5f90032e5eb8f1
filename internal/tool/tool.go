package tool

import (
	"context"
	"encoding/json"
)

// Tool is one thing that a model may ask for. Implementations are safe for concurrent
// use: a model may call one tool several times at once.
type Tool interface {
	Name() string
	Description() string
	// Schema is the JSON schema of the arguments, an object; nil means none.
	Schema() json.RawMessage
	// ReadOnly reports that no call can change anything outside the process. It is a
	// promise of our own code: what a server says about its tools does not count.
	ReadOnly() bool
	// Run performs one call. args is a complete JSON object. A failure that the model
	// may react to is a Result with IsError; an error means that the tool itself did
	// not work. Run returns soon after ctx is cancelled.
	Run(ctx context.Context, args json.RawMessage) (Result, error)
}

// Result is what a call gave. Text is bounded by the tool.
type Result struct {
	Text    string
	IsError bool
}

// failed is a result that tells the model what went wrong.
func failed(text string) Result { return Result{Text: text, IsError: true} }
