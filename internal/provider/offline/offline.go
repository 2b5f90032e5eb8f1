package offline

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"jp/internal/provider"
)

// Model is the name of the only model.
const Model = "guide"

const (
	pieceRunes    = 24 // longest piece of a stream
	bytesPerToken = 4  // a usual ratio; there are no tokens here
)

// Options set the speed. The zero value does not wait at all.
type Options struct {
	First time.Duration // before the first piece of each answer
	Delay time.Duration // between two pieces
}

// Provider is the assistant. It is safe for concurrent use.
type Provider struct {
	options Options
}

// New returns the assistant.
func New(o Options) *Provider { return &Provider{options: o} }

// Name is "offline".
func (*Provider) Name() string { return "offline" }

// Stream answers the request, or calls the next tool. It fails only when the context
// ends or the model's name is not known.
func (p *Provider) Stream(ctx context.Context, req provider.Request, emit func(provider.Event)) error {
	if m := cmp.Or(req.Model, Model); m != Model {
		return &provider.Error{
			Kind: provider.UnknownModel, Provider: p.Name(),
			Message: fmt.Sprintf("no model %q", provider.Clean(m, 80)),
			Hint:    "the built-in assistant is offline/" + Model,
		}
	}
	s := &stream{ctx: ctx, options: p.options, emit: emit, limit: req.MaxTokens * bytesPerToken}
	for _, kind := range []provider.EventKind{provider.Connecting, provider.Sending, provider.Waiting} {
		emit(provider.Event{Kind: kind})
	}
	s.usage.InputTokens = tokens(requestBytes(req))
	if err := s.wait(p.options.First); err != nil {
		return err
	}
	emit(provider.Event{Kind: provider.UsageUpdate, Usage: s.usage})
	return s.play(decide(req), req)
}

// stream writes one answer as a provider does: in pieces, at a pace, counted.
type stream struct {
	ctx     context.Context
	options Options
	emit    func(provider.Event)
	index   int // of the next block
	written int // bytes of content
	limit   int // of written; 0 = none
	usage   provider.Usage
}

// play writes a step: its thoughts, its text, its call, and the end.
func (s *stream) play(next step, req provider.Request) error {
	stop := provider.StopEnd
	whole := true
	if next.thoughts != "" && req.Reasoning.Mode != provider.ReasoningOff {
		var err error
		if whole, err = s.block(provider.ReasoningDelta, next.thoughts); err != nil {
			return err
		}
		s.usage.ReasoningTokens = tokens(s.written)
		s.emit(provider.Event{Kind: provider.ReasoningDone, Index: s.index - 1})
	}
	if whole && next.text != "" {
		var err error
		if whole, err = s.block(provider.TextDelta, next.text); err != nil {
			return err
		}
	}
	switch {
	case !whole:
		stop = provider.StopLength
	case next.tool != "":
		stop = provider.StopTools
		if err := s.call(next, len(req.Messages)); err != nil {
			return err
		}
	}
	s.usage.OutputTokens = tokens(s.written)
	s.emit(provider.Event{Kind: provider.UsageUpdate, Usage: s.usage})
	s.emit(provider.Event{Kind: provider.Done, Stop: stop})
	return nil
}

// block writes text piece by piece; false when the limit ended it.
func (s *stream) block(kind provider.EventKind, text string) (whole bool, err error) {
	index := s.index
	s.index++
	for text != "" {
		n := piece(text)
		if s.limit > 0 && s.written+n > s.limit {
			return false, nil
		}
		s.emit(provider.Event{Kind: kind, Index: index, Text: text[:n]})
		s.written += n
		text = text[n:]
		if err := s.wait(s.options.Delay); err != nil {
			return false, err
		}
	}
	return true, nil
}

// call writes a tool call, its arguments in two pieces. The id is the place of the
// answer in the conversation, so no two calls share one.
func (s *stream) call(next step, place int) error {
	args, err := json.Marshal(next.args)
	if err != nil {
		return fmt.Errorf("offline: encode arguments: %w", err)
	}
	call := provider.ToolCall{ID: fmt.Sprintf("offline_%d", place), Name: next.tool}
	s.emit(provider.Event{Kind: provider.ToolCallStart, Index: s.index, ToolCall: call})
	for _, part := range []string{string(args[:len(args)/2]), string(args[len(args)/2:])} {
		if err := s.wait(s.options.Delay); err != nil {
			return err
		}
		s.emit(provider.Event{Kind: provider.ToolCallDelta, Index: s.index, Text: part, ToolCall: call})
		s.written += len(part)
	}
	call.Args = args
	s.emit(provider.Event{Kind: provider.ToolCallDone, Index: s.index, ToolCall: call})
	s.index++
	return nil
}

// wait is also where the stream notices that nobody wants it any more.
func (s *stream) wait(d time.Duration) error {
	if err := s.ctx.Err(); err != nil {
		return fmt.Errorf("offline: %w", err)
	}
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-s.ctx.Done():
		return fmt.Errorf("offline: %w", s.ctx.Err())
	}
}

// piece is the length of the next piece: a word with the blank behind it, or a part of
// a long one, never half a rune.
func piece(text string) int {
	runes := 0
	for i, r := range text {
		if runes == pieceRunes {
			return i
		}
		runes++
		if r == ' ' || r == '\n' {
			return i + utf8.RuneLen(r)
		}
	}
	return len(text)
}

func tokens(bytes int) int64 { return int64((bytes + bytesPerToken - 1) / bytesPerToken) }

func requestBytes(req provider.Request) int {
	n := len(req.System)
	for _, t := range req.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Schema)
	}
	for _, m := range req.Messages {
		for _, p := range m.Parts {
			n += len(p.Text)
			if p.ToolCall != nil {
				n += len(p.ToolCall.Name) + len(p.ToolCall.Args)
			}
			if p.ToolResult != nil {
				n += len(p.ToolResult.Text)
			}
		}
	}
	return n
}

// count writes a number of things: "1 file", "2 files", "1,200 bytes".
func count[N int | int64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "y") {
		thing = strings.TrimSuffix(thing, "y") + "ie"
	}
	return grouped(int64(n)) + " " + thing + "s"
}

func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
