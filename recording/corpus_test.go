package recording_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jp/recording"
)

// corpusDir holds recordings from public repositories, which are not part of the project.
const corpusDir = "../../shared/data/recordings"

// corpusCounts are files for which the manifest's count is not what a reader should say.
var corpusCounts = map[string]string{
	"asciicast/SuperMarioYL-excise.cast":      "o:25", // 3 hold raw control bytes, and are counted as bad
	"malformed/server-v1-invalid-data.json":   "o:2",  // the third is no text but true
	"malformed/server-v3-invalid-resize.cast": "o:2",  // a resize to -1x0 is no resize
}

// TestReader_Corpus reads every asciicast of the corpus: all the events that the manifest
// counts are there, times never go back, and what is no asciicast is refused.
func TestReader_Corpus(t *testing.T) {
	manifest, err := os.ReadFile(filepath.Join(corpusDir, "manifest.tsv"))
	if err != nil {
		t.Skipf("no corpus of recordings beside the project: %v", err)
	}
	casts, events := 0, 0
	for _, row := range strings.Split(strings.TrimSpace(string(manifest)), "\n")[1:] {
		cell := strings.Split(row, "\t")
		name, format, wantCounts := cell[0], cell[1], cell[7]
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(filepath.Join(corpusDir, name))
			if err != nil {
				t.Skipf("listed but absent: %v", err)
			}
			defer f.Close()
			rd, err := recording.NewReader(f, recording.Options{Name: name})
			if format != "v1" && format != "v2" && format != "v3" {
				if !errors.Is(err, recording.ErrNotRecording) {
					t.Errorf("%s file: got error %v, want ErrNotRecording", format, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			counts, n := count(t, rd)
			if better, ok := corpusCounts[name]; ok {
				wantCounts = better
			}
			if counts != wantCounts {
				t.Errorf("got events %q, want %q; repairs %v", counts, wantCounts, rd.Damages())
			}
			if n == 0 && wantCounts != "" {
				t.Error("silent empty success")
			}
			casts++
			events += n
		})
	}
	t.Logf("%d asciicasts, %d events", casts, events)
}

// count returns the number of events of each kind in the notation of the manifest.
func count(t *testing.T, rd *recording.Reader) (string, int) {
	t.Helper()
	byKind := map[recording.Kind]int{}
	n := 0
	var last recording.Event
	for ev, err := range rd.Events() {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Time < last.Time {
			t.Errorf("line %d: time %v after %v", ev.Line, ev.Time, last.Time)
		}
		if ev.Line < last.Line {
			t.Errorf("line %d after line %d", ev.Line, last.Line)
		}
		last = ev
		byKind[ev.Kind]++
		n++
	}
	var all []string
	for _, k := range []recording.Kind{recording.Output, recording.Resize, recording.Input, recording.Marker, recording.Exit} {
		if byKind[k] > 0 {
			all = append(all, fmt.Sprintf("%c:%d", k, byKind[k]))
		}
	}
	return strings.Join(all, " "), n
}
