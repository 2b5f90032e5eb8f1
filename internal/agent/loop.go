package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"jp/internal/provider"
	"jp/internal/store"
	"jp/internal/tool"
)

// Config is everything a run needs. Provider and Sleep are required.
type Config struct {
	Provider  provider.Provider
	Model     string // without the provider's name
	System    string
	Reasoning provider.Reasoning
	MaxTokens int

	Tools    *tool.Set // nil = none
	Recorder Recorder  // nil = nothing is kept
	Sink     Sink      // nil = nobody looks

	// History is the conversation before this turn: of the last Outcome, or from
	// History. Run does not change it.
	History []provider.Message

	Limits  Limits
	Backoff provider.Backoff

	// Sleep waits for d or until ctx is done, and returns ctx.Err() then.
	Sleep func(ctx context.Context, d time.Duration) error
	// Jitter is uniform in [0, 1); nil = always 0.5.
	Jitter func() float64
}

// Limits bound a turn. Zero fields have defaults.
type Limits struct {
	Requests int // answers of the model, retries not counted; 0 = 50
	Parallel int // tool calls that run at once; 0 = 4
}

const (
	defaultRequests = 50
	defaultParallel = 4
)

// Outcome is what became of a turn.
type Outcome struct {
	Reason    Reason
	Received  bool               // a part of an answer came, of any request: text, reasoning or calls
	Saved     bool               // everything is on the disk; false without a Recorder
	Text      string             // of the last answer, as far as it came
	Usage     provider.Usage     // of all requests
	Requests  int                // answers asked for, retries not counted
	ToolCalls int                // calls that the model made
	Denied    int                // of them, those that consent was missing for
	Messages  []provider.Message // the history for the next turn
}

// errNoTerminal guards against a provider that breaks its own promise.
var errNoTerminal = fmt.Errorf("provider returned without an error: %w", provider.ErrCut)

// Run performs one turn: from the user's input to the complete answer, tool calls
// included. It runs in the caller's goroutine, and when it returns, nothing of it is
// still running.
//
// The error is nil when the turn ended in an orderly way, which includes an interrupt
// by ctx. Otherwise it says why the turn failed, or that a complete turn could not be
// saved (then Reason is not ReasonFailed); the outcome is valid in any case.
func Run(ctx context.Context, cfg Config, input string) (Outcome, error) {
	r := newRun(cfg)
	defer r.notePanic()
	started := TurnStarted{
		Input: input, Provider: cfg.Provider.Name(), Model: cfg.Model,
		Tools: cfg.Tools.Names(), History: len(cfg.History),
	}
	r.thread.say(provider.User, provider.TextPart(input))
	r.record(KindUser, userRecord{
		Text: input, Provider: started.Provider, Model: cfg.Model, Tools: started.Tools,
	})
	if r.unsaved != nil {
		// Nothing was asked yet, so nothing is lost by stopping here.
		return r.finish(ReasonFailed, r.notSaved())
	}
	r.emit(started)
	return r.finish(r.turn(ctx))
}

// run is the state of one turn. It belongs to the goroutine of Run.
type run struct {
	cfg     Config
	thread  thread
	out     Outcome
	failed  failures
	refused error // why an event can never be on the disk
	unsaved error // why the last event is not on the disk; nil when it is
}

func newRun(cfg Config) *run {
	if cfg.Provider == nil || cfg.Sleep == nil {
		panic("agent: Config needs a Provider and a Sleep")
	}
	if cfg.Sink == nil {
		cfg.Sink = func(Event) {}
	}
	if cfg.Jitter == nil {
		cfg.Jitter = func() float64 { return 0.5 }
	}
	if cfg.Limits.Requests <= 0 {
		cfg.Limits.Requests = defaultRequests
	}
	if cfg.Limits.Parallel <= 0 {
		cfg.Limits.Parallel = defaultParallel
	}
	return &run{cfg: cfg, failed: failures{}, thread: thread{messages: slices.Clone(cfg.History)}}
}

func (r *run) emit(e Event) { r.cfg.Sink(e) }

// turn asks and runs tools until the model has nothing more to do.
func (r *run) turn(ctx context.Context) (Reason, error) {
	for range r.cfg.Limits.Requests {
		r.out.Requests++
		a, calls, err := r.request(ctx)
		switch {
		case err != nil && ctx.Err() != nil:
			return ReasonInterrupted, nil
		case err != nil:
			return ReasonFailed, err
		case a.stop == provider.StopRefusal:
			r.emit(Warned{Kind: WarnRefused})
			return ReasonRefused, nil
		case len(calls) > 0:
			if err := r.runTools(ctx, calls); err != nil && ctx.Err() == nil {
				return ReasonFailed, err
			}
		case a.stop == provider.StopPause:
			// The service wants to be asked again, with what it said so far.
		case a.stop == provider.StopLength:
			r.emit(Warned{Kind: WarnLength})
			return ReasonLength, nil
		default:
			if a.said() == "" {
				r.emit(Warned{Kind: WarnEmptyAnswer})
			}
			return ReasonCompleted, nil
		}
		if ctx.Err() != nil {
			return ReasonInterrupted, nil
		}
	}
	r.emit(Warned{Kind: WarnRequestLimit, Count: r.cfg.Limits.Requests})
	return ReasonLimit, nil
}

// request gets one answer, in as many attempts as the policy allows.
func (r *run) request(ctx context.Context) (*answer, []pendingCall, error) {
	for attempt := 1; ; attempt++ {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		r.emit(RequestStarted{Request: r.out.Requests, Attempt: attempt, Messages: len(r.thread.messages)})
		a := &answer{emit: r.cfg.Sink, place: len(r.thread.messages)}
		err := r.cfg.Provider.Stream(ctx, r.ask(), a.receive)
		if err == nil && !a.done {
			err = errNoTerminal
		}
		a.turnTo(nil)
		if err == nil {
			return a, r.accept(a, attempt), nil
		}
		verdict := r.cfg.Backoff.Next(attempt, err, a.shown, r.cfg.Jitter())
		if ctx.Err() != nil || !verdict.Retry {
			r.keep(a, attempt, markOf(ctx, err), err)
			return a, nil, err
		}
		r.keep(a, attempt, MarkAbandoned, err)
		r.emit(RetryScheduled{
			Kind: kindOf(err), Attempt: attempt, Of: r.attempts(attempt, err, a.shown),
			Wait: verdict.Wait, Err: err,
		})
		if err := r.cfg.Sleep(ctx, verdict.Wait); err != nil {
			return a, nil, err
		}
	}
}

func (r *run) ask() provider.Request {
	return provider.Request{
		Model: r.cfg.Model, System: r.cfg.System, Messages: slices.Clone(r.thread.messages),
		Tools: r.cfg.Tools.Specs(), MaxTokens: r.cfg.MaxTokens, Reasoning: r.cfg.Reasoning,
	}
}

// accept stores a complete answer and returns its calls.
func (r *run) accept(a *answer, attempt int) []pendingCall {
	mark := Mark("")
	if a.stop == provider.StopRefusal {
		mark = MarkRefused
	}
	parts, broken := a.parts(mark == "")
	r.close(a, parts, responseRecord{Stop: a.stop, Mark: mark, Attempt: attempt, Usage: a.usage}, nil)
	var calls []pendingCall
	for _, p := range parts {
		if p.Kind == provider.PartToolCall {
			calls = append(calls, pendingCall{call: *p.ToolCall, broken: broken[p.ToolCall.ID]})
		}
	}
	return calls
}

// keep stores what arrived of an incomplete answer. One that brought nothing leaves no
// trace in the store.
func (r *run) keep(a *answer, attempt int, mark Mark, err error) {
	parts, _ := a.parts(false)
	rec := responseRecord{Mark: mark, Error: err.Error(), Attempt: attempt, Usage: a.usage}
	if mark == MarkInterrupted {
		rec.Error, err = "", nil
	}
	r.close(a, parts, rec, err)
}

