package guard

import (
	"net/http"
	"time"

	"jp/internal/provider"
)

// NewClient is an HTTP client for guarded requests. It follows a redirect only
// within the same origin and only if the request stays a POST: headers with keys
// and the conversation in the body go nowhere that nobody named. It does not ask
// for compression, which would delay events and could hide a bomb.
//
// transport is used as it is; nil means a fresh one like http.DefaultTransport.
// The client may be used concurrently; its idle connections close by themselves.
func NewClient(transport http.RoundTripper) *http.Client {
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.DisableCompression = true
		t.IdleConnTimeout = 30 * time.Second
		transport = t
	}
	return &http.Client{Transport: transport, CheckRedirect: checkRedirect}
}

const redirectsMax = 5

func checkRedirect(req *http.Request, via []*http.Request) error {
	from := via[0]
	switch {
	case req.URL.Scheme != from.URL.Scheme, req.URL.Host != from.URL.Host:
		return &provider.Error{
			Kind:    provider.Redirected,
			Message: "the service points to " + provider.Clean(req.URL.Scheme+"://"+req.URL.Host, 120) + ", where keys are not sent",
			Hint:    "if that is the right place, name it as the base URL",
		}
	case req.Method != from.Method:
		return &provider.Error{
			Kind:    provider.Redirected,
			Message: "the service answers with a redirect that drops the request",
			Hint:    "check the base URL",
		}
	case len(via) >= redirectsMax:
		return &provider.Error{Kind: provider.Redirected, Message: "too many redirects", Hint: "check the base URL"}
	}
	return nil
}
