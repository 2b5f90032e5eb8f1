package recording

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"
)

// Header is what a recording says about itself. Zero values stand for what it does not
// say, and for what it says wrongly.
type Header struct {
	Version     int // of asciicast
	Cols, Rows  int // 0 = not recorded
	Term        string
	TermVersion string    // the terminal's own answer about its name
	Time        time.Time // when the recording began; zero when unknown
	Duration    time.Duration
	IdleLimit   time.Duration // the longest pause that a player should show; 0 = none
	Command     string
	Title       string
	Env         map[string]string
	Tags        []string
	Theme       *Theme // nil when there is none or an invalid one
	// Extra holds the fields that have no place above, as written. They belong to the header.
	Extra map[string]json.RawMessage
}

// Theme is the colours of the recorded terminal, each as "#rrggbb".
type Theme struct {
	Foreground, Background string
	Palette                []string // 8 or 16
}

// headerParser fills a header from the fields of a JSON object and notes what it drops.
type headerParser struct {
	h    Header
	ds   *damages
	line int
}

// parseHeader reads the fields of a header of any version. Only a size that can not be is
// an error; everything else that is wrong is noted and left out.
func parseHeader(fields []member, ds *damages, line int) (Header, error) {
	p := &headerParser{ds: ds, line: line}
	for _, f := range fields {
		if !f.cut && !p.field(f) { // who cut it has been told already
			ds.note(HeaderField, line)
		}
	}
	if p.h.Term == "" {
		p.h.Term = p.h.Env["TERM"]
	}
	if !isBounded(p.h.Cols, p.h.Rows) {
		return p.h, fmt.Errorf("terminal size %dx%d: %w", p.h.Cols, p.h.Rows, ErrLimit)
	}
	if p.h.Cols == 0 || p.h.Rows == 0 {
		ds.note(SizeUnknown, line)
	}
	return p.h, nil
}

// field stores one field and reports whether its value made sense.
func (p *headerParser) field(f member) bool {
	switch f.key {
	case "version":
		return p.side(f.value, &p.h.Version)
	case "width":
		return p.side(f.value, &p.h.Cols)
	case "height":
		return p.side(f.value, &p.h.Rows)
	case "term":
		return p.term(f.value)
	case "timestamp":
		return p.stamp(f.value)
	case "duration":
		return p.seconds(f.value, &p.h.Duration)
	case "idle_time_limit":
		return p.seconds(f.value, &p.h.IdleLimit)
	case "command":
		return p.text(f.value, &p.h.Command)
	case "title":
		return p.text(f.value, &p.h.Title)
	case "env":
		return p.env(f.value)
	case "tags":
		return unmarshal(f.value, &p.h.Tags)
	case "theme":
		p.h.Theme = p.theme(f.value)
		return true
	case "stdout": // the events of version 1
		return true
	}
	if p.h.Extra == nil {
		p.h.Extra = map[string]json.RawMessage{}
	}
	p.h.Extra[f.key] = tidyJSON(f.value)
	return true
}

func (p *headerParser) side(raw []byte, to *int) bool {
	var v *float64
	if !unmarshal(raw, &v) {
		return false
	}
	if v == nil {
		return true
	}
	n, ok := integral(*v)
	if !ok || n < 0 {
		return false
	}
	*to = n
	return true
}

func (p *headerParser) term(raw []byte) bool {
	fields, _, _ := members(raw)
	good := len(fields) > 0
	for _, f := range fields {
		switch f.key {
		case "cols":
			good = p.side(f.value, &p.h.Cols) && good
		case "rows":
			good = p.side(f.value, &p.h.Rows) && good
		case "type":
			good = p.text(f.value, &p.h.Term) && good
		case "version":
			good = p.text(f.value, &p.h.TermVersion) && good
		case "theme":
			p.h.Theme = p.theme(f.value)
		}
	}
	return good
}

func (p *headerParser) stamp(raw []byte) bool {
	var v *float64
	if !unmarshal(raw, &v) {
		return false
	}
	if v == nil {
		return true
	}
	if math.Abs(*v) > 1e11 { // the year 5000; above that UTC arithmetic is nobody's wish
		return false
	}
	whole, part := math.Modf(*v)
	p.h.Time = time.Unix(int64(whole), int64(part*1e9)).UTC()
	return true
}

func (p *headerParser) seconds(raw []byte, to *time.Duration) bool {
	var v *float64
	if !unmarshal(raw, &v) {
		return false
	}
	if v == nil {
		return true
	}
	d, ok := durationOf(*v)
	if !ok || d < 0 {
		return false
	}
	*to = d
	return true
}

func (p *headerParser) text(raw []byte, to *string) bool {
	var v *string
	if !unmarshal(raw, &v) {
		return false
	}
	if v != nil {
		*to = *v
	}
	return true
}

// env keeps the strings of a string map. Null values occur in real files and mean unset.
func (p *headerParser) env(raw []byte) bool {
	var all map[string]any
	if !unmarshal(raw, &all) {
		return false
	}
	good := true
	for key, v := range all {
		switch v := v.(type) {
		case string:
			if p.h.Env == nil {
				p.h.Env = map[string]string{}
			}
			p.h.Env[key] = v
		case nil:
		default:
			good = false
		}
	}
	return good
}

func (p *headerParser) theme(raw []byte) *Theme {
	var t *struct{ FG, BG, Palette string }
	if !unmarshal(raw, &t) {
		p.ds.note(ThemeDropped, p.line)
		return nil
	}
	if t == nil {
		return nil
	}
	theme := &Theme{Foreground: t.FG, Background: t.BG, Palette: strings.Split(t.Palette, ":")}
	good := isColor(t.FG) && isColor(t.BG) && (len(theme.Palette) == 8 || len(theme.Palette) == 16)
	for _, c := range theme.Palette {
		good = good && isColor(c)
	}
	if !good {
		p.ds.note(ThemeDropped, p.line)
		return nil
	}
	return theme
}

func isColor(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	_, first := scanHex([]byte(s[1:5]), 0)
	_, last := scanHex([]byte(s[3:7]), 0)
	return first == foundAll && last == foundAll
}

// unmarshal is json.Unmarshal with a second attempt on the tidied text.
func unmarshal(raw []byte, to any) bool {
	return json.Unmarshal(raw, to) == nil || json.Unmarshal(tidyJSON(raw), to) == nil
}
