//go:build linux || darwin

//tidy:pty storms of sizes in a real tmux run in real time; make e2e runs them

package printer_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"jp/engine"
	"jp/printer"
)

const stormLinesEnv = "JP_STORM_LINES"

func init() { parts["storm"] = storm }

// stormLine is a persistent line of its own length; its number is at both ends.
func stormLine(i int) string {
	return fmt.Sprintf("L%04d %s E%04d", i, strings.Repeat("abcde ", i%13), i)
}

// storm prints lines, some of them in two parts, above a window that rolls.
func storm() {
	p := printer.Open(printer.Setup{Format: printer.FormatPretty})
	s := p.Status(engine.Style{
		Label: engine.Label{Glyph: "⏱", Subject: "CHROME working", Clock: engine.ClockElapsed}, Rows: 4,
	})
	w := s.Window("")
	n, _ := strconv.Atoi(os.Getenv(stormLinesEnv))
	for i := range n {
		w.Push(fmt.Sprintf("CHROME row %d of the window", i))
		line := stormLine(i)
		if i%2 == 0 {
			p.Print(line[:len(line)/2])
			time.Sleep(45 * time.Millisecond)
			line = line[len(line)/2:]
		}
		p.Println(line)
		time.Sleep(45 * time.Millisecond)
	}
	s.Release()
	p.Close()
}

// TestE2E_TmuxStorms resizes a real tmux while a program streams: nothing of the
// region may stay on the screen or in the history, and every line must be there
// once, whole and in order.
func TestE2E_TmuxStorms(t *testing.T) {
	if os.Getenv("JP_E2E") == "" {
		t.Skip("runs in real time: make e2e runs it (JP_E2E=1)")
	}
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	width := sweep(100, 20, 4, 30)
	widthAndBack := append(width, sweep(20, 120, 5, 30)...)
	var height [][2]int
	for _, c := range append(sweep(30, 8, 2, 0), sweep(8, 40, 2, 0)...) {
		height = append(height, [2]int{100, c[0]})
	}
	var both [][2]int
	for i, c := range widthAndBack {
		both = append(both, [2]int{c[0], height[i%len(height)][1]})
	}
	jumps := [][2]int{{100, 30}, {20, 30}, {120, 30}, {24, 30}, {100, 30}, {60, 12}, {100, 8}, {100, 40}, {30, 10}, {120, 40}}
	for _, c := range []struct {
		name  string
		sizes [][2]int
		step  time.Duration
	}{
		{"width-20ms", widthAndBack, 20 * time.Millisecond},
		{"width-300ms", widthAndBack, 300 * time.Millisecond},
		{"height-20ms", height, 20 * time.Millisecond},
		{"height-300ms", height, 300 * time.Millisecond},
		{"both-20ms", both, 20 * time.Millisecond},
		{"both-300ms", both, 300 * time.Millisecond},
		{"jumps-500ms", jumps, 500 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			runStorm(t, c.sizes, c.step)
		})
	}
}

// sweep is the sizes from one width to another, rows high.
func sweep(from, to, step, rows int) [][2]int {
	if to < from {
		step = -step
	}
	var sizes [][2]int
	for c := from; (step > 0) == (c <= to) || c == to; c += step {
		sizes = append(sizes, [2]int{c, rows})
	}
	return sizes
}

func runStorm(t *testing.T, sizes [][2]int, step time.Duration) {
	socket := filepath.Join(t.TempDir(), "s")
	tmux := func(args ...string) string {
		out, err := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...).Output()
		if err != nil {
			t.Fatalf("tmux %v: %v", args, err)
		}
		return string(out)
	}
	lines := max(int(time.Duration(len(sizes))*step/(60*time.Millisecond)), 20) + 20
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("%s=storm %s=%d %s; tmux -S %s wait-for -S done; exec sleep 60", helperEnv, stormLinesEnv, lines, self, socket)
	tmux("new-session", "-d", "-x", "100", "-y", "30", script)
	t.Cleanup(func() { exec.Command("tmux", "-S", socket, "kill-server").Run() })
	tmux("set-option", "-g", "history-limit", "50000")
	time.Sleep(500 * time.Millisecond)
	for _, size := range sizes {
		tmux("resize-window", "-x", strconv.Itoa(size[0]), "-y", strconv.Itoa(size[1]))
		time.Sleep(step)
	}
	tmux("wait-for", "done")
	judgeStorm(t, tmux("capture-pane", "-p", "-J", "-S", "-"), lines)
}

// judgeStorm compares all rows, history included, with what was printed.
func judgeStorm(t *testing.T, capture string, lines int) {
	var got []string
	for row := range strings.Lines(capture) {
		if row = strings.TrimRight(row, " \n"); row != "" {
			got = append(got, row)
		}
	}
	next := 0
	for _, row := range got {
		switch {
		case strings.Contains(row, "CHROME") || strings.Contains(row, "⏱"):
			t.Errorf("residue: %q", row)
		case next < lines && row == stormLine(next):
			next++
		default:
			t.Errorf("row %q, want line %d %q", row, next, stormLine(min(next, lines-1)))
		}
	}
	if next != lines {
		t.Errorf("%d of %d lines", next, lines)
	}
	if t.Failed() {
		t.Logf("all of it:\n%s", capture)
	}
}
