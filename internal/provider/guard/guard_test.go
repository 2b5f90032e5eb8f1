package guard

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jp/internal/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	date := func(d time.Duration) string { return now.Add(d).Format(http.TimeFormat) }
	tests := []struct {
		name   string
		header map[string]string
		want   time.Duration
	}{
		{"none", nil, 0},
		{"seconds", map[string]string{"Retry-After": "3"}, 3 * time.Second},
		{"fraction", map[string]string{"Retry-After": "0.5"}, 500 * time.Millisecond},
		{"blanks", map[string]string{"Retry-After": " 3 "}, 3 * time.Second},
		{"milliseconds win", map[string]string{"Retry-After-Ms": "250", "Retry-After": "9"}, 250 * time.Millisecond},
		{"zero", map[string]string{"Retry-After": "0"}, 0},
		{"negative", map[string]string{"Retry-After": "-5"}, 0},
		{"garbage", map[string]string{"Retry-After": "soon"}, 0},
		{"not a number", map[string]string{"Retry-After": "NaN"}, 0},
		{"huge", map[string]string{"Retry-After": "1e300"}, 365 * 24 * time.Hour},
		{"date", map[string]string{"Retry-After": date(90 * time.Second)}, 90 * time.Second},
		{"date in the past", map[string]string{"Retry-After": date(-time.Hour)}, 0},
		{"date by the service's clock", map[string]string{"Retry-After": date(time.Hour), "Date": date(59 * time.Minute)}, time.Minute},
	}
	for _, tt := range tests {
		h := http.Header{}
		for k, v := range tt.header {
			h.Set(k, v)
		}
		if got := retryAfter(h, now); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The goroutine of a request belongs to nobody who could restore a terminal: its panic comes out where the request was made.
func TestDo_PanicOfTheTransportReachesTheCaller(t *testing.T) {
	w := New(t.Context(), Options{Provider: "p"}, func(provider.Event) {})
	defer w.Close()
	defer func() {
		if p := recover(); p == nil || !strings.Contains(p.(string), "boom") || !strings.Contains(p.(string), "guard_test.go") {
			t.Errorf("got %v, want the panic and where it was", p)
		}
	}()
	req, err := http.NewRequestWithContext(w.Context(), http.MethodPost, "http://127.0.0.1:1", nil)
	if err != nil {
		t.Fatal(err)
	}
	w.Do(req, func(*http.Request) (*http.Response, error) { panic("boom") })
}

func TestErrorBody_ShapesAndKinds(t *testing.T) {
	tests := []struct {
		name    string
		status  int
		body    string
		message string
		kind    provider.Kind
	}{
		{"anthropic overloaded", 529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, "Overloaded", provider.Overloaded},
		{"anthropic no model", 404, `{"type":"error","error":{"type":"not_found_error","message":"model: claude-x"}}`, "model: claude-x", provider.UnknownModel},
		{"anthropic credit", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low"}}`, "Your credit balance is too low", provider.Quota},
		{"anthropic too long", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens"}}`, "prompt is too long: 9 tokens", provider.TooLarge},
		{"anthropic bad request", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: required"}}`, "max_tokens: required", provider.BadRequest},
		{"anthropic in the stream", 0, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, "Overloaded", provider.Overloaded},
		{"openai key", 401, `{"error":{"message":"Incorrect API key","type":"invalid_request_error","code":"invalid_api_key"}}`, "Incorrect API key", provider.Auth},
		{"openai quota", 429, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, "You exceeded your current quota", provider.Quota},
		{"openai rate", 429, `{"error":{"message":"Rate limit reached","type":"requests","code":"rate_limit_exceeded"}}`, "Rate limit reached", provider.RateLimited},
		{"openai no model", 400, `{"error":{"message":"The requested model 'x' does not exist.","type":"invalid_request_error","code":"model_not_found"}}`, "The requested model 'x' does not exist.", provider.UnknownModel},
		{"openai failed response", 0, `{"error":{"code":"server_error","message":"oops"},"status":"failed"}`, "oops", provider.Server},
		{"openrouter upstream", 0, `{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"boom"}}}`, "Provider returned error: boom", provider.Server},
		{"openrouter upstream rate", 200, `{"error":{"code":429,"message":"slow down"}}`, "slow down", provider.RateLimited},
		{"llama.cpp context", 400, `{"error":{"code":400,"message":"too big","type":"exceed_context_size_error"}}`, "too big", provider.TooLarge},
		{"ollama no model", 404, `{"error":{"message":"model \"x\" not found, try pulling it first","type":"api_error"}}`, `model "x" not found, try pulling it first`, provider.UnknownModel},
		{"ollama text", 500, `{"error":"llama runner process has terminated"}`, "llama runner process has terminated", provider.Server},
		{"fastapi", 422, `{"detail":"field required"}`, "field required", provider.BadRequest},
		{"message only", 503, `{"message":"no healthy upstream"}`, "no healthy upstream", provider.Overloaded},
		{"not json", 502, `<html>bad gateway</html>`, "", provider.Server},
		{"null", 500, `null`, "", provider.Server},
		{"empty error", 500, `{"error":null}`, "", provider.Server},
		{"wrong types", 500, `{"error":{"message":{"a":1}},"message":7}`, "", provider.Server},
		{"payment", 402, `{}`, "", provider.Quota},
		{"plain 404", 404, `{}`, "", provider.BadRequest},
		{"gateway timeout", 504, `{}`, "", provider.Timeout},
	}
	for _, tt := range tests {
		message, code := parseErrorBody([]byte(tt.body))
		if message != tt.message {
			t.Errorf("%s: message %q, want %q", tt.name, message, tt.message)
		}
		if got := classify(tt.status, code, message); got != tt.kind {
			t.Errorf("%s: kind %v, want %v", tt.name, got, tt.kind)
		}
	}
}

func TestClean_HidesKeys(t *testing.T) {
	w := &Watch{opt: Options{Secrets: []string{"canary-4711", ""}}}
	for _, text := range []string{
		"Incorrect API key provided: sk-proj-abcd1234efgh.",
		"Incorrect API key provided: sk-ab**********wxyz.",
		"header Authorization: Bearer abcdefgh12345678",
		"your canary-4711 is wrong",
	} {
		got := w.clean(text, 200)
		for _, leak := range []string{"abcd", "wxyz", "sk-ab", "canary"} {
			if strings.Contains(got, leak) {
				t.Errorf("%q becomes %q, which shows %q", text, got, leak)
			}
		}
		if !strings.Contains(got, "[key]") {
			t.Errorf("%q becomes %q, without a mark", text, got)
		}
	}
}
