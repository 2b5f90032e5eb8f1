package screentest

import (
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"jp/vtmodel"
)

// A stormLimit is residue that no drawing protocol can prevent.
type stormLimit struct {
	rows   int // in one storm, at most
	share  int // of the storms, in percent, at most
	reason string
}

const pushedAway = "a height below that of the region comes before the program hears of it (limits 1 and 3)"

// stormLimits are all that is accepted. Whatever is not listed leaves no row.
var stormLimits = map[vtmodel.Profile]map[stormKind]stormLimit{
	vtmodel.XTerm:     {stormLow: {3, 5, pushedAway}},
	vtmodel.VTE:       {stormLow: {4, 5, pushedAway}},
	vtmodel.Alacritty: {stormLow: {4, 5, pushedAway}, stormBoth: {3, 3, reWrapped}},
	vtmodel.Kitty:     {stormLow: {4, 5, pushedAway}},
	vtmodel.Ghostty:   {stormLow: {6, 15, pushedAway}, stormBoth: {3, 3, reWrapped}},
	vtmodel.XTermJS:   {stormLow: {3, 5, pushedAway}},
	vtmodel.Tmux:      {stormLow: {4, 5, pushedAway}, stormBoth: {3, 3, reWrapped}},
	vtmodel.CropVT10x: {stormLow: {3, 5, pushedAway}},
}

// In storms of resizes nothing that was printed is lost, doubled, torn or glued to
// something else, on any terminal, and nothing of the region is left behind but what is
// declared. The table is printed with -v.
func TestStorms_LoseNothingAndLeaveNothing(t *testing.T) {
	seeds := uint64(1)
	if exploring() {
		seeds = 24
	}
	for _, profile := range vtmodel.Profiles() {
		t.Run(profile.String(), func(t *testing.T) {
			t.Parallel()
			var sum [stormKinds]stormTally
			for s := range storms(profile, seeds) {
				got, screen := s.run()
				sum[s.kind].add(got)
				if limit := stormLimits[profile][s.kind]; got.isWrong() || got.residue > limit.rows {
					t.Errorf("%v: %v; at most %d rows are accepted\n%v", s, got, limit.rows, screen)
				}
			}
			for kind, got := range sum {
				limit := stormLimits[profile][stormKind(kind)]
				if seeds > 1 && 100*got.dirty > limit.share*got.runs {
					t.Errorf("%v: %v: more than %d %% are dirty", stormKind(kind), got, limit.share)
				}
				if seeds > 1 && limit.rows > 0 && got.dirty == 0 {
					t.Errorf("%v: the limit %q was not met: take it away", stormKind(kind), limit.reason)
				}
			}
			t.Log(stormTable(profile, sum))
		})
	}
}

// stormTable is one line of dirty/storms (rows) by kind.
func stormTable(profile vtmodel.Profile, sum [stormKinds]stormTally) string {
	var all stormTally
	var b strings.Builder
	fmt.Fprintf(&b, "%-10v", profile)
	for kind, s := range sum {
		fmt.Fprintf(&b, " %v %d/%d (%d)", stormKind(kind), s.dirty, s.runs, s.residue)
		all.add(s)
	}
	fmt.Fprintf(&b, "  lost %d dup %d split %d join %d", all.lost, all.doubled, all.split, all.joined)
	return b.String()
}

// storms are all kinds, paces, contents and modes, with some seeds each.
func storms(profile vtmodel.Profile, seeds uint64) iter.Seq[storm] {
	return func(yield func(storm) bool) {
		for seed := range seeds {
			for i := range uint(stormKinds) * 3 * 2 * uint(stormModes) {
				s := storm{profile: profile, kind: stormKind(i % uint(stormKinds)), seed: seed}
				i /= uint(stormKinds)
				s.step = []time.Duration{20, 300, 500}[i%3] * time.Millisecond
				s.content = []int{5, 40}[i/3%2]
				s.mode = stormMode(i / 6)
				if !yield(s) {
					return
				}
			}
		}
	}
}

// The measure itself must see what it is there for.
func TestStormTally_SeesEachDamage(t *testing.T) {
	const chrome, text = tagChrome, tagTranscript
	lines := []string{"a001b001", "a002b002"}
	for _, tc := range []struct {
		name string
		rows []taggedText
		want stormTally
	}{
		{"all there", []taggedText{{text, "a001b001\r\n"}, {text, "a002b002\r\n"}}, stormTally{runs: 1}},
		{"lost", []taggedText{{text, "a001b001\r\n"}, {text, "a002\r\n"}}, stormTally{runs: 1, lost: 1}},
		{"doubled", []taggedText{{text, "a001b001\r\n"}, {text, "a002b002\r\na002b002\r\n"}}, stormTally{runs: 1, doubled: 2}},
		{"split", []taggedText{{text, "a001b001\r\n"}, {text, "a002\r\nb002\r\n"}}, stormTally{runs: 1, split: 1}},
		{"glued", []taggedText{{text, "a001b001"}, {text, "a002b002\r\n"}}, stormTally{runs: 1, split: 2, joined: 1}},
		{"residue", []taggedText{{text, "a001b001\r\n"}, {chrome, "row"}, {text, "\r\na002b002\r\n"}}, stormTally{runs: 1, dirty: 1, residue: 1}},
		{"glued to residue", []taggedText{{chrome, "row"}, {text, "a001b001\r\na002b002\r\n"}}, stormTally{runs: 1, dirty: 1, residue: 1, split: 1, joined: 1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			term := vtmodel.NewTerminal(vtmodel.XTerm, 20, 5)
			for _, row := range tc.rows {
				term.Tag(row.tag)
				_, _ = term.Write([]byte(row.text))
			}
			if got := tallyOf(term.Screen(), lines); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

type taggedText struct {
	tag  vtmodel.Tag
	text string
}
