package store_test

import (
	"strings"
	"testing"

	"jp/internal/store"
)

// BenchmarkList shows the newest twenty of two thousand conversations.
func BenchmarkList(b *testing.B) {
	st := store.New(store.Options{Root: b.TempDir(), Now: clock()})
	for range 2000 {
		c, err := st.Create(store.Meta{Title: "a title"})
		if err != nil {
			b.Fatal(err)
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if list, err := st.List(20); err != nil || len(list) != 20 {
			b.Fatal(len(list), err)
		}
	}
}

// BenchmarkOpen surveys a conversation of 16 MB.
func BenchmarkOpen(b *testing.B) {
	m := newMemFS()
	st := memStore(m)
	c, err := st.Create(store.Meta{})
	if err != nil {
		b.Fatal(err)
	}
	for range 1000 {
		if err := c.Append("text", said{strings.Repeat("sixteen thousand", 1024)}); err != nil {
			b.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(16 << 20)
	b.ReportAllocs()
	for b.Loop() {
		c, _, err := st.Open(c.ID())
		if err != nil {
			b.Fatal(err)
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppend is the price of an acknowledged event on this disk.
func BenchmarkAppend(b *testing.B) {
	st := store.New(store.Options{Root: b.TempDir(), Now: clock()})
	c, err := st.Create(store.Meta{})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	b.ReportAllocs()
	for b.Loop() {
		if err := c.Append("text", said{"a short line of text"}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppend_Huge is an answer as large as a line may be: what counts is how often it is copied.
func BenchmarkAppend_Huge(b *testing.B) {
	text := strings.Repeat("The sky is \"blue\".\n", 600_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		c, err := memStore(newMemFS()).Create(store.Meta{})
		if err != nil {
			b.Fatal(err)
		}
		if err := c.Append("text", said{text}); err != nil {
			b.Fatal(err)
		}
	}
}
