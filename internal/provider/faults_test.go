package provider_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/internal/provider/guard"
)

// asError is the typed error of a stream; a stream without one fails the test.
func asError(t *testing.T, name string, err error) *provider.Error {
	t.Helper()
	e, ok := errors.AsType[*provider.Error](err)
	if !ok {
		t.Errorf("%s: got %v, want a typed error", name, err)
		return &provider.Error{}
	}
	for _, text := range []string{e.Message, e.Hint, e.Error(), fmt.Sprintf("%+v", err)} {
		if strings.Contains(text, testKey) || utf8.RuneCountInString(text) > 500 {
			t.Errorf("%s: a key, or too long: %q", name, text)
		}
		if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("%s: not one clean line: %q", name, text)
		}
	}
	return e
}

// TestFaults_Responses is what a service can answer instead of a stream.
func TestFaults_Responses(t *testing.T) {
	html := "<!doctype html><html><head><title>Log in \u001b[31mhere</title></head>" + strings.Repeat("<p>portal</p>", 5000)
	tests := []struct {
		name    string
		reply   faultserver.Reply
		kind    provider.Kind
		retry   bool
		message string // part of it
	}{
		{name: "html", reply: faultserver.Fail(200, html, "Content-Type", "text/html; charset=utf-8"), kind: provider.NotAStream, message: `text/html instead of a stream: "<!doctype html>`},
		{name: "html without a label", reply: faultserver.Fail(200, html, "Content-Type", ""), kind: provider.NotAStream, message: "unlabelled data instead"},
		{name: "error document with status 200", reply: faultserver.Fail(200, `{"error":{"message":"no such thing","type":"weird"}}`), kind: provider.NotAStream, message: "no such thing"},
		{name: "overload with status 200", reply: faultserver.Fail(200, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), kind: provider.Overloaded, retry: true, message: "Overloaded"},
		{name: "json with status 200", reply: faultserver.Fail(200, `{"id":"x","choices":[]}`), kind: provider.NotAStream, message: "application/json instead"},
		{name: "empty body with status 200", reply: faultserver.Fail(200, ""), kind: provider.NotAStream, message: "application/json instead"},
		{name: "no content", reply: faultserver.Fail(204, ""), kind: provider.NotAStream},
		{name: "compressed", reply: faultserver.Reply{Header: map[string]string{"Content-Encoding": "gzip"}, Steps: []faultserver.Step{faultserver.Send("\x1f\x8b\x08")}}, kind: provider.NotAStream, message: "compressed data (gzip)"},
		{name: "no events", reply: faultserver.Stream(), kind: provider.Cut, retry: true},
		{name: "only comments", reply: faultserver.Stream(": hello\n\n", ": hello\n\n"), kind: provider.Cut, retry: true},
		{name: "bad request with escapes", reply: faultserver.Fail(400, `{"error":{"message":"bad \u001b]0;title\u0007 \u202e thing\r\nsecond line","type":"invalid_request_error"}}`), kind: provider.BadRequest, message: "bad <U+202E> thing second line"},
		{name: "refused key", reply: faultserver.Fail(401, `{"error":{"message":"Incorrect API key provided: `+testKey+`","code":"invalid_api_key"}}`), kind: provider.Auth, message: "Incorrect API key provided: [key]"},
		{name: "forbidden", reply: faultserver.Fail(403, `{}`), kind: provider.Auth, message: "forbidden"},
		{name: "rate limit", reply: faultserver.Fail(429, `{"error":{"message":"slower"}}`, "Retry-After", "7"), kind: provider.RateLimited, retry: true, message: "slower"},
		{name: "server error", reply: faultserver.Fail(500, `{"error":{"message":"oops"}}`), kind: provider.Server, retry: true, message: "oops"},
		{name: "final server error", reply: faultserver.Fail(500, `{"error":{"message":"oops"}}`, "X-Should-Retry", "false"), kind: provider.Server},
		{name: "bad gateway page", reply: faultserver.Fail(502, "<html><style>p{}</style><h1>502 Bad Gateway</h1>"+html, "Content-Type", "text/html"), kind: provider.Server, retry: true, message: "502 Bad Gateway"},
		{name: "overloaded", reply: faultserver.Fail(529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), kind: provider.Overloaded, retry: true},
		{name: "unavailable, nothing said", reply: faultserver.Fail(503, ""), kind: provider.Overloaded, retry: true, message: "service unavailable"},
		{name: "not found", reply: faultserver.Fail(404, "404 page not found\n", "Content-Type", "text/plain"), kind: provider.BadRequest, message: "404 page not found"},
		{name: "no such model", reply: faultserver.Fail(404, `{"type":"error","error":{"type":"not_found_error","message":"model: m"}}`), kind: provider.UnknownModel},
		{name: "redirect without a place", reply: faultserver.Fail(302, ""), kind: provider.NotAStream, message: "status 302"},
	}
	for _, tt := range tests {
		for _, p := range protocols {
			name := string(p) + ", " + tt.name
			s := faultserver.New(tt.reply)
			r := run(t, open(t, p, s.URL, guard.Limits{}), question())
			e := asError(t, name, r.err)
			if e.Kind != tt.kind || e.Retryable() != tt.retry || !strings.Contains(e.Message, tt.message) {
				t.Errorf("%s: got %v, retryable %v, %q; want %v, %v, %q", name, e.Kind, e.Retryable(), e.Message, tt.kind, tt.retry, tt.message)
			}
			if n := len(s.Requests()); n != 1 || r.done {
				t.Errorf("%s: %d requests, done %v; want one request", name, n, r.done)
			}
			s.Close()
		}
	}
}

