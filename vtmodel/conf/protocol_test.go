package conf_test

import (
	"slices"
	"strings"
	"testing"

	"jp/vtmodel"
)

// The region protocol of the engine, by its pieces: draw and erase a region whose first
// row the cursor rests on. The rows are 12 columns wide.
const (
	eraseRegion = "\r\x1b[2K\x1b[C\x1b[J\r"
	beginDraw   = "\x1b[?7l"
	endDraw     = "\r\x1b[?7h"
)

var regionRows = []string{"G0xxxxxxxxxx", "G1xxxxxxxxxx", "G2xxxxxxxxxx"}

func draw(rows ...string) string {
	out := beginDraw + "\r" + rows[0]
	for _, row := range rows[1:] {
		out += "\r\x1bD\r" + row
	}
	if n := len(rows) - 1; n > 0 {
		out += "\x1b[" + string(rune('0'+n)) + "A"
	}
	return out + endDraw
}

func tick() string {
	return "\x1b7" + beginDraw + "\r" + strings.Join(regionRows, "\x1b[B\r") + "\x1b8\x1b[?7h"
}

// chained draws the region as one soft-wrapped line, for xterm.js.
func chained() string {
	out := "\x1bD\x1bD\x1b[2A" + beginDraw + "\r" + regionRows[0]
	for _, row := range regionRows[1:] {
		out += "\x1b[999G\x1b[?7h  " + beginDraw + "\r" + row
	}
	return out + "\x1b[2A" + endDraw
}

func lines(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		b.WriteString("l" + string(rune('0'+i)) + "\r\n")
	}
	return b.String()
}

type size struct{ cols, rows int }

