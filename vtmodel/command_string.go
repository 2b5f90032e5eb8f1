package vtmodel

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// titleMax bounds a title in runes.
const titleMax = 1024

// runString runs an OSC, DCS, APC, PM or SOS that has ended properly.
func (t *Terminal) runString() {
	t.lastRune = 0
	body := string(t.in.payload)
	switch t.in.kind {
	case ']':
		t.runSystemCommand(body)
	case 'P':
		switch {
		case strings.HasPrefix(body, "$q"):
			t.answerSetting(body[2:])
		case strings.HasPrefix(body, "+q"):
			t.answerCapability(body[2:])
		}
	case '_':
		t.runImage(body)
	case 'k':
		t.title = cleanTitle(body)
	}
}

// runImage answers the question whether there are images, and draws none.
func (t *Terminal) runImage(body string) {
	controls, ok := strings.CutPrefix(body, "G")
	if !ok {
		return
	}
	controls, _, _ = strings.Cut(controls, ";")
	id, asked := "", false
	for control := range strings.SplitSeq(controls, ",") {
		if v, ok := strings.CutPrefix(control, "i="); ok {
			id = v
		}
		asked = asked || control == "a=q"
	}
	if !asked {
		return
	}
	answer := ""
	if _, err := strconv.ParseUint(id, 10, 32); err == nil && t.q.answers.imageQuery {
		answer = "Gi=" + id + ";OK"
	}
	t.answerIf("_"+body[:min(len(body), eventTextMax)], '_', answer)
}

// runSystemCommand runs an OSC.
func (t *Terminal) runSystemCommand(body string) {
	number, rest, _ := strings.Cut(body, ";")
	n, err := strconv.Atoi(number)
	if err != nil {
		return
	}
	switch n {
	case 0:
		t.title, t.icon = cleanTitle(rest), cleanTitle(rest)
	case 1:
		t.icon = cleanTitle(rest)
	case 2:
		t.title = cleanTitle(rest)
	case 4:
		t.runPalette(4, 0, rest)
	case 5:
		t.runPalette(5, specialColors, rest)
	case 7:
		t.directory = rest[:min(len(rest), eventTextMax)]
		t.note(EventDirectory, rest, "")
	case 8:
		_, uri, _ := strings.Cut(rest, ";")
		t.setLink(uri)
	case 9, 99, 777:
		t.note(EventNotify, body, "")
	case 10, 11, 12, 13, 14, 15, 16, 17, 18, 19:
		t.runDynamicColors(n, rest)
	case 52:
		if strings.HasSuffix(rest, ";?") {
			t.ignore("]" + body)
		} else {
			t.note(EventClipboard, rest, "")
		}
	case 104:
		t.resetPalette(0, rest)
	case 105:
		t.resetPalette(specialColors, rest)
	case 110, 111, 112, 113, 114, 115, 116, 117, 118, 119:
		t.dynamic[n-110] = 0
		t.note(EventPalette, body, "")
	case 133:
		t.runPrompt(rest)
	}
}

// cleanTitle leaves out what a title cannot show, and makes it short.
func cleanTitle(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if r < 0x20 || r >= 0x7f && r < 0xa0 {
			continue
		}
		if n++; n > titleMax {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// setLink is OSC 8; an empty target ends a link.
func (t *Terminal) setLink(uri string) {
	if !utf8.ValidString(uri) {
		uri = strings.ToValidUTF8(uri, string(utf8.RuneError))
	}
	if t.looks.full() {
		t.sweep()
	}
	t.pen.look.link = t.looks.link(uri)
	t.pen.change()
}

// runPrompt is OSC 133, with which shells say what is prompt and what is output.
func (t *Terminal) runPrompt(body string) {
	t.note(EventPrompt, body, "")
	kind, options, _ := strings.Cut(body, ";")
	mark := promptNone
	switch kind {
	case "A":
		mark = promptStart
		for option := range strings.SplitSeq(options, ";") {
			if option == "redraw=0" {
				return
			}
		}
	case "C":
		mark = promptOutput
	default:
		return
	}
	t.here().prompt = mark
}

// dynamicDefaults says for OSC 10 to 19 which color of the profile they begin with: text,
// background, cursor, pointer, its background, Tektronix, selection.
var dynamicDefaults = [10]uint8{0, 1, 2, 0, 1, 0, 1, 1, 2, 0}

// paletteMax bounds the overrides: there are 256 slots, and xterm's special colors.
const paletteMax = 512

// specialColors is where the colors for bold, underline and others are in the palette.
const specialColors = 256

// runPalette is OSC 4 and 5: pairs of a slot, counted from first, and a color or "?".
func (t *Terminal) runPalette(command, first int, rest string) {
	prefix := strconv.Itoa(command) + ";"
	fields := strings.Split(rest, ";")
	for i := 0; i+1 < len(fields); i += 2 {
		n, err := strconv.Atoi(fields[i])
		if err != nil || n < 0 || n+first >= paletteMax {
			continue
		}
		if fields[i+1] == "?" {
			t.answerIf("]"+prefix+fields[i]+";?", ']', t.paletteAnswer(prefix, n, first))
			continue
		}
		if c, ok := parseColorSpec(fields[i+1]); ok {
			if t.palette == nil {
				t.palette = map[int]Color{}
			}
			t.palette[n+first] = c
			t.note(EventPalette, prefix+fields[i]+";"+fields[i+1], "")
		}
	}
}

func (t *Terminal) paletteAnswer(prefix string, n, first int) string {
	c, ok := t.palette[n+first]
	switch base := t.q.answers.palette; {
	case base == nil:
		return ""
	case !ok && n+first >= specialColors:
		c = t.q.answers.colors[0]
	case !ok:
		c = paletteColor(base, n)
	}
	return prefix + strconv.Itoa(n) + ";" + colorSpec(c)
}

func (t *Terminal) resetPalette(first int, rest string) {
	t.note(EventPalette, strings.TrimSuffix("reset;"+rest, ";"), "")
	if rest == "" {
		for n := range t.palette {
			if (n >= specialColors) == (first > 0) {
				delete(t.palette, n)
			}
		}
		return
	}
	for field := range strings.SplitSeq(rest, ";") {
		if n, err := strconv.Atoi(field); err == nil {
			delete(t.palette, n+first)
		}
	}
}

// runDynamicColors is OSC 10 to 19; further values are for the numbers after it.
func (t *Terminal) runDynamicColors(n int, rest string) {
	for spec := range strings.SplitSeq(rest, ";") {
		if n > 19 {
			return
		}
		i := n - 10
		if spec == "?" {
			c := t.dynamic[i]
			if c == 0 {
				c = t.q.answers.colors[dynamicDefaults[i]]
			}
			body := ""
			if c != 0 && t.q.answers.palette != nil {
				body = strconv.Itoa(n) + ";" + colorSpec(c)
			}
			t.answerIf("]"+strconv.Itoa(n)+";?", ']', body)
		} else if c, ok := parseColorSpec(spec); ok {
			t.dynamic[i] = c
			t.note(EventPalette, strconv.Itoa(n)+";"+spec, "")
		}
		n++
	}
}
