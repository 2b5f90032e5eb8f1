package guard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"runtime/debug"
	"sync/atomic"
	"time"

	"jp/internal/provider"
)

// Options are what a [Watch] needs to know. Only Provider is required.
type Options struct {
	Provider string   // for errors
	KeyName  string   // the variable the key comes from, for hints
	Secrets  []string // never quoted in errors
	Limits   Limits

	// Wall tells the wall clock's time, to notice that the machine slept: the
	// monotonic clock stands still meanwhile. nil = the system's.
	Wall func() time.Time
}

// Limits bound a stream. A zero field means its default, a negative one that
// there is no bound.
type Limits struct {
	ByteIdle  time.Duration // longest silence on the wire; 120 s
	EventIdle time.Duration // longest time without an event other than keep-alives; 300 s
	Settle    time.Duration // wait for trailing events after the terminal one; 2 s
	ErrorBody time.Duration // time to read an error's body; 10 s
	Event     int           // bytes of one event; 16 MiB
	Total     int64         // bytes of the whole answer; 256 MiB
}

// errorBodyMax is how much of an error's body is read: enough for every real
// one, and little enough that a hostile one costs nothing.
const errorBodyMax = 64 << 10

func (l Limits) withDefaults() Limits {
	set := func(d *time.Duration, def time.Duration) {
		if *d == 0 {
			*d = def
		}
	}
	set(&l.ByteIdle, 120*time.Second)
	set(&l.EventIdle, 300*time.Second)
	set(&l.Settle, 2*time.Second)
	set(&l.ErrorBody, 10*time.Second)
	if l.Event == 0 {
		l.Event = 16 << 20
	}
	if l.Total == 0 {
		l.Total = 256 << 20
	}
	return l
}

// Watch guards one request. It belongs to the goroutine that made it, which is
// also the one that emit is called from; only the clocks' timer runs elsewhere,
// and all it does is cancel the context.
type Watch struct {
	opt    Options
	emit   func(provider.Event)
	caller context.Context
	ctx    context.Context
	cancel context.CancelCauseFunc
	clocks *clocks
	phase  provider.EventKind
	kept   atomic.Bool     // the connection served an earlier request; set by the transport
	err    *provider.Error // the first thing that was found wrong
}

// New starts the clocks. Close must be called, whatever happens.
func New(ctx context.Context, opt Options, emit func(provider.Event)) *Watch {
	opt.Limits = opt.Limits.withDefaults()
	if opt.Wall == nil {
		opt.Wall = time.Now
	}
	w := &Watch{opt: opt, emit: emit, caller: ctx}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	w.clocks = startClocks(opt.Limits, opt.Wall, func(e *provider.Error) { w.cancel(e) })
	return w
}

// Context is what the request must be made with: the clocks end it.
func (w *Watch) Context() context.Context { return w.ctx }

// Close stops the clocks and ends whatever is left of the request.
func (w *Watch) Close() {
	w.clocks.stop()
	w.cancel(context.Canceled)
}

// Settle is called when the terminal event was seen. What follows, if anything,
// is usage and the end of the body; it is not worth a long wait any more.
func (w *Watch) Settle() { w.clocks.settle(w.opt.Limits.Settle) }

// Do is the middleware. It has the type of both SDKs' middlewares.
func (w *Watch) Do(req *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	res, err := w.send(req, next)
	for range keptMax {
		again, ok := w.again(req, err)
		if !ok {
			break
		}
		res, err = w.send(again, next)
	}
	if err != nil {
		return nil, w.fail(w.transportError(err))
	}
	w.clocks.leave(1) // The headers are bytes, too.
	if e := w.judge(res); e != nil {
		res.Body.Close()
		return nil, w.fail(e)
	}
	frames := newFrames(w.alive(res.Body), w.opt.Limits.Event, w.clocks.sawEvent, func() {
		w.emit(provider.Event{Kind: provider.Ping})
	})
	res.Body = &body{w: w, frames: frames, raw: res.Body}
	return res, nil
}

// keptMax is how many kept connections may turn out to be dead before it counts.
const keptMax = 3

// again is req for another try, if the last one failed on a connection that was
// kept from an earlier request. Servers close those when they like (llama.cpp
// does so early), the transport notices too late, and a request that got not a
// byte of an answer may be sent again without anybody having to know.
func (w *Watch) again(req *http.Request, err error) (*http.Request, bool) {
	if err == nil || !w.kept.Load() || w.ctx.Err() != nil || req.GetBody == nil {
		return nil, false
	}
	if _, judged := errors.AsType[*provider.Error](err); judged {
		return nil, false
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, false
	}
	again := req.Clone(req.Context())
	again.Body = body
	return again, true
}

