package guard

import (
	"strings"

	"jp/internal/provider"
)

// codes maps the words that services use in an error's code or type. The first
// row with a word in the code wins, so the specific ones come first.
var codes = []struct {
	word string
	kind provider.Kind
}{
	{"insufficient_quota", provider.Quota},
	{"billing", provider.Quota},
	{"rate_limit", provider.RateLimited},
	{"overloaded", provider.Overloaded},
	{"slow_down", provider.Overloaded},
	{"model_not_found", provider.UnknownModel},
	{"context_length", provider.TooLarge},
	{"exceed_context", provider.TooLarge},
	{"too_large", provider.TooLarge},
	{"string_above_max", provider.TooLarge},
	{"invalid_api_key", provider.Auth},
	{"authentication", provider.Auth},
	{"permission", provider.Auth},
	{"timeout", provider.Timeout},
	{"not_found", provider.UnknownModel},
	{"invalid_request", provider.BadRequest},
	{"invalid_prompt", provider.BadRequest},
	{"api_error", provider.Server},
	{"server_error", provider.Server},
	{"internal", provider.Server},
}

// phrases maps what only the message tells.
var phrases = []struct {
	text string
	kind provider.Kind
}{
	{"credit balance", provider.Quota},
	{"insufficient credit", provider.Quota},
	{"exceeded your current quota", provider.Quota},
	{"prompt is too long", provider.TooLarge},
	{"maximum context length", provider.TooLarge},
	{"exceeds the available context", provider.TooLarge},
}

// classify finds the kind of a service's error from its HTTP status (0 inside of
// a stream), its code, and, where neither is specific, its message.
func classify(status int, code, message string) provider.Kind {
	code, message = strings.ToLower(code), strings.ToLower(message)
	for _, p := range phrases {
		if strings.Contains(message, p.text) {
			return p.kind
		}
	}
	if (status == 400 || status == 404 || status == 422) && namesModel(message) {
		return provider.UnknownModel
	}
	for _, c := range codes {
		if strings.Contains(code, c.word) {
			return c.kind
		}
	}
	if n := leadingNumber(code); n >= 400 {
		return byStatus(n) // OpenRouter puts the status of the service behind it here.
	}
	return byStatus(status)
}

func namesModel(message string) bool {
	if !strings.Contains(message, "model") {
		return false
	}
	for _, s := range []string{"not found", "does not exist", "invalid model", "not a valid model", "unknown model", "no such model"} {
		if strings.Contains(message, s) {
			return true
		}
	}
	return false
}

func byStatus(status int) provider.Kind {
	switch status {
	case 401, 403, 407:
		return provider.Auth
	case 402:
		return provider.Quota
	case 408, 504:
		return provider.Timeout
	case 413:
		return provider.TooLarge
	case 429:
		return provider.RateLimited
	case 503, 529:
		return provider.Overloaded
	}
	switch {
	case status >= 500:
		return provider.Server
	case status >= 400:
		return provider.BadRequest
	}
	return provider.Unknown
}

func leadingNumber(s string) int {
	n := 0
	for i := 0; i < len(s) && i < 3 && s[i] >= '0' && s[i] <= '9'; i++ {
		n = n*10 + int(s[i]-'0')
	}
	return n
}
