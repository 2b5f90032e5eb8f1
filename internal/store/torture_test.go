package store_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"jp/internal/store"
)

const memRoot = "/root"

// clock gives a new millisecond at every reading.
func clock() func() time.Time {
	t := time.Date(2026, 11, 30, 6, 14, 28, 123e6, time.UTC)
	return func() time.Time {
		t = t.Add(time.Millisecond)
		return t
	}
}

func memStore(m *memFS) *store.Store {
	return store.New(store.Options{
		Root: memRoot, Now: clock(), FS: m, Rand: strings.NewReader(strings.Repeat("abcde", 100)),
	})
}

type said struct {
	Text string `json:"text"`
}

// session is what a conversation went through: what was given to Append, and how much
// of that was acknowledged.
type session struct {
	id        string
	attempted []string
	acked     int
}

func (s *session) append(c *store.Conversation, text string) {
	s.attempted = append(s.attempted, text)
	if c.Append("text", said{text}) == nil {
		s.acked = len(s.attempted)
	}
}

// live is the scripted conversation: two sittings, some metadata, one long event.
func live(st *store.Store) *session {
	s := &session{}
	c, err := st.Create(store.Meta{Title: "first"})
	if err != nil {
		return s
	}
	s.id = c.ID()
	s.append(c, "one")
	s.append(c, strings.Repeat("two ", 50))
	_ = c.SetMeta(func(m *store.Meta) { m.Title = "second" })
	s.append(c, "three")
	if c.Close() == nil {
		s.acked = len(s.attempted)
	}
	c, _, err = st.Open(s.id)
	if err != nil {
		return s
	}
	s.append(c, "four")
	s.append(c, "five")
	if c.Close() == nil {
		s.acked = len(s.attempted)
	}
	return s
}

func texts(t *testing.T, c *store.Conversation) []string {
	t.Helper()
	var got []string
	for ev, err := range c.Events() {
		if err != nil {
			t.Fatalf("read events: %v", err)
		}
		var s said
		if err := json.Unmarshal(ev.Data, &s); err != nil {
			t.Fatalf("event %s: %v", ev.Raw, err)
		}
		got = append(got, s.Text)
	}
	return got
}

