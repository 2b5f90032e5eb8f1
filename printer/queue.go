package printer

import (
	"errors"
	"slices"
	"sync"
	"time"

	"jp/engine"
)

// ErrClosed is returned for what is printed after Close.
var ErrClosed = errors.New("printer is closed")

// queue is what producers have asked for and the driver has not taken yet.
//
//	print ──▶ fits: next.text, next.prints      ┐
//	      └─▶ full: waiters, first come first   ├─▶ take ──▶ the driver
//	control ─────▶ next.entries                 ┘
//
// Its text is bounded by maxBytes, together with what the engine holds; the batch
// that is being written is not counted, so that producers and the terminal work at
// the same time.
type queue struct {
	maxBytes, maxEntries int

	mu      sync.Mutex // guards all below
	next    *batch     // being filled
	spare   *batch     // empty, unless the driver is using it
	held    int        // bytes that the engine holds back
	waiters []*waiter
	refused [3]error // by channel: why nothing is accepted any more
	closed  bool
	late    bool // GiveUp was called: prints are last words

	wake chan struct{} // holds a token when the driver should look
}

// waiter is a producer that blocks until the driver has room for it.
type waiter struct {
	channel engine.Channel
	text    string // what is not in the queue yet; the producer keeps it alive
	pace    time.Duration
	late    bool
	command engine.Command // when it is no print
	err     error
	done    chan struct{}
}

func newQueue(maxBytes, maxEntries int) *queue {
	return &queue{
		maxBytes: maxBytes, maxEntries: maxEntries,
		next: &batch{generation: 1}, spare: &batch{},
		wake: make(chan struct{}, 1),
	}
}

// print queues text followed by tail. It blocks while the queue is full, unless the
// text is a prompt's: that must never wait for transcript that waits for the prompt.
func (q *queue) print(ch engine.Channel, text, tail string, pace time.Duration) error {
	if len(text)+len(tail) == 0 {
		return nil
	}
	q.mu.Lock()
	if err := q.refusal(ch); err != nil {
		q.mu.Unlock()
		return err
	}
	if ch == engine.TTY || len(q.waiters) == 0 && q.room() >= len(text)+len(tail) {
		idle := len(q.next.entries) == 0
		q.next.print(ch, text, tail, pace, q.late)
		q.mu.Unlock()
		if idle { // else a signal is under way
			q.signal()
		}
		return nil
	}
	if tail != "" {
		text += tail
	}
	w := &waiter{channel: ch, text: text, pace: pace, late: q.late, done: make(chan struct{})}
	q.wait(w)
	return w.err
}

// claim queues a command that may have to wait like a print.
func (q *queue) claim(c engine.Command) {
	q.mu.Lock()
	switch {
	case q.closed:
		q.mu.Unlock()
	case len(q.waiters) == 0 && len(q.next.entries) < q.maxEntries:
		q.next.add(c)
		q.mu.Unlock()
		q.signal()
	default:
		q.wait(&waiter{channel: engine.Err, command: c, done: make(chan struct{})})
	}
}

// control queues a command that never waits: there are never more of them than
// claims and blocked callers.
func (q *queue) control(c engine.Command) {
	q.mu.Lock()
	if !q.closed {
		q.next.add(c)
	}
	q.mu.Unlock()
	q.signal()
}

// session queues the commands that begin or end a suspension, and s itself, to
// which the driver answers.
func (q *queue) session(s *session, cmds ...engine.Command) bool {
	q.mu.Lock()
	defer q.signal()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	for _, c := range cmds {
		q.next.add(c)
	}
	q.next.sessions = append(q.next.sessions, s)
	return true
}

// wait blocks until the driver has taken w. The caller holds mu; wait frees it.
func (q *queue) wait(w *waiter) {
	q.waiters = append(q.waiters, w)
	q.feed()
	q.mu.Unlock()
	q.signal()
	<-w.done
}

