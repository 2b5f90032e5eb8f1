package provider_test

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/internal/provider/guard"
)

// TestClocks_Idle plays silences of every kind around both limits: a clock runs
// out at its limit and not before. What comes at that very instant may win.
func TestClocks_Idle(t *testing.T) {
	const (
		byteIdle  = 120 * time.Second
		eventIdle = 300 * time.Second
	)
	ping := "event: ping\ndata: {\"type\": \"ping\"}\n\n"
	pings := func(n int, every time.Duration) (steps []faultserver.Step) {
		for range n {
			steps = append(steps, faultserver.Pause(every), faultserver.Send(ping))
		}
		return steps
	}
	drip := func(n int) (steps []faultserver.Step) {
		for range n {
			steps = append(steps, faultserver.Pause(time.Second), faultserver.Send("x"))
		}
		return steps
	}
	tests := []struct {
		name  string
		steps []faultserver.Step
		dead  time.Duration // when it is given up; 0 = it goes on
	}{
		{"just before the byte limit", []faultserver.Step{faultserver.Pause(byteIdle - 1)}, 0},
		{"just after the byte limit", []faultserver.Step{faultserver.Pause(byteIdle + 1)}, byteIdle},
		{"silence", []faultserver.Step{faultserver.Stall()}, byteIdle},
		{"pings keep it alive", pings(4, 60*time.Second), 0},
		{"comments keep it alive", []faultserver.Step{faultserver.Pause(100 * time.Second), faultserver.Send(":\n\n"), faultserver.Pause(100 * time.Second), faultserver.Send(":\n\n"), faultserver.Pause(99 * time.Second)}, 0},
		{"pings for ever", pings(60, 10*time.Second), eventIdle},
		{"one byte a second, never an event", drip(1000), eventIdle},
		{"half an event, then silence", []faultserver.Step{faultserver.Pause(50 * time.Second), faultserver.Send("data: x"), faultserver.Stall()}, 50*time.Second + byteIdle},
	}
	for _, tt := range tests {
		for _, p := range protocols {
			synctest.Test(t, func(t *testing.T) {
				events := faultserver.Events(p, fullTurn())
				at := firstText(events) + 1
				reply := faultserver.Stream(events[:at]...).Then(tt.steps...)
				for _, e := range events[at:] {
					reply = reply.Then(faultserver.Send(e))
				}
				start := time.Now()
				r := play(t, p, reply, guard.Limits{})
				took := time.Since(start)
				if tt.dead == 0 {
					if r.err != nil {
						t.Errorf("%s, %s: given up after %v: %v", p, tt.name, took, r.err)
					}
					return
				}
				e := asError(t, string(p)+", "+tt.name, r.err)
				if e.Kind != provider.Timeout || !e.Retryable() || took != tt.dead {
					t.Errorf("%s, %s: got %v after %v; want a timeout after %v", p, tt.name, e.Kind, took, tt.dead)
				}
				if r.text != "Here " || errors.Is(r.err, provider.ErrCut) {
					t.Errorf("%s, %s: kept %q, %v", p, tt.name, r.text, r.err)
				}
			})
		}
	}
}

func TestClocks_NoHeaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := roundTripper(func(req *http.Request) (*http.Response, error) {
			<-req.Context().Done()
			return nil, req.Context().Err()
		})
		start := time.Now()
		r := runContext(t.Context(), openWith(provider.Messages, provider.Plain, "http://in.memory", guard.Limits{}, &http.Client{Transport: silent}), question())
		if e := asError(t, "no headers", r.err); e.Kind != provider.Timeout || time.Since(start) != 120*time.Second {
			t.Errorf("got %v after %v", e, time.Since(start))
		}
	})
}

func TestClocks_Off(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := faultserver.Events(provider.Messages, fullTurn())
		reply := faultserver.Stream(events[:3]...).Then(faultserver.Pause(24 * time.Hour)).Then(faultserver.Stream(events[3:]...).Steps...)
		if r := play(t, provider.Messages, reply, guard.Limits{ByteIdle: -1, EventIdle: -1}); r.err != nil {
			t.Errorf("a day of silence without limits: %v", r.err)
		}
	})
}

// TestClocks_StandStillWhileNobodyReads: who shows the text may take its time.
func TestClocks_StandStillWhileNobodyReads(t *testing.T) {
	for _, p := range protocols {
		synctest.Test(t, func(t *testing.T) {
			client := &http.Client{Transport: faultserver.NewTransport(faultserver.Stream(faultserver.Events(p, fullTurn())...))}
			var r result
			r.err = openWith(p, provider.Plain, "http://in.memory", guard.Limits{}, client).Stream(t.Context(), question(), func(e provider.Event) {
				if e.Kind == provider.TextDelta {
					time.Sleep(10 * time.Minute)
				}
				r.add(e)
			})
			if r.err != nil || r.text != fullTurn().Text {
				t.Errorf("%s: got %q, %v", p, r.text, r.err)
			}
		})
	}
}

// TestClocks_AfterTheEnd: a server that does not close is not waited for long,
// and what breaks behind the terminal event breaks nothing.
func TestClocks_AfterTheEnd(t *testing.T) {
	for _, p := range protocols {
		for name, last := range map[string]faultserver.Step{"stall": faultserver.Stall(), "cut": faultserver.Cut()} {
			synctest.Test(t, func(t *testing.T) {
				events := faultserver.Events(p, fullTurn())
				start := time.Now()
				r := play(t, p, faultserver.Stream(events...).Then(last), guard.Limits{})
				if r.err != nil || !r.done || time.Since(start) > 2*time.Second {
					t.Errorf("%s, %s: %v after %v", p, name, r.err, time.Since(start))
				}
			})
		}
	}
}

// TestPhases: each is reported once and in order, before any content.
func TestPhases(t *testing.T) {
	for _, p := range protocols {
		s := faultserver.New(faultserver.Stream(faultserver.Events(p, fullTurn())...))
		r := run(t, open(t, p, s.URL, guard.Limits{}), question())
		s.Close()
		if len(r.events) < 4 || r.events[0].Kind != provider.Connecting || r.events[1].Kind != provider.Sending || r.events[2].Kind != provider.Waiting {
			t.Errorf("%s: begins with %v", p, r.events[:min(4, len(r.events))])
		}
		for _, e := range r.events[3:] {
			if e.Kind <= provider.Waiting {
				t.Errorf("%s: %v comes again", p, e.Kind)
			}
		}
		if last := r.events[len(r.events)-1]; last.Kind != provider.Done || last.Stop != provider.StopTools {
			t.Errorf("%s: ends with %+v", p, last)
		}
	}
}
