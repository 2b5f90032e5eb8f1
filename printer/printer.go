package printer

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"jp/engine"
)

// Printer writes transcript and chrome to up to three devices. New and Open start
// its goroutine; Close ends it.
type Printer struct {
	opts    Options
	queue   *queue
	regions bool

	engineMu sync.Mutex // guards engine against the questions of other goroutines
	engine   *engine.Engine

	cols     atomic.Int32 // as last read
	lastID   atomic.Uint32
	prompts  chan struct{} // holds a token while a prompt is open
	finished chan struct{} // closed when the goroutine has ended
	dying    atomic.Bool   // the process ends in an unusual way

	epoch   time.Time                    // what the driver measures time from
	late    atomic.Bool                  // GiveUp was called
	writing atomic.Int64                 // a writing
	lost    atomic.Pointer[lostChannels] // set once a backlog is to be dropped
	tired   chan struct{}                // closed when a device that was given up is not waited for any more

	ctx    context.Context // cancelled by the first error of standard output
	cancel context.CancelCauseFunc

	mu        sync.Mutex // guards all below
	err       error      // of standard output
	chromeErr error
	limit     *time.Timer // GiveUp's
	limitAt   time.Time
	flushes   map[uint32]chan struct{}
	statuses  map[engine.ID]*Status // claims that live
}

// New returns a printer for the devices of o. Its goroutine runs until Close.
func New(o Options) *Printer {
	o = o.withDefaults()
	p := &Printer{
		opts:     o,
		queue:    newQueue(o.QueueBytes, o.QueueCommands),
		regions:  o.Terminal.Verdict.On,
		prompts:  make(chan struct{}, 1),
		finished: make(chan struct{}),
		epoch:    time.Now(),
		tired:    make(chan struct{}),
		flushes:  make(map[uint32]chan struct{}),
		statuses: make(map[engine.ID]*Status),
	}
	p.ctx, p.cancel = context.WithCancelCause(context.Background())
	p.engine = engine.New(o.config(p.readSize()))
	d := &driver{
		p: p, epoch: p.epoch, timer: time.NewTimer(time.Hour),
		outputs: [3]output{{w: o.Out}, {w: o.Err}, {w: o.TTY}},
	}
	d.quiet()
	enlist(p)
	go p.run(d)
	return p
}

// Print adds text to the transcript of standard output.
func (p *Printer) Print(text string) { p.queue.print(engine.Out, text, "", 0) }

// Println adds a line to the transcript of standard output.
func (p *Printer) Println(line string) { p.queue.print(engine.Out, line, "\n", 0) }

// Say adds text to standard output at the pace of a typewriter: pace is the delay
// of each grapheme cluster, and is shortened when text comes faster than that. A
// device that is no terminal is not paced.
func (p *Printer) Say(text string, pace time.Duration) { p.SayTo(engine.Out, text, pace) }

// SayTo is Say for any channel.
func (p *Printer) SayTo(ch engine.Channel, text string, pace time.Duration) {
	p.queue.print(ch, text, "", max(pace, 0))
}

// Stdout is the transcript of standard output as a writer. Write blocks while the
// queue is full; it returns the error that broke the channel, or ErrClosed.
func (p *Printer) Stdout() io.Writer { return writer{p.queue, engine.Out} }

// Stderr is the transcript of standard error as a writer, like Stdout. It is for
// what stays: a log, warnings. Chrome is Status.
func (p *Printer) Stderr() io.Writer { return writer{p.queue, engine.Err} }

type writer struct {
	q  *queue
	ch engine.Channel
}

// Write adds b to the transcript. It keeps nothing of b.
func (w writer) Write(b []byte) (int, error) {
	text := unsafe.String(unsafe.SliceData(b), len(b)) // copied before print returns
	if err := w.q.print(w.ch, text, "", 0); err != nil {
		return 0, err
	}
	return len(b), nil
}

// WriteString is Write without a copy of the caller's.
func (w writer) WriteString(s string) (int, error) {
	if err := w.q.print(w.ch, s, "", 0); err != nil {
		return 0, err
	}
	return len(s), nil
}

// Hurry finishes all paced text now, before a menu for instance.
func (p *Printer) Hurry() { p.queue.control(engine.Hurry{}) }

// Drain says that the source of paced text has finished, so that its pace never
// slows down again as the rest runs out.
func (p *Printer) Drain() { p.queue.control(engine.Drain{}) }

// Flush returns when everything printed before it is on its device, paced text at
// its own pace, or was given up. It returns the first error of standard output.
func (p *Printer) Flush() error {
	token := p.nextID()
	done := make(chan struct{})
	p.mu.Lock()
	p.flushes[token] = done
	p.mu.Unlock()
	p.queue.control(engine.Flush{Token: token})
	select {
	case <-done:
	case <-p.finished:
	case <-p.tired:
	}
	return p.Err()
}

