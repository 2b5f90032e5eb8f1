// Package provider is what the agent knows about model providers: one request
// shape, one event type, one error type, and the rules for trying again.
//
//	err := p.Stream(ctx, provider.Request{Model: "…", Messages: msgs}, func(e provider.Event) {
//		if e.Kind == provider.TextDelta { out.WriteString(e.Text) }
//	})
//	if errors.Is(err, provider.ErrCut) { … } // what was emitted is a partial answer
//
// # The promise of Stream
//
// A nil error means that the protocol's own terminal event arrived (Anthropic
// message_stop, Responses response.completed or response.incomplete, Chat
// finish_reason). A stream that merely stops is [ErrCut], whatever the
// transport says: the official SDKs report a clean end for a truncated body,
// for an HTML page and for an error document with status 200, and a truncated
// answer must never be mistaken for an answer.
//
// A tool call whose arguments did not arrive as one complete JSON object is
// never announced by [ToolCallDone], so it can not run.
//
// # Who retries
//
// Nothing in here does. [Backoff] decides, the agent waits, so the wait is
// visible, interruptible and in the transcript. The SDKs' own retries are off.
//
// # Subpackages
//
// anthropic and openai speak the protocols through the official SDKs. guard is
// the HTTP middleware that both share: status and content checks, liveness,
// the idle clocks, sizes, the terminal event. faultserver is the server that
// misbehaves on purpose, for tests. [Resolve] turns "provider/model" and an
// environment into an [Endpoint]; the caller brings the constructors.
//
// # Limits
//
// Text is passed on verbatim and is hostile: who displays it sanitises it.
// Only [Error] is clean already, because errors end up in places that do not
// expect content.
package provider
