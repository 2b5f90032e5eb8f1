package agent

import (
	"encoding/json"
	"time"

	"jp/internal/provider"
)

// Event is one fact about a run. Events are plain values with JSON names: they may be
// kept, compared, recorded and sent on. They carry content verbatim, which is hostile
// until whoever displays it has sanitised it, and they carry no wording.
//
// The order in a turn:
//
//	TurnStarted
//	  RequestStarted · PhaseChanged… · ReasoningDelta… · ReasoningEnded ·
//	    TextDelta… · TextEnded · ToolCallStarted · ToolCallGrew… · RequestEnded
//	  (RetryScheduled, and RequestStarted again)
//	  ToolCalled… · ToolReturned…
//	  (RequestStarted … until the model calls no tool)
//	TurnEnded
//
// Warned may come anywhere. Every delta that was emitted stays true.
type Event interface {
	name() string
}

// Sink receives events. It is called from the one goroutine that runs Run, never
// concurrently, so a sink of one run needs no lock. It may be called in teardown: after
// the context was cancelled, and while a panic unwinds. It may block, which holds the
// run back.
type Sink func(Event)

// Name is the event's name in recordings and JSON output, for instance "text_delta".
func Name(e Event) string { return e.name() }

// TurnStarted opens a turn: the user's message is on the disk.
type TurnStarted struct {
	Input    string   `json:"input"`
	Provider string   `json:"provider"`
	Model    string   `json:"model"`
	Tools    []string `json:"tools,omitempty"` // names of the tools on offer
	History  int      `json:"history"`         // messages before this one
}

// RequestStarted says that a request leaves. Request counts from 1 in a turn, Attempt
// from 1 in a request.
type RequestStarted struct {
	Request  int `json:"request"`
	Attempt  int `json:"attempt"`
	Messages int `json:"messages"`
}

// Phase is what the run waits for between RequestStarted and RequestEnded.
type Phase string

// The phases, in the order in which a request goes through them. A provider may skip
// any of them.
const (
	PhaseConnecting Phase = "connecting"
	PhaseSending    Phase = "sending"
	PhaseWaiting    Phase = "waiting"   // for the first token
	PhaseReceiving  Phase = "receiving" // bytes arrive, perhaps nothing to show
)

// PhaseChanged is emitted once for each new phase.
type PhaseChanged struct {
	Phase Phase `json:"phase"`
}

// Pinged says that the connection lives although nothing new can be shown.
type Pinged struct{}

// ReasoningDelta is a piece of the model's reasoning. Pieces with one Index belong
// together; blocks may interleave.
type ReasoningDelta struct {
	Index int    `json:"index"`
	Text  string `json:"text"`
}

// ReasoningEnded follows the last piece in a row of one reasoning block, on every path.
type ReasoningEnded struct {
	Index int `json:"index"`
}

// TextDelta is a piece of the answer.
type TextDelta struct {
	Index int    `json:"index"`
	Text  string `json:"text"`
}

// TextEnded follows the last piece in a row of one text block, on every path.
type TextEnded struct {
	Index int `json:"index"`
}

// ToolCallStarted says that the model began to write a call. It may never be finished;
// only ToolCalled means that it was.
type ToolCallStarted struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
}

// ToolCallGrew counts the bytes of arguments that have arrived.
type ToolCallGrew struct {
	ID    string `json:"id"`
	Bytes int    `json:"bytes"` // in all
}

// RequestEnded closes a request on every path. Mark is empty when the provider said
// that the answer is complete.
type RequestEnded struct {
	Stop  provider.StopReason `json:"stop,omitempty"`
	Mark  Mark                `json:"mark,omitempty"`
	Usage provider.Usage      `json:"usage"`
	Err   error               `json:"-"` // with Mark only
}

// Mark says why an answer is not complete. It is stored with it.
type Mark string

// The marks.
const (
	MarkInterrupted Mark = "interrupted" // the user ended it; what arrived is kept
	MarkCut         Mark = "cut"         // the stream ended before its terminal event
	MarkFailed      Mark = "failed"      // any other error
	MarkRefused     Mark = "refused"     // the model or a filter declined; not sent again
	MarkAbandoned   Mark = "abandoned"   // shown, then asked for once more; not sent again
)

// RetryScheduled says that the same request is tried again after Wait, unless the user
// ends it first. Attempt failed; Of is how many tries there are for this kind of error.
type RetryScheduled struct {
	Kind    provider.Kind `json:"kind"`
	Attempt int           `json:"attempt"`
	Of      int           `json:"of"`
	Wait    time.Duration `json:"wait_ns"`
	Err     error         `json:"-"`
}

// Presentation is how much of a tool call a renderer shows. Renderers decide by it
// alone, never by the tool's name or kind, and treat call and result alike.
type Presentation string

