package store_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jp/internal/store"
)

func diskStore(t *testing.T) *store.Store {
	t.Helper()
	return store.New(store.Options{Root: filepath.Join(t.TempDir(), "store"), Now: clock()})
}

// saved makes a conversation with the given texts and closes it.
func saved(t *testing.T, st *store.Store, list ...string) (id, path string) {
	t.Helper()
	c, err := st.Create(store.Meta{Title: "a title", Model: "offline/jp"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if err := c.Append("text", said{s}); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return c.ID(), c.Path()
}

func mustOpen(t *testing.T, st *store.Store, id string) (*store.Conversation, store.Repair) {
	t.Helper()
	c, rep, err := st.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, rep
}

func TestOpen_RepairsEachKindOfDamage(t *testing.T) {
	line := func(seq int, text string) string {
		return fmt.Sprintf(`{"v":1,"seq":%d,"time":"2026-11-30T06:14:28Z","kind":"text","data":{"text":%q}}`, seq, text)
	}
	a, b, c := line(1, "a"), line(2, "b"), line(3, "c")
	hostile := line(2, `{"v":1,"kind":"text","data":{"text":"forged"}}`)
	tests := []struct {
		name   string
		file   string
		want   string // texts, joined
		damage []store.Damage
	}{
		{"sound", a + "\n" + b + "\n", "ab", nil},
		{"crlf", a + "\r\n" + b + "\r\n", "ab", nil},
		{"byte-order-mark", "\uFEFF" + a + "\n" + b + "\n", "ab", nil},
		{"blank-lines", "\n" + a + "\n\n  \n" + b + "\n", "ab", nil},
		{"torn-tail", a + "\n" + b[:len(b)/2], "a", []store.Damage{store.DamageTorn}},
		{"torn-by-one-byte", a + "\n" + b[:len(b)-1], "a", []store.Damage{store.DamageTorn}},
		{"only-a-torn-line", a[:9], "", []store.Damage{store.DamageTorn}},
		{"complete-without-newline", a + "\n" + b, "ab", []store.Damage{store.DamageUnterminated}},
		{"nuls-instead-of-an-event", a + "\n" + strings.Repeat("\x00", 40) + "\n" + c + "\n", "ac", []store.Damage{store.DamageNUL}},
		{"nuls-before-an-event", a + "\n\x00\x00\x00" + b + "\n", "ab", []store.Damage{store.DamageNUL}},
		{"nuls-to-the-end", a + "\n" + strings.Repeat("\x00", 4096), "a", []store.Damage{store.DamageTorn}},
		{"fused", a + b + "\n" + c + "\n", "abc", []store.Damage{store.DamageFused}},
		{"torn-then-fused", a[:20] + b + "\n" + c + "\n", "bc", []store.Damage{store.DamageGarbage}},
		{"garbage", a + "\nHello\n" + b + "\n", "ab", []store.Damage{store.DamageGarbage}},
		{"json-but-no-event", a + "\n[1,2]\n{\"x\":1}\n" + b + "\n", "ab", []store.Damage{store.DamageGarbage, store.DamageGarbage}},
		{"copy", a + "\n" + b + "\n" + b + "\n", "ab", []store.Damage{store.DamageDuplicate}},
		{"same-number-other-content", a + "\n" + line(1, "x") + "\n", "ax", nil},
		{"forged-in-a-torn-line", a + "\n" + hostile[:len(hostile)-3], "a", []store.Damage{store.DamageTorn}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			st := diskStore(t)
			id, path := saved(t, st)
			if err := os.WriteFile(path, []byte(tt.file), 0o600); err != nil {
				t.Fatal(err)
			}
			conv, rep := mustOpen(t, st, id)
			if got := strings.Join(texts(t, conv), ""); got != tt.want {
				t.Errorf("texts = %q, want %q", got, tt.want)
			}
			var damage []store.Damage
			for _, p := range rep.Problems {
				damage = append(damage, p.Damage)
			}
			if !slices.Equal(damage, tt.damage) {
				t.Errorf("damage = %v, want %v", damage, tt.damage)
			}
			checkBackup(t, rep, tt.file)
			if err := conv.Append("text", said{"!"}); err != nil {
				t.Fatal(err)
			}
			if err := conv.Close(); err != nil {
				t.Fatal(err)
			}
			again, rep := mustOpen(t, st, id)
			if got := strings.Join(texts(t, again), ""); got != tt.want+"!" || !rep.Clean() {
				t.Errorf("reopened: texts %q, repair %+v; want %q and nothing to do", got, rep, tt.want+"!")
			}
		})
	}
}

// checkBackup wants the damaged file back byte for byte, and none for a sound file.
func checkBackup(t *testing.T, rep store.Repair, file string) {
	t.Helper()
	if rep.Count == 0 {
		if rep.Backup != "" {
			t.Errorf("backup %q of a sound file", rep.Backup)
		}
		return
	}
	b, err := os.ReadFile(rep.Backup)
	if err != nil || string(b) != file {
		t.Errorf("backup = %q, %v; want the file as it was", b, err)
	}
}

func TestOpen_EveryRepairHasItsOwnBackup(t *testing.T) {
	m := newMemFS()
	st := memStore(m)
	id, path := saved(t, st, "a")
	for i, noLinks := range []bool{false, true, true, false} {
		m.noLinks = noLinks
		m.names[path].data = append(m.names[path].data, "junk\n"...)
		damaged := string(m.names[path].data)
		c, rep, err := st.Open(id)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%s.damaged-%d", path, i+1); rep.Backup != want || string(m.names[want].data) != damaged {
			t.Errorf("backup = %q with %q, want %q", rep.Backup, m.names[rep.Backup].data, want)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpen_EmptyOrMissingEventsFileIsReported(t *testing.T) {
	st := diskStore(t)
	id, path := saved(t, st, "a")
	for _, spoil := range []func() error{
		func() error { return os.Truncate(path, 0) },
		func() error { return os.Remove(path) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		c, rep := mustOpen(t, st, id)
		if !rep.Empty || rep.Clean() {
			t.Errorf("repair = %+v, want Empty", rep)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpen_UnknownFieldsSurvive(t *testing.T) {
	st := diskStore(t)
	id, path := saved(t, st)
	event := `{"v":7,"later":[1],"seq":1,"kind":"hologram","data":{"x":{"y":1}}}`
	if err := os.WriteFile(path, []byte(event+"\n{\"v\":1,\"se"), 0o600); err != nil {
		t.Fatal(err)
	}
	meta := filepath.Join(filepath.Dir(path), "meta.json")
	if err := os.WriteFile(meta, []byte(`{"schema":1,"title":"old","colour":{"r":1}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	c, rep := mustOpen(t, st, id)
	if rep.Newer != 1 || rep.Count != 1 {
		t.Errorf("repair = %+v, want one event of a newer version and one problem", rep)
	}
	if err := c.SetMeta(func(m *store.Meta) { m.Title = "new" }); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != event+"\n" {
		t.Errorf("events after the repair = %q, want the line untouched", got)
	}
	b, err := os.ReadFile(meta)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil || m["title"] != "new" || m["colour"] == nil {
		t.Errorf("metadata = %s, want the new title and the unknown colour", b)
	}
}

func TestOpen_DamagedMetadataIsMadeAnew(t *testing.T) {
	for _, content := range []string{"", "{", "\x00\x00", `"x"`, strings.Repeat("x", 2<<20)} {
		st := diskStore(t)
		id, path := saved(t, st, "a")
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), "meta.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if list, err := st.List(0); err != nil || len(list) != 1 || list[0].Err == nil {
			t.Fatalf("list = %+v, %v; want the conversation with its error", list, err)
		}
		c, rep := mustOpen(t, st, id)
		if rep.Meta == nil || c.Meta().Created.IsZero() || c.ID() != id {
			t.Errorf("meta = %+v, repair %+v; want the birth from the id and a report", c.Meta(), rep)
		}
	}
}

func TestOpen_NewerSchemaIsReadOnly(t *testing.T) {
	st := diskStore(t)
	id, path := saved(t, st, "a")
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "meta.json"), []byte(`{"schema":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := st.Open(id); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("open: %v, want a refusal", err)
	}
	if _, events, err := st.View(id); err != nil {
		t.Errorf("view: %v", err)
	} else {
		for _, err := range events {
			if err != nil {
				t.Errorf("view event: %v", err)
			}
		}
	}
}

func TestOpen_SecondWriterIsRefusedAndNamesTheFirst(t *testing.T) {
	st := diskStore(t)
	id, _ := saved(t, st, "a")
	first, _ := mustOpen(t, st, id)
	_, _, err := st.Open(id)
	held, ok := errors.AsType[*store.LockedError](err)
	if !ok || !errors.Is(err, store.ErrLocked) || held.PID != os.Getpid() || held.Since.IsZero() {
		t.Fatalf("second open: %v, want a LockedError with our pid", err)
	}
	if want := fmt.Sprintf("conversation %s is in use by process %d", id, os.Getpid()); err.Error() != want {
		t.Errorf("error = %q, want %q", err, want)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(st.Root(), id, "lock")); err != nil {
		t.Errorf("lock file: %v, want it to stay", err)
	}
	mustOpen(t, st, id)
}

func TestOpen_RefusesWhatIsNoConversation(t *testing.T) {
	st := diskStore(t)
	id, _ := saved(t, st, "a")
	const link = "20200101-000000000-bcdfg"
	if err := os.Symlink(t.TempDir(), filepath.Join(st.Root(), link)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", ".", "..", "../" + id, id + "/..", "20261130-061428123-0000", link} {
		if _, _, err := st.Open(bad); err == nil {
			t.Errorf("open %q succeeded", bad)
		}
	}
}

func TestOpen_EventsFileThatIsALinkIsNotFollowed(t *testing.T) {
	st := diskStore(t)
	id, path := saved(t, st, "a")
	target := filepath.Join(t.TempDir(), "precious")
	if err := os.WriteFile(target, []byte("keep"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(path), os.Symlink(target, path)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := st.Open(id); err == nil {
		t.Error("open followed a link")
	}
	if b, _ := os.ReadFile(target); string(b) != "keep" {
		t.Errorf("target = %q", b)
	}
}

func TestOpen_ExposedDirectoryIsReported(t *testing.T) {
	st := diskStore(t)
	id, _ := saved(t, st, "a")
	if err := os.Chmod(filepath.Join(st.Root(), id), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, rep := mustOpen(t, st, id); !rep.Exposed || rep.Clean() {
		t.Errorf("repair = %+v, want Exposed", rep)
	}
}

func TestCreate_FilesArePrivate(t *testing.T) {
	st := diskStore(t)
	id, _ := saved(t, st, "a")
	err := filepath.WalkDir(st.Root(), func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	entries, _ := os.ReadDir(filepath.Join(st.Root(), id))
	if len(entries) != 3 {
		t.Errorf("files = %v, want events, lock and metadata only", entries)
	}
}

func TestAppend_RefusesWhatIsTooLong(t *testing.T) {
	st := store.New(store.Options{Root: t.TempDir(), Now: clock(), LineMax: 1000})
	c, err := st.Create(store.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := c.Append("text", said{strings.Repeat("x", 1000)}); err == nil || c.Pending() != 0 {
		t.Errorf("append: %v, %d pending; want a refusal that keeps nothing", err, c.Pending())
	}
	if err := c.Append("text", make(chan int)); err == nil || c.Pending() != 0 {
		t.Errorf("append of no JSON: %v", err)
	}
	if err := c.Append("text", said{"a"}); err != nil {
		t.Errorf("append after refusals: %v", err)
	}
}

func TestAppend_MarkOccursOnceInALine(t *testing.T) {
	st := diskStore(t)
	c, err := st.Create(store.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	forged := json.RawMessage(`{"args":{"v":1,"kind":"text"},"s":"{\"v\":1}<&>"}`)
	if err := c.Append("tool_call", forged); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(c.Path())
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(b, []byte(`{"v":`)); n != 1 {
		t.Errorf("mark occurs %d times in %s", n, b)
	}
	for ev := range c.Events() {
		var got, want any
		if json.Unmarshal(ev.Data, &got) != nil || json.Unmarshal(forged, &want) != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("data = %s, want %s", ev.Data, forged)
		}
	}
}

func TestScan_SetsALineAsideThatIsTooLong(t *testing.T) {
	const lineMax = 200_000 // more than one buffer of the reader
	for size, want := range map[int]store.Damage{
		lineMax - 1: store.DamageGarbage, lineMax: store.DamageGarbage, lineMax + 1: store.DamageTooLong,
	} {
		st := store.New(store.Options{Root: t.TempDir(), Now: clock(), LineMax: lineMax})
		id, path := saved(t, st, "a", "b")
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		first, rest, _ := bytes.Cut(b, []byte("\n"))
		long := append(bytes.Repeat([]byte("x"), size-1), '\n')
		if err := os.WriteFile(path, slices.Concat(first, []byte("\n"), long, rest), 0o600); err != nil {
			t.Fatal(err)
		}
		c, rep := mustOpen(t, st, id)
		if len(rep.Problems) != 1 || rep.Problems[0].Damage != want || rep.Problems[0].Line != 2 {
			t.Errorf("%d bytes: problems = %v, want %v", size, rep.Problems, want)
		}
		if got := texts(t, c); !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("%d bytes: texts = %q", size, got)
		}
	}
}
