package provider_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/internal/provider/guard"
)

// TestNetwork_Failures is what can go wrong before there is a response.
func TestNetwork_Failures(t *testing.T) {
	untrusted := faultserver.NewTLS(faultserver.Stream())
	defer untrusted.Close()
	plain := faultserver.New(faultserver.Stream())
	defer plain.Close()
	refuser, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := "http://" + refuser.Addr().String()
	refuser.Close()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusProxyAuthRequired)
	}))
	defer proxy.Close()
	proxyURL, _ := url.Parse(proxy.URL)
	dropper := dropping(t)

	tests := []struct {
		name      string
		url       string
		transport *http.Transport
		kind      provider.Kind
		retry     bool
		message   string
	}{
		{"untrusted certificate", untrusted.URL, &http.Transport{}, provider.Certificate, false, "is not trusted"},
		{"nobody listens", refused, &http.Transport{}, provider.Refused, false, "nobody answers at 127.0.0.1"},
		{"no such name", "http://models.invalid", &http.Transport{DialContext: noSuchHost}, provider.Connection, true, "models.invalid can not be resolved"},
		{"no TLS there", strings.Replace(plain.URL, "http:", "https:", 1), &http.Transport{}, provider.Connection, false, "does not speak TLS"},
		{"proxy wants a password", "https://models.invalid", &http.Transport{Proxy: http.ProxyURL(proxyURL)}, provider.Auth, false, "proxy"},
		{"connection dropped", dropper, &http.Transport{}, provider.Connection, true, "no answer from 127.0.0.1"},
	}
	for _, tt := range tests {
		for _, p := range protocols {
			client := guard.NewClient(tt.transport)
			r := runContext(t.Context(), openWith(p, provider.Plain, tt.url+"/v1", guard.Limits{}, client), question())
			client.CloseIdleConnections()
			e := asError(t, string(p)+", "+tt.name, r.err)
			if e.Kind != tt.kind || e.Retryable() != tt.retry || !strings.Contains(e.Message, tt.message) {
				t.Errorf("%s, %s: got %v, retryable %v, %q; want %v, %v, %q", p, tt.name, e.Kind, e.Retryable(), e.Message, tt.kind, tt.retry, tt.message)
			}
			if strings.Contains(e.Error(), "/v1") {
				t.Errorf("%s, %s: shows more than the host: %q", p, tt.name, e.Error())
			}
		}
	}
	if n := len(untrusted.Requests()); n != 0 {
		t.Errorf("%d requests went to a server that is not trusted", n)
	}
}

func noSuchHost(_ context.Context, _, address string) (net.Conn, error) {
	host, _, _ := net.SplitHostPort(address)
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
}

// dropping is the address of a listener that closes what it accepts.
func dropping(t *testing.T) string {
	return accepting(t, func(conn net.Conn) { conn.Close() })
}

// accepting is the address of a listener whose connections serve gets, one at a
// time.
func accepting(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serve(conn)
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return "http://" + l.Addr().String()
}

// TestNetwork_HTTP2StreamIsReset aborts a stream of a connection that lives on.
func TestNetwork_HTTP2StreamIsReset(t *testing.T) {
	for _, p := range protocols {
		events := faultserver.Events(p, fullTurn())
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.ProtoMajor != 2 {
				t.Errorf("%s: HTTP/%d", p, r.ProtoMajor)
			}
			w.Header().Set("Content-Type", "text/event-stream")
			for _, e := range events[:firstText(events)+1] {
				_, _ = w.Write([]byte(e))
			}
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}))
		s.EnableHTTP2 = true
		s.StartTLS()
		client := guard.NewClient(s.Client().Transport)
		r := runContext(t.Context(), openWith(p, provider.Plain, s.URL, guard.Limits{}, client), question())
		client.CloseIdleConnections()
		s.Close()
		if e := asError(t, string(p), r.err); !errors.Is(r.err, provider.ErrCut) || !e.Retryable() || r.text != "Here " {
			t.Errorf("%s: got %q, %v; want the partial text and ErrCut", p, r.text, r.err)
		}
	}
}

