package anthropic

import (
	"context"
	"errors"
	"net/http"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"

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
	ep      provider.Endpoint
	opt     Options
	service sdk.MessageService
}

// New makes a client of an endpoint. It does no I/O and reads no environment.
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
	return &Client{ep: ep, opt: opt, service: sdk.NewMessageService(options...)}
}

// Name implements [provider.Provider].
func (c *Client) Name() string { return c.ep.Provider }

// Stream implements [provider.Provider].
func (c *Client) Stream(ctx context.Context, req provider.Request, emit func(provider.Event)) error {
	params, extra := encode(req)
	w := guard.New(ctx, guard.Options{
		Provider: c.ep.Provider, KeyName: c.ep.KeyName, Secrets: []string{c.ep.Key}, Limits: c.opt.Limits,
	}, emit)
	defer w.Close()

	stream := c.service.NewStreaming(w.Context(), params, append(extra, option.WithMiddleware(w.Do))...)
	defer stream.Close()
	d := decoder{emit: emit}
	for stream.Next() {
		if d.take(stream.Current()) {
			w.Settle()
		}
	}
	err := stream.Err()
	// An error event that comes instead of the rest; the SDK quotes it raw.
	if e, ok := errors.AsType[*sdk.Error](err); ok && !d.finished {
		w.Fail(w.StreamError([]byte(e.RawJSON())))
	}
	if err := w.Verdict(err, d.finished); err != nil {
		return err
	}
	emit(provider.Event{Kind: provider.Done, Stop: d.stop})
	return nil
}
