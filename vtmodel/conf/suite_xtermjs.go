package conf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"jp/vtmodel"
)

// XTermJS runs the files of xterm.js: what a program writes and the text of the screen
// after it, 80 columns by 25 rows.
func (d Data) XTermJS(p vtmodel.Profile, accepted map[string]Divergence) (*Tally, error) {
	n := &Tally{Profile: p.String(), Set: "xterm.js"}
	files, err := filepath.Glob(filepath.Join(d.Dir, "suites", "xterm.js", "*.in"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		input, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		base := strings.TrimSuffix(name, ".in")
		want, err := os.ReadFile(base + ".text")
		if err != nil {
			return nil, err
		}
		n.Add(filepath.Base(base), runXTermJS(p, input, string(want)), accepted)
	}
	return n, nil
}

func runXTermJS(p vtmodel.Profile, input []byte, want string) Result {
	term := vtmodel.NewTerminal(p, 80, 25)
	// The recorded programs ran on a tty that turns a line feed into CR LF.
	term.Write(bytes.ReplaceAll(input, []byte("\n"), []byte("\r\n")))
	rows := strings.Split(strings.TrimRight(want, "\n"), "\n")
	got := term.Screen().Text()
	for i := range max(len(rows), len(got)) {
		a, b := strings.TrimRight(at(got, i), " "), strings.TrimRight(at(rows, i), " ")
		if a != b {
			return Result{Fail, fmt.Sprintf("row %d is %q, want %q", i, a, b)}
		}
	}
	return Result{}
}
