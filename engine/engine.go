package engine

import (
	"slices"
	"time"

	"jp/internal/ansi"
)

// Engine turns commands into frames. It has no goroutine and no lock: one
// goroutine owns it. The zero Engine is of no use; call New.
type Engine struct {
	cfg        Config
	cols, rows int // 0 = unknown

	now     time.Duration
	started bool
	closed  bool

	input     [channels]input
	lane      lane
	laneScan  ansi.Scanner // reads the lane's text back
	lanePiece []byte       // scratch: one print on its way into the lane
	text      []byte       // scratch: the print under way

	screen    transcript
	source    Channel // whose transcript was last added to the screen
	claims    claims
	spare     []*claim // released claims, whose buffers are used again
	suspended []uint32
	prompted  bool // a prompt's text stands in mid-line
	settle    settle
	paint     painter
	out       output
}

// New returns an engine for the devices of cfg. Nothing is emitted before the
// first Apply.
func New(cfg Config) *Engine {
	e := &Engine{cfg: cfg, cols: max(cfg.Cols, 0), rows: max(cfg.Rows, 0)}
	switch {
	case cfg.MaxLatency == 0:
		e.lane.latency = maxLatencyDefault
	case cfg.MaxLatency > 0:
		e.lane.latency = cfg.MaxLatency
	}
	return e
}

// Apply advances the engine to now, performs the commands in order, and returns
// the frames to write, in order. They are valid until the next Apply. A batch
// leaves with at most one repaint, at its end.
//
// Apply never fails. now is measured from an epoch of the caller's choice; it
// panics if now is before an earlier now. A driver may also pass *Print, which
// spares it an allocation.
func (e *Engine) Apply(now time.Duration, cmds ...Command) []Frame {
	if e.started && now < e.now {
		panic("engine: time moved backwards")
	}
	e.now, e.started = now, true
	e.out.begin(now)
	for ch := range e.input {
		e.input[ch].lineStart = -1
	}
	e.runLane()
	for _, c := range cmds {
		e.perform(c)
	}
	e.runLane()
	if e.settle.over(now) {
		e.settle.on = false
	}
	e.compose()
	e.lane.compact()
	return e.out.finish()
}

func (e *Engine) perform(c Command) {
	if e.closed {
		if f, ok := c.(Flush); ok {
			e.out.ack(f.Token)
		}
		return
	}
	switch c := c.(type) {
	case Print:
		e.print(&c)
	case *Print:
		e.print(c)
	case Claim:
		e.claim(c)
	case Detail:
		if cl := e.claims.find(c.ID); cl != nil {
			cl.detail.set(c.Text, &e.paint.rowWriter)
			e.paint.touch()
		}
	case Shade:
		if cl := e.claims.find(c.ID); cl != nil {
			cl.shade = c.Color
			e.paint.touch()
		}
	case Push:
		if cl := e.claims.find(c.ID); cl != nil && cl.style.Rows != RowsOff {
			cl.window.push(c.Source, c.Line, &e.paint.rowWriter)
			e.paint.touch()
		}
	case Release:
		e.release(c.ID)
	case Suspend:
		e.suspend(c.Token)
	case Resume:
		e.resume(c)
	case Resize:
		e.resize(c)
	case Hurry:
		e.lane.hurry()
		e.runLane()
	case Drain:
		e.lane.rush = true
	case Flush:
		e.flush(c.Token)
	case Tick:
	case Close:
		e.close()
	}
}

// print takes one Print to where it goes now: a file, the screen, a prompt, or
// the lane.
func (e *Engine) print(p *Print) {
	port := e.cfg.port(p.Channel)
	if p.Text == "" || port == PortNone {
		return
	}
	e.text = append(e.text[:0], p.Text...)
	pace := time.Duration(0)
	switch {
	case p.Channel == TTY && port == PortScreen && len(e.suspended) > 0:
		e.prompt(e.text)
		return
	case port == PortScreen:
		pace = max(p.Pace, 0)
	}
	held := port == PortScreen && len(e.suspended) > 0
	if pace == 0 && !held && e.lane.empty() {
		e.commit(p.Channel, e.text)
		return
	}
	if pace > 0 {
		e.lane.rush = false
	}
	if port == PortScreen {
		e.lanePiece = e.lanePiece[:0]
		e.input[p.Channel].screenTokens(e.text, func(tok ansi.Token) {
			e.lanePiece = appendToken(e.lanePiece, tok)
		})
		e.lane.add(e.now, p.Channel, pace, e.lanePiece)
	} else {
		e.lane.add(e.now, p.Channel, 0, e.text)
	}
	e.runLane()
}

