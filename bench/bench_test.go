package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"jp/vtmodel"
)

// BenchmarkPrinter prints one line a workload. An operation is one item; ns/op is
// wall time of the whole child, so read cpu-ns/item.
func BenchmarkPrinter(b *testing.B) {
	cases := []struct {
		name string
		order
	}{
		{"w1/burst", order{"w1", 10000, false}},
		{"w1/alone", order{"w1", 10000, true}},
		{"w2/burst", order{"w2", 10000, false}},
		{"w2/alone", order{"w2", 100, true}},
		{"w4/burst", order{"w4", 10000, false}},
		{"w4/alone", order{"w4", 10000, true}},
		{"idle", order{"idle", 50, false}},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				r := run(b, c.order)
				n := float64(c.Items)
				b.ReportMetric(float64(len(r.output))/n, "bytes/item")
				b.ReportMetric(float64(r.writes)/n, "writes/item")
				b.ReportMetric(float64(r.cost.CPU.Nanoseconds())/n, "cpu-ns/item")
				b.ReportMetric(float64(r.cost.Allocs)/n, "allocs/item")
				verify(b, c.order, r.output)
			}
		})
	}
}

// result is one child's run as the terminal saw it.
type result struct {
	output []byte
	writes int
	cost   cost
}

const cols, rows = 100, 30

// run starts a child on a pty and reads it to the end.
func run(b *testing.B, o order) result {
	b.Helper()
	spec, err := json.Marshal(o)
	if err != nil {
		b.Fatal(err)
	}
	ptmx, tty, err := pty.Open()
	if err != nil {
		b.Fatal(err)
	}
	defer ptmx.Close()
	if err := pty.Setsize(ptmx, &pty.Winsize{Cols: cols, Rows: rows}); err != nil {
		b.Fatal(err)
	}
	report, reportW, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), workloadEnv+"="+string(spec), "TERM=xterm-256color")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.ExtraFiles = []*os.File{reportW}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	tty.Close()
	reportW.Close()
	done := make(chan []byte)
	go func() {
		var out bytes.Buffer
		if _, err := io.Copy(&out, ptmx); err != nil && !errors.Is(err, syscall.EIO) {
			b.Error(err)
		}
		done <- out.Bytes()
	}()
	var r result
	reportErr := json.NewDecoder(report).Decode(&r.cost)
	r.writes = writes(cmd.Process.Pid)
	err = cmd.Wait()
	r.output = <-done
	if err != nil || reportErr != nil {
		b.Fatalf("child: %v, report: %v, output ends in %q", err, reportErr, r.output[max(len(r.output)-800, 0):])
	}
	return r
}

var syscw = regexp.MustCompile(`syscw: (\d+)`)

// writes is how many write calls a process has made, 0 where the kernel does not
// say. It is read when the report arrives, so it includes that one.
func writes(pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
	m := syscw.FindSubmatch(data)
	if err != nil || m == nil {
		return 0
	}
	n := 0
	fmt.Sscan(string(m[1]), &n)
	return n
}

// verify replays what the terminal got and compares every line.
func verify(b *testing.B, o order, output []byte) {
	b.Helper()
	m := vtmodel.NewVT10x(cols, rows)
	m.KeepScrollback(o.Items + rows)
	if _, err := m.Write(output); err != nil {
		b.Fatal(err)
	}
	got := m.Screen().Unwrapped()
	for len(got) > 0 && strings.TrimRight(got[len(got)-1], " ") == "" {
		got = got[:len(got)-1]
	}
	want := 0
	if o.Workload == "w1" || o.Workload == "w4" {
		want = o.Items
	}
	if len(got) != want {
		b.Fatalf("%d lines on the terminal, want %d; the last is %q", len(got), want, got[max(len(got)-1, 0):])
	}
	for i, s := range got {
		if s != line(i) {
			b.Fatalf("line %d is %q, want %q", i, s, line(i))
		}
	}
}
