package screentest

import (
	"bytes"
	"strings"
	"time"

	"jp/engine"
)

// The sequences that a frame may use to move, erase and switch, by the profile
// that needs them. What is not listed here is a violation.
var (
	baseVocabulary = []string{
		"CSI 2K", "CSI J", "CSI K", "CSI ?7h", "CSI ?7l", "CSI ?2026h", "CSI ?2026l",
		"CSI #A", "CSI #B", "CSI #C", "CSI #M", "CSI #L", "CSI #P", "ESC D", "ESC 7", "ESC 8",
	}
	kittyVocabulary   = []string{"OSC 133;A;k=s", "OSC 133;C"}
	xtermjsVocabulary = []string{"CSI 999G"}
)

// lawVocabulary: a frame holds whole sequences, all of them declared. What was
// printed brings nothing but text, style and links with it.
func (j *judge) lawVocabulary(s shot) {
	const law = "vocabulary"
	items, rest := scan(s.frame.Bytes)
	if len(rest) > 0 && !holdsPrompt(s.frame) {
		j.report(law, s.index, "the frame ends within %q", rest)
	}
	at := 0
	for _, it := range items {
		kind := kindAt(s.frame, at)
		at += len(it.bytes)
		if kind != engine.Prompt && !j.isDeclared(it, kind) {
			j.report(law, s.index, "%q is no sequence for %v", it.bytes, kind)
		}
	}
}

func (j *judge) isDeclared(it item, kind engine.Kind) bool {
	switch {
	case it.kind == itemText:
		return true
	case it.isSGR(), it.isLink():
		return true
	case it.kind == itemControl:
		c := it.bytes[0]
		return c == '\r' || c == '\n' || c == '\t' && kind == engine.Transcript
	case kind != engine.Control:
		return false
	}
	name := sequenceName(it)
	list := baseVocabulary
	switch j.oracle.config.Profile {
	case engine.ProfileKitty:
		list = append(list[:len(list):len(list)], kittyVocabulary...)
	case engine.ProfileXtermJS:
		list = append(list[:len(list):len(list)], xtermjsVocabulary...)
	}
	for _, declared := range list {
		if name == declared || strings.ReplaceAll(declared, "#", "") == name || matchesCount(name, declared) {
			return true
		}
	}
	return false
}

// matchesCount reports whether name is the declared sequence with a number for #.
func matchesCount(name, declared string) bool {
	before, after, ok := strings.Cut(declared, "#")
	if !ok || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) || len(name) < len(before)+len(after) {
		return false
	}
	number := name[len(before) : len(name)-len(after)]
	return number != "" && strings.Trim(number, "0123456789") == ""
}

// sequenceName writes a sequence as the vocabulary does.
func sequenceName(it item) string {
	switch it.kind {
	case itemCSI:
		return "CSI " + string(it.bytes[2:])
	case itemEscape:
		return "ESC " + string(it.bytes[1:])
	case itemString:
		body := bytes.TrimRight(it.bytes[2:], "\a\\")
		return "OSC " + string(bytes.TrimRight(body, string(rune(escape))))
	}
	return string(it.bytes)
}

// kindAt is what the byte at a place of the frame is for.
func kindAt(f engine.Frame, at int) engine.Kind {
	for _, s := range f.Spans {
		if at < s.End {
			return s.Kind
		}
	}
	return engine.Control
}

func holdsPrompt(f engine.Frame) bool {
	for _, s := range f.Spans {
		if s.Kind == engine.Prompt {
			return true
		}
	}
	return false
}

// chromeTexts returns the rows of chrome in a frame, as text.
func chromeTexts(f engine.Frame) []string {
	var rows []string
	start := 0
	for _, s := range f.Spans {
		if s.Kind == engine.Chrome {
			if text := strings.TrimRight(stripped(string(f.Bytes[start:s.End])), " "); text != "" {
				rows = append(rows, text)
			}
		}
		start = s.End
	}
	return rows
}

func followFrame(p *pen, f engine.Frame) {
	items, _ := scan(f.Bytes)
	for _, it := range items {
		p.follow(it)
	}
}

// lawTime: frames come in the order of time, each at the time of its cause.
func (j *judge) lawTime(s shot) {
	if s.frame.At != s.at || s.at < j.lastAt {
		j.report("time", s.index, "the frame is of %v, applied at %v, after one of %v", s.frame.At, s.at, j.lastAt)
	}
	j.lastAt = s.at
}

// The limits of lawQuiet.
const (
	repaintsMax     = 31 // within a second: 30, and the one that begins it
	frameBytesBase  = 200
	frameBytesByRow = 60
)

// lawQuiet: there is no empty frame, no tick that writes without changing the
// screen, not more than 30 repaints a second, and no frame beyond its budget.
func (j *judge) lawQuiet(s shot) {
	const law = "quiet"
	if len(s.frame.Bytes) == 0 {
		j.report(law, s.index, "the frame is empty")
	}
	if !s.ticked {
		j.repaints = nil
	}
	if s.ticked && !j.asked && !j.wasSlow && sameScreens(j.last, s.screen) { // a typed blank can not be seen
		j.report(law, s.index, "the tick wrote %d bytes and changed nothing", len(s.frame.Bytes))
	}
	if s.ticked && !j.progress && !j.wasSlow && !holdsTranscript(s.frame) {
		for len(j.repaints) > 0 && j.repaints[0] <= s.at-time.Second {
			j.repaints = j.repaints[1:]
		}
		if j.repaints = append(j.repaints, s.at); len(j.repaints) > repaintsMax {
			j.report(law, s.index, "%d repaints within a second", len(j.repaints))
		}
	}
	budget := frameBytesBase + s.screen.Rows*(4*s.screen.Cols+frameBytesByRow) + 3*j.textBytes
	if n := len(s.frame.Bytes); n > budget {
		j.report(law, s.index, "the frame has %d bytes, at most %d are reasonable", n, budget)
	}
}

func holdsTranscript(f engine.Frame) bool {
	for _, s := range f.Spans {
		if s.Kind == engine.Transcript {
			return true
		}
	}
	return false
}

// lawPlain: a channel that is no terminal gets what was printed and nothing else.
func (j *judge) lawPlain(s shot) {
	const law = "plain"
	f := &j.oracle.files[s.frame.Channel]
	f.got = append(f.got, s.frame.Bytes...)
	switch {
	case j.oracle.port(s.frame.Channel) == engine.PortNone:
		j.report(law, s.index, "%v has no device and gets %q", s.frame.Channel, s.frame.Bytes)
	case j.oracle.port(s.frame.Channel) == engine.PortPlain && bytes.ContainsAny(s.frame.Bytes, "\r"+string(rune(escape))):
		j.report(law, s.index, "%v gets control bytes: %q", s.frame.Channel, s.frame.Bytes)
	case !strings.HasPrefix(f.want, string(f.got)):
		j.report(law, s.index, "%v holds %q, which does not begin %q", s.frame.Channel, f.got, f.want)
	}
}

// lawPlainSettled: nothing is kept from a file once nothing before it is delayed.
func (j *judge) lawPlainSettled(ch engine.Channel) {
	f := &j.oracle.files[ch]
	if !j.oracle.screen.slow && len(j.oracle.suspended) == 0 && f.want != string(f.got) {
		j.report("plain", j.frames, "%v holds %q, want %q", ch, f.got, f.want)
		f.got = []byte(f.want) // say it once
	}
}