// commit adds text to the transcript of a channel at once. s is as printed.
func (e *Engine) commit(ch Channel, s []byte) {
	switch e.cfg.port(ch) {
	case PortScreen:
		e.source = ch
		e.input[ch].screenTokens(s, e.screen.absorb)
	case PortPlain:
		e.out.open(ch)
		e.out.buf = e.input[ch].appendPlain(e.out.buf, s, e.out.start)
		e.out.mark(Transcript)
	case PortRaw:
		e.out.open(ch)
		e.out.add(Transcript, s)
	}
}

// runLane moves what is due from the lane to the transcript. During a suspension
// what is for the screen stays, and so does everything behind it.
func (e *Engine) runLane() {
	l := &e.lane
	moved := false
	for !l.empty() {
		it := l.items[l.head]
		if it.ack {
			l.pop()
			e.compose()
			e.out.ack(it.token)
			continue
		}
		onScreen := e.cfg.port(it.channel) == PortScreen
		if onScreen && len(e.suspended) > 0 && !e.closed {
			break
		}
		if at, ok := l.wake(); !ok || at > e.now && !moved {
			break
		}
		s := l.step(e.now)
		if s == nil {
			break
		}
		if it.pace > 0 {
			moved = true
		}
		e.commitLane(it.channel, s, onScreen)
	}
	if moved {
		l.sent, l.ever = e.now, true
	}
}

// commitLane is commit for text that comes out of the lane.
func (e *Engine) commitLane(ch Channel, s []byte, onScreen bool) {
	if !onScreen {
		e.commit(ch, s)
		return
	}
	e.source = ch
	for len(s) > 0 {
		var tok ansi.Token
		tok, s = e.laneScan.Next(s)
		e.screen.absorb(tok)
	}
}

// flush acknowledges once everything before it is written. Transcript that a
// suspension holds is not waited for: whoever suspends may flush.
func (e *Engine) flush(token uint32) {
	if !e.lane.empty() && len(e.suspended) == 0 {
		e.lane.ack(token)
		e.lane.rush = true
		e.runLane()
		return
	}
	e.compose()
	e.out.ack(token)
}

func (e *Engine) claim(c Claim) {
	if e.claims.find(c.ID) != nil {
		return
	}
	e.claims = append(e.claims, e.newClaim(c))
	e.paint.touchNow()
}

func (e *Engine) release(id ID) {
	c := e.claims.remove(id)
	if c == nil {
		return
	}
	e.reducedEnd(c)
	e.spare = append(e.spare, c)
	e.paint.touchNow()
}

// suspend writes what came before, takes chrome away and leaves the cursor on a
// fresh line.
func (e *Engine) suspend(token uint32) {
	e.suspended = append(e.suspended, token)
	if len(e.suspended) > 1 {
		return
	}
	e.compose()
	if e.screen.midline() {
		e.screen.newline()
		e.compose()
	}
	if e.paint.look != (look{}) {
		e.openScreen(true)
		e.setLook(look{}) // the prompt is not in the transcript's colours
	}
	e.prompted = false
}

// resume ends one suspension; the order in which nested ones end does not matter.
func (e *Engine) resume(c Resume) {
	i := slices.Index(e.suspended, c.Token)
	if i < 0 {
		return
	}
	e.suspended = slices.Delete(e.suspended, i, i+1)
	e.prompted = e.prompted && !c.Fresh
	if len(e.suspended) > 0 {
		return
	}
	e.freshLine()
	e.paint.touchNow()
	e.lane.due = max(e.lane.due, e.now) // what was held is typed from here on
	e.runLane()
}

// prompt passes a prompt's bytes to the terminal as they are.
func (e *Engine) prompt(s []byte) {
	e.compose()
	e.out.open(TTY)
	e.out.add(Prompt, s)
	e.prompted = s[len(s)-1] != '\n'
}

// freshLine leaves the line in which a prompt's text ended.
func (e *Engine) freshLine() {
	if e.prompted {
		e.prompted = false
		e.out.open(TTY)
		e.out.addString(Control, "\r\n")
	}
}

func (e *Engine) close() {
	e.lane.hurry()
	e.lane.rush = true
	e.suspended = e.suspended[:0]
	e.freshLine()
	e.closed = true
	e.runLane()
	for len(e.claims) > 0 {
		e.release(e.claims[len(e.claims)-1].id)
	}
	e.compose()
	e.leave()
}
