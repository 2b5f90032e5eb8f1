package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"jp/recording"
)

// corpusDir holds recordings from public repositories, which are not part of the project.
const corpusDir = "../../../shared/data/recordings"

// corpusBytes is how far into its output a recording is played: the tests shall stay quick.
const corpusBytes = 128 << 10

// TestCorpus_ScreenDoesNotDependOnTheWay plays every recording of the corpus to random
// times, and compares with the screen that a direct seek shows.
func TestCorpus_ScreenDoesNotDependOnTheWay(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpusDir, "*", "*")) // the pattern is right
	if len(files) == 0 {
		t.Skipf("no corpus of recordings beside the project: %s", corpusDir)
	}
	played := 0
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		tp, err := readTape(f, recording.Options{Name: file})
		f.Close()
		if err != nil {
			continue // no asciicast, as the reader's own corpus test checks
		}
		tp.chooseSize(screenSize{}, false)
		played++
		agree(t, tp, 20)
	}
	t.Logf("%d recordings at 20 times each", played)
	if played < 66 {
		t.Errorf("only %d recordings could be played", played)
	}
}

// agree plays tp once, with stops at random times.
func agree(t *testing.T, tp *tape, stops int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(len(tp.arena)), uint64(len(tp.events))))
	p := newPlayer(tp, 1, 0, 0)
	direct := newPlayback(tp)
	var now time.Duration
	end := tp.duration()
	for i := range tp.events {
		if tp.events[i].end > corpusBytes {
			end = tp.events[i].time
			break
		}
	}
	for i := range stops {
		now = min(now+time.Duration(rng.Int64N(int64(end)/int64(stops)*2+1)), end)
		for _, part := range []time.Duration{now - now/64, now} {
			p.advance(max(part, p.since))
		}
		direct.seek(tp.before(now))
		if !p.screen.screen().Equal(direct.screen()) {
			t.Errorf("%s, stop %d at %v:\n%s", tp.name, i, now, direct.screen().FirstDifference(p.screen.screen()))
			return
		}
	}
	for i := range tp.events {
		if tp.events[i].kind == recording.Output && len(tp.frames) == 0 {
			t.Errorf("%s: output and no frame", tp.name)
			return
		}
	}
}