// Close finishes what was printed, erases chrome, restores the terminal and ends
// the goroutine. It waits as long as a device blocks, unless GiveUp was called. It
// returns the first error of standard output, and may be called again.
func (p *Printer) Close() error { return p.Shutdown(context.Background()) }

// Shutdown is Close with a limit. When ctx ends first, whatever is not written is
// given up, producers are freed, and the goroutine ends once its device lets go of
// it; the terminal's modes are restored at once.
func (p *Printer) Shutdown(ctx context.Context) error {
	p.queue.close(engine.Hurry{}, engine.Close{})
	select {
	case <-p.finished:
		return p.Err()
	default:
	}
	select {
	case <-p.finished:
		return p.Err()
	case <-p.tired:
		p.restoreModes()
		return p.Err()
	case <-ctx.Done():
		p.restoreModes()
		return errors.Join(p.Err(), context.Cause(ctx))
	}
}

func (p *Printer) restoreModes() {
	if p.opts.Modes != nil {
		p.opts.Modes.Close()
	}
}

// Err is the first error of standard output that stuck: a reader gone, a disk full,
// a terminal gone. Where chrome is on the same terminal, an error there is one of
// standard output.
func (p *Printer) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// ChromeErr is the first error of standard error or the controlling terminal that
// Err does not tell. It only silences what is printed there: nothing ends by it.
func (p *Printer) ChromeErr() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.chromeErr
}

// Context is cancelled by the error that Err tells, which is its cause, so that a
// run stops buying what nobody will read. Close does not cancel it.
func (p *Printer) Context() context.Context { return p.ctx }

// Terminal is what the printer writes to.
func (p *Printer) Terminal() Terminal { return p.opts.Terminal }

// Cols is the terminal's width, 0 when unknown or when there is no terminal.
func (p *Printer) Cols() int { return int(p.cols.Load()) }

// OutCols is the terminal's width if standard output is that terminal, else 0.
func (p *Printer) OutCols() int {
	if p.opts.Terminal.Out != engine.PortScreen {
		return 0
	}
	return p.Cols()
}

// WindowRows is how many rows a claim that asks for r gets now; 0 when regions
// can not be drawn.
func (p *Printer) WindowRows(r engine.Rows) int {
	p.engineMu.Lock()
	defer p.engineMu.Unlock()
	return p.engine.WindowRows(r)
}

// ChromeCols is how wide a row of chrome may be now, 0 when unknown.
func (p *Printer) ChromeCols() int {
	p.engineMu.Lock()
	defer p.engineMu.Unlock()
	return p.engine.ChromeCols()
}

// onScreen reports whether ch is the terminal that carries the region.
func (p *Printer) onScreen(ch engine.Channel) bool {
	t := &p.opts.Terminal
	return [...]engine.Port{t.Out, t.Err, t.TTY}[ch] == engine.PortScreen
}

// isShown reports whether echoed keys would stand among what is printed.
func (p *Printer) isShown() bool {
	return p.opts.Terminal.Shown || p.onScreen(engine.Out) || p.onScreen(engine.Err)
}

func (p *Printer) readSize() (cols, rows int) {
	cols, rows = p.opts.Terminal.Size()
	p.cols.Store(int32(cols))
	return cols, rows
}

// nextID numbers claims, flushes and suspensions alike. It skips 0 and stopToken.
func (p *Printer) nextID() uint32 {
	for {
		if id := p.lastID.Add(1); id != 0 && id != stopToken {
			return id
		}
	}
}

func (p *Printer) acknowledge(token uint32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if done, ok := p.flushes[token]; ok {
		delete(p.flushes, token)
		close(done)
	}
}

// fail records that a channel is dead: frames for it are dropped, the others go on.
// Only that of the data ends the run.
func (p *Printer) fail(ch engine.Channel, err error) {
	first := &p.chromeErr
	if p.sharing(ch)[engine.Out] {
		first = &p.err
		defer p.cancel(err)
	}
	p.mu.Lock()
	if *first == nil {
		*first = err
	}
	p.mu.Unlock()
	p.queue.refuse(ch, err)
}

// finish ends the goroutine: nobody waits for it any more.
func (p *Printer) finish(d *driver) {
	d.timer.Stop()
	p.queue.end()
	if d.suspended > 0 || p.dying.Load() {
		d.restoreScreen()
	}
	p.restoreModes()
	for _, c := range p.opts.closers {
		c.Close()
	}
	delist(p)
	close(p.finished)
}