// verify opens what is left, checks the promise, and goes on writing.
func verify(t *testing.T, m *memFS, s *session) {
	t.Helper()
	st := memStore(m)
	if s.id == "" {
		if _, err := st.List(0); err != nil {
			t.Fatalf("list after a failed Create: %v", err)
		}
		return
	}
	c, _, err := st.Open(s.id)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	got := texts(t, c)
	if len(got) < s.acked || !slices.Equal(got, s.attempted[:min(len(got), len(s.attempted))]) {
		t.Fatalf("events = %q, want at least the first %d of %q", got, s.acked, s.attempted)
	}
	if err := c.Append("text", said{"after"}); err != nil {
		t.Fatalf("append: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
	c, rep, err := st.Open(s.id)
	if err != nil || !rep.Clean() {
		t.Fatalf("second open: %v, repair %+v; want nothing to do", err, rep)
	}
	if again := texts(t, c); !slices.Equal(again, append(got, "after")) {
		t.Fatalf("events after one more = %q, want %q and \"after\"", again, got)
	}
}

func TestTorture_EveryAcknowledgedEventSurvivesACrashAtEveryCall(t *testing.T) {
	count := newMemFS()
	if s := live(memStore(count)); s.acked != 5 {
		t.Fatalf("without faults %d events were acknowledged, want 5", s.acked)
	}
	for k := 1; k <= count.calls; k++ {
		for _, left := range []survival{survivesAll, survivesNone, survivesHalf, survivesNUL} {
			t.Run(fmt.Sprintf("call-%d/survival-%d", k, left), func(t *testing.T) {
				m := newMemFS()
				m.failAt, m.crash = k, true
				s := live(memStore(m))
				if !m.down {
					t.Fatal("the machine did not go down")
				}
				verify(t, m.restart(left), s)
			})
		}
	}
}

func TestTorture_EveryEventSurvivesOneFailureAtEveryCall(t *testing.T) {
	count := newMemFS()
	live(memStore(count))
	for k := 1; k <= count.calls; k++ {
		t.Run(fmt.Sprintf("call-%d", k), func(t *testing.T) {
			m := newMemFS()
			m.failAt, m.err = k, errNoSpace
			s := live(memStore(m))
			verify(t, m.restart(survivesAll), s)
			// A power cut right after: what was acknowledged is still there.
			verify(t, m.restart(survivesNone), s)
		})
	}
}

func TestTorture_ARepairThatCrashesLosesNothing(t *testing.T) {
	for _, noLinks := range []bool{false, true} {
		t.Run(fmt.Sprintf("no-links-%v", noLinks), func(t *testing.T) { crashRepair(t, noLinks) })
	}
}

func crashRepair(t *testing.T, noLinks bool) {
	start := func() (*memFS, *session) {
		m := newMemFS()
		s := live(memStore(m))
		name := memRoot + "/" + s.id + "/events.jsonl"
		node := m.names[name]
		node.data = append(node.data, `{"v":1,"seq":6,"kind":"text","data":{"te`...)
		m = m.restart(survivesAll)
		m.noLinks = noLinks
		return m, s
	}
	count, s := start()
	before := count.names[memRoot+"/"+s.id+"/events.jsonl"].data
	_, rep, err := memStore(count).Open(s.id)
	if err != nil || rep.Backup == "" || !bytes.Equal(count.names[rep.Backup].data, before) {
		t.Fatalf("open: %v, backup %q; want a repair with a backup", err, rep.Backup)
	}
	for k := 1; k <= count.calls+1; k++ { // the last one is a crash right after
		for _, left := range []survival{survivesAll, survivesNone, survivesHalf, survivesNUL} {
			m, s := start()
			m.failAt, m.crash = k, true
			if _, _, err := memStore(m).Open(s.id); err == nil && m.down {
				t.Fatalf("call %d: Open succeeded on a machine that is down", k)
			}
			verify(t, m.restart(left), s)
		}
	}
}

func TestCreate_FailureLeavesNothingBehind(t *testing.T) {
	count := newMemFS()
	if _, err := memStore(count).Create(store.Meta{}); err != nil {
		t.Fatal(err)
	}
	for k := 2; k <= count.calls; k++ { // the first call makes the root
		m := newMemFS()
		m.failAt, m.err = k, errNoSpace
		if _, err := memStore(m).Create(store.Meta{}); !errors.Is(err, errNoSpace) {
			t.Fatalf("call %d: create: %v", k, err)
		}
		delete(m.names, memRoot)
		for name := range m.names {
			t.Errorf("call %d: %s is left", k, name)
		}
	}
}

func TestAppend_FullDiskKeepsEventsAndSavesThemLater(t *testing.T) {
	m := newMemFS()
	c, err := memStore(m).Create(store.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Append("text", said{"one"}); err != nil {
		t.Fatal(err)
	}
	m.failAt, m.err = m.calls+1, errNoSpace
	err = c.Append("text", said{"two"})
	lost, ok := errors.AsType[*store.AppendError](err)
	if !ok || !errors.Is(err, errNoSpace) || lost.Events != 1 || lost.Path != c.Path() {
		t.Fatalf("append on a full disk: %v, want an AppendError that names cause and file", err)
	}
	if got, want := err.Error(), fmt.Sprintf(`save 1 event to %q at offset %d: no space left on device`, c.Path(), lost.Offset); got != want {
		t.Errorf("error = %s, want %s", got, want)
	}
	node := m.names[c.Path()]
	if int64(len(node.data)) != lost.Offset || node.data[len(node.data)-1] != '\n' {
		t.Fatalf("file has %d bytes, want it cut back to the end of the last event at %d", len(node.data), lost.Offset)
	}
	if got := texts(t, c); !slices.Equal(got, []string{"one", "two"}) {
		t.Fatalf("events = %q, want the one in memory too", got)
	}
	if err := c.Append("text", said{"three"}); err != nil || c.Pending() != 0 {
		t.Fatalf("append with space again: %v, %d pending", err, c.Pending())
	}
	if got := texts(t, c); !slices.Equal(got, []string{"one", "two", "three"}) {
		t.Fatalf("events = %q", got)
	}
}

// A disk that was full from the first event on keeps nothing of a conversation, not even its name.
func TestClose_NewConversationThatSavedNothingGoes(t *testing.T) {
	m := newMemFS()
	c, err := memStore(m).Create(store.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		m.failAt, m.err = m.calls+1, errNoSpace // the write; Close tries once more
		if err := c.Append("text", said{"one"}); !errors.Is(err, errNoSpace) {
			t.Fatal(err)
		}
	}
	m.failAt = m.calls + 1
	if err := c.Close(); !errors.Is(err, errNoSpace) {
		t.Fatalf("close: %v, want it to say that nothing is saved", err)
	}
	delete(m.names, memRoot)
	for name := range m.names {
		t.Errorf("%s is left", name)
	}
}

func TestAppend_FailedSyncIsNotBelievedLater(t *testing.T) {
	m := newMemFS()
	c, err := memStore(m).Create(store.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	m.failAt, m.err = m.calls+2, errors.New("input/output error") // the sync of the append
	if err := c.Append("text", said{"one"}); err == nil {
		t.Fatal("append succeeded though its sync failed")
	}
	if got := m.names[c.Path()].data; len(got) != 0 {
		t.Fatalf("file holds %q, want the unsynced bytes cut off", got)
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := m.names[c.Path()].synced; !strings.HasSuffix(string(got), "\n") {
		t.Fatalf("synced bytes = %q, want the event", got)
	}
}
