// Package agent runs turns: it sends what was said to a provider, runs the tools that
// the model calls, and goes on until the model has answered. It formats no prose and
// knows no terminal; it emits typed Events and lets the caller decide how they look.
//
//	out, err := agent.Run(ctx, agent.Config{
//		Provider: p, Model: "assistant", Tools: tools,
//		Recorder: conversation, Sink: ui.Handle, Sleep: sleep,
//	}, "What is in this directory?")
//
// # What is kept
//
// The user's message is on the disk before the request leaves. What a model said is
// stored verbatim on every path: when the turn is complete, when the user ends it, when
// the stream is cut, and when it fails; a Mark says which. A tool call is stored only
// when the provider said that the answer is complete, and only then it may run. A call
// without a result, because of an interrupt or a crash, gets one that says so, since
// providers refuse a history with open calls.
//
// # Cancelling
//
// Cancelling the context is a graceful stop, not an error: the stream ends, running
// tools are told, the part that arrived is stored, and the outcome says interrupted.
// The outcome is judged by what happened, not by what was asked for: a turn that was
// complete when the user pressed the key is completed.
//
// # Trying again
//
// provider.Backoff decides; the wait is announced by RetryScheduled and ends at once
// when the context is cancelled. Nothing that was shown is shown twice: after the first
// visible piece there is no retry, unless Backoff.AfterText allows it, and then the
// abandoned part is closed by RequestEnded and never sent again.
//
// # Replay
//
// Replay turns a stored conversation into the same events, so that a renderer prints
// old turns as it printed them live.
//
// # Limits
//
// A crash of the process loses the answer that was streaming, not what came before.
// Tools that ignore their context hold up a cancelled run.
package agent
