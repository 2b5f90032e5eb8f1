package provider

import (
	"context"
	"errors"
	"time"
)

// Backoff decides whether and when a failed stream is tried again. It is pure:
// the caller brings the random number and does the waiting, so that the wait can
// be shown, interrupted and tested. The zero value has working defaults.
type Backoff struct {
	Attempts   int           // tries in all, the first one included; 0 = 6, 1 = never again
	Base       time.Duration // before the second try; doubles from then on; 0 = 1 s
	Cap        time.Duration // of our own delays; 0 = 60 s
	RetryAfter time.Duration // longest wish of a service that is honoured; 0 = 60 s
	AfterText  bool          // also retry when a part of the answer was shown already
}

// The defaults of [Backoff].
const (
	defaultAttempts   = 6
	defaultBase       = time.Second
	defaultCap        = time.Minute
	defaultRetryAfter = time.Minute

	// A service that can not be reached at all is usually a network that is
	// down: three tries bridge a hiccup, more would only delay the message.
	connectAttempts = 3
)

// Verdict is what [Backoff.Next] decided. Reason is one clean line for the
// person; when Retry is false it says why, as far as the error itself does not.
type Verdict struct {
	Retry  bool
	Wait   time.Duration // when Retry: how long from now
	Until  time.Duration // when not, because the service wants a longer wait: how long
	Reason string
}

// Next judges the failure err of try number attempt (the first is 1). shown says
// that something of the answer is visible already. jitter is uniform in [0, 1):
// the delay is that fraction of the way from half to the whole, so that many
// clients spread out, while the smallest wait stays a real one.
func (b Backoff) Next(attempt int, err error, shown bool, jitter float64) Verdict {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Verdict{Reason: "cancelled"}
	}
	e, ok := errors.AsType[*Error](err)
	if !ok || !e.Retryable() {
		return Verdict{}
	}
	if shown && !b.AfterText {
		return Verdict{Reason: "a part of the answer is already there"}
	}
	if limit := or(b.RetryAfter, defaultRetryAfter); e.RetryAfter > limit {
		return Verdict{
			Until:  e.RetryAfter,
			Reason: "the service wants no request for another " + e.RetryAfter.Round(time.Second).String(),
		}
	}
	if attempt >= b.attempts(e.Kind) {
		return Verdict{Reason: "no try is left"}
	}
	wait := b.delay(attempt, jitter)
	if e.RetryAfter > 0 {
		// Never earlier than asked; a little later, since everybody else was told the same.
		wait = e.RetryAfter + time.Duration(jitter*float64(min(wait, time.Second)))
	}
	return Verdict{Retry: true, Wait: wait, Reason: e.Kind.String()}
}

func (b Backoff) attempts(k Kind) int {
	attempts := b.Attempts
	if attempts == 0 {
		attempts = defaultAttempts
	}
	if k == Connection {
		return min(attempts, connectAttempts)
	}
	return attempts
}

// delay is Base doubled attempt-1 times, capped, spread by jitter.
func (b Backoff) delay(attempt int, jitter float64) time.Duration {
	d, most := or(b.Base, defaultBase), or(b.Cap, defaultCap)
	for i := 1; i < attempt && d < most; i++ {
		d *= 2
	}
	d = min(d, most)
	return d/2 + time.Duration(jitter*float64(d/2))
}

func or(d, fallback time.Duration) time.Duration {
	if d == 0 {
		return fallback
	}
	return d
}
