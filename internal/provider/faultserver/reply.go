package faultserver

import (
	"net/http"
	"strconv"
	"time"
)

// Reply is what the server does with one request. The zero status is 200; the
// zero content type is that of an event stream.
type Reply struct {
	Status int
	Header map[string]string
	Steps  []Step
}

// Step is one thing that a reply does, in order. After the last one the body
// ends as it should.
type Step struct {
	send  string
	pause time.Duration
	act   action
}

type action uint8

const (
	actNothing action = iota
	actStall
	actCut
	actReset
)

// Send sends text at once, in a packet of its own as far as that is possible.
func Send(text string) Step { return Step{send: text} }

// Pause waits.
func Pause(d time.Duration) Step { return Step{pause: d} }

// Stall does nothing until the client goes away.
func Stall() Step { return Step{act: actStall} }

// Cut closes the connection in the middle of the body.
func Cut() Step { return Step{act: actCut} }

// Reset closes it with a TCP reset.
func Reset() Step { return Step{act: actReset} }

// Stream is a reply that sends each event by itself and ends cleanly.
func Stream(events ...string) Reply {
	r := Reply{}
	for _, e := range events {
		r.Steps = append(r.Steps, Send(e))
	}
	return r
}

// Then is the reply with more steps.
func (r Reply) Then(steps ...Step) Reply {
	r.Steps = append(r.Steps[:len(r.Steps):len(r.Steps)], steps...)
	return r
}

// Fail is an error reply: a status, a JSON body, and headers in pairs.
func Fail(status int, body string, header ...string) Reply {
	r := Reply{Status: status, Header: map[string]string{"Content-Type": "application/json"}, Steps: []Step{Send(body)}}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header[header[i]] = header[i+1]
	}
	return r
}

func (r Reply) status() int {
	if r.Status == 0 {
		return http.StatusOK
	}
	return r.Status
}

func (r Reply) fill(h http.Header) {
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	for name, value := range r.Header {
		if value == "" {
			h[http.CanonicalHeaderKey(name)] = nil // Sent without it; net/http would guess.
			continue
		}
		h.Set(name, value)
	}
}

// WithLength declares a length of the body, which may be a lie.
func (r Reply) WithLength(n int) Reply {
	header := map[string]string{"Content-Length": strconv.Itoa(n)}
	for k, v := range r.Header {
		header[k] = v
	}
	r.Header = header
	return r
}
