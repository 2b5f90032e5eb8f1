package provider_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jp/internal/provider"
	"jp/internal/provider/anthropic"
	"jp/internal/provider/faultserver"
)

func ExampleResolve() {
	lookup := func(name string) (string, bool) {
		key, ok := map[string]string{"ANTHROPIC_API_KEY": "sk-…"}[name]
		return key, ok
	}
	ep, model, err := provider.Resolve("anthropic/claude-opus-5", lookup)
	fmt.Println(ep, model, err)
	_, _, err = provider.Resolve("antropic/claude-opus-5", lookup)
	fmt.Println(err)
	// Output:
	// anthropic (anthropic-messages at https://api.anthropic.com) claude-opus-5 <nil>
	// "antropic/claude-opus-5": there is no provider "antropic"
}

func ExampleBackoff_Next() {
	busy := &provider.Error{Kind: provider.RateLimited, RetryAfter: 5 * time.Second}
	fmt.Println(provider.Backoff{}.Next(1, busy, false, 0).Wait)
	busy.RetryAfter = 2 * time.Hour
	fmt.Println(provider.Backoff{}.Next(1, busy, false, 0).Reason)
	// Output:
	// 5s
	// the service wants no request for another 2h0m0s
}

// A stream that ends early is no success, and what came of it is there.
func Example() {
	events := faultserver.Events(provider.Messages, faultserver.Turn{Text: "It is forty-two."})
	server := faultserver.New(faultserver.Stream(events[:4]...))
	defer server.Close()

	p := anthropic.New(provider.Endpoint{Provider: "anthropic", Protocol: provider.Messages, BaseURL: server.URL}, anthropic.Options{})
	err := p.Stream(context.Background(), provider.Request{Model: "m", Messages: []provider.Message{provider.UserText("?")}},
		func(e provider.Event) {
			if e.Kind == provider.TextDelta {
				fmt.Printf("%q ", e.Text)
			}
		})
	fmt.Println(errors.Is(err, provider.ErrCut))
	// Output: "It " "is " true
}
