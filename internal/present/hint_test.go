package present_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"jp/internal/present"
	"jp/internal/provider"
	"jp/internal/store"
)

func TestFailure_EachKindOfProviderErrorHasAHint(t *testing.T) {
	for k := provider.Unknown; !strings.HasPrefix(k.String(), "Kind("); k++ {
		if got := present.Failure(&provider.Error{Kind: k, Message: "m"}); got.Hint == "" {
			t.Errorf("%v has no hint", k)
		}
	}
}

func TestFailure_SaysWhenToTryAgain(t *testing.T) {
	for _, c := range []struct {
		kind  provider.Kind
		after time.Duration
		want  string
	}{
		{provider.RateLimited, time.Hour, "try again in 1h"},
		{provider.Overloaded, 90 * time.Second, "try again in 1m30s"},
		{provider.RateLimited, 10 * time.Minute, "try again in 10m"},
		{provider.RateLimited, time.Millisecond, "try again in 1s"},
		{provider.RateLimited, 30 * time.Second, "try again in 30s"},
		{provider.Auth, time.Hour, "h"},
	} {
		e := &provider.Error{Kind: c.kind, Message: "m", Hint: "h", RetryAfter: c.after}
		if got := present.Failure(e).Hint; got != c.want {
			t.Errorf("%v after %v: got %q, want %q", c.kind, c.after, got, c.want)
		}
	}
}

func TestFailure_StoreTroubleHasAHint(t *testing.T) {
	for _, err := range []error{
		syscall.ENOSPC, syscall.EDQUOT, syscall.EACCES, syscall.EROFS, syscall.EPERM, syscall.ENOTDIR,
		store.ErrNotFound, store.ErrAmbiguous, store.ErrNoEvents, store.ErrTooLong,
	} {
		if got := present.Failure(fmt.Errorf("create: %w", err)); got.Hint == "" {
			t.Errorf("%v has no hint", err)
		}
	}
}
