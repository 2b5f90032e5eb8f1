package engine_test

import (
	"strings"
	"testing"
	"time"

	"jp/engine"
)

// steady returns an engine with a region of rows window rows drawn, and the
// instant that it has reached.
func steady(rows engine.Rows) (*engine.Engine, time.Duration) {
	e := engine.New(screenConfig(100, 30))
	c := waiting(1)
	c.Style.Rows = rows
	e.Apply(0, c)
	for i := range 20 {
		e.Apply(time.Duration(i)*time.Second, engine.Push{ID: 1, Line: strings.Repeat("row ", 10)})
	}
	return e, 20 * time.Second
}

// BenchmarkEngine measures one Apply of one command in steady state, and reports
// the bytes that it writes.
func BenchmarkEngine(b *testing.B) {
	line := strings.Repeat("abcdefghij", 12) + "\n"
	short := strings.Repeat("abcdefghi ", 7) + "\n"
	cases := []struct {
		name string
		rows engine.Rows
		step time.Duration
		cmd  engine.Command
	}{
		{"print/no-region", engine.RowsOff, 0, &engine.Print{Text: line}},
		{"print/status", engine.RowsOff, 0, &engine.Print{Text: short}},
		{"print/status-wide", engine.RowsOff, 0, &engine.Print{Text: line}},
		{"print/window8", 8, 0, &engine.Print{Text: short}},
		{"print/window8-wide", 8, 0, &engine.Print{Text: line}},
		{"push/unhurried", 8, 50 * time.Millisecond, engine.Push{ID: 1, Line: line}},
		{"push/burst", 8, 0, engine.Push{ID: 1, Line: line}},
		{"tick", engine.RowsOff, 100 * time.Millisecond, engine.Tick{}},
		{"tick/window8", 8, 100 * time.Millisecond, engine.Tick{}},
		{"detail", engine.RowsOff, 50 * time.Millisecond, engine.Detail{ID: 1, Text: "receiving"}},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			e, now := steady(c.rows)
			if c.name == "print/no-region" {
				e.Apply(now, engine.Release{ID: 1})
			}
			cmds := []engine.Command{c.cmd}
			written, n := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				now += c.step
				for _, f := range e.Apply(now, cmds...) {
					written += len(f.Bytes)
				}
				n++
			}
			b.ReportMetric(float64(written)/float64(n), "bytes/op")
		})
	}
}

// BenchmarkEngine_Claim measures a claim and its release.
func BenchmarkEngine_Claim(b *testing.B) {
	e := engine.New(screenConfig(100, 30))
	cmds := []engine.Command{waiting(1), engine.Release{ID: 1}}
	b.ReportAllocs()
	for b.Loop() {
		e.Apply(0, cmds...)
	}
}

// TestEngine_SteadyStateAllocatesNothing holds what the benchmark reports.
func TestEngine_SteadyStateAllocatesNothing(t *testing.T) {
	line := strings.Repeat("abcdefghij", 8) + "\n"
	for _, rows := range []engine.Rows{engine.RowsOff, 8} {
		e, now := steady(rows)
		cmds := []engine.Command{
			&engine.Print{Text: line}, &engine.Print{Channel: engine.Err, Text: "\x1b[1mbold\x1b[m\n"},
			engine.Push{ID: 1, Source: "s", Line: line},
			engine.Detail{ID: 1, Text: "sending"},
			engine.Tick{},
		}
		step := func() {
			for i := range cmds {
				now += 20 * time.Millisecond
				e.Apply(now, cmds[i:i+1]...)
				e.NextDeadline()
			}
		}
		for range 300 {
			step()
		}
		if got := testing.AllocsPerRun(100, step); got != 0 {
			t.Errorf("%v window rows: %v allocations a round, want 0", rows, got)
		}
	}
}
