package agent

import (
	"context"

	"jp/internal/provider"
	"jp/internal/tool"
)

// pendingCall is a call of a complete answer. A broken one has arguments that are no
// JSON object; it gets a result but never runs.
type pendingCall struct {
	call   provider.ToolCall
	broken bool
}

const brokenText = "the arguments did not arrive as one complete JSON object; the tool was not run"

// batch is the calls of one answer on their way to results.
type batch struct {
	run     *run
	calls   []pendingCall
	results []*ToolReturned // by position of the call; nil until it is there
	stored  int             // how many are recorded, always a prefix
}

// finished is a result on its way from a tool's goroutine to the run's.
type finished struct {
	position int
	outcome  tool.Outcome
}

// runTools runs the calls of an answer, a few at a time, and waits for all of them.
// Results are announced as they come and recorded in the order of the calls. The error is a
// StuckError: the results are there, and asking again with them is pointless.
func (r *run) runTools(ctx context.Context, calls []pendingCall) error {
	b := &batch{run: r, calls: calls, results: make([]*ToolReturned, len(calls))}
	r.out.ToolCalls += len(calls)
	for _, c := range calls {
		r.emit(ToolCalled{newTrace(&c.call, r.cfg.Tools)})
	}
	done := make(chan finished)
	running := 0
	for i, c := range calls {
		if c.broken {
			r.emit(Warned{Kind: WarnBadCall, Name: c.call.Name})
			b.finish(i, ToolReturned{Output: brokenText, IsError: true})
			continue
		}
		if running == r.cfg.Limits.Parallel {
			b.take(ctx, <-done)
			running--
		}
		if ctx.Err() != nil {
			b.finish(i, interrupted())
			continue
		}
		running++
		// The goroutine ends by handing over its result, which the loop below awaits.
		go func() { done <- finished{i, r.cfg.Tools.Call(ctx, c.call)} }()
	}
	for ; running > 0; running-- {
		b.take(ctx, <-done)
	}
	b.toHistory()
	return r.failed.note(calls, b.results)
}

func interrupted() ToolReturned {
	return ToolReturned{Output: interruptedText, IsError: true, Interrupted: true}
}

// take turns an outcome into a result. A tool that failed because it was told to stop
// was interrupted; one that made it in time has its result.
func (b *batch) take(ctx context.Context, f finished) {
	if f.outcome.IsError && ctx.Err() != nil {
		b.finish(f.position, interrupted())
		return
	}
	if f.outcome.Denied {
		b.run.out.Denied++
		b.run.emit(Warned{Kind: WarnDenied, Name: b.calls[f.position].call.Name})
	}
	b.finish(f.position, ToolReturned{
		Output: f.outcome.Text, IsError: f.outcome.IsError, Denied: f.outcome.Denied,
	})
}

func (b *batch) finish(position int, res ToolReturned) {
	call := b.calls[position].call
	res.ID, res.Tool, res.Presentation = call.ID, call.Name, PresentCommand
	b.results[position] = &res
	b.run.emit(res)
	for b.stored < len(b.results) && b.results[b.stored] != nil {
		res := b.results[b.stored]
		b.run.record(KindToolResult, resultRecord{
			ID: res.ID, Tool: res.Tool, Output: res.Output,
			IsError: res.IsError, Denied: res.Denied, Interrupted: res.Interrupted,
		})
		b.stored++
	}
}

func (b *batch) toHistory() {
	got := make(map[string]provider.ToolResult, len(b.results))
	for _, res := range b.results {
		got[res.ID] = provider.ToolResult{CallID: res.ID, Text: res.Output, IsError: res.IsError}
	}
	b.run.thread.results(got)
}
