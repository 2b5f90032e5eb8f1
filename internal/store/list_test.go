package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jp/internal/store"
)

func TestList_NewestFirstAndBounded(t *testing.T) {
	st := diskStore(t)
	if list, err := st.List(0); err != nil || len(list) != 0 {
		t.Fatalf("list without a root = %v, %v", list, err)
	}
	var ids []string
	for i := range 5 {
		id, _ := saved(t, st, fmt.Sprint(i))
		ids = append(ids, id)
	}
	if !slices.IsSorted(ids) {
		t.Errorf("ids %q do not sort by time", ids)
	}
	if err := os.MkdirAll(filepath.Join(st.Root(), "not-a-conversation"), 0o700); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(ids)
	for _, limit := range []int{0, 1, 4, 5, 6} {
		want := ids
		if limit > 0 {
			want = ids[:min(limit, len(ids))]
		}
		list, err := st.List(limit)
		var got []string
		for _, s := range list {
			got = append(got, s.ID)
			if s.Title != "a title" || s.Bytes == 0 || s.Updated.IsZero() || s.Err != nil {
				t.Errorf("summary = %+v", s)
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("list %d = %q, %v; want %q", limit, got, err, want)
		}
	}
}

func TestLatest_IsTheOneWrittenLast(t *testing.T) {
	st := diskStore(t)
	if _, err := st.Latest(); !errors.Is(err, store.ErrNotFound) {
		t.Fatalf("latest of nothing: %v", err)
	}
	older, path := saved(t, st, "a")
	newer, _ := saved(t, st, "b")
	future := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, future, future); err != nil {
		t.Fatal(err)
	}
	if got, err := st.Latest(); err != nil || got != older {
		t.Errorf("latest = %q, %v; want %q, not %q", got, err, older, newer)
	}
}

func TestResolve_FindsUniqueEnds(t *testing.T) {
	st := diskStore(t)
	a, _ := saved(t, st, "a")
	b, _ := saved(t, st, "b")
	for _, tt := range []struct {
		short, want string
		err         error
	}{
		{a, a, nil},
		{a[len(a)-5:], a, nil},
		{b[:len(b)-2], b, nil},
		{"2026", "", store.ErrAmbiguous},
		{"", "", store.ErrNotFound},
		{"nothing", "", store.ErrNotFound},
	} {
		got, err := st.Resolve(tt.short)
		if got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("resolve %q = %q, %v; want %q, %v", tt.short, got, err, tt.want, tt.err)
		}
	}
}

func TestCreate_TakesAnotherIDWhenOneIsTaken(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC)
	st := store.New(store.Options{
		Root: t.TempDir(), Now: func() time.Time { return now },
		Rand: strings.NewReader("aaaaa" + "aaaaa" + "bbbbb" + strings.Repeat("b", 40)),
	})
	first, _ := saved(t, st, "a")
	second, _ := saved(t, st, "b")
	if first == second || !strings.HasPrefix(first, "20260102-030405006-") || len(first) != len(second) {
		t.Errorf("ids %q and %q", first, second)
	}
	if _, err := st.Create(store.Meta{}); err == nil {
		t.Error("create succeeded though every id was taken")
	}
}

func TestView_ReadsBesideAWriterAndReportsDamageInPlace(t *testing.T) {
	st := diskStore(t)
	id, path := saved(t, st, "a", "b")
	c, _ := mustOpen(t, st, id)
	if err := c.Append("text", said{"c"}); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(b), "\n")
	if err := os.WriteFile(path, []byte(first+"\ngarbage\n"+rest), 0o600); err != nil {
		t.Fatal(err)
	}
	meta, events, err := st.View(id)
	if err != nil || meta.Title != "a title" {
		t.Fatalf("view: %+v, %v", meta, err)
	}
	var got []string
	for ev, err := range events {
		if p, ok := errors.AsType[store.Problem](err); ok {
			got = append(got, p.Error())
			continue
		}
		got = append(got, string(ev.Data))
	}
	want := []string{`{"text":"a"}`, "2: bytes that are no event, 7 bytes unusable", `{"text":"b"}`, `{"text":"c"}`}
	if !slices.Equal(got, want) {
		t.Errorf("view = %q, want %q", got, want)
	}
}
