package present

import (
	"fmt"
	"time"

	"jp/internal/agent"
	"jp/internal/provider"
)

// Words finds the wording of everything a run reports. It is a value; the zero Words uses the
// glyphs that every terminal with Unicode has.
type Words struct {
	// ASCII replaces each glyph by letters and signs that any terminal can show.
	ASCII bool
}

// Row is the text of a status row without its clock.
type Row struct {
	Glyph, Subject, Detail string
}

// Notice is something to say in a line of its own, and what to do about it, if anything.
type Notice struct {
	Text, Hint string
}

// Line is n in one line: "⚠ what happened; what to do".
func (w Words) Line(n Notice) string {
	s := w.warning() + " " + n.Text
	if n.Hint != "" {
		s += "; " + n.Hint
	}
	return s
}

// Waiting is the row for a request that has brought nothing to show yet.
func (w Words) Waiting(p agent.Phase) Row {
	return Row{Glyph: w.clock(), Subject: "Waiting" + w.dots(), Detail: phase(p)}
}

// Preparing is the row for a tool call whose arguments still arrive.
func (w Words) Preparing(tool string) Row {
	return Row{Glyph: w.clock(), Subject: "Calling " + name(tool) + w.dots(), Detail: "receiving arguments"}
}

// Running is the row for tools at work; at least one is named.
func (w Words) Running(tools []string) Row {
	if len(tools) == 1 {
		return Row{Glyph: w.clock(), Subject: "Running " + name(tools[0]) + w.dots()}
	}
	return Row{Glyph: w.clock(), Subject: fmt.Sprintf("Running %d tools%s", len(tools), w.dots())}
}

// Reading is the row for standard input that has not ended.
func (w Words) Reading() Row {
	return Row{Glyph: w.clock(), Subject: "Reading standard input" + w.dots()}
}

// Retrying is the row for the wait before another attempt.
func (w Words) Retrying(e agent.RetryScheduled) Row {
	return Row{Glyph: w.warning(), Subject: w.Retry(e) + w.dots()}
}

// Retry says that a request is tried again: "Rate limited, retrying (1/5)". The count is of the
// attempts after the first.
func (w Words) Retry(e agent.RetryScheduled) string {
	return fmt.Sprintf("%s, retrying (%d/%d)", failure(e.Kind), e.Attempt, max(e.Of-1, e.Attempt))
}

// Seconds is a wait in words: "in 2.5s".
func Seconds(d time.Duration) string {
	return fmt.Sprintf("in %.1fs", d.Seconds())
}

// Interrupted closes a turn that the user ended.
func (w Words) Interrupted(l Left) Notice {
	if !l.Received {
		return Notice{Text: "interrupted before an answer came"}
	}
	s := "interrupted, "
	if l.Unseen {
		s += "the terminal was too slow to show everything, "
	}
	if !l.Saved {
		return Notice{Text: s + "what was received is not kept"}
	}
	return Notice{Text: s + w.Kept(l)}
}

// Left is what a turn left behind that did not end as it should.
type Left struct {
	Received     bool   // a part of an answer came
	Saved        bool   // and it is stored
	Conversation string // where; may be empty
	Unseen       bool   // a part of what came was not shown: the terminal is too slow to wait for
}

// Kept says where to find the part of an answer that came, or "" when there is none.
func (w Words) Kept(l Left) string {
	switch {
	case !l.Received || !l.Saved:
		return ""
	case l.Conversation == "":
		return "what was received is kept"
	}
	return "what was received is kept: jp conversation print " + l.Conversation
}

// phase is what a request does, for the brackets of the waiting row.
func phase(p agent.Phase) string {
	switch p {
	case agent.PhaseConnecting:
		return "connecting"
	case agent.PhaseSending:
		return "sending"
	case agent.PhaseWaiting:
		return "waiting for first token"
	case agent.PhaseReceiving:
		return "receiving"
	}
	return ""
}

// failure names what went wrong with a request that may be tried again.
func failure(k provider.Kind) string {
	switch k {
	case provider.Timeout:
		return "Timeout"
	case provider.Connection, provider.Refused:
		return "Connection error"
	case provider.RateLimited:
		return "Rate limited"
	case provider.Overloaded:
		return "Service overloaded"
	case provider.Server:
		return "Server error"
	case provider.Quota:
		return "Insufficient quota"
	case provider.Cut:
		return "Stream cut"
	}
	return "Stream error"
}

// nameMax bounds a tool's name in runes; models make names up.
const nameMax = 40

func name(s string) string { return provider.Clean(s, nameMax) }

func (w Words) clock() string   { return w.glyph("⏱", "*") }
func (w Words) warning() string { return w.glyph("⚠", "!") }
func (w Words) dots() string    { return w.glyph("…", "...") }
func (w Words) pointer() string { return w.glyph("▸", ">") }

func (w Words) glyph(unicode, ascii string) string {
	if w.ASCII {
		return ascii
	}
	return unicode
}