func TestFaults_RetryAfterArrives(t *testing.T) {
	for _, p := range protocols {
		s := faultserver.New(faultserver.Fail(429, `{}`, "Retry-After", "3600"))
		start := time.Now()
		r := run(t, open(t, p, s.URL, guard.Limits{}), question())
		s.Close()
		if e := asError(t, string(p), r.err); e.RetryAfter != time.Hour || e.Status != 429 {
			t.Errorf("%s: got %v, status %d; want 1h, 429", p, e.RetryAfter, e.Status)
		}
		if waited := time.Since(start); waited > 30*time.Second {
			t.Errorf("%s: somebody waited for %v", p, waited)
		}
	}
}

// TestFaults_InsideTheStream injects something after the first text, and checks
// that what came before is kept.
func TestFaults_InsideTheStream(t *testing.T) {
	data := func(s string) map[provider.Protocol]string {
		return map[provider.Protocol]string{provider.Messages: s, provider.Responses: s, provider.Completions: s}
	}
	tests := []struct {
		name   string
		inject map[provider.Protocol]string
		kind   provider.Kind // 0 = success
		text   string        // part of the message
	}{
		{"error event", map[provider.Protocol]string{
			provider.Messages:    "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Over\\u001b[1mloaded\"}}\n\n",
			provider.Responses:   "event: error\ndata: {\"type\":\"error\",\"code\":\"overloaded\",\"message\":\"Over\\u001b[1mloaded\"}\n\n",
			provider.Completions: "data: {\"error\":{\"message\":\"Over\\u001b[1mloaded\",\"code\":503}}\n\n",
		}, provider.Overloaded, "Overloaded"},
		{"failure", map[provider.Protocol]string{
			provider.Messages:    "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"oops\"}}\n\n",
			provider.Responses:   "event: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"oops\"}}}\n\n",
			provider.Completions: "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"error\",\"error\":{\"message\":\"oops\",\"code\":502}}]}\n\n",
		}, provider.Server, "oops"},
		{"error without json", map[provider.Protocol]string{
			provider.Messages:    "event: error\ndata: boom\n\n",
			provider.Responses:   "event: error\ndata: {\"type\":\"error\",\"message\":\"boom\"}\n\n",
			provider.Completions: "event: error\ndata: {\"error\":\"boom\"}\n\n",
		}, provider.Server, "boom"},
		{"malformed json", map[provider.Protocol]string{
			provider.Messages:    "event: content_block_delta\ndata: {\"type\":\n\n",
			provider.Responses:   "event: response.output_text.delta\ndata: {\"type\":\n\n",
			provider.Completions: "data: {\"choices\":\n\n",
		}, provider.Malformed, "can not be decoded"},
		{"unknown event", map[provider.Protocol]string{
			provider.Messages:    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"new_delta\",\"x\":[1]}}\n\nevent: brand_new\ndata: {\"type\":\"brand_new\"}\n\n",
			provider.Responses:   "event: response.brand_new\ndata: {\"type\":\"response.brand_new\",\"output_index\":0}\n\n",
			provider.Completions: "data: {\"choices\":[{\"index\":0,\"delta\":{\"new\":{}}}],\"x\":1}\n\ndata: {\"choices\":[]}\n\n",
		}, 0, ""},
		{"events without data, comments, retry", data(": c\nevent: nothing\n\nid: 4\nretry: 3\n\n"), 0, ""},
	}
	for _, tt := range tests {
		for _, p := range protocols {
			name := string(p) + ", " + tt.name
			events := faultserver.Events(p, fullTurn())
			at := firstText(events) + 1
			stream := append(append(append([]string{}, events[:at]...), tt.inject[p]), events[at:]...)
			r := play(t, p, faultserver.Stream(stream...), guard.Limits{})
			if tt.kind == 0 {
				if r.err != nil || r.text != fullTurn().Text {
					t.Errorf("%s: got %q, %v; want success", name, r.text, r.err)
				}
				continue
			}
			e := asError(t, name, r.err)
			if e.Kind != tt.kind || !strings.Contains(e.Message, tt.text) || r.done {
				t.Errorf("%s: got %v, %q, done %v; want %v, %q", name, e.Kind, e.Message, r.done, tt.kind, tt.text)
			}
			if r.text != "Here " || r.reasoning != fullTurn().Reasoning {
				t.Errorf("%s: kept %q and %q", name, r.reasoning, r.text)
			}
		}
	}
}

