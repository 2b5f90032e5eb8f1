package conf_test

import (
	"testing"

	"jp/vtmodel"
	"jp/vtmodel/conf"
)

func TestSuites(t *testing.T) {
	d := findData(t)
	accepted := divergences(t)
	suites := []struct {
		name string
		run  func(vtmodel.Profile, map[string]conf.Divergence) (*conf.Tally, error)
		on   []vtmodel.Profile
		goal float64
	}{
		{"xterm.js", d.XTermJS, []vtmodel.Profile{vtmodel.XTerm, vtmodel.XTermJS}, 95},
		{"alacritty", d.Alacritty, []vtmodel.Profile{vtmodel.Alacritty}, 95},
		{"libvterm", d.LibVTerm, []vtmodel.Profile{vtmodel.LibVTerm}, 94},
	}
	for _, s := range suites {
		for _, p := range s.on {
			t.Run(s.name+"/"+p.String(), func(t *testing.T) {
				n, err := s.run(p, accepted)
				if err != nil {
					t.Fatal(err)
				}
				t.Log(n)
				for _, problem := range n.Problems {
					t.Error(problem)
				}
				if got := n.Percent(); got < s.goal {
					t.Errorf("%.1f %% pass, want %.0f", got, s.goal)
				}
			})
		}
	}
}