// feed moves as much from the waiters to the queue as fits, in order.
func (q *queue) feed() {
	for len(q.waiters) > 0 {
		w := q.waiters[0]
		switch w.err = q.refusal(w.channel); {
		case w.err != nil:
		case w.command != nil:
			if len(q.next.entries) >= q.maxEntries && !q.closed {
				return
			}
			q.next.add(w.command)
		default:
			n := min(q.room(), len(w.text))
			if n <= 0 {
				return
			}
			q.next.print(w.channel, w.text[:n], "", w.pace, w.late)
			if w.text = w.text[n:]; w.text != "" {
				return
			}
		}
		q.waiters[0] = nil
		q.waiters = q.waiters[1:]
		close(w.done)
	}
	q.waiters = nil
}

// room is how many bytes of text fit.
func (q *queue) room() int {
	if q.closed {
		return int(^uint(0) >> 1) // those that came before Close are let in
	}
	if len(q.next.entries) >= q.maxEntries {
		return 0
	}
	return q.maxBytes - len(q.next.text) - q.held
}

func (q *queue) refusal(ch engine.Channel) error {
	if int(ch) >= len(q.refused) {
		panic("printer: no such channel")
	}
	return q.refused[ch]
}

// refuse turns down whatever is printed to ch from now on, and frees those who
// wait.
func (q *queue) refuse(ch engine.Channel, err error) {
	q.mu.Lock()
	if q.refused[ch] == nil {
		q.refused[ch] = err
	}
	q.feed()
	q.mu.Unlock()
}

// markLate makes last words of what is printed from now on.
func (q *queue) markLate() {
	q.mu.Lock()
	q.late = true
	q.mu.Unlock()
}

// discard drops what is queued for the lost channels, and frees those who wait with
// it; only last words stay. Standard output accepts nothing more.
func (q *queue) discard(lost lostChannels) {
	q.mu.Lock()
	defer q.signal()
	defer q.mu.Unlock()
	if lost[engine.Out] && q.refused[engine.Out] == nil {
		q.refused[engine.Out] = ErrGivenUp
	}
	isDropped := func(ch engine.Channel, late bool) bool {
		return lost[ch] && (ch == engine.Out || !late)
	}
	q.next.drop(isDropped)
	q.held = 0
	q.waiters = slices.DeleteFunc(q.waiters, func(w *waiter) bool {
		drop := w.command == nil && isDropped(w.channel, w.late)
		if drop {
			w.err = ErrGivenUp
			close(w.done)
		}
		return drop
	})
	q.feed()
}

// close lets those in who wait, queues last, and refuses everything after it. It
// reports false when it was called before.
func (q *queue) close(last ...engine.Command) bool {
	q.mu.Lock()
	defer q.signal()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.closed = true
	q.feed()
	for _, c := range last {
		q.next.add(c)
	}
	q.next.last = true
	q.refuseAll()
	return true
}

// end frees everybody who waits: the driver is gone, and with it whoever would
// take what is still queued.
func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.refuseAll()
	q.feed()
}

func (q *queue) refuseAll() {
	for ch := range q.refused {
		if q.refused[ch] == nil {
			q.refused[ch] = ErrClosed
		}
	}
}

// take gives the driver what was queued, which may be nothing. crowded says that
// the queue is half full, so that pacing has to stop.
func (q *queue) take() (b *batch, crowded bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	b = q.next
	crowded = (len(b.text)+q.held)*2 > q.maxBytes || len(q.waiters) > 0
	for i := range b.entries {
		if s := b.entries[i].rows; s != nil {
			b.commands = s.takeRows(b.commands)
			b.entries[i] = entry{print: -1}
			continue
		}
		b.commands = append(b.commands, b.entries[i].command)
	}
	q.next, q.spare = q.spare, nil
	q.next.generation = b.generation + 1
	q.feed()
	return b, crowded
}

// settle takes back a batch that was written, with the bytes that the engine now
// holds.
func (q *queue) settle(b *batch, held int) {
	b.reset()
	q.mu.Lock()
	q.spare, q.held = b, held
	q.feed()
	q.mu.Unlock()
}

// isEmpty reports whether take would give nothing.
func (q *queue) isEmpty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.next.entries) == 0 && len(q.next.sessions) == 0
}

func (q *queue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