// What the terminals showed, by what they do on a resize. Rows are joined by "/", the
// scrollback ends in "|".
var protocol = []struct {
	name  string
	steps []any
	want  map[string]string
}{
	{"T01 draw", []any{"a\r\nb\r\n" + draw(regionRows...)}, map[string]string{"all": "|a/b/G0xxxxxxxxxx/G1xxxxxxxxxx/G2xxxxxxxxxx"}},
	{"T02 draw on a full screen", []any{lines(0, 7) + draw(regionRows...)}, map[string]string{
		"all": "l0/l1/l2|l3/l4/l5/l6/l7/G0xxxxxxxxxx/G1xxxxxxxxxx/G2xxxxxxxxxx",
	}},
	{"T03 commit", []any{lines(0, 7) + draw(regionRows...) + eraseRegion + "m\r\n" + draw(regionRows...)}, map[string]string{
		"all": "l0/l1/l2/l3|l4/l5/l6/l7/m/G0xxxxxxxxxx/G1xxxxxxxxxx/G2xxxxxxxxxx",
	}},
	{"T04 narrow, then erase", []any{"a\r\nb\r\n" + draw(regionRows...), size{10, 8}, eraseRegion + "ok\r\n"}, map[string]string{
		"xterm": "|a/b/ok", "vte": "|a/b/ok", "ghostty": "|a/b/ok", "libvterm": "|a/b/ok",
		"alacritty": "a/b/G0xxxxxxxx|ok", "tmux": "a/b/G0xxxxxxxx|ok", "xtermjs": "|a/b/G0xxxxxxxx/xx/ok",
	}},
	{"T05 narrow and back, then erase", []any{"a\r\nb\r\n" + draw(regionRows...), size{10, 8}, size{20, 8}, eraseRegion + "ok\r\n"}, map[string]string{
		"xterm": "|a/b/ok", "vte": "|a/b/ok", "ghostty": "|a/b/ok", "libvterm": "|a/b/ok", "kitty": "|a/b/ok", "xtermjs": "|a/b/ok",
		"alacritty": "|a/b/ok", // 0.25; 0.11 leaves "a|b/G0xxxxxxxxxx/ok".
	}},
	{"T05full", []any{lines(0, 7) + draw(regionRows...), size{10, 8}, size{20, 8}, eraseRegion + "ok\r\n"}, map[string]string{
		"xterm": "l0/l1/l2|l3/l4/l5/l6/l7/ok", "alacritty": "l0/l1/l2|l3/l4/l5/l6/l7/ok", "tmux": "l0/l1/l2|l3/l4/l5/l6/l7/ok",
		"xtermjs": "l0/l1/l2|l3/l4/l5/l6/l7/ok", "vte": "l0/l1|l2/l3/l4/l5/l6/l7/ok", "ghostty": "l0/l1/l2/l3/l4/l5|l6/l7/ok",
	}},
	{"T05fullk with OSC 133", []any{lines(0, 7) + "\x1b]133;A;k=s\x1b\\" + draw(regionRows...), size{10, 8}, size{20, 8}, eraseRegion + "\x1b]133;C\x1b\\ok\r\n"}, map[string]string{
		"kitty": "l0/l1/l2|l3/l4/l5/l6/l7/ok",
	}},
	{"T05x chained", []any{"a\r\nb\r\n" + chained(), size{10, 8}, size{20, 8}, eraseRegion + "ok\r\n"}, map[string]string{
		"xterm": "|a/b/ok", "vte": "|a/b/ok", "ghostty": "|a/b/ok", "libvterm": "|a/b/ok", "xtermjs": "|a/b/ok",
	}},
	{"T06 shorter", []any{lines(0, 4) + draw(regionRows...), size{20, 4}, eraseRegion + "ok\r\n"}, map[string]string{
		"xterm": "l0/l1/l2|l3/l4/ok", "vte": "l0/l1/l2|l3/l4/ok", "alacritty": "l0/l1/l2|l3/l4/ok", "tmux": "l0/l1/l2|l3/l4/ok", "xtermjs": "l0/l1/l2|l3/l4/ok",
		"ghostty": "l0/l1/l2/l3|l4/ok", "libvterm": "l0/l1/l2/l3|l4/ok", "kitty": "l0/l1/l2/l3/l4|G0xxxxxxxxxx/G1xxxxxxxxxx/ok",
	}},
	{"T06 shorter with OSC 133", []any{lines(0, 4) + "\x1b]133;A;k=s\x1b\\" + draw(regionRows...), size{20, 4}, eraseRegion + "\x1b]133;C\x1b\\ok\r\n"}, map[string]string{
		"kitty": "l0/l1/l2|l3/l4/ok",
	}},
	{"T07 too short", []any{lines(0, 4) + draw(regionRows...), size{20, 2}, eraseRegion + "ok\r\n"}, map[string]string{
		"xterm": "l0/l1/l2/l3/l4|ok", "alacritty": "l0/l1/l2/l3/l4|ok", "tmux": "l0/l1/l2/l3/l4|ok", "xtermjs": "l0/l1/l2/l3/l4|ok",
		"ghostty": "l0/l1/l2/l3/l4/G0xxxxxxxxxx|ok",
	}},
	{"T08 taller", []any{lines(0, 8) + draw(regionRows...), size{20, 12}, eraseRegion + "ok\r\n"}, map[string]string{
		"xterm": "|l0/l1/l2/l3/l4/l5/l6/l7/l8/ok", "vte": "|l0/l1/l2/l3/l4/l5/l6/l7/l8/ok", "xtermjs": "l0/l1/l2/l3|l4/l5/l6/l7/l8/ok",
		"alacritty": "|l0/l1/l2/l3/l4/l5/l6/l7/l8/ok", "tmux": "|l0/l1/l2/l3/l4/l5/l6/l7/l8/ok", "ghostty": "|l0/l1/l2/l3/l4/l5/l6/l7/l8/ok",
		"kitty": "l0/l1/l2/l3|l4/l5/l6/l7/l8/ok", "vt10x": "l0/l1/l2/l3|l4/l5/l6/l7/l8/ok",
	}},
	{"T09hold", []any{"a\r\n" + draw("Hello wor", regionRows[1]), size{8, 8}, eraseRegion + "Hello world" + "\r\n" + draw(regionRows[0][:2]) + eraseRegion}, map[string]string{
		"xterm": "|a/Hello wo/rld", "vte": "|a/Hello wo/rld", "ghostty": "|a/Hello wo/rld",
	}},
	{"T10mid loses a character", []any{strings.Repeat("p", 20) + "\r\n\x1b[A\x1b[999Gq"}, map[string]string{"all": "|pppppppppppppppppppq"}},
	{"T14 two rows", []any{size{20, 2}, draw(regionRows...)}, map[string]string{"all": "G0xxxxxxxxxx|G1xxxxxxxxxx/G2xxxxxxxxxx"}},
	{"T15 at the top", []any{draw(regionRows...) + eraseRegion + "a"}, map[string]string{"all": "|a"}},
	{"T15 plain ED 0 at the top", []any{draw(regionRows...) + "\r\x1b[Ja"}, map[string]string{
		"xterm": "|a", "vte": "|a", "alacritty": "|a", "kitty": "|a", "tmux": "G0xxxxxxxxxx/G1xxxxxxxxxx/G2xxxxxxxxxx|a",
	}},
	{"T17 ticks", []any{lines(0, 7) + draw(regionRows...) + strings.Repeat(tick(), 50) + eraseRegion}, map[string]string{"all": "l0/l1/l2|l3/l4/l5/l6/l7"}},
	{"T18 stale tick", []any{lines(0, 7) + draw(regionRows...), size{20, 4}, tick() + eraseRegion + "ok\r\n"}, map[string]string{
		"xterm": "l0/l1/l2/l3/l4/l5|l6/l7/ok", "xtermjs": "l0/l1/l2/l3/l4/l5|l6/l7/ok", "alacritty": "l0/l1/l2/l3/l4/l5|l6/l7/ok",
		"tmux": "l0/l1/l2/l3/l4/l5|l6/l7/ok", "ghostty": "l0/l1/l2/l3/l4/l5/l6|l7/ok",
	}},
	{"T20 kept behind C", []any{"\x1b]133;A;k=s\x1b\\" + draw(regionRows...) + eraseRegion + "\x1b]133;C\x1b\\keep\r\n", size{10, 8}, "ok"}, map[string]string{
		"kitty": "|keep/ok", "ghostty": "|keep/ok", "xterm": "|keep/ok",
	}},
	{"T22 echo of ^C", []any{draw(regionRows...) + "^C" + eraseRegion + "ok\r\n"}, map[string]string{"all": "|ok"}},
	{"T23 echo of a line feed", []any{draw(regionRows...) + "\r\n" + eraseRegion + "ok\r\n"}, map[string]string{"all": "|G0xxxxxxxxxx/ok"}},
}

// TestProtocol holds what the engine's protocol leaves on each terminal, as measured on
// the terminals themselves. Most of it is about several resizes and writes in a row.
func TestProtocol(t *testing.T) {
	t.Parallel()
	for _, p := range append(vtmodel.Profiles(), vtmodel.LibVTerm) {
		for _, c := range protocol {
			want, ok := c.want[p.String()]
			if !ok {
				if want, ok = c.want["all"]; !ok {
					continue
				}
			}
			term := vtmodel.NewTerminal(p, 20, 8)
			for _, s := range c.steps {
				switch s := s.(type) {
				case string:
					term.Write([]byte(s))
				case size:
					term.Resize(s.cols, s.rows)
				}
			}
			if got := summary(term.Screen()); got != want {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", p, c.name, got, want)
			}
		}
	}
}

// summary is the scrollback and the screen without its blank end.
func summary(s vtmodel.Screen) string {
	var above []string
	for _, row := range s.Scrollback {
		above = append(above, row.Text())
	}
	text := s.Text()
	for len(text) > 0 && text[len(text)-1] == "" {
		text = text[:len(text)-1]
	}
	return strings.Join(above, "/") + "|" + strings.Join(slices.Clone(text), "/")
}
