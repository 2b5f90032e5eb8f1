package screentest

import (
	"slices"
	"strings"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// lawTranscript: what stays is what was printed, in order, exactly once, at
// every frame; and no frame shows less of it than the one before.
func (j *judge) lawTranscript(s shot, l layout, final bool) {
	o := j.oracle
	if final {
		o.due()
	}
	n, err := visible(l, o.screen.text, o)
	duty := o.duty(s.at)
	switch {
	case err != nil:
		j.report("transcript", s.index, "%v", err)
	case n < duty && n < o.screen.seen:
		j.report("no-blank-flash", s.index, "%q was on the screen and is gone", o.screen.text[n:o.screen.seen])
	case n < duty:
		j.report("transcript", s.index, "%q is not on the screen", o.screen.text[n:duty])
	case !o.isWholeCluster(n):
		j.report("transcript", s.index, "%q is cut within a cluster", o.screen.text[:n])
	}
	if err == nil {
		j.progress = n > o.screen.seen
		o.saw(n)
	}
}

// isWholeCluster reports whether a cut at n leaves what combines together.
func (o *oracle) isWholeCluster(n int) bool {
	text := o.screen.text
	if n <= 0 || n >= len(text) {
		return true
	}
	next := firstRune(text[n:])
	return !isCombining(next) && lastRune(text[:n]) != zwj
}

// lawOneBlock: chrome is one block at the end. Nothing that stays is below it
// or within it, none of it is in the scrollback, and nothing but the blank
// lines that were printed is between it and the transcript.
func (j *judge) lawOneBlock(s shot, l layout) {
	const law = "chrome-is-one-block"
	first, end := l.chrome()
	if first < 0 || j.oracle.config.Reduced {
		return
	}
	for i, r := range l.rows[first:] {
		switch {
		case r.kind == rowMixed:
			j.report(law, s.index, "row %q holds chrome and something else", r.text)
		case r.kind == rowTranscript || r.kind == rowPrompt:
			where := "below"
			if first+i < end {
				where = "within"
			}
			j.report(law, s.index, "row %q stands %s the chrome", r.text, where)
		}
	}
	if first < l.scrollback {
		j.report(law, s.index, "row %q is chrome in the scrollback", l.rows[first].text)
	}
	printed := j.oracle.blankLines(j.oracle.isTail(l.rows[first].text))
	begin := l.scrollback + s.screen.Cursor.Row // the region may begin with blank rows
	if gap := begin - l.above(first); begin <= first && !j.oracle.prompted && gap > printed && !j.oracle.resized {
		j.report(law, s.index, "%d blank rows between transcript and chrome, %d were printed", gap, printed)
	}
}

// blankLines counts the empty lines behind the last line with text, or, when the
// region shows the unfinished line, before that.
func (o *oracle) blankLines(beforeTail bool) int {
	text := o.screen.text[:o.screen.seen]
	if beforeTail {
		text = strings.TrimRight(text, " \t\n") // what nobody can see counts as seen
		text = text[:strings.LastIndexByte(text, '\n')+1]
	}
	breaks := len(text) - len(strings.TrimRight(text, "\n"))
	if breaks == len(text) {
		return breaks
	}
	return max(breaks-1, 0)
}

// lawOwner: chrome belongs to a live claim whose delay has passed and that no
// suspension hides.
func (j *judge) lawOwner(at time.Duration, frame int, l layout) {
	if first, _ := l.chrome(); first >= 0 && !j.oracle.config.Reduced && !j.oracle.mayPaint(at) {
		j.report("chrome-has-owner", frame, "row %q belongs to no claim that may paint", l.rows[first].text)
	}
}

// lawFits: a chrome row never wraps, but in the profile that chains rows, and its text leaves the margin that the
// drawing protocol needs, whatever a terminal thinks of wide characters.
func (j *judge) lawFits(s shot, l layout) {
	const law = "fits"
	for _, r := range l.rows {
		if r.kind == rowChrome && r.wrapped && j.oracle.config.Profile != engine.ProfileXtermJS {
			j.report(law, s.index, "row %q wraps", r.text)
		}
	}
	told := j.oracle.told
	if told.Cols == 0 {
		return
	}
	limit := max(told.Cols-chromeMargin, 1)
	for _, r := range l.rows {
		if j.oracle.exact && r.kind == rowChrome && r.width > limit && !j.oracle.isTail(r.text) {
			j.report(law, s.index, "row %q takes %d columns, at most %d of %d are safe", r.text, r.width, limit, told.Cols)
		}
	}
	for _, row := range chromeTexts(s.frame) {
		if w := widestOpinion(row); w > limit && !j.oracle.isTail(row) {
			j.report(law, s.index, "row %q is %d columns wide, at most %d of %d are safe", row, w, limit, told.Cols)
		}
	}
}

// chromeMargin is what a row of the region leaves free at the right: rows that
// are shorter than any drag of the window's edge can not wrap.
const chromeMargin = 8

// lawBalanced: whatever a frame switches on it switches off again. While chrome
// is visible, while somebody else has the terminal and after the end, the style
// is closed too.
func (j *judge) lawBalanced(s shot, l layout, final bool) {
	const law = "balanced"
	if on := s.screen.Modes; on != 0 {
		j.report(law, s.index, "modes left on: %v", on)
	}
	if !s.screen.Cursor.Visible {
		j.report(law, s.index, "the cursor is left hidden")
	}
	pen := &j.pens[0]
	followFrame(pen, s.frame)
	first, _ := l.chrome()
	foreign := len(j.oracle.suspended) > 0 && !holdsPrompt(s.frame)
	if (first >= 0 || foreign || j.oracle.closed && final) && !pen.isClosed() {
		j.report(law, s.index, "a style is left on")
	}
}

// lawRepaint: the region on the screen is what the engine says it has drawn. Both
// are made in different ways: one by differences, the other from the state.
func (j *judge) lawRepaint(screen vtmodel.Screen, l layout, shown []string) {
	if j.oracle.untold || j.oracle.config.Reduced {
		return
	}
	first, end := l.chrome()
	if len(shown) == 0 {
		if first >= l.scrollback {
			j.report("repaint", j.frames, "the screen shows %q, the engine says that nothing is drawn", l.texts(first, end))
		}
		return
	}
	begin := l.scrollback + screen.Cursor.Row
	got := l.texts(begin, min(begin+len(shown), len(l.rows)))
	want := make([]string, len(shown))
	for i, row := range shown {
		want[i] = strings.TrimRight(expandTabs(readable(stripped(row))), " ")
	}
	if !slices.Equal(got, want) || first >= 0 && first < begin || end > begin+len(shown) {
		j.report("repaint", j.frames, "the screen shows the rows %q, the engine says %q", l.texts(begin, max(end, begin)), want)
	}
}

// texts are the texts of some rows, without blanks at their ends.
func (l layout) texts(from, to int) []string {
	var texts []string
	for _, r := range l.rows[from:to] {
		texts = append(texts, strings.TrimRight(r.text, " "))
	}
	return texts
}

// isTail reports whether a row is the unfinished line, which may be as wide as
// the terminal: it stays, whatever happens to it.
func (o *oracle) isTail(row string) bool {
	return strings.TrimRight(expandTabs(readable(row)), " ") == o.tail() || o.endsUnseen(row)
}

// endsUnseen reports whether a row is the last line with text, whose end counts as
// seen, since nobody can see it, but is not written yet.
func (o *oracle) endsUnseen(row string) bool {
	text := o.screen.text[:o.screen.seen]
	text = strings.TrimRight(text, " \t\n")
	last := text[strings.LastIndexAny(text, "\n"+string(forcedBreak))+1:]
	return last != "" && strings.TrimRight(expandTabs(readable(row)), " ") == expandTabs(readable(last))
}

// tail is the unfinished line at the end of the visible transcript.
func (o *oracle) tail() string {
	text := o.screen.text[:o.screen.seen]
	return strings.TrimRight(expandTabs(readable(text[strings.LastIndexAny(text, "\n"+string(forcedBreak))+1:])), " ")
}

// sameScreens reports whether two models show the same.
func sameScreens(a, b vtmodel.Screen) bool { return a.Equal(b) }
