package engine

import (
	"fmt"
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

	screen       transcript
	source       Channel // whose transcript was last added to the screen
	claims       claims
	spare        []*claim // released claims, whose buffers are used again
	serials      uint64
	reducedLines []string // plain lines that wait for a line to end
	suspended    []uint32
	prompted     bool // a prompt's text stands in mid-line
	settle       settle
	paint        painter
	out          output
}

// New returns an engine for the devices of cfg. Nothing is emitted before the
// first Apply.
func New(cfg Config) *Engine {
	if cfg.Out != PortScreen && cfg.Err != PortScreen && cfg.TTY != PortScreen {
		cfg.Regions = false
	}
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
	e.shed()
	return e.out.finish()
}

// scratchMax is how much memory a buffer may keep from one Apply to the next.
const scratchMax = 1 << 20

// shed lets go of what one huge print has made the buffers grow to.
func (e *Engine) shed() {
	e.text, e.lanePiece = e.text[:0], e.lanePiece[:0]
	for _, b := range []*[]byte{&e.text, &e.lanePiece, &e.screen.lines, &e.screen.tail} {
		if cap(*b) > scratchMax && len(*b) < scratchMax/2 {
			*b = append([]byte(nil), *b...)
		}
	}
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
	default:
		panic(fmt.Sprintf("engine: %T is no command; pass the struct itself", c))
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
		pace = min(max(p.Pace, 0), longest)
		e.settleReturns(p.Channel)
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

// settleReturns makes a line break of a carriage return that another channel of
// the same screen left undecided: what comes now is not its line feed.
func (e *Engine) settleReturns(ch Channel) {
	for other := range channels {
		if in := &e.input[other]; other != ch && in.cr && e.cfg.port(other) == PortScreen {
			in.cr = false
			if e.lane.empty() && len(e.suspended) == 0 {
				e.screen.newline()
			} else {
				e.lane.add(e.now, other, 0, newlineByte)
			}
		}
	}
}

var newlineByte = []byte("\n")

// commit adds text to the transcript of a channel at once. s is as printed.
func (e *Engine) commit(ch Channel, s []byte) {
	switch e.cfg.port(ch) {
	case PortScreen:
		e.source = ch
		e.input[ch].screenTokens(s, e.screen.absorb)
	case PortPlain:
		e.out.open(ch)
		e.out.buf = e.input[ch].appendPlain(e.out.buf, s)
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

// spareMax bounds how many released claims keep their memory for later ones.
const spareMax = 8

func (e *Engine) claim(c Claim) {
	if e.claims.find(c.ID) != nil {
		return
	}
	e.claims = append(e.claims, e.newClaim(c))
}

func (e *Engine) release(id ID) {
	c := e.claims.remove(id)
	if c == nil {
		return
	}
	e.reducedEnd(c)
	if len(e.spare) < spareMax {
		e.spare = append(e.spare, c)
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
