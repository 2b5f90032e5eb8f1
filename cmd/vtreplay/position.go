package main

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"time"

	"jp/recording"
)

// positionHelp is the part of a command's help that explains positions.
const positionHelp = `Positions: 12.5, 12.5s, 800ms, 1m30s, 1:30 and 1:02:03.5 are times from the start,
-5s is a time before the end, 50% a part of the whole; start and end; frame:120 and
event:1200 count from 1; marker:NAME and marker:2, resize:1 and exit are recorded
events. All of them may be followed by + or - and a time: marker:build+200ms.`

const positionHint = "positions are times (1m30s), 50%, start, end, frame:N, event:N, marker:NAME, resize:N, exit"

// spot is a resolved position: the state after the first n events, at a time.
type spot struct {
	n    int
	time time.Duration
}

// resolve finds a position in the tape.
func (t *tape) resolve(pos string) (spot, error) {
	base, offset, err := splitOffset(strings.TrimSpace(pos))
	if err != nil {
		return spot{}, err
	}
	s, err := t.resolveBase(base)
	if err != nil || offset == 0 {
		return s, err
	}
	return t.atTime(s.time+offset, pos)
}

func (t *tape) resolveBase(pos string) (spot, error) {
	word, arg, hasArg := strings.Cut(pos, ":")
	if !hasArg {
		word, arg, hasArg = strings.Cut(pos, " ") // "frame 12"
	}
	switch {
	case pos == "start":
		return spot{}, nil
	case pos == "end":
		return spot{len(t.events), t.duration()}, nil
	case pos == "exit":
		return t.nth(recording.Exit, "1", "exit")
	case hasArg && word == "frame":
		return t.frame(arg)
	case hasArg && word == "event":
		return t.event(arg)
	case hasArg && word == "marker":
		return t.marker(arg)
	case hasArg && word == "resize":
		return t.nth(recording.Resize, arg, "resize")
	case strings.HasSuffix(pos, "%"):
		return t.percent(pos)
	}
	at, err := parseTime(strings.TrimPrefix(pos, "-"))
	if err != nil {
		return spot{}, usageError(fmt.Sprintf("%q is not a position", pos), positionHint)
	}
	if strings.HasPrefix(pos, "-") {
		at = t.duration() - at
	}
	return t.atTime(at, pos)
}

func (t *tape) atTime(at time.Duration, pos string) (spot, error) {
	if at < 0 || at > t.duration() {
		return spot{}, t.missing(pos, fmt.Sprintf("it lasts %s", seconds(t.duration())))
	}
	return spot{t.before(at), at}, nil
}

func (t *tape) percent(pos string) (spot, error) {
	v, err := strconv.ParseFloat(strings.TrimSuffix(pos, "%"), 64)
	if err != nil || !(v >= 0 && v <= 100) {
		return spot{}, usageError(fmt.Sprintf("%q is not a position", pos), "percentages are from 0% to 100%")
	}
	at := time.Duration(math.Round(float64(t.duration()) * v / 100))
	return spot{t.before(at), at}, nil
}

func (t *tape) frame(arg string) (spot, error) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(t.frames) {
		return spot{}, t.missing("frame:"+arg, fmt.Sprintf("it has %d frames", len(t.frames)))
	}
	return t.after(t.frames[n-1]), nil
}

func (t *tape) event(arg string) (spot, error) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 || n > len(t.events) {
		return spot{}, t.missing("event:"+arg, fmt.Sprintf("it has %d events", len(t.events)))
	}
	return t.after(n), nil
}

// marker finds a marker by its label, or by its number if no label is that number.
func (t *tape) marker(arg string) (spot, error) {
	arg = strings.Trim(arg, `"`)
	for i := range t.events {
		if t.events[i].kind == recording.Marker && string(t.data(i)) == arg {
			return t.after(i + 1), nil
		}
	}
	return t.nth(recording.Marker, arg, "marker")
}

// nth finds the event of a kind by its number.
func (t *tape) nth(kind recording.Kind, arg, word string) (spot, error) {
	n, err := strconv.Atoi(arg)
	count := 0
	for i := range t.events {
		if t.events[i].kind != kind {
			continue
		}
		if count++; err == nil && count == n {
			return t.after(i + 1), nil
		}
	}
	pos := word + ":" + arg
	switch {
	case kind == recording.Exit:
		return spot{}, t.missing("exit", "its program's end is not recorded")
	case count == 0:
		return spot{}, t.missing(pos, "it has no "+word+"s")
	case kind == recording.Marker:
		return spot{}, t.missing(pos, "its markers are "+t.labels())
	}
	return spot{}, t.missing(pos, fmt.Sprintf("it has %d %ss", count, word))
}

// labels names the first markers.
func (t *tape) labels() string {
	const shown = 8
	var all []string
	for _, i := range t.markers() {
		if len(all) == shown {
			all = append(all, "…")
			break
		}
		all = append(all, strconv.Quote(string(t.data(i))))
	}
	return strings.Join(all, ", ")
}

// markers are the numbers of the marker events, from 0.
func (t *tape) markers() []int {
	var all []int
	for i := range t.events {
		if t.events[i].kind == recording.Marker {
			all = append(all, i)
		}
	}
	return all
}

// after is the spot behind the first n events.
func (t *tape) after(n int) spot {
	if n == 0 {
		return spot{}
	}
	return spot{n, t.events[n-1].time}
}

// frameAt is how many frames end within the first n events.
func (t *tape) frameAt(n int) int { return sort.SearchInts(t.frames, n+1) }

// missing is the error for a position that the recording does not have.
func (t *tape) missing(pos, why string) error {
	return &hintedError{fmt.Errorf("%s: no position %q", t.name, pos), why}
}

// splitOffset cuts a trailing "+time" or "-time" off. A minus at the very front is a time
// before the end, and a label may hold anything, so only what parses as a time is cut.
func splitOffset(pos string) (string, time.Duration, error) {
	i := strings.LastIndexAny(pos, "+-")
	if i <= 0 || strings.HasSuffix(pos, `"`) {
		return pos, 0, nil
	}
	offset, err := parseTime(pos[i+1:])
	if err != nil {
		return pos, 0, nil
	}
	if pos[i] == '-' {
		offset = -offset
	}
	return pos[:i], offset, nil
}

var errNotTime = errors.New("not a time")

// parseTime reads 12.5, 12.5s, 800ms, 1m30s, 1:30 and 1:02:03.5.
func parseTime(s string) (time.Duration, error) {
	if s == "" || strings.ContainsAny(s, "+-") {
		return 0, errNotTime
	}
	total := 0.0
	for i, part := range strings.Split(s, ":") {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v >= 0) || i > 2 || strings.ContainsAny(part, "xXpPnN_") {
			d, err := time.ParseDuration(s)
			if err != nil {
				return 0, errNotTime
			}
			return d, nil
		}
		total = total*60 + v
	}
	if total > recording.MaxTime.Seconds() {
		return 0, errNotTime
	}
	return time.Duration(math.Round(total * float64(time.Second))), nil
}

// seconds is a time for people and for --at.
func seconds(d time.Duration) string { return fmt.Sprintf("%.3fs", d.Seconds()) }
