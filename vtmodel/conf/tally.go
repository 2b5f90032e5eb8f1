package conf

import (
	"fmt"
	"sort"
	"strings"
)

// Tally counts the results of one suite under one profile.
type Tally struct {
	Profile, Set                      string
	Passed, Accepted, Failed, Skipped int
	reasons                           map[string]int // Of what was skipped.
	Problems                          []string       // Failures, and divergences that are none.
}

// Add counts a result, taking accepted divergences into account.
func (t *Tally) Add(id string, r Result, accepted map[string]Divergence) {
	d, listed := accepted[t.Profile+" "+t.Set+"/"+id]
	switch {
	case r.Outcome == NotComparable:
		t.skip(r.Reason)
	case r.Outcome == Pass && listed:
		t.Failed++
		t.Problems = append(t.Problems, fmt.Sprintf("%s %s/%s passes: remove it from divergences.txt", t.Profile, t.Set, id))
	case r.Outcome == Pass:
		t.Passed++
	case listed && d.Unreadable:
		t.skip(d.Reason)
	case listed:
		t.Accepted++
	default:
		t.Failed++
		t.Problems = append(t.Problems, fmt.Sprintf("%s %s/%s: %s", t.Profile, t.Set, id, r.Reason))
	}
}

func (t *Tally) skip(reason string) {
	if t.reasons == nil {
		t.reasons = map[string]int{}
	}
	t.reasons[reason]++
	t.Skipped++
}

// Comparable counts the cases that could be held against the terminal.
func (t *Tally) Comparable() int { return t.Passed + t.Accepted + t.Failed }

// Percent is how many of the comparable cases passed.
func (t *Tally) Percent() float64 {
	if t.Comparable() == 0 {
		return 100
	}
	return 100 * float64(t.Passed) / float64(t.Comparable())
}

// String is one line with the counts and, behind it, a line for each reason why cases are
// not comparable.
func (t *Tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-9s %-9s %4d of %4d (%.1f %%), %d accepted, %d not comparable", t.Profile, t.Set, t.Passed, t.Comparable(), t.Percent(), t.Accepted, t.Skipped)
	reasons := make([]string, 0, len(t.reasons))
	for reason, n := range t.reasons {
		reasons = append(reasons, fmt.Sprintf("\n            %d: %s", n, reason))
	}
	sort.Strings(reasons)
	return b.String() + strings.Join(reasons, "")
}
