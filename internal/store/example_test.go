package store_test

import (
	"fmt"
	"os"
	"strings"
	"time"

	"jp/internal/store"
)

func Example() {
	root, err := os.MkdirTemp("", "store")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(root) }()
	st := store.New(store.Options{
		Root: root,
		Now:  func() time.Time { return time.Date(2026, 11, 30, 6, 14, 28, 0, time.UTC) },
		Rand: strings.NewReader("jp in a test"),
	})
	c, err := st.Create(store.Meta{Title: "an example"})
	if err != nil {
		panic(err)
	}
	// Nil means that the event survives whatever comes next.
	if err := c.Append("user", map[string]string{"text": "hello"}); err != nil {
		panic(err)
	}
	if err := c.Close(); err != nil {
		panic(err)
	}
	// A crash leaves half a line.
	f, err := os.OpenFile(c.Path(), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		panic(err)
	}
	_, _ = f.WriteString(`{"v":1,"seq":2,"kind":"us`)
	_ = f.Close()

	c, repair, err := st.Open(c.ID())
	if err != nil {
		panic(err)
	}
	fmt.Println(c.ID())
	for _, p := range repair.Problems {
		fmt.Printf("events.jsonl:%v\n", p)
	}
	for ev := range c.Events() {
		fmt.Println(string(ev.Raw))
	}
	_ = c.Close()
	// Output:
	// 20261130-061428000-jr2hp
	// events.jsonl:2: incomplete last event, 25 bytes unusable
	// {"v":1,"seq":1,"time":"2026-11-30T06:14:28Z","kind":"user","data":{"text":"hello"}}
}
