package provider_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"jp/internal/provider"
)

func TestBackoff_Delays(t *testing.T) {
	server := &provider.Error{Kind: provider.Server}
	tests := []struct {
		name    string
		backoff provider.Backoff
		attempt int
		jitter  float64
		want    time.Duration
	}{
		{"first, least", provider.Backoff{}, 1, 0, 500 * time.Millisecond},
		{"first, most", provider.Backoff{}, 1, 0.999999, time.Second},
		{"second", provider.Backoff{}, 2, 0, time.Second},
		{"fifth", provider.Backoff{}, 5, 0, 8 * time.Second},
		{"capped", provider.Backoff{Attempts: 100}, 40, 0, 30 * time.Second},
		{"own base", provider.Backoff{Base: 10 * time.Second}, 2, 0, 10 * time.Second},
		{"own cap", provider.Backoff{Cap: 4 * time.Second}, 5, 0, 2 * time.Second},
		{"cap below base", provider.Backoff{Cap: time.Millisecond}, 1, 0, 500 * time.Microsecond},
	}
	for _, tt := range tests {
		v := tt.backoff.Next(tt.attempt, server, false, tt.jitter)
		if !v.Retry || v.Wait.Round(time.Millisecond/2) != tt.want.Round(time.Millisecond/2) {
			t.Errorf("%s: got %+v, want %v", tt.name, v, tt.want)
		}
	}
}

func TestBackoff_Decisions(t *testing.T) {
	e := func(k provider.Kind) *provider.Error { return &provider.Error{Kind: k} }
	asked := func(d time.Duration) *provider.Error {
		return &provider.Error{Kind: provider.RateLimited, RetryAfter: d}
	}
	tests := []struct {
		name    string
		backoff provider.Backoff
		attempt int
		err     error
		shown   bool
		retry   bool
	}{
		{"server", provider.Backoff{}, 1, e(provider.Server), false, true},
		{"overloaded", provider.Backoff{}, 1, e(provider.Overloaded), false, true},
		{"timeout", provider.Backoff{}, 1, e(provider.Timeout), false, true},
		{"cut", provider.Backoff{}, 1, e(provider.Cut), false, true},
		{"malformed", provider.Backoff{}, 1, e(provider.Malformed), false, true},
		{"wrapped", provider.Backoff{}, 1, fmt.Errorf("turn 3: %w", e(provider.Server)), false, true},
		{"certificate", provider.Backoff{}, 1, e(provider.Certificate), false, false},
		{"refused", provider.Backoff{}, 1, e(provider.Refused), false, false},
		{"auth", provider.Backoff{}, 1, e(provider.Auth), false, false},
		{"quota", provider.Backoff{}, 1, e(provider.Quota), false, false},
		{"bad request", provider.Backoff{}, 1, e(provider.BadRequest), false, false},
		{"unknown model", provider.Backoff{}, 1, e(provider.UnknownModel), false, false},
		{"too large", provider.Backoff{}, 1, e(provider.TooLarge), false, false},
		{"no stream", provider.Backoff{}, 1, e(provider.NotAStream), false, false},
		{"redirected", provider.Backoff{}, 1, e(provider.Redirected), false, false},
		{"final", provider.Backoff{}, 1, &provider.Error{Kind: provider.Server, Final: true}, false, false},
		{"another error", provider.Backoff{}, 1, errors.New("x"), false, false},
		{"cancelled", provider.Backoff{}, 1, context.Canceled, false, false},
		{"deadline", provider.Backoff{}, 1, fmt.Errorf("x: %w", context.DeadlineExceeded), false, false},
		{"the last try but one", provider.Backoff{}, 5, e(provider.Server), false, true},
		{"the last try", provider.Backoff{}, 6, e(provider.Server), false, false},
		{"after the last try", provider.Backoff{}, 7, e(provider.Server), false, false},
		{"never", provider.Backoff{Attempts: 1}, 1, e(provider.Server), false, false},
		{"connection, second try", provider.Backoff{}, 2, e(provider.Connection), false, true},
		{"connection, third try", provider.Backoff{}, 3, e(provider.Connection), false, false},
		{"text was shown", provider.Backoff{}, 1, e(provider.Server), true, false},
		{"text was shown, that is fine", provider.Backoff{AfterText: true}, 1, e(provider.Server), true, true},
		{"asked, below the limit", provider.Backoff{}, 1, asked(time.Minute - 1), false, true},
		{"asked, at the limit", provider.Backoff{}, 1, asked(time.Minute), false, true},
		{"asked, above the limit", provider.Backoff{}, 1, asked(time.Minute + 1), false, false},
	}
	for _, tt := range tests {
		v := tt.backoff.Next(tt.attempt, tt.err, tt.shown, 0.5)
		if v.Retry != tt.retry {
			t.Errorf("%s: got %+v, want retry %v", tt.name, v, tt.retry)
		}
	}
}

func TestBackoff_RetryAfter(t *testing.T) {
	asked := func(d time.Duration) provider.Verdict {
		return provider.Backoff{}.Next(1, &provider.Error{Kind: provider.RateLimited, RetryAfter: d}, false, 0.5)
	}
	if v := asked(7 * time.Second); v.Wait < 7*time.Second || v.Wait > 8*time.Second {
		t.Errorf("asked for 7 s: waits %v", v.Wait)
	}
	v := asked(time.Hour)
	if v.Retry || v.Until != time.Hour || v.Reason != "the service wants no request for another 1h0m0s" {
		t.Errorf("asked for an hour: got %+v, want it given up, with the time", v)
	}
}
