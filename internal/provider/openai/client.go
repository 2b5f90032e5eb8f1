package openai

import (
	"context"
	"errors"
	"net/http"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"
	"github.com/openai/openai-go/v3/responses"

	"jp/internal/provider"
	"jp/internal/provider/guard"
)

// Options are the parts of a client that tests and special networks replace. The
// zero value is right for everybody else.
type Options struct {
	HTTP   *http.Client // nil = guard.NewClient(nil)
	Limits guard.Limits
}

// Client is a [provider.Provider]. It is safe for concurrent use.
type Client struct {
	ep        provider.Endpoint
	opt       Options
	responses responses.ResponseService
	chat      sdk.ChatCompletionService
}

// New makes a client of an endpoint that speaks [provider.Responses] or
// [provider.Completions]. It does no I/O and reads no environment.
func New(ep provider.Endpoint, opt Options) *Client {
	if opt.HTTP == nil {
		opt.HTTP = guard.NewClient(nil)
	}
	options := []option.RequestOption{
		option.WithBaseURL(ep.BaseURL + "/"),
		option.WithHTTPClient(opt.HTTP),
		option.WithMaxRetries(0),
	}
	if ep.Key != "" {
		options = append(options, option.WithAPIKey(ep.Key))
	}
	return &Client{
		ep: ep, opt: opt,
		responses: responses.NewResponseService(options...),
		chat:      sdk.NewChatCompletionService(options...),
	}
}

// Name implements [provider.Provider].
func (c *Client) Name() string { return c.ep.Provider }

// Stream implements [provider.Provider].
func (c *Client) Stream(ctx context.Context, req provider.Request, emit func(provider.Event)) error {
	w := guard.New(ctx, guard.Options{
		Provider: c.ep.Provider, KeyName: c.ep.KeyName, Secrets: []string{c.ep.Key}, Limits: c.opt.Limits,
	}, emit)
	defer w.Close()
	if c.ep.Protocol == provider.Responses {
		return c.streamResponses(w, req, emit)
	}
	return c.streamChat(w, req, emit)
}

func (c *Client) streamResponses(w *guard.Watch, req provider.Request, emit func(provider.Event)) error {
	stream := c.responses.NewStreaming(w.Context(), encodeResponses(req), option.WithMiddleware(w.Do))
	defer stream.Close()
	d := responsesDecoder{emit: emit}
	for stream.Next() {
		if d.take(stream.Current()) {
			w.Settle()
		}
		if d.failure != nil {
			w.Fail(w.StreamError(d.failure))
		}
	}
	failOnErrorEvent(w, stream.Err(), d.finished)
	return finish(w, stream.Err(), d.finished, d.stop, emit)
}

func (c *Client) streamChat(w *guard.Watch, req provider.Request, emit func(provider.Event)) error {
	params, extra := encodeChat(req, c.ep.Dialect)
	stream := c.chat.NewStreaming(w.Context(), params, append(extra, option.WithMiddleware(w.Do))...)
	defer stream.Close()
	d := chatDecoder{emit: emit}
	for stream.Next() {
		if d.take(stream.Current()) {
			w.Settle()
		}
		if d.failure != nil {
			w.Fail(w.StreamError(d.failure))
		}
	}
	failOnErrorEvent(w, stream.Err(), d.finished)
	return finish(w, stream.Err(), d.finished, d.stop, emit)
}

// failOnErrorEvent translates an error that the service sent instead of the rest
// of the stream; the SDK quotes it raw.
func failOnErrorEvent(w *guard.Watch, err error, finished bool) {
	if e, ok := errors.AsType[*ssestream.StreamError](err); ok && !finished {
		w.Fail(w.StreamError(e.Event.Data))
	}
}

func finish(w *guard.Watch, err error, finished bool, stop provider.StopReason, emit func(provider.Event)) error {
	if err := w.Verdict(err, finished); err != nil {
		return err
	}
	emit(provider.Event{Kind: provider.Done, Stop: stop})
	return nil
}
