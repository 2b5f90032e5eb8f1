package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jp/internal/store"
)

// pieces are what a fuzzed events file is made of. A piece that is an event gets a
// number of its own, so that none is a copy.
var pieces = []func(seq int) (text string, isEvent bool){
	func(seq int) (string, bool) { return event(seq, "plain"), true },
	func(seq int) (string, bool) { return event(seq, `{\"v\":1,\"kind\":\"text\"} 世界`), true },
	func(int) (string, bool) { return "\n", false },
	func(int) (string, bool) { return "\r\n", false },
	func(int) (string, bool) { return "\x00\x00\x00", false },
	func(int) (string, bool) { return "junk", false },
	func(int) (string, bool) { return `{"v":`, false },
	func(int) (string, bool) { return `{"v":1,"kind":""}`, false },
	func(seq int) (string, bool) { return event(seq, "torn in its text")[:60+seq%30], false },
	func(seq int) (string, bool) { e := event(seq, "without its end"); return e[:len(e)-1], false },
	func(int) (string, bool) { return `"`, false },
	func(int) (string, bool) { return `\`, false },
	func(int) (string, bool) { return "\uFEFF", false },
}

func event(seq int, text string) string {
	return fmt.Sprintf(`{"v":1,"seq":%d,"time":"2026-11-30T06:14:28Z","kind":"text","data":{"text":"%s %d"}}`, seq, text, seq)
}

// FuzzOpen decodes its input to a file of pieces, some of them damage. Whatever the
// damage, every complete event comes back, in order, and the second Open has nothing
// to do.
func FuzzOpen(f *testing.F) {
	f.Add([]byte{0, 2, 1, 2})
	f.Add([]byte{0, 1, 0, 2})
	f.Add([]byte{8, 0, 2, 9, 2, 1})
	f.Add([]byte{4, 0, 4, 2, 5, 1, 5, 3, 0})
	f.Add([]byte{12, 0, 2, 8, 10, 0, 11, 1, 6})
	f.Add([]byte{9, 9, 9, 0, 7, 6, 0})
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 60 {
			return // a line is searched for events a bounded number of times
		}
		var file strings.Builder
		var want []string
		for i, b := range program {
			text, isEvent := pieces[int(b)%len(pieces)](i + 1)
			file.WriteString(text)
			if isEvent {
				want = append(want, text)
			}
		}
		m := newMemFS()
		st := memStore(m)
		id, path := saved(t, st)
		m.names[path].data = []byte(file.String())
		for range 2 {
			c, rep, err := st.Open(id)
			if err != nil {
				t.Fatal(err)
			}
			if got := raws(t, c); !slices.Equal(got, want) {
				t.Fatalf("file %q:\n got %q\nwant %q", file.String(), got, want)
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			if rep.Count > 0 && string(m.names[rep.Backup].data) != file.String() {
				t.Fatalf("backup = %q, want %q", m.names[rep.Backup].data, file.String())
			}
			file.Reset()
			file.Write(m.names[path].data)
		}
		if _, rep, err := st.Open(id); err != nil || rep.Count != 0 {
			t.Fatalf("third open: %v, %+v", err, rep)
		}
	})
}

func raws(t *testing.T, c *store.Conversation) (list []string) {
	t.Helper()
	for ev, err := range c.Events() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(ev.Raw))
	}
	return list
}
