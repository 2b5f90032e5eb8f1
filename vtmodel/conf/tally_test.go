package conf_test

import (
	"strings"
	"testing"

	"jp/vtmodel/conf"
)

func TestParseDivergences_NamesTheLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"# a comment\n\nxterm cases/a wrong reason\n":                   "f:3: want: profile set/case",
		"xterm cases/a differs\n":                                       "f:1: want: profile set/case",
		"xterm a differs no set\n":                                      `f:1: "a" is listed twice or has no set`,
		"vte cases/a differs one\nvte cases/a differs the same again\n": `f:2: "cases/a" is listed twice`,
	} {
		_, err := conf.ParseDivergences("f", []byte(in))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", in, err, want)
		}
	}
	all, err := conf.ParseDivergences("f", []byte("vte cases/a unreadable some reason\n"))
	if d := all["vte cases/a"]; err != nil || !d.Unreadable || d.Reason != "some reason" {
		t.Errorf("got %+v, %v", d, err)
	}
}

func TestTally_CountsWhatIsComparable(t *testing.T) {
	t.Parallel()
	accepted := map[string]conf.Divergence{
		"xterm s/known":  {Reason: "known"},
		"xterm s/gone":   {Reason: "gone"},
		"xterm s/opaque": {Reason: "cannot tell", Unreadable: true},
	}
	n := conf.Tally{Profile: "xterm", Set: "s"}
	fail := conf.Result{Outcome: conf.Fail, Reason: "bad"}
	n.Add("fine", conf.Result{}, accepted)
	n.Add("known", fail, accepted)
	n.Add("gone", conf.Result{}, accepted)
	n.Add("opaque", fail, accepted)
	n.Add("broken", fail, accepted)
	if n.Passed != 1 || n.Accepted != 1 || n.Failed != 2 || n.Skipped != 1 || n.Comparable() != 4 || n.Percent() != 25 {
		t.Errorf("got %+v", n)
	}
	want := "xterm s/gone passes: remove it from divergences.txt\nxterm s/broken: bad"
	if got := strings.Join(n.Problems, "\n"); got != want {
		t.Errorf("problems:\n%s\nwant:\n%s", got, want)
	}
	if text := n.String(); !strings.Contains(text, "1: cannot tell") {
		t.Errorf("%q does not tell why a case is not comparable", text)
	}
}

// TestDivergences_GiveAReason keeps the list readable.
func TestDivergences_GiveAReason(t *testing.T) {
	t.Parallel()
	for key, d := range divergences(t) {
		if len(d.Reason) < 20 {
			t.Errorf("%s: the reason %q says too little", key, d.Reason)
		}
	}
}
