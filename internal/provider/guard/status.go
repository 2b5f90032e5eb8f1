package guard

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"jp/internal/provider"
)

// quoteMax is how much of a body that is no stream is quoted.
const quoteMax = 200

// judge looks at a response before anything of it is decoded: nil means it is a
// stream. Otherwise it reads a bounded part of the body for the error.
func (w *Watch) judge(res *http.Response) *provider.Error {
	switch {
	case res.StatusCode >= 400:
		return w.statusError(res)
	case res.StatusCode != http.StatusOK:
		return &provider.Error{
			Kind: provider.NotAStream, Provider: w.opt.Provider, Status: res.StatusCode,
			Message: fmt.Sprintf("the service answers with status %d instead of a stream", res.StatusCode),
			Hint:    "check the base URL",
		}
	}
	if enc := res.Header.Get("Content-Encoding"); enc != "" && !strings.EqualFold(enc, "identity") {
		return w.notAStream(res, "compressed data ("+provider.Clean(enc, 20)+")", nil)
	}
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	switch kind {
	case "text/event-stream":
		return nil
	case "", "text/plain", "application/octet-stream":
		// Some small servers do not label their streams: the first bytes tell.
		if sniff(res) {
			return nil
		}
	}
	data := w.readErrorBody(res.Body)
	if message, code := parseErrorBody(data); message != "" {
		e := w.serviceError(res.StatusCode, message, code)
		if e.Kind == provider.Unknown {
			e.Kind = provider.NotAStream
		}
		e.Status = res.StatusCode
		return e
	}
	if kind == "" {
		kind = "unlabelled data"
	}
	return w.notAStream(res, provider.Clean(kind, 60), data)
}

// sniff reports whether the body begins like an event stream, without taking
// anything from it.
func sniff(res *http.Response) bool {
	r := bufio.NewReader(res.Body)
	head, _ := r.Peek(6)
	res.Body = struct {
		io.Reader
		io.Closer
	}{r, res.Body}
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	for _, field := range []string{"data", "event", ":", "id:", "retry"} {
		if bytes.HasPrefix(head, []byte(field)[:min(len(field), len(head))]) && len(head) > 0 {
			return true
		}
	}
	return false
}

func (w *Watch) notAStream(res *http.Response, what string, data []byte) *provider.Error {
	message := "the service answers with " + what + " instead of a stream"
	if quote := w.clean(string(data), quoteMax); quote != "" {
		message += ": " + strconv.Quote(quote)
	}
	return &provider.Error{
		Kind: provider.NotAStream, Provider: w.opt.Provider, Status: res.StatusCode, Message: message,
		Hint: "check the base URL, and whether a proxy or a login page is in between",
	}
}

// statusError is the error of a response that says it is one.
func (w *Watch) statusError(res *http.Response) *provider.Error {
	data := w.readErrorBody(res.Body)
	message, code := parseErrorBody(data)
	if message == "" {
		message = strings.Trim(markup.ReplaceAllString(string(data), " "), " \n{}")
	}
	e := w.serviceError(res.StatusCode, message, code)
	if res.StatusCode == http.StatusNotFound && e.Kind == provider.BadRequest {
		e.Hint = "check the base URL"
	}
	e.Status = res.StatusCode
	e.RetryAfter = retryAfter(res.Header, w.opt.Wall())
	e.Final = res.Header.Get("X-Should-Retry") == "false"
	return e
}

// StreamError is the error that a service reports inside of a stream, from the
// data of its error event.
func (w *Watch) StreamError(data []byte) *provider.Error {
	message, code := parseErrorBody(data)
	if message == "" {
		message = string(data)
	}
	e := w.serviceError(0, message, code)
	if e.Kind == provider.Unknown {
		e.Kind = provider.Server // It accepted the request, so this is its own trouble.
	}
	return e
}

// serviceError makes an error from what the service says.
func (w *Watch) serviceError(status int, message, code string) *provider.Error {
	kind := classify(status, code, message)
	text := w.clean(message, 300)
	if text == "" {
		text = strings.ToLower(http.StatusText(status))
	}
	if text == "" {
		text = "the service reports an error: " + w.clean(code, 60)
	}
	return &provider.Error{Kind: kind, Provider: w.opt.Provider, Message: text, Hint: w.hint(kind)}
}

