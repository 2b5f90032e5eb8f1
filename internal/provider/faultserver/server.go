package faultserver

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"
)

// Request is what a client sent.
type Request struct {
	Method, Path string
	Header       http.Header
	Body         []byte
}

// script hands out replies in order; the last one repeats. The lock guards its
// fields, since every connection has its own goroutine.
type script struct {
	mu       sync.Mutex
	replies  []Reply
	requests []Request
}

func (s *script) next(req Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, req)
	if len(s.replies) == 0 {
		return Reply{Status: http.StatusTeapot}
	}
	r := s.replies[0]
	if len(s.replies) > 1 {
		s.replies = s.replies[1:]
	}
	return r
}

// Add appends replies to those that are left.
func (s *script) Add(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies = append(s.replies, replies...)
}

// Requests are the requests so far.
func (s *script) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Server plays replies on a port of the loopback interface.
type Server struct {
	script
	URL  string
	gone chan time.Time
	http *httptest.Server
}

// New starts a server. Close ends it.
func New(replies ...Reply) *Server {
	s := newServer(replies)
	s.http.Start()
	s.URL = s.http.URL
	return s
}

// NewTLS starts a server with a certificate that nobody trusts.
func NewTLS(replies ...Reply) *Server {
	s := newServer(replies)
	s.http.Config.ErrorLog = silent()
	s.http.StartTLS()
	s.URL = s.http.URL
	return s
}

func newServer(replies []Reply) *Server {
	s := &Server{script: script{replies: replies}, gone: make(chan time.Time, 64)}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.serve))
	return s
}

// Close ends the server and all its connections.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Client is an HTTP client that trusts a server of [NewTLS].
func (s *Server) Client() *http.Client { return s.http.Client() }

// Gone receives the time at which a client went away from a stalled reply.
func (s *Server) Gone() <-chan time.Time { return s.gone }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	reply := s.next(Request{Method: r.Method, Path: r.URL.Path, Header: r.Header.Clone(), Body: body})
	reply.fill(w.Header())
	w.WriteHeader(reply.status())
	flush := http.NewResponseController(w).Flush
	if len(reply.Steps) == 0 || reply.Steps[0].send == "" {
		_ = flush() // The headers go out before the first wait.
	}
	for _, step := range reply.Steps {
		if step.send != "" {
			_, _ = io.WriteString(w, step.send)
			_ = flush()
		}
		wait(r.Context(), step.pause)
		switch step.act {
		case actStall:
			<-r.Context().Done()
			s.gone <- time.Now()
			return
		case actCut:
			panic(http.ErrAbortHandler)
		case actReset:
			reset(w)
			return
		}
	}
}

func wait(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// reset closes the connection so that the client gets a TCP reset.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