// firstText is the index of the event that brings the first word of the text.
func firstText(events []string) int {
	for i, e := range events {
		if strings.Contains(e, `"Here "`) {
			return i
		}
	}
	return -1
}

// TestFaults_Framing puts whole streams into other clothes.
func TestFaults_Framing(t *testing.T) {
	for _, p := range protocols {
		plain := strings.Join(faultserver.Events(p, fullTurn()), "")
		want := play(t, p, faultserver.Stream(plain), guard.Limits{})
		if want.err != nil {
			t.Fatal(want.err)
		}
		variants := map[string]string{
			"crlf":                strings.ReplaceAll(plain, "\n", "\r\n"),
			"lone cr":             strings.ReplaceAll(plain, "\n", "\r"),
			"bom":                 "\xEF\xBB\xBF" + plain,
			"no blank":            strings.ReplaceAll(plain, "data: ", "data:"),
			"comments everywhere": strings.ReplaceAll(plain, "data: ", ": keep\ndata: "),
			"ids and retries":     strings.ReplaceAll(plain, "data: ", "id: 1\nretry: 5\ndata: "),
			"several data lines":  strings.ReplaceAll(plain, "data: {", "data: {\ndata: "),
		}
		for name, body := range variants {
			got := play(t, p, faultserver.Stream(body), guard.Limits{})
			if got.err != nil || fmt.Sprint(got.fragments, got.calls, got.stop) != fmt.Sprint(want.fragments, want.calls, want.stop) {
				t.Errorf("%s, %s: error %v\n got %q\nwant %q", p, name, got.err, got.fragments, want.fragments)
			}
		}
		var bytewise []string
		for i := range len(plain) {
			bytewise = append(bytewise, plain[i:i+1])
		}
		if got := play(t, p, faultserver.Stream(bytewise...), guard.Limits{}); got.String() != want.String() {
			t.Errorf("%s, by byte: error %v\n got %s\nwant %s", p, got.err, got, want)
		}
	}
}

func TestFaults_Sizes(t *testing.T) {
	for _, p := range protocols {
		word := strings.Repeat("x", 1<<20)
		turn := faultserver.Turn{Text: "Here " + word}
		if r := play(t, p, faultserver.Stream(faultserver.Events(p, turn)...), guard.Limits{}); r.err != nil || len(r.text) != 5+len(word) {
			t.Errorf("%s: a word of 1 MiB: %d bytes, %v", p, len(r.text), r.err)
		}
		tests := []struct {
			name   string
			limits guard.Limits
		}{
			{"one event", guard.Limits{Event: 1 << 19}},
			{"the whole", guard.Limits{Total: 1 << 19}},
		}
		for _, tt := range tests {
			r := play(t, p, faultserver.Stream(faultserver.Events(p, turn)...), tt.limits)
			if e := asError(t, string(p)+", "+tt.name, r.err); e.Kind != provider.TooLarge || r.text != "Here " || e.Retryable() {
				t.Errorf("%s, %s: got %v with %d bytes; want too large, the first word kept", p, tt.name, e.Kind, len(r.text))
			}
		}
	}
	huge := faultserver.Stream("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"", strings.Repeat("y", 33<<20), "\"}}]}\n\n")
	if e := asError(t, "33 MiB", play(t, provider.Completions, huge, guard.Limits{}).err); e.Kind != provider.TooLarge {
		t.Errorf("an event of 33 MiB: got %v, want too large", e.Kind)
	}
}

