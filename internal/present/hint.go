package present

import (
	"strings"
	"time"

	"jp/internal/provider"
)

// providerHint is what to do about a provider's failure. A service that says when it takes requests
// again knows best, then whoever made the error; the kind has an answer for the rest.
func providerHint(e *provider.Error) string {
	switch {
	case e.RetryAfter > 0 && e.Retryable():
		return "try again in " + span(e.RetryAfter)
	case e.Hint != "":
		return e.Hint
	}
	return kindHint(e.Kind)
}

// kindHint has a word for each kind, so that no failure leaves anybody alone.
func kindHint(k provider.Kind) string {
	switch k {
	case provider.Connection, provider.Timeout:
		return "check the network, and try again"
	case provider.Refused:
		return "is the server running, and the base URL right?"
	case provider.Certificate:
		return "check the clock of this machine, the proxy, and the base URL"
	case provider.RateLimited:
		return "wait a little, and try again"
	case provider.Overloaded, provider.Server:
		return "this is on the service's side; try again later"
	case provider.Auth:
		return "check the key"
	case provider.Quota:
		return "the account behind the key has no credit left"
	case provider.BadRequest:
		return "check the name of the model, or try another with --model"
	case provider.UnknownModel:
		return "check the name of the model and the base URL"
	case provider.TooLarge:
		return "ask in smaller parts"
	case provider.NotAStream, provider.Redirected:
		return "check the base URL, and whether a proxy or a login page is in between"
	case provider.Malformed:
		return "try again; if it stays so, check the base URL and what is in between"
	}
	return "try again" // a cut stream, and what nobody has classified
}

// span is d in the words of a clock, without the parts that are zero at its end: "1h", "2m30s".
func span(d time.Duration) string {
	s := max(d.Round(time.Second), time.Second).String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
