package conf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"jp/vtmodel"
)

// Outcome is how a case ended.
type Outcome uint8

// The outcomes.
const (
	Pass Outcome = iota
	Fail
	NotComparable
)

// Result is the outcome of one case with a reason unless it passed.
type Result struct {
	Outcome Outcome
	Reason  string
}

// Run runs a case on a fresh terminal and compares with the answer that was recorded of
// the terminal that the profile models.
func Run(p vtmodel.Profile, c Case, want Answer) Result {
	term := vtmodel.NewTerminal(p, c.Cols, c.Rows)
	var sent bytes.Buffer
	for _, s := range c.Steps {
		if s.Cols > 0 {
			term.Resize(s.Cols, s.Rows)
		} else {
			term.Write(s.Write)
		}
		sent.Write(term.Answers())
	}
	if len(want.Cursor) != 2 || len(want.Rows) == 0 {
		return Result{NotComparable, "the terminal crashed or told nothing"}
	}
	screen := term.Screen()
	if err := screen.Verify(); err != nil {
		return Result{Fail, "broken screen: " + err.Error()}
	}
	diff := compareRows(p, screen, want)
	diff = append(diff, compareCursor(p, screen, want)...)
	diff = append(diff, compareHistory(p, screen, want)...)
	if want.Reply != "" && sent.String() != want.Reply {
		diff = append(diff, fmt.Sprintf("answered %q, want %q", sent.String(), want.Reply))
	}
	if want.Reply == "" && sent.Len() > 0 && !(p == vtmodel.XTerm && isPosition(c)) {
		diff = append(diff, fmt.Sprintf("answered %q, want nothing", sent.String()))
	}
	if want.Alt != nil && *want.Alt != screen.Alt {
		diff = append(diff, fmt.Sprintf("alternate screen is %t, want %t", screen.Alt, *want.Alt))
	}
	if len(diff) > 0 {
		return Result{Fail, strings.Join(diff, "; ")}
	}
	return Result{}
}

// isPosition reports that the case asks for the cursor's position, which the driver of
// xterm uses itself, so that the answer is not in the record.
func isPosition(c Case) bool {
	for _, s := range c.Steps {
		if bytes.HasSuffix(s.Write, []byte("[6n")) {
			return true
		}
	}
	return false
}

func compareRows(p vtmodel.Profile, s vtmodel.Screen, want Answer) []string {
	got := normal(p, s.Text())
	rows := normal(p, want.Rows)
	for i := range max(len(got), len(rows)) {
		if a, b := at(got, i), at(rows, i); !sameText(a, b) {
			return []string{fmt.Sprintf("row %d is %q, want %q (all: %q, want %q)", i, a, b, strings.Join(got, "/"), strings.Join(rows, "/"))}
		}
	}
	return nil
}

func at(rows []string, i int) string {
	if i < len(rows) {
		return rows[i]
	}
	return ""
}

// normal returns rows without trailing blanks and without what only the way of recording
// makes different.
func normal(p vtmodel.Profile, rows []string) []string {
	out := slices.Clone(rows)
	for i, row := range out {
		row = strings.ReplaceAll(row, "\u0301", "\u0301")
		row = strings.ReplaceAll(row, "\u00e9", "e\u0301") // xterm stores it composed.
		if p == vtmodel.XTerm {
			row = strings.ReplaceAll(row, "\ufffd", "#") // As xterm's checksums tell it.
		}
		out[i] = strings.TrimRight(row, " ")
	}
	return out
}

// sameText compares rows; where a tab was recorded as a character, blanks do not count.
func sameText(got, want string) bool {
	if !strings.Contains(want, "\t") {
		return got == want
	}
	return slices.Equal(strings.Fields(got), strings.Fields(want))
}

// compareCursor takes a recorded column beyond the last one for a pending wrap. Terminals
// that record it so show one that is not pending in the last column.
func compareCursor(p vtmodel.Profile, s vtmodel.Screen, want Answer) []string {
	x, y := want.Cursor[0], want.Cursor[1]
	same := s.Cursor.Col == x
	switch {
	case x == s.Cols:
		same = s.Cursor.PendingWrap
	case x == s.Cols-1 && tellsPending(p):
		same = same && !s.Cursor.PendingWrap
	}
	if same && s.Cursor.Row == y {
		return nil
	}
	return []string{fmt.Sprintf("cursor %d,%d pending %t, want %d,%d", s.Cursor.Col, s.Cursor.Row, s.Cursor.PendingWrap, x, y)}
}

func tellsPending(p vtmodel.Profile) bool {
	switch p {
	case vtmodel.VTE, vtmodel.Kitty, vtmodel.XTermJS, vtmodel.Tmux:
		return true
	}
	return false
}

func compareHistory(p vtmodel.Profile, s vtmodel.Screen, want Answer) []string {
	if want.Scrollback == nil {
		return nil
	}
	var rows []string
	for _, row := range s.Scrollback {
		rows = append(rows, row.Text())
	}
	got, history := normal(p, rows), normal(p, want.Scrollback)
	if len(history) >= 900 && len(got) > len(history) { // The recorded terminal kept fewer.
		got = got[len(got)-len(history):]
	}
	if slices.EqualFunc(got, history, sameText) {
		return nil
	}
	return []string{fmt.Sprintf("scrollback %q, want %q", clip(got), clip(history))}
}

func clip(rows []string) []string { return rows[:min(len(rows), 20)] }