// TestFaults_HostileErrorBody sends an error that never ends.
func TestFaults_HostileErrorBody(t *testing.T) {
	for _, p := range protocols {
		endless := faultserver.Fail(500, strings.Repeat("\x1b[2J<b>x", 1<<20)).Then(faultserver.Stall())
		s := faultserver.New(endless)
		r := run(t, open(t, p, s.URL, guard.Limits{}), question())
		s.Close()
		if e := asError(t, string(p), r.err); e.Kind != provider.Server {
			t.Errorf("%s: got %v, want server", p, e.Kind)
		}
		silent := faultserver.New(faultserver.Fail(400, `{"error":`).Then(faultserver.Stall()))
		r = run(t, open(t, p, silent.URL, guard.Limits{ErrorBody: 20 * time.Millisecond}), question())
		silent.Close()
		if e := asError(t, string(p), r.err); e.Kind != provider.BadRequest {
			t.Errorf("%s: got %v, want bad request", p, e.Kind)
		}
	}
}

// TestCancel_ClosesTheConnection cancels in the middle of a text; goleak checks
// that nothing is left behind.
func TestCancel_ClosesTheConnection(t *testing.T) {
	for _, p := range protocols {
		events := faultserver.Events(p, fullTurn())
		s := faultserver.New(faultserver.Stream(events[:firstText(events)+1]...).Then(faultserver.Stall()))
		ctx, cancel := context.WithCancel(t.Context())
		var r result
		var cancelled time.Time
		r.err = open(t, p, s.URL, guard.Limits{}).Stream(ctx, question(), func(e provider.Event) {
			r.add(e)
			if e.Kind == provider.TextDelta {
				cancelled = time.Now()
				cancel()
			}
		})
		cancel()
		if !errors.Is(r.err, context.Canceled) || r.text != "Here " || r.done {
			t.Errorf("%s: got %q, %v; want the partial text and context.Canceled", p, r.text, r.err)
		}
		if _, typed := errors.AsType[*provider.Error](r.err); typed {
			t.Errorf("%s: a cancelled stream is no failure of the service: %v", p, r.err)
		}
		select {
		case gone := <-s.Gone():
			if d := gone.Sub(cancelled); d > 100*time.Millisecond {
				t.Logf("%s: the server saw it after %v", p, d)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s: the server did not see the client go", p)
		}
		s.Close()
	}
}

// TestCancel_StopsWhatHasArrived cancels while the rest of the answer is there.
func TestCancel_StopsWhatHasArrived(t *testing.T) {
	for _, p := range protocols {
		client := &http.Client{Transport: faultserver.NewTransport(faultserver.Stream(strings.Join(faultserver.Events(p, fullTurn()), "")))}
		ctx, cancel := context.WithCancel(t.Context())
		var r result
		r.err = openWith(p, provider.Plain, "http://in.memory/v1", guard.Limits{}, client).Stream(ctx, question(), func(e provider.Event) {
			r.add(e)
			if e.Kind == provider.TextDelta {
				cancel()
			}
		})
		cancel()
		if !errors.Is(r.err, context.Canceled) || r.text != "Here " || r.done {
			t.Errorf("%s: got %q, %v; want it stopped at the first word", p, r.text, r.err)
		}
	}
}

func TestCancel_BeforeHeaders(t *testing.T) {
	for _, p := range protocols {
		ctx, cancel := context.WithCancel(t.Context())
		transport := roundTripper(func(req *http.Request) (*http.Response, error) {
			cancel()
			<-req.Context().Done()
			return nil, req.Context().Err()
		})
		r := runContext(ctx, openWith(p, provider.Plain, "http://in.memory/v1", guard.Limits{}, &http.Client{Transport: transport}), question())
		if !errors.Is(r.err, context.Canceled) {
			t.Errorf("%s: got %v, want context.Canceled", p, r.err)
		}
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }
