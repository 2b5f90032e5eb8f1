package provider

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrCut is what [errors.Is] finds in the error of a stream that ended without
// its terminal event. What was emitted before is a partial answer.
var ErrCut = errors.New("stream ended without its terminal event")

// Kind classifies an [Error] by what one can do about it.
type Kind uint8

// The kinds. The comment says when; [Error.Retryable] says which are worth
// another attempt.
const (
	Unknown      Kind = iota
	Connection        // no connection, or it broke: DNS, reset, proxy, HTTP/2 stream errors
	Refused           // nobody listens at that address
	Certificate       // TLS: unknown authority, expired, wrong name
	Timeout           // one of the idle clocks ran out, or the service said so (408, 504)
	RateLimited       // 429: too many requests
	Overloaded        // 503, 529: the service is there but has no room
	Server            // any other failure on the service's side
	Auth              // 401, 403: the key is missing, wrong or not allowed
	Quota             // no credit left, spending limit reached
	BadRequest        // the service does not accept the request
	UnknownModel      // no such model there
	TooLarge          // the request or the answer exceeds a limit
	NotAStream        // 200 with something else than the protocol's stream, e.g. HTML
	Cut               // ended without the terminal event
	Malformed         // bytes that are not the protocol
	Redirected        // the service points to another place, where keys must not go
)

var kindNames = [...]string{
	"unknown", "connection", "refused", "certificate", "timeout", "rate limited", "overloaded", "server",
	"auth", "quota", "bad request", "unknown model", "too large", "not a stream", "cut", "malformed", "redirected",
}

// String is the kind's name in logs and tests, not a text for people.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Error is every failure of a stream that the caller did not cause itself. All
// its texts are bounded, free of control characters and of keys, so they may be
// shown, stored and logged as they are.
type Error struct {
	Kind       Kind
	Provider   string        // the name as in "provider/model"
	Status     int           // HTTP status, 0 when there was none
	RetryAfter time.Duration // what the service asked for, 0 = it did not
	Final      bool          // the service said that trying again is pointless
	Message    string        // one line: what went wrong, in the service's words where it has any
	Hint       string        // one line: what to do about it, may be empty

	// Err is the cause, for errors.Is and errors.AsType. Its text is not part of
	// Error's, since causes quote URLs and bodies.
	Err error
}

// Error is one line: provider, status, message.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Provider != "" {
		b.WriteString(e.Provider + ": ")
	}
	switch {
	case e.Message != "":
		b.WriteString(e.Message)
	default:
		b.WriteString(e.Kind.String())
	}
	if e.Status != 0 && e.Status != 200 {
		fmt.Fprintf(&b, " (HTTP %d)", e.Status)
	}
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is makes errors.Is(err, ErrCut) true for [Cut].
func (e *Error) Is(target error) bool { return target == ErrCut && e.Kind == Cut }

// Retryable reports whether the same request may succeed a little later. It
// knows nothing about what was shown already: that is [Backoff]'s business.
func (e *Error) Retryable() bool {
	if e.Final {
		return false
	}
	switch e.Kind {
	case Connection, Timeout, RateLimited, Overloaded, Server, Cut, Malformed:
		return true
	}
	return false
}