// close stores an answer's blocks, puts them into the history, and ends the request.
func (r *run) close(a *answer, parts []provider.Part, rec responseRecord, err error) {
	for _, p := range parts {
		r.recordPart(p)
	}
	if len(parts) > 0 || rec.Mark == "" {
		r.out.Received = r.out.Received || len(parts) > 0
		r.record(KindResponse, rec)
	}
	r.thread.answer(parts, rec.Mark)
	r.addUsage(a.usage)
	if rec.Mark != MarkAbandoned {
		r.out.Text = a.said()
	}
	r.emit(RequestEnded{Stop: rec.Stop, Mark: rec.Mark, Usage: rec.Usage, Err: err})
}

func (r *run) recordPart(p provider.Part) {
	switch p.Kind {
	case provider.PartText:
		r.record(KindText, blockRecord{Text: p.Text})
	case provider.PartReasoning:
		r.record(KindReasoning, blockRecord{Text: p.Text, Signature: p.Signature})
	case provider.PartToolCall:
		r.record(KindToolCall, callRecord{ID: p.ToolCall.ID, Tool: p.ToolCall.Name, Args: string(p.ToolCall.Args)})
	}
}

// record saves one event. A failure does not end a turn that is under way: the recorder
// has the event in memory and tries again with the next one, and finish reports it.
func (r *run) record(kind store.Kind, data any) {
	if r.cfg.Recorder == nil {
		return
	}
	err := r.cfg.Recorder.Append(kind, data)
	if errors.Is(err, store.ErrTooLong) && r.refused == nil {
		r.refused = err // it was not taken, whatever is saved later
	}
	r.unsaved = cmp.Or(r.refused, err)
}

func (r *run) isSaved() bool { return r.cfg.Recorder != nil && r.unsaved == nil }

func (r *run) notSaved() error { return fmt.Errorf("conversation not saved: %w", r.unsaved) }

func (r *run) addUsage(u provider.Usage) {
	sum := &r.out.Usage
	sum.InputTokens += u.InputTokens
	sum.OutputTokens += u.OutputTokens
	sum.ReasoningTokens += u.ReasoningTokens
	sum.CacheReadTokens += u.CacheReadTokens
	sum.CacheWriteTokens += u.CacheWriteTokens
}

// finish stores and announces the end, whatever it is.
func (r *run) finish(reason Reason, err error) (Outcome, error) {
	r.out.Reason, r.out.Messages = reason, r.thread.messages
	ended := TurnEnded{
		Reason: reason, Usage: r.out.Usage, Requests: r.out.Requests,
		ToolCalls: r.out.ToolCalls, Denied: r.out.Denied,
	}
	rec := turnEndRecord{TurnEnded: ended}
	if err != nil {
		rec.Error = err.Error()
		r.emit(Failed{Err: err, Kept: r.out.Received && r.isSaved()})
	}
	blamed := r.unsaved != nil && errors.Is(err, r.unsaved)
	r.record(KindTurnEnd, rec)
	r.out.Saved = r.isSaved()
	if r.unsaved != nil && !blamed && (err != nil || reason == ReasonInterrupted) {
		// The caller has something else to report, so this must not hide behind it.
		r.emit(Warned{Kind: WarnNotSaved, Err: r.unsaved})
	}
	r.emit(ended)
	if err == nil && r.unsaved != nil {
		err = r.notSaved()
	}
	return r.out, err
}

// notePanic tells the sink while a panic passes through. The panic goes on: whoever
// owns the terminal has to restore it and report.
func (r *run) notePanic() {
	if p := recover(); p != nil {
		r.emit(Panicked{Value: p, Stack: string(debug.Stack())})
		panic(p)
	}
}

// attempts is how many tries there are for err, the ones so far included.
func (r *run) attempts(attempt int, err error, shown bool) int {
	const most = 100
	for attempt < most && r.cfg.Backoff.Next(attempt, err, shown, 0).Retry {
		attempt++
	}
	return attempt
}

func markOf(ctx context.Context, err error) Mark {
	switch {
	case ctx.Err() != nil:
		return MarkInterrupted
	case errors.Is(err, provider.ErrCut):
		return MarkCut
	}
	return MarkFailed
}

func kindOf(err error) provider.Kind {
	if e, ok := errors.AsType[*provider.Error](err); ok {
		return e.Kind
	}
	return provider.Unknown
}
