package screentest

import (
	"slices"
	"strings"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// settleTime is how long a resize keeps an unfinished line off the screen: the
// region's rows, and it is one of them, come back after 350 ms of quiet.
const settleTime = 350 * time.Millisecond

// An oracle says what must be in each channel. It knows the commands and
// nothing of the engine's state.
type oracle struct {
	config  engine.Config
	filters [3]filter
	screen  stream
	files   [3]fileStream

	claims    []liveClaim
	suspended []uint32
	flushes   map[uint32]int // token -> how much of screen was printed before it
	closed    bool
	breaking  bool // a suspension has cut text that was being typed out

	told, size Size
	widths     []int         // all widths that the terminal ever had
	moved      bool          // the terminal has had another size
	cropped    bool          // the terminal became narrower at some time
	reflow     reflow        // what it did to the text then
	untold     bool          // the terminal has a size that the engine does not know
	resizedAt  time.Duration // when the engine last heard of a new size
	resized    bool
	exact      bool     // the model gives characters the width that they have
	labels     []string // what claims say, for the plain lines of reduced motion
	prompted   bool     // a prompt has spoken, or keys were echoed
}

// A stream is the text of all screen channels in the order of printing.
type stream struct {
	text string
	must int // so much of it has to be visible
	seen int // so much of it has been visible
	slow bool
}

// A fileStream is what a channel that is no screen has been given and has got.
type fileStream struct {
	want string
	got  []byte
}

type liveClaim struct {
	id  engine.ID
	due time.Duration
}

func newOracle(s Setup) *oracle {
	return &oracle{
		config: s.config(), told: s.told(), size: s.Size, untold: s.told() != s.Size,
		exact:  true,
		widths: []int{s.Size.Cols}, flushes: map[uint32]int{},
	}
}

func (o *oracle) port(ch engine.Channel) engine.Port {
	return [...]engine.Port{o.config.Out, o.config.Err, o.config.TTY}[ch]
}

// command notes what c asks for at the time now.
func (o *oracle) command(now time.Duration, c engine.Command) {
	if o.closed {
		return
	}
	switch c := c.(type) {
	case engine.Print:
		o.print(c)
	case engine.Claim:
		if !slices.ContainsFunc(o.claims, func(l liveClaim) bool { return l.id == c.ID }) {
			o.claims = append(o.claims, liveClaim{c.ID, now + c.Style.Delay})
			o.labels = append(o.labels, strings.TrimSpace(stripped(c.Style.Label.Glyph+" "+c.Style.Label.Subject)))
		}
	case engine.Release:
		o.release(c.ID)
	case engine.Suspend:
		o.suspend(c.Token)
	case engine.Resume:
		if i := slices.Index(o.suspended, c.Token); i >= 0 {
			o.suspended = slices.Delete(o.suspended, i, i+1)
		}
	case engine.Resize:
		o.resize(now, c)
	case engine.Hurry:
		o.screen.slow = false
	case engine.Flush:
		o.flushes[c.Token] = len(o.screen.text)
	case engine.Close:
		o.closed, o.claims, o.screen.slow, o.suspended = true, nil, false, nil
	}
}

func (o *oracle) print(c engine.Print) {
	if c.Text == "" {
		return
	}
	switch port := o.port(c.Channel); {
	case port == engine.PortScreen && c.Channel == engine.TTY && len(o.suspended) > 0:
		o.prompted = true
	case port == engine.PortScreen:
		o.settleReturns(c.Channel)
		o.screen.text += o.filters[c.Channel].add(c.Text)
		o.screen.slow = o.screen.slow || c.Pace > 0
	case port == engine.PortRaw:
		o.files[c.Channel].want += c.Text
	case port == engine.PortPlain:
		o.filters[c.Channel].keep = true
		o.files[c.Channel].add(o.filters[c.Channel].add(c.Text))
	}
}

// settleReturns ends the line of another channel of the screen whose last
// character was CR: what comes now is not its LF.
func (o *oracle) settleReturns(ch engine.Channel) {
	for other := range o.filters {
		if f := &o.filters[other]; engine.Channel(other) != ch && f.cr && o.port(engine.Channel(other)) == engine.PortScreen {
			f.cr = false
			o.screen.text += "\n"
		}
	}
}

// add appends a print to what a file has to hold. A lone CR takes back the line as
// far as this print has it, since what a file holds stays; where the line began
// earlier it ends there.
func (f *fileStream) add(text string) {
	start := len(f.want)
	for i, piece := range strings.Split(text, "\r") {
		if i > 0 {
			begin := strings.LastIndexByte(f.want, '\n') + 1
			switch {
			case begin == len(f.want):
			case begin >= start:
				f.want = f.want[:begin]
			default:
				f.want += "\n"
			}
		}
		f.want += piece
	}
}

func (o *oracle) release(id engine.ID) {
	o.claims = slices.DeleteFunc(o.claims, func(c liveClaim) bool { return c.id == id })
}

// suspend ends the line that the transcript stands in, since what comes next is
// somebody else's. Text that is still being typed out breaks where it is.
func (o *oracle) suspend(token uint32) {
	s := &o.screen
	if len(o.suspended) == 0 {
		if s.slow {
			o.breaking = true
		} else {
			s.breakAt(len(s.text), "\n")
		}
	}
	o.suspended = append(o.suspended, token)
}

// breakAt ends the line that the first n bytes of the text end in.
func (s *stream) breakAt(n int, mark string) {
	if n > 0 && s.text[n-1] != '\n' && s.text[n-1] != forcedBreak {
		s.text = s.text[:n] + mark + s.text[n:]
		n++
	}
	s.seen, s.must = n, n
}

// forcedBreak stands in a stream where a suspension has cut text that was being
// typed out: a line break, and the blanks around it may be on either side. No
// text holds this character, a filter drops it.
const forcedBreak = '\v'

// broke settles where a suspension has cut text that was being typed out: the
// oracle does not know the pace, so it looks. When the suspension is over
// already, it takes the first place that explains the screen.
func (o *oracle) broke(l layout) {
	if !o.breaking {
		return
	}
	o.breaking = false
	s := &o.screen
	if n, err := visible(l, s.text, o); err == nil && len(o.suspended) > 0 {
		s.breakAt(n, string(forcedBreak))
		return
	}
	for n := s.seen; n <= len(s.text); n++ {
		cut := *s
		cut.breakAt(n, string(forcedBreak))
		if seen, err := visible(l, cut.text, o); err == nil {
			cut.seen, cut.must = seen, min(cut.must, seen)
			*s = cut
			return
		}
	}
}

func (o *oracle) resize(now time.Duration, c engine.Resize) {
	told := Size{c.Cols, c.Rows}
	if !c.Confirm || told != o.told {
		o.resized, o.resizedAt = true, now
	}
	o.told = told
	o.untold = o.told != o.size
}

// terminal notes that the terminal itself has another size.
func (o *oracle) terminal(size Size) {
	o.cropped = o.cropped || size.Cols < o.size.Cols
	o.size, o.moved = size, true
	o.untold = o.told != o.size
	if !slices.Contains(o.widths, size.Cols) {
		o.widths = append(o.widths, size.Cols)
	}
}

// typed notes that the engine says it has typed out all it had. If that is not
// so the text is missing, and the transcript law will say it.
func (o *oracle) typed(held int) {
	if held == 0 {
		o.screen.slow = false
	}
}

// due moves the duty forward after a batch of commands: text that nothing
// delays or holds has to be visible now.
func (o *oracle) due() {
	if len(o.suspended) == 0 && !o.screen.slow {
		o.screen.must = len(o.screen.text)
	}
}

// acked moves the duty forward to what was printed before the flush.
func (o *oracle) acked(token uint32) {
	if n, ok := o.flushes[token]; ok && len(o.suspended) == 0 {
		o.screen.must = max(o.screen.must, min(n, len(o.screen.text)))
	}
}

// saw notes how much of the transcript a frame shows.
func (o *oracle) saw(n int) {
	s := &o.screen
	s.seen = max(s.seen, n)
	s.must = max(s.must, s.seen)
}

// duty is how much must be visible at the time now. While a resize storm runs,
// an unfinished line may be gone with the region that shows it.
func (o *oracle) duty(now time.Duration) int {
	must := o.screen.must
	settling := o.resized && now < o.resizedAt+settleTime+settleTime
	if settling && len(o.claims) > 0 && o.config.Regions {
		for must > 0 && o.screen.text[must-1] != '\n' && o.screen.text[must-1] != forcedBreak {
			must--
		}
	}
	return must
}

// layout sorts a screen's rows. With reduced motion a region is plain lines that
// stay: those that begin with what a claim says are not transcript.
func (o *oracle) layout(s vtmodel.Screen) layout {
	l := layoutOf(s)
	if !o.config.Reduced {
		return l
	}
	for i, r := range l.rows {
		if slices.ContainsFunc(o.labels, func(label string) bool { return strings.HasPrefix(r.text, label) }) {
			l.rows[i].kind = rowChrome
		}
	}
	return l
}

// mayPaint reports whether any claim may have rows on the screen.
func (o *oracle) mayPaint(now time.Duration) bool {
	if !o.config.Regions || len(o.suspended) > 0 || o.closed {
		return false
	}
	return slices.ContainsFunc(o.claims, func(c liveClaim) bool { return c.due <= now })
}

// The provenance that the pure ground gives to cells.
const (
	tagControl vtmodel.Tag = iota + 1
	tagTranscript
	tagChrome
	tagPrompt
	tagEcho
)