// The presentations.
const (
	PresentCommand Presentation = "command" // call and result
	PresentTraced  Presentation = "traced"  // the call; the result is a note kept elsewhere
	PresentRemote  Presentation = "remote"  // name and owner; the service runs it
	PresentSelf    Presentation = "self"    // the tool talks to the user itself; only when verbose
)

// ToolTrace is a complete tool call with the decisions about its display.
type ToolTrace struct {
	ID           string          `json:"id"`
	Tool         string          `json:"tool"`
	Args         json.RawMessage `json:"args"`
	Display      string          `json:"display"` // the whole call on one line: name(key: value, …)
	Short        string          `json:"short"`   // Display with its middle left out; see Elide
	Presentation Presentation    `json:"presentation"`
	ReadOnly     bool            `json:"read_only"`
}

// ToolCalled says that a call is complete and will now be run or denied.
type ToolCalled struct {
	ToolTrace
}

// ToolReturned is a call's result. Calls run side by side, so results come in any order;
// they are stored and sent in the order of the calls.
type ToolReturned struct {
	ID           string       `json:"id"`
	Tool         string       `json:"tool"`
	Output       string       `json:"output"`
	IsError      bool         `json:"is_error,omitempty"`
	Denied       bool         `json:"denied,omitempty"`      // it did not run: consent is missing
	Interrupted  bool         `json:"interrupted,omitempty"` // it has no result of its own
	Presentation Presentation `json:"presentation"`
}

// WarningKind says what a Warned is about. One function of internal/present finds the
// words, so that no two surfaces differ.
type WarningKind string

// The warnings.
const (
	WarnNotSaved     WarningKind = "not_saved"     // Err; events are in memory only
	WarnDamaged      WarningKind = "damaged"       // Err; a part of a stored conversation is unreadable
	WarnEmptyAnswer  WarningKind = "empty_answer"  // the model said nothing
	WarnLength       WarningKind = "length"        // cut by a token limit
	WarnRefused      WarningKind = "refused"       // the model or a filter declined
	WarnRequestLimit WarningKind = "request_limit" // Count requests, and the model still calls tools
	WarnBadCall      WarningKind = "bad_call"      // Name; its arguments did not arrive whole
	WarnMissingCall  WarningKind = "missing_call"  // Name; stored without a result, which was made up
	WarnUnfinished   WarningKind = "unfinished"    // a stored turn has no end: a crash
	WarnDenied       WarningKind = "denied"        // Name; the tool needed consent
)

// Warned is something the user should know that does not end the turn.
type Warned struct {
	Kind  WarningKind `json:"kind"`
	Name  string      `json:"name,omitempty"`
	Count int         `json:"count,omitempty"`
	Err   error       `json:"-"`
}

// Reason is how a turn ended.
type Reason string

// The reasons.
const (
	ReasonCompleted   Reason = "completed"
	ReasonLength      Reason = "length"
	ReasonRefused     Reason = "refused"
	ReasonLimit       Reason = "request_limit"
	ReasonInterrupted Reason = "interrupted"
	ReasonFailed      Reason = "failed"
)

// Failed says what ended a turn that did not work out; TurnEnded follows. Kept says
// that a part of an answer was received and is stored.
type Failed struct {
	Err  error `json:"-"`
	Kept bool  `json:"kept"`
}

// TurnEnded closes a turn on every path, panics excepted.
type TurnEnded struct {
	Reason    Reason         `json:"reason"`
	Usage     provider.Usage `json:"usage"` // of all requests of the turn
	Requests  int            `json:"requests"`
	ToolCalls int            `json:"tool_calls"`
	Denied    int            `json:"denied,omitempty"`
}

// Panicked comes while a panic of Run unwinds, which goes on afterwards. A sink must
// only note it.
type Panicked struct {
	Value any    `json:"-"`
	Stack string `json:"stack"`
}

func (TurnStarted) name() string     { return "turn_started" }
func (RequestStarted) name() string  { return "request_started" }
func (PhaseChanged) name() string    { return "phase_changed" }
func (Pinged) name() string          { return "pinged" }
func (ReasoningDelta) name() string  { return "reasoning_delta" }
func (ReasoningEnded) name() string  { return "reasoning_ended" }
func (TextDelta) name() string       { return "text_delta" }
func (TextEnded) name() string       { return "text_ended" }
func (ToolCallStarted) name() string { return "tool_call_started" }
func (ToolCallGrew) name() string    { return "tool_call_grew" }
func (RequestEnded) name() string    { return "request_ended" }
func (RetryScheduled) name() string  { return "retry_scheduled" }
func (ToolCalled) name() string      { return "tool_called" }
func (ToolReturned) name() string    { return "tool_returned" }
func (Warned) name() string          { return "warned" }
func (Failed) name() string          { return "failed" }
func (TurnEnded) name() string       { return "turn_ended" }
func (Panicked) name() string        { return "panicked" }