func (w *Watch) hint(k provider.Kind) string {
	switch k {
	case provider.Auth:
		if w.opt.KeyName != "" {
			return "check the key in " + w.opt.KeyName
		}
	case provider.Quota:
		return "the account behind the key has no credit left"
	case provider.UnknownModel:
		return "check the name of the model and the base URL"
	case provider.TooLarge:
		return "shorten the conversation or its attachments"
	case provider.Overloaded, provider.Server:
		return "this is on the service's side; try again later"
	}
	return ""
}

// readErrorBody reads a bounded part of an error's body within a bounded time,
// so that a body which drips or never ends costs neither memory nor patience.
func (w *Watch) readErrorBody(r io.Reader) []byte {
	if limit := w.opt.Limits.ErrorBody; limit > 0 {
		timer := time.AfterFunc(limit, func() { w.cancel(errErrorBody) })
		defer timer.Stop()
	}
	data, _ := io.ReadAll(io.LimitReader(r, errorBodyMax))
	return data
}

var errErrorBody = fmt.Errorf("the body of the error did not end in time")

// retryAfter reads what the service asks for: milliseconds, seconds, or a date.
// What is none of them, or lies in the past, asks for nothing.
func retryAfter(h http.Header, now time.Time) time.Duration {
	scaled := func(text string, unit time.Duration) (time.Duration, bool) {
		n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || n != n {
			return 0, false
		}
		const most = 365 * 24 * time.Hour
		return time.Duration(min(max(n, 0)*float64(unit), float64(most))), true
	}
	if d, ok := scaled(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d
	}
	text := h.Get("Retry-After")
	if d, ok := scaled(text, time.Second); ok {
		return d
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	// The service's own clock is the one that its date belongs to.
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
	}
	return max(at.Sub(now), 0)
}

// parseErrorBody finds message and code in the error documents that services
// send: {"error":{"message","type","code"}}, {"type":"error","error":{…}},
// {"error":"…"}, {"message":"…"}, {"detail":"…"}.
func parseErrorBody(data []byte) (message, code string) {
	var doc struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Code    json.RawMessage `json:"code"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(data, &doc) != nil {
		return "", ""
	}
	var inner struct {
		Message  string          `json:"message"`
		Type     string          `json:"type"`
		Code     json.RawMessage `json:"code"`
		Metadata struct {
			Raw string `json:"raw"`
		} `json:"metadata"`
	}
	switch {
	case json.Unmarshal(doc.Error, &inner) == nil && (inner.Message != "" || inner.Type != ""):
		if inner.Metadata.Raw != "" {
			inner.Message += ": " + inner.Metadata.Raw
		}
		return inner.Message, scalar(inner.Code) + " " + inner.Type
	case scalar(doc.Error) != "":
		return scalar(doc.Error), ""
	case doc.Message != "":
		return doc.Message, scalar(doc.Code)
	}
	return scalar(doc.Detail), ""
}

// scalar is the text of a JSON string or number, else nothing.
func scalar(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	return ""
}

// markup is what an HTML error page has around the few words that matter.
var markup = regexp.MustCompile(`(?is)<(script|style)\b.*?</(script|style)>|<[^>]*>`)

// keyLike matches what services quote of a rejected key, also half masked.
var keyLike = regexp.MustCompile(`(?i)\b((sk|pk|gsk|csk|xai|key)[-_]|bearer )[\w*.•-]{6,}`)

// clean makes text fit for an error: no secrets, one bounded line.
func (w *Watch) clean(text string, limit int) string {
	if len(text) > errorBodyMax {
		text = text[:errorBodyMax]
	}
	for _, s := range w.opt.Secrets {
		if s != "" {
			text = strings.ReplaceAll(text, s, "[key]")
		}
	}
	return provider.Clean(keyLike.ReplaceAllString(text, "[key]"), limit)
}
