package faultserver

import (
	"errors"
	"io"
	"log"
	"net/http"
)

// Transport plays replies without a network. All its waiting is on channels and
// timers, so a fake clock can drive it. A client must close the bodies it gets.
type Transport struct{ script }

// NewTransport makes one.
func NewTransport(replies ...Reply) *Transport {
	return &Transport{script{replies: replies}}
}

// errCut is what a body ends with that was cut.
var errCut = errors.New("connection closed by the script")

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		body, _ = io.ReadAll(req.Body)
		_ = req.Body.Close()
	}
	reply := t.next(Request{Method: req.Method, Path: req.URL.Path, Header: req.Header.Clone(), Body: body})
	res := &http.Response{
		StatusCode: reply.status(), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Request: req, ContentLength: -1,
	}
	reply.fill(res.Header)
	res.Body = play(req, reply)
	return res, nil
}

// play runs the steps in a goroutine that ends with the body.
func play(req *http.Request, reply Reply) io.ReadCloser {
	r, w := io.Pipe()
	b := &pipeBody{PipeReader: r, closed: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(b.done)
		w.CloseWithError(b.steps(req, reply, w))
	}()
	return b
}

func (b *pipeBody) steps(req *http.Request, reply Reply, w io.Writer) error {
	ctx := req.Context()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		// A context that ends must also end a blocked read, as a real transport does.
		select {
		case <-ctx.Done():
			_ = b.CloseWithError(ctx.Err())
		case <-b.closed:
		case <-stop:
		}
	}()
	for _, step := range reply.Steps {
		if step.send != "" {
			if _, err := io.WriteString(w, step.send); err != nil {
				return err
			}
		}
		if wait(ctx, step.pause); ctx.Err() != nil {
			return ctx.Err()
		}
		switch step.act {
		case actStall:
			select {
			case <-ctx.Done():
			case <-b.closed:
			}
			return ctx.Err()
		case actCut, actReset:
			return errCut
		}
	}
	return nil
}

// pipeBody tells the player when the client is through, and waits for it.
type pipeBody struct {
	*io.PipeReader
	closed chan struct{}
	done   chan struct{}
	once   bool
}

func (b *pipeBody) Close() error {
	if b.once {
		return nil
	}
	b.once = true
	close(b.closed)
	err := b.PipeReader.Close()
	<-b.done
	return err
}

// silent is for the complaints about refused handshakes.
func silent() *log.Logger { return log.New(io.Discard, "", 0) }
