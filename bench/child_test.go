//tidy:pty the workload of a child process is paced by the real clock

package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"jp/engine"
	"jp/printer"
)

const workloadEnv = "JP_BENCH_WORKLOAD"

// order is what the parent asks of a child.
type order struct {
	Workload string
	Items    int
	Alone    bool
}

// cost is what the child reports, over its items.
type cost struct {
	CPU    time.Duration // user and system, of the whole process while it works
	Allocs uint64
	Wall   time.Duration
}

func TestMain(m *testing.M) {
	var o order
	if s := os.Getenv(workloadEnv); s != "" {
		if err := json.Unmarshal([]byte(s), &o); err != nil {
			panic(err)
		}
		child(o)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// line is the i-th persistent line: 72 columns in the mean, told apart by its number.
func line(i int) string {
	return fmt.Sprintf("L%05d %s", i, strings.Repeat("abcdefghij", 9)[:48+i%33])
}

func child(o order) {
	p := printer.Open(printer.Setup{Format: printer.FormatPretty})
	style := engine.Style{Label: engine.Label{Glyph: "⏱", Subject: "Working…", Clock: engine.ClockElapsed}}
	if o.Workload == "w2" || o.Workload == "w4" {
		style.Rows = 8
	}
	status := p.Status(style)
	window := status.Window("")
	if style.Rows > 0 {
		for i := range 8 {
			window.Push(line(i))
		}
	}
	lines := make([]string, o.Items)
	for i := range lines {
		lines[i] = line(i)
	}
	must(p.Flush())
	runtime.GC()

	before, start := usage(), time.Now()
	for _, s := range lines {
		switch o.Workload {
		case "w1", "w4":
			p.Println(s)
		case "w2":
			window.Push(s)
		case "idle":
			time.Sleep(100 * time.Millisecond)
		}
		switch {
		case o.Alone && o.Workload == "w2":
			time.Sleep(40 * time.Millisecond) // beyond the rate limit, so that each is drawn
		case o.Alone:
			must(p.Flush())
		}
	}
	must(p.Flush())
	after := usage()
	after.CPU -= before.CPU
	after.Allocs -= before.Allocs
	after.Wall = time.Since(start)

	status.Release()
	must(p.Close())
	must(json.NewEncoder(os.NewFile(3, "report")).Encode(after))
}

func usage() cost {
	var r syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return cost{CPU: time.Duration(r.Utime.Nano() + r.Stime.Nano()), Allocs: m.Mallocs}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
