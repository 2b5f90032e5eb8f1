package screentest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jp/recording"
	"jp/vtmodel"
)

// A happening is one thing that a test did to a terminal, and what came of it.
type happening struct {
	where  string // file:line
	text   string
	at     time.Duration // virtual
	typed  []byte
	size   *Size
	output []byte
}

// happeningsShown is how many of them a failure report tells.
const happeningsShown = 4

// A failure is the report about bytes on a terminal: of a program or a recording.
// There are no frames and no laws in it; see report for those. It holds no control
// byte.
type failure struct {
	about  string // what ran, on which terminal
	title  string
	size   Size // at the beginning
	err    error
	log    []happening
	golden *goldenFile // nil when no screen was taken
	test   string      // name of the go test
	dir    string      // package folder of the test, from the module's root
	kept   []string    // files that were saved
	gone   bool        // they are deleted with the test
}

func (f *failure) String() string {
	var b strings.Builder
	if n := len(f.log); n > 0 {
		fmt.Fprintf(&b, "%s: %s\n", f.log[n-1].where, f.log[n-1].text)
	}
	fmt.Fprintf(&b, "%s\n", f.about)
	b.WriteString(indent(strings.TrimRight(f.err.Error(), "\n"), "  ") + "\n")
	b.WriteString("what led to it:\n")
	first := max(len(f.log)-happeningsShown, 0)
	if first > 0 {
		fmt.Fprintf(&b, "  … %d earlier\n", first)
	}
	for _, h := range f.log[first:] {
		fmt.Fprintf(&b, "  %s %s\n", h.where, h.text)
		if len(h.typed) > 0 {
			fmt.Fprintf(&b, "      typed  %s\n", quoteBytes(h.typed))
		}
		if len(h.output) > 0 {
			fmt.Fprintf(&b, "      output %s\n", quoteBytes(h.output))
		}
	}
	fmt.Fprintf(&b, "replay: go test -run '%s' ./%s\n", replayPattern(f.test), f.dir)
	b.WriteString(filesLine(f.kept, f.gone))
	return b.String()
}

// filesLine names the saved files, or says how to keep them.
func filesLine(kept []string, gone bool) string {
	switch {
	case len(kept) == 0:
		return ""
	case gone:
		names := make([]string, len(kept))
		for i, path := range kept {
			names[i] = filepath.Base(path)
		}
		return fmt.Sprintf("files:  run again with -artifacts to keep %s\n", strings.Join(names, " "))
	}
	return fmt.Sprintf("files:  %s\n", strings.Join(kept, " "))
}

// save writes the recording, the two screens as a picture, and the golden file as
// this run would write it.
func (f *failure) save(dir string) error {
	err := f.saveFile(filepath.Join(dir, "run.cast"), func(path string) error { return f.record(path) })
	var screen *screenError
	if errors.As(f.err, &screen) {
		err = errors.Join(err, f.saveFile(filepath.Join(dir, "want-got.svg"), func(path string) error {
			return os.WriteFile(path, screen.picture(), 0o644)
		}))
	}
	if f.golden == nil || len(f.golden.taken) == 0 {
		return err
	}
	return errors.Join(err, f.saveFile(filepath.Join(dir, "got.txtar"), func(path string) error {
		text, err := f.golden.text()
		if err != nil {
			return err
		}
		return os.WriteFile(path, text, 0o644)
	}))
}

func (f *failure) saveFile(path string, write func(path string) error) error {
	err := write(path)
	if err == nil {
		f.kept = append(f.kept, path)
	}
	return err
}

// record writes what happened as an asciicast in virtual time. What a program wrote
// between two happenings is one event, however the kernel has cut it, so that the
// same run gives the same bytes.
func (f *failure) record(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := recording.NewWriter(file, recording.Header{Cols: f.size.Cols, Rows: f.size.Rows, Title: f.title})
	for _, h := range f.log {
		if h.size != nil {
			_ = w.Resize(h.at, h.size.Cols, h.size.Rows)
		}
		_ = w.Input(h.at, h.typed)
		_ = w.Output(h.at, h.output)
	}
	return errors.Join(w.Close(), file.Close())
}

// picture is both screens of a screenError, see pictureOf.
func (e *screenError) picture() []byte {
	return pictureOf(e.want, vtmodel.NewShot(e.name, e.got, -1, 0, e.got.Scrolled))
}

// end saves what helps and ends the test with the report.
func (f *failure) end(t testing.TB, mayVary bool) {
	t.Helper()
	dir, kept := artifactDir(t, mayVary)
	if err := f.save(dir); err != nil {
		t.Error(err)
	}
	f.gone = !kept
	t.Fatal("\n" + f.String())
}