// send runs next and reports its phases meanwhile. The trace's callbacks come
// from goroutines of the transport, so they only leave a note, and next runs in
// a goroutine that send waits for.
func (w *Watch) send(req *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	phases := make(chan provider.EventKind, 16)
	note := func(k provider.EventKind) {
		select {
		case phases <- k:
		default: // A redirect loop; the phases are known by now.
		}
	}
	trace := &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) {
			w.kept.Store(info.Reused)
			note(provider.Sending)
		},
		WroteRequest: func(info httptrace.WroteRequestInfo) {
			if info.Err == nil {
				note(provider.Waiting)
			}
		},
	}
	req = req.WithContext(httptrace.WithClientTrace(req.Context(), trace))

	w.kept.Store(false)
	var res *http.Response
	var err error
	done := make(chan struct{})
	w.enter(provider.Connecting)
	var broken any
	go func() {
		defer close(done)
		// A panic goes on in the goroutine that waits, whose owner can restore the terminal.
		defer func() {
			if p := recover(); p != nil {
				broken = fmt.Sprintf("%v\n\n%s", p, debug.Stack())
			}
		}()
		res, err = next(req)
	}()
	for {
		select {
		case k := <-phases:
			w.enter(k)
		case <-done:
			if broken != nil {
				panic(broken)
			}
			for len(phases) > 0 {
				w.enter(<-phases)
			}
			if err == nil {
				// A transport without traces still got here.
				w.enter(provider.Sending)
				w.enter(provider.Waiting)
			}
			return res, err
		}
	}
}

// enter reports a phase once; phases only go forward, also over redirects.
func (w *Watch) enter(k provider.EventKind) {
	if k > w.phase {
		w.phase = k
		w.emit(provider.Event{Kind: k})
	}
}

// fail keeps the first error and returns it.
func (w *Watch) fail(e *provider.Error) *provider.Error {
	if w.err == nil {
		w.err = e
	}
	return w.err
}

// Fail is for the decoder: it found e wrong, and Verdict shall say so.
func (w *Watch) Fail(e *provider.Error) { w.fail(e) }

// Verdict is the result of the whole stream: nil only if it finished. sdk is
// what the SDK thinks; it matters only when nobody knows better.
func (w *Watch) Verdict(sdk error, finished bool) error {
	switch {
	case finished && w.err == nil:
		return nil
	case w.caller.Err() != nil:
		return fmt.Errorf("%s: %w", w.opt.Provider, w.caller.Err())
	case w.err != nil:
		return w.err
	}
	if e, ok := errors.AsType[*provider.Error](context.Cause(w.ctx)); ok {
		return w.fail(w.named(e))
	}
	if sdk != nil {
		return w.fail(w.malformed(sdk))
	}
	return w.fail(w.cut("the stream ended before the answer was complete", nil))
}

func (w *Watch) named(e *provider.Error) *provider.Error {
	named := *e
	named.Provider = w.opt.Provider
	return &named
}

func (w *Watch) cut(message string, cause error) *provider.Error {
	return &provider.Error{
		Kind: provider.Cut, Provider: w.opt.Provider, Message: message, Err: cause,
	}
}

func (w *Watch) malformed(cause error) *provider.Error {
	return &provider.Error{
		Kind: provider.Malformed, Provider: w.opt.Provider, Err: cause,
		Message: "the stream can not be decoded: " + w.clean(cause.Error(), 200),
	}
}

// body is the response body that the SDK reads: framed, and with errors that
// were looked at first. Nothing that goes wrong after the terminal event counts.
type body struct {
	w      *Watch
	frames *frames
	raw    io.Closer
}

func (b *body) Read(p []byte) (int, error) {
	// Whoever cancelled wants no more, also of what has arrived already.
	if err := b.w.ctx.Err(); err != nil {
		return 0, b.w.readError(err)
	}
	n, err := b.frames.Read(p)
	if err == nil || err == io.EOF {
		return n, err
	}
	return n, b.w.readError(err)
}

func (b *body) Close() error { return b.raw.Close() }

// readError names the reason why reading the stream failed and keeps it.
func (w *Watch) readError(err error) error {
	if w.caller.Err() != nil || w.clocks.settling() {
		return err
	}
	if e, ok := errors.AsType[*provider.Error](context.Cause(w.ctx)); ok {
		return w.fail(w.named(e))
	}
	if e, ok := errors.AsType[*provider.Error](err); ok {
		return w.fail(w.named(e))
	}
	return w.fail(w.cut("the connection broke in the middle of the answer", err))
}

// alive feeds the byte clock and counts the answer's bytes.
func (w *Watch) alive(r io.Reader) io.Reader {
	return &counter{r: r, left: w.opt.Limits.Total, clocks: w.clocks}
}

type counter struct {
	r      io.Reader
	left   int64 // below 0 from the start = no bound
	clocks *clocks
}

func (c *counter) Read(p []byte) (int, error) {
	if c.left == 0 {
		return 0, tooLarge("the answer is larger than the limit")
	}
	if c.left > 0 && int64(len(p)) > c.left {
		p = p[:c.left]
	}
	c.clocks.enter()
	n, err := c.r.Read(p)
	c.clocks.leave(n)
	if c.left > 0 {
		c.left -= int64(n)
	}
	return n, err
}

func tooLarge(message string) *provider.Error {
	return &provider.Error{Kind: provider.TooLarge, Message: message, Hint: "ask for the answer in smaller parts"}
}
