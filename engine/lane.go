package engine

import (
	"math"
	"time"

	"jp/internal/ansi"
	"jp/internal/text"
)

// frameInterval is the least time between two writes of paced text: clusters that
// fall due within it leave together.
const frameInterval = 8 * time.Millisecond

// lane is the queue of transcript that may not be written yet: paced text, and
// whatever was printed behind it or during a suspension. It paces the transcript
// only; chrome never waits for it.
type lane struct {
	items []item
	head  int    // first live item
	bytes []byte // text of the live items, one after the other
	read  int    // first live byte

	clusters int           // paced clusters that wait
	due      time.Duration // when the next cluster is due
	sent     time.Duration // when the last ones left
	ever     bool          // anything has left yet
	latency  time.Duration // bound on how late a cluster may be; 0 is none
	bound    time.Duration // longest delay that keeps it; never grows while clusters wait
	rush     bool          // an unfinished cluster at the end is shown too
}

// item is one entry: text for a channel, or an acknowledgement.
type item struct {
	channel Channel
	pace    time.Duration
	size    int // bytes
	ack     bool
	token   uint32
}

func (l *lane) empty() bool { return l.head == len(l.items) }

// held is the number of bytes that wait.
func (l *lane) held() int { return len(l.bytes) - l.read }

// add queues s, which is in absorb's form when the channel is a screen and as
// printed otherwise. Paced text of one channel joins the entry before it, so that a
// cluster may be cut between two prints.
func (l *lane) add(now time.Duration, ch Channel, pace time.Duration, s []byte) {
	if len(s) == 0 {
		return
	}
	if pace > 0 {
		l.meter(now, s)
	}
	l.bytes = append(l.bytes, s...)
	if n := len(l.items); n > l.head {
		if last := &l.items[n-1]; !last.ack && pace > 0 && last.channel == ch && last.pace == pace {
			last.size += len(s)
			return
		}
	}
	l.items = append(l.items, item{channel: ch, pace: pace, size: len(s)})
}

// meter counts what s adds and sets the longest delay that shows all that waits
// within the latency bound. The delay only ever gets shorter while clusters wait,
// so each of them meets the bound of its own arrival.
func (l *lane) meter(now time.Duration, s []byte) {
	if l.clusters == 0 {
		l.bound = math.MaxInt64
		l.due = max(l.due, now)
	}
	l.clusters += countPaced(s)
	if l.latency > 0 && l.clusters > 0 {
		l.bound = min(l.bound, l.latency/time.Duration(l.clusters))
		l.due = min(l.due, now+l.bound)
	}
}

// countPaced counts the clusters of s that cost a delay: escapes, newlines and
// tabs are free.
func countPaced(s []byte) int {
	count := 0
	for len(s) > 0 {
		n := textLen(s)
		if n == 0 {
			s = s[ansi.SequenceLen(s):]
			continue
		}
		count += text.Clusters(s[:n])
		s = s[n:]
	}
	return count
}

// textLen is the length of the text at the head of s.
func textLen(s []byte) int {
	n := 0
	for n < len(s) && s[n] >= ' ' {
		n++
	}
	return n
}

// ack queues an acknowledgement.
func (l *lane) ack(token uint32) {
	l.items = append(l.items, item{ack: true, token: token})
}

// wake is when the lane next has something to give, unless it must wait for more
// text or for a resume.
func (l *lane) wake() (time.Duration, bool) {
	if l.empty() {
		return 0, false
	}
	it := l.items[l.head]
	if it.ack || it.pace == 0 {
		return 0, true
	}
	if l.front()[0] < ' ' {
		return 0, true // escapes and line ends cost nothing
	}
	if l.stuck() {
		return 0, false
	}
	if !l.ever {
		return l.due, true
	}
	return max(l.due, l.sent+frameInterval), true
}

// stuck reports whether all that is left is a cluster that more text may change.
func (l *lane) stuck() bool {
	if l.rush || l.head+1 != len(l.items) {
		return false
	}
	s := l.front()
	first, _ := text.First(s)
	return first == len(s) && text.Unfinished(s) == len(s)
}

// front is the text of the first item.
func (l *lane) front() []byte { return l.bytes[l.read : l.read+l.items[l.head].size] }

// take removes n bytes of the first item and returns them; they are valid until
// the next add.
func (l *lane) take(n int) []byte {
	s := l.bytes[l.read : l.read+n]
	l.read += n
	it := &l.items[l.head]
	it.size -= n
	if it.size == 0 {
		l.pop()
	}
	return s
}

// pop removes the first item and reclaims what is used up.
func (l *lane) pop() {
	l.head++
	if l.head == len(l.items) {
		l.items, l.head = l.items[:0], 0
		l.clusters = 0
	}
}

// compact reclaims the bytes that were taken. Slices from take are void after it.
func (l *lane) compact() {
	if l.read == len(l.bytes) {
		l.bytes, l.read = l.bytes[:0], 0
		return
	}
	if l.read > 4096 && l.read > len(l.bytes)/2 {
		n := copy(l.bytes, l.bytes[l.read:])
		l.bytes, l.read = l.bytes[:n], 0
	}
	if l.head > 64 && l.head > len(l.items)/2 {
		n := copy(l.items, l.items[l.head:])
		l.items, l.head = l.items[:n], 0
	}
}

// hurry makes everything that waits due at once.
func (l *lane) hurry() {
	for i := l.head; i < len(l.items); i++ {
		l.items[i].pace = 0
	}
	l.clusters = 0
}

// step is the next piece of the first item that is due at now: free bytes, or one
// cluster. It is nil when nothing is due.
func (l *lane) step(now time.Duration) []byte {
	it := &l.items[l.head]
	if it.pace == 0 {
		return l.take(it.size)
	}
	s := l.front()
	n := textLen(s)
	if n == 0 {
		return l.take(ansi.SequenceLen(s))
	}
	if l.due > now || l.stuck() {
		return nil
	}
	size, _ := text.First(s[:n])
	l.clusters--
	l.due += min(it.pace, l.bound)
	return l.take(size)
}
