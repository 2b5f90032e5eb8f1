package screentest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"jp/recording"
)

// framesShown is how many frames a failure report quotes.
const framesShown = 3

// A report is what a person reads about a failure. It holds no control byte, so
// printing it moves nothing.
type report struct {
	run  *run
	err  error
	test string   // name of the go test
	dir  string   // package folder of the test, from the module's root
	kept []string // files that were saved
	gone bool     // they are deleted with the test: the run gives them again
}

func (p report) String() string {
	var b strings.Builder
	r := p.run
	line := 0
	if r.step != nil {
		line = r.step.Line
		fmt.Fprintf(&b, "%s:%d: %s\n", filepath.ToSlash(r.script.File), line, r.step.Source)
	}
	fmt.Fprintf(&b, "%s: %s\n", r.venue.name, r.script.Sentence)
	b.WriteString(indent(strings.TrimRight(p.err.Error(), "\n"), "  ") + "\n")
	if r.pure != nil {
		p.frames(&b)
	}
	fmt.Fprintf(&b, "replay: go test -run '%s' ./%s\n", replayPattern(p.test), p.dir)
	b.WriteString(filesLine(p.kept, p.gone))
	return b.String()
}

// frames writes which frame was the first bad one, the laws, and the last frames.
func (p report) frames(b *strings.Builder) {
	g := p.run.pure
	if s, ok := p.firstBad(); ok {
		fmt.Fprintf(b, "first bad frame: %d at %v, after %s\n", s.index, s.at, s.origin())
	}
	var law *lawError
	if v := g.violation(); v != nil && !errors.As(p.err, &law) {
		fmt.Fprintf(b, "%v\n", v)
	}
	first := max(len(g.shots)-framesShown, 0)
	if len(g.shots) > 0 {
		b.WriteString("last frames:\n")
	}
	for _, s := range g.shots[first:] {
		fmt.Fprintf(b, "  %d %v %s\n", s.index, s.at, s.origin())
		for _, part := range quoteSpans(s) {
			b.WriteString("      " + part + "\n")
		}
	}
}

// origin says which command made the shot, and where it stands.
func (s shot) origin() string {
	if s.line == 0 {
		return s.cause
	}
	return fmt.Sprintf("%s (line %d)", s.cause, s.line)
}

// quoteSpans writes a frame's bytes by what they are for.
func quoteSpans(s shot) []string {
	var parts []string
	start := 0
	for _, span := range s.frame.Spans {
		parts = append(parts, fmt.Sprintf("%-10v %s", span.Kind, quoteBytes(s.frame.Bytes[start:span.End])))
		start = span.End
	}
	if start < len(s.frame.Bytes) {
		parts = append(parts, fmt.Sprintf("%-10v %s", s.frame.Channel, quoteBytes(s.frame.Bytes[start:])))
	}
	return parts
}

const quotedMax = 240

func quoteBytes(p []byte) string {
	cut := ""
	if len(p) > quotedMax {
		p, cut = p[:quotedMax], fmt.Sprintf(" … %d bytes", len(p))
	}
	return strconv.Quote(string(p)) + cut
}

// firstBad finds the frame since which the wrong row's text is on the screen, in
// whatever row, or, if it is blank, since which it is blank; or the frame that
// broke a law.
func (p report) firstBad() (shot, bool) {
	shots := p.run.pure.shots
	var law *lawError
	if errors.As(p.err, &law) && law.Frame > 0 && law.Frame <= len(shots) {
		return shots[law.Frame-1], true
	}
	var screen *screenError
	if !errors.As(p.err, &screen) {
		return shot{}, false
	}
	row := screen.firstRow()
	if row < 0 {
		return shot{}, false
	}
	found := -1
	for i := len(shots) - 1; i >= 0; i-- {
		s := shots[i]
		if !s.onScreen {
			continue
		}
		if text := screen.got.Row(row).Text(); text != "" && !shows(s.screen, text) {
			break
		} else if text == "" && (row >= len(s.screen.Lines) || s.screen.Row(row).Text() != "") {
			break
		}
		found = i
	}
	if found < 0 {
		return shot{}, false
	}
	return shots[found], true
}

// firstRow is the first row of the screen that reads differently, -1 if none.
func (e *screenError) firstRow() int {
	for i, row := range e.got.Text() {
		if i >= len(e.want.Lines) || e.want.Lines[i].Text != row {
			return i
		}
	}
	return -1
}

// save writes the files that help to find the reason: a recording in virtual
// time, and the golden file as this run would write it.
func (p *report) save(dir string) error {
	if p.run.pure != nil {
		path := filepath.Join(dir, "run.cast")
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		if err := errors.Join(p.run.pure.record(recording.NewWriter(f, recording.Header{
			Cols: p.run.script.Setup.Size.Cols, Rows: p.run.script.Setup.Size.Rows, Title: p.run.script.Name,
		})), f.Close()); err != nil {
			return err
		}
		p.kept = append(p.kept, path)
	}
	var screen *screenError
	if errors.As(p.err, &screen) {
		path := filepath.Join(dir, "want-got.svg")
		if err := os.WriteFile(path, screen.picture(), 0o644); err != nil {
			return err
		}
		p.kept = append(p.kept, path)
	}
	text, err := p.run.golden.text()
	if err != nil || len(p.run.golden.taken) == 0 {
		return err
	}
	path := filepath.Join(dir, "got.txtar")
	p.kept = append(p.kept, path)
	return os.WriteFile(path, text, 0o644)
}

// saveFor saves where the test's files go. A run over a pty may not fail again.
func (p *report) saveFor(t *testing.T) {
	t.Helper()
	dir, kept := artifactDir(t, p.run.pure == nil)
	if err := p.save(dir); err != nil {
		t.Error(err)
	}
	p.gone = !kept
}

// record writes the run as an asciicast. The times are virtual, so the same run
// gives the same bytes.
func (g *pure) record(w *recording.Writer) error {
	next := 0
	for _, p := range g.history {
		if p.terminal != nil {
			_ = w.Resize(p.at, p.terminal.Cols, p.terminal.Rows)
		}
		if p.echo != "" {
			_ = w.Input(p.at, []byte(p.echo))
			_ = w.Output(p.at, []byte(echoOf(p.echo)))
		}
		for ; p.number > 0 && next < len(g.shots) && g.shots[next].play == p.number; next++ {
			if g.shots[next].onScreen {
				_ = w.Output(p.at, cooked(g.shots[next].frame.Bytes))
			}
		}
	}
	return w.Close()
}

// replayPattern is the -run argument that selects exactly one test.
func replayPattern(test string) string {
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + part + "$"
	}
	return strings.Join(parts, "/")
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(text, "\n", "\n"+by)
}

// packageDir is the working directory, from the root of the module.
func packageDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return "..."
	}
	for root := dir; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			rel, _ := filepath.Rel(root, dir)
			return filepath.ToSlash(rel)
		}
		if root == filepath.Dir(root) {
			return "..."
		}
	}
}
