package ansi_test

import (
	"testing"

	"jp/internal/ansi"
)

func TestPen_AppliesAndAppends(t *testing.T) {
	cases := []struct{ name, params, want string }{
		{"reset", "", "\x1b[m"},
		{"bold red", "1;31", "\x1b[0;1;31m"},
		{"bright background", "103", "\x1b[0;103m"},
		{"palette", "38;5;208;48;5;236", "\x1b[0;38;5;208;48;5;236m"},
		{"24 bits", "38;2;1;2;3", "\x1b[0;38;2;1;2;3m"},
		{"colon palette", "38:5:208", "\x1b[0;38;5;208m"},
		{"colon 24 bits with colour space", "38:2::1:2:3", "\x1b[0;38;2;1;2;3m"},
		{"colon 24 bits without", "48:2:1:2:3", "\x1b[0;48;2;1;2;3m"},
		{"curly underline in colour", "4:3;58;5;9", "\x1b[0;4:3;58;5;9m"},
		{"colour index 8 is no conceal", "38;5;8", "\x1b[0;90m"},
		{"on and off again", "1;2;3;4;5;7;9;53;22;23;24;25;27;29;55", "\x1b[m"},
		{"reset in the list", "1;31;0;4", "\x1b[0;4m"},
		{"empty parameter is reset", "1;;4", "\x1b[0;4m"},
		{"unknown numbers", "1;73;999", "\x1b[0;1m"},
		{"huge number", "99999999999999999999;1", "\x1b[0;1m"},
		{"operands beyond 255", "38;5;300;48;2;1;2;256;1", "\x1b[0;1m"},
		{"palette cut short", "1;38;5", "\x1b[0;1m"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var p ansi.Pen
			p.Apply([]byte(c.params))
			if got := string(p.Append(nil)); got != c.want {
				t.Errorf("Apply(%q) = %q, want %q", c.params, got, c.want)
			}
		})
	}
}

// TestPen_RoundTrip holds that what Append writes, Apply reads.
func TestPen_RoundTrip(t *testing.T) {
	var p ansi.Pen
	p.Apply([]byte("1;3;4:3;9;53;38;2;9;8;7;48;5;236;58;2;1;2;3"))
	seq := string(p.Append(nil))
	var q ansi.Pen
	q.Apply([]byte(seq[2 : len(seq)-1]))
	if p != q {
		t.Errorf("read back %+v, want %+v", q, p)
	}
}

func TestPen_OnBackground(t *testing.T) {
	grey := ansi.Palette(236)
	var p ansi.Pen
	if got := p.OnBackground(grey).Background; got != grey {
		t.Errorf("default background became %v, want %v", got, grey)
	}
	p.Background = ansi.Palette(1)
	if got := p.OnBackground(grey).Background; got != ansi.Palette(1) {
		t.Errorf("own background became %v", got)
	}
}

func TestParseColor_RoundTrip(t *testing.T) {
	for _, c := range []ansi.Color{{}, ansi.Palette(0), ansi.Palette(255), ansi.RGB(1, 2, 255)} {
		got, err := ansi.ParseColor(c.String())
		if err != nil || got != c {
			t.Errorf("ParseColor(%q) = %v, %v", c.String(), got, err)
		}
	}
	for _, s := range []string{"", "256", "-1", "#12345", "#gggggg", "red"} {
		if c, err := ansi.ParseColor(s); err == nil {
			t.Errorf("ParseColor(%q) = %v, want an error", s, c)
		}
	}
}