// TestRedirect_KeysStay checks where a request goes that is told to go elsewhere.
func TestRedirect_KeysStay(t *testing.T) {
	for _, p := range protocols {
		elsewhere := faultserver.New(faultserver.Stream(faultserver.Events(p, fullTurn())...))
		defer elsewhere.Close()
		tests := []struct {
			name   string
			status int
			to     string
			kind   provider.Kind // 0 = followed
		}{
			{"another host, 307", 307, elsewhere.URL + "/x", provider.Redirected},
			{"another host, 308", 308, elsewhere.URL + "/x", provider.Redirected},
			{"another host, 302", 302, elsewhere.URL + "/x", provider.Redirected},
			{"another host by its name", 307, "//localhost:1/x", provider.Redirected},
			{"another scheme", 307, "https://" + "HOST/x", provider.Redirected},
			{"same host, loses the request", 303, "/x", provider.Redirected},
			{"same host, keeps the request", 307, "/x", 0},
		}
		for _, tt := range tests {
			name := string(p) + ", " + tt.name
			s := faultserver.New()
			to := strings.Replace(tt.to, "HOST", strings.TrimPrefix(s.URL, "http://"), 1)
			s.Add(faultserver.Fail(tt.status, "", "Location", to), faultserver.Stream(faultserver.Events(p, fullTurn())...))
			r := run(t, open(t, p, s.URL, guard.Limits{}), question())
			requests := s.Requests()
			s.Close()
			if tt.kind == 0 {
				if r.err != nil || len(requests) != 2 || len(requests[1].Body) == 0 {
					t.Errorf("%s: %d requests, %v; want it followed with its body", name, len(requests), r.err)
				}
				continue
			}
			if e := asError(t, name, r.err); e.Kind != tt.kind || e.Retryable() || len(requests) != 1 {
				t.Errorf("%s: got %v, %d requests; want %v, one request", name, e.Kind, len(requests), tt.kind)
			}
		}
		if n := len(elsewhere.Requests()); n != 0 {
			t.Errorf("%s: %d requests arrived elsewhere", p, n)
		}
	}
}

func TestRedirect_LoopEnds(t *testing.T) {
	s := faultserver.New(faultserver.Fail(307, "", "Location", "/again"))
	defer s.Close()
	r := run(t, open(t, provider.Messages, s.URL, guard.Limits{}), question())
	if e := asError(t, "loop", r.err); e.Kind != provider.Redirected || len(s.Requests()) > 6 {
		t.Errorf("got %v after %d requests", e, len(s.Requests()))
	}
}

// TestNetwork_KeptConnectionWasClosed: a server that closes a kept connection
// when the next request arrives has not answered it; it is sent again, once.
func TestNetwork_KeptConnectionWasClosed(t *testing.T) {
	for _, p := range protocols {
		body := strings.Join(faultserver.Events(p, fullTurn()), "")
		response := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		var connections atomic.Int32
		url := accepting(t, func(conn net.Conn) {
			connections.Add(1)
			defer conn.Close()
			in := bufio.NewReader(conn)
			if req, err := http.ReadRequest(in); err == nil {
				_, _ = io.Copy(io.Discard, req.Body)
				_, _ = io.WriteString(conn, response)
				_, _ = in.ReadByte() // The next request arrives, and is not answered.
			}
		})
		prov := open(t, p, url, guard.Limits{})
		for i := range 3 {
			if r := run(t, prov, question()); r.err != nil || r.text != fullTurn().Text {
				t.Errorf("%s: request %d: %v", p, i, r.err)
			}
		}
		if n := connections.Load(); n != 3 {
			t.Errorf("%s: %d connections", p, n)
		}
	}
}
