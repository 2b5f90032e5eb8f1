package conf_test

import (
	"testing"

	"jp/vtmodel"
	"jp/vtmodel/conf"
)

func findData(t *testing.T) conf.Data {
	t.Helper()
	d, ok := conf.FindData(".")
	if !ok {
		t.Skip("no ../shared/data beside the module: the recorded answers and suites are not run")
	}
	return d
}

func divergences(t *testing.T) map[string]conf.Divergence {
	t.Helper()
	accepted, err := conf.Divergences()
	if err != nil {
		t.Fatal(err)
	}
	return accepted
}

// The goals of the recorded answers, in percent of the comparable cases.
var goals = map[vtmodel.Profile]float64{
	vtmodel.XTerm: 100, vtmodel.VTE: 97, vtmodel.Alacritty: 97, vtmodel.Kitty: 97,
	vtmodel.XTermJS: 97, vtmodel.Tmux: 97,
}

func TestCases(t *testing.T) {
	d := findData(t)
	accepted := divergences(t)
	for _, p := range vtmodel.Profiles() {
		t.Run(p.String(), func(t *testing.T) {
			sets := []string{"cases", "resize", "resize2"}
			if p == vtmodel.CropVT10x {
				sets = sets[1:] // It is xterm with another resize.
			}
			sum := conf.Tally{Profile: p.String(), Set: "all"}
			for _, set := range sets {
				n := tally(t, d, p, set, accepted)
				t.Log(n)
				for _, problem := range n.Problems {
					t.Error(problem)
				}
				sum.Passed += n.Passed
				sum.Accepted += n.Accepted
				sum.Failed += n.Failed
			}
			if got := sum.Percent(); got < goals[p] {
				t.Errorf("%.1f %% of the comparable cases pass, want %.0f", got, goals[p])
			}
		})
	}
}

func tally(t *testing.T, d conf.Data, p vtmodel.Profile, set string, accepted map[string]conf.Divergence) *conf.Tally {
	t.Helper()
	cases, err := d.Cases(set)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := d.Answers(set, p.String())
	if err != nil {
		t.Fatal(err)
	}
	n := &conf.Tally{Profile: p.String(), Set: set}
	for _, c := range cases {
		if want, ok := answers[c.ID]; ok {
			n.Add(c.ID, conf.Run(p, c, want), accepted)
		}
	}
	return n
}

func TestStyles(t *testing.T) {
	d := findData(t)
	accepted := divergences(t)
	cases, err := d.Cases("style")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []vtmodel.Profile{vtmodel.Alacritty, vtmodel.Kitty, vtmodel.XTermJS} {
		answers, err := d.Answers("style", p.String())
		if err != nil {
			t.Fatal(err)
		}
		n := &conf.Tally{Profile: p.String(), Set: "style"}
		for _, c := range cases {
			n.Add(c.ID, conf.RunStyle(p, c, answers[c.ID]), accepted)
		}
		t.Log(n)
		for _, problem := range n.Problems {
			t.Error(problem)
		}
	}
}
