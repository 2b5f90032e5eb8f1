package screentest

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"jp/recording"
	"jp/vtmodel"
)

// Replayed is a recording that was shown to its end.
type Replayed struct {
	t      *testing.T
	path   string
	as     vtmodel.Profile
	size   Size
	screen vtmodel.Screen
	album  *album
	log    []happening
}

// Replay shows a recording (asciicast, any version) on a terminal: a report about a
// fault becomes a test. What was written is fed as it was recorded, byte by byte, and
// in growing slices, which must give the same screen after every resize and at the
// end. Resizes are followed; what was typed is only told, since the recorded program
// has echoed it. Of the options only As has a meaning here.
func Replay(t *testing.T, path string, options ...Option) *Replayed {
	t.Helper()
	var set settings
	for _, o := range options {
		o(&set)
	}
	r := &Replayed{t: t, path: path, as: set.profile}
	if err := r.play(); err != nil {
		t.Fatalf("%s: %v", callerOf(1), err)
	}
	t.Cleanup(func() {
		if r.album == nil || t.Failed() {
			return
		}
		if err := r.album.finish(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// deliveries are the ways to cut what was written: the size of the next slice by the
// size of the last.
var deliveries = []struct {
	name string
	next func(last int) int
}{
	{"as recorded", func(int) int { return 1 << 30 }},
	{"byte by byte", func(int) int { return 1 }},
	{"in growing slices", func(last int) int { return last%97 + 1 }},
}

func (r *Replayed) play() error {
	f, err := os.Open(r.path)
	if err != nil {
		return err
	}
	defer f.Close()
	reader, err := recording.NewReader(f, recording.Options{Name: r.path})
	if err != nil {
		return err
	}
	r.size = Size{reader.Header().Cols, reader.Header().Rows}
	if r.size.Cols == 0 || r.size.Rows == 0 {
		return fmt.Errorf("%s:1: the recording does not tell its size: add it to the header", r.path)
	}
	terms := make([]*vtmodel.Terminal, len(deliveries))
	for i := range terms {
		terms[i] = vtmodel.NewTerminal(r.as, r.size.Cols, r.size.Rows)
	}
	lasts := make([]int, len(deliveries))
	at := time.Duration(0)
	for event, err := range reader.Events() {
		if err != nil {
			return err
		}
		h := happening{where: fmt.Sprintf("%s:%d", r.path, event.Line), text: event.Kind.String(), at: event.Time}
		at = event.Time
		switch event.Kind {
		case recording.Output:
			h.output = event.Clone().Data
			for i, term := range terms {
				lasts[i] = deliver(term, h.output, lasts[i], deliveries[i].next)
			}
		case recording.Input:
			h.typed = event.Clone().Data
		case recording.Resize:
			if err := r.agree(terms, at); err != nil {
				return err
			}
			h.size = &Size{event.Cols, event.Rows}
			for _, term := range terms {
				term.Resize(event.Cols, event.Rows)
			}
		}
		r.log = append(r.log, h)
	}
	r.screen = terms[0].Screen()
	return r.agree(terms, at)
}

// deliver writes p in slices, and returns the size of the last one.
func deliver(term *vtmodel.Terminal, p []byte, last int, next func(int) int) int {
	for len(p) > 0 {
		last = min(next(last), len(p))
		_, _ = term.Write(p[:last])
		p = p[last:]
	}
	return last
}

func (r *Replayed) agree(terms []*vtmodel.Terminal, at time.Duration) error {
	var errs []error
	want := terms[0].Screen()
	for i, term := range terms[1:] {
		if got := term.Screen(); !want.Equal(got) {
			errs = append(errs, fmt.Errorf("%s at %v: fed %s the screen is another one\n%s", r.path, at, deliveries[i+1].name, vtmodel.FirstDifference(want, got)))
		}
	}
	return errors.Join(errs...)
}

// Screen is the last screen of the recording.
func (r *Replayed) Screen() vtmodel.Screen { return r.screen }

// Golden compares the last screen with the one of that name in testdata/<test>.txtar.
func (r *Replayed) Golden(name string) *Replayed {
	r.t.Helper()
	where := callerOf(1)
	if r.album == nil {
		album, err := openAlbum(r.t, where)
		if err != nil {
			r.t.Fatalf("%s: Golden: %v", where, err)
		}
		r.album = album
	}
	err := r.album.take(r.screen, vtmodel.NewShot(name, r.screen, -1, 0, r.album.scrolled))
	if err == nil {
		return r
	}
	f := &failure{
		about: fmt.Sprintf("replay: %s on %v, %v", r.path, r.as, r.size), title: r.path, size: r.size, err: err,
		log:    append(r.log, happening{where: where, text: fmt.Sprintf("Golden %q", name)}),
		golden: r.album.golden, test: r.t.Name(), dir: packageDir(),
	}
	f.end(r.t, false)
	return r
}
