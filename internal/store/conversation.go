package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
)

// Conversation is a conversation open for writing. It holds the lock until Close. It
// belongs to one goroutine.
//
//	events.jsonl   ┌──────────────────────────────┬───────┐
//	               │ acknowledged                 │ torn  │   memory: pending events
//	               └──────────────────────────────┴───────┘
//	                                              ▲ size    torn is cut off before
//	                                                        anything else is written
type Conversation struct {
	store *Store
	meta  Meta
	path  string // of the events file
	file  File
	lock  io.Closer

	made    bool     // by Create, not found by Open
	size    int64    // bytes of the file that are acknowledged
	torn    bool     // the file may be longer than size
	next    uint64   // number of the next event
	pending [][]byte // encoded events that are not acknowledged, oldest first
}

// AppendError says that events are in memory only. They are retried, in order, by the
// next Append, Flush or Close.
type AppendError struct {
	Path   string
	Offset int64 // the file is good up to here
	Events int   // how many wait in memory
	Err    error
}

// Error says what is not saved, where, and why.
func (e *AppendError) Error() string {
	cause := e.Err
	if pe, ok := errors.AsType[*fs.PathError](cause); ok {
		cause = fmt.Errorf("%s: %w", pe.Op, pe.Err) // the path is there already
	}
	events := "1 event"
	if e.Events != 1 {
		events = fmt.Sprintf("%d events", e.Events)
	}
	return fmt.Sprintf("save %s to %q at offset %d: %v", events, e.Path, e.Offset, cause)
}

// Unwrap gives the cause, for instance syscall.ENOSPC.
func (e *AppendError) Unwrap() error { return e.Err }

// ID is the conversation's id.
func (c *Conversation) ID() string { return c.meta.ID }

// Meta is the metadata as it was last written.
func (c *Conversation) Meta() Meta { return c.meta }

// Path is the events file, for messages to the user.
func (c *Conversation) Path() string { return c.path }

// Append records one event. Nil means that it is on the disk. An AppendError means
// that it is kept in memory and part of Events; any other error means that data can
// not be an event and was not taken.
func (c *Conversation) Append(kind Kind, data any) error {
	line, err := encode(c.next, c.store.now(), kind, data, c.store.lineMax)
	if err != nil {
		return err
	}
	c.next++
	c.pending = append(c.pending, line)
	return c.Flush()
}

// Pending is the number of events that are not on the disk.
func (c *Conversation) Pending() int { return len(c.pending) }

// Flush writes what earlier failures left in memory. It does nothing when all is
// saved.
func (c *Conversation) Flush() error {
	if len(c.pending) == 0 {
		return nil
	}
	if err := c.write(); err != nil {
		return &AppendError{Path: c.path, Offset: c.size, Events: len(c.pending), Err: err}
	}
	c.pending = nil
	return nil
}

// write appends all pending events with one write and one sync. When either fails,
// the file is cut back at once, and if even that fails, before the next attempt. A
// failed sync is treated like a failed write: the kernel may have dropped the dirty
// pages, so a second sync would succeed without having written them.
func (c *Conversation) write() error {
	if err := c.cut(); err != nil {
		return err
	}
	batch := c.pending[0]
	if len(c.pending) > 1 {
		batch = bytes.Join(c.pending, nil)
	}
	c.torn = true
	n, err := c.file.Write(batch)
	if err == nil && n < len(batch) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = c.file.Sync()
	}
	if err != nil {
		_ = c.cut() // torn stays true and the next attempt starts with it
		return err
	}
	c.torn = false
	c.size += int64(len(batch))
	return nil
}

// cut removes what a failed write left behind the acknowledged bytes.
func (c *Conversation) cut() error {
	if !c.torn {
		return nil
	}
	if err := c.file.Truncate(c.size); err != nil {
		return fmt.Errorf("cut a half-written event: %w", err)
	}
	c.torn = false
	return nil
}

// Events reads the conversation from its beginning, including what is in memory only.
// A read error ends it. It must not run across an Append.
func (c *Conversation) Events() iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		f, err := c.store.fs.OpenFile(c.path, os.O_RDONLY, 0)
		if err != nil {
			yield(Event{}, fmt.Errorf("read %q: %w", c.path, err))
			return
		}
		saved := io.LimitReader(f, c.size)
		memory := bytes.NewReader(bytes.Join(c.pending, nil))
		sc := newScanner(io.MultiReader(saved, memory), c.store.lineMax)
		more := scanAll(c.path, sc, yield)
		if err := f.Close(); err != nil && more {
			yield(Event{}, fmt.Errorf("read %q: %w", c.path, err))
		}
	}
}

// SetMeta changes the metadata on disk, or leaves it as it was.
func (c *Conversation) SetMeta(change func(*Meta)) error {
	m := c.meta
	change(&m)
	m.ID, m.Schema = c.meta.ID, c.meta.Schema
	if err := c.store.writeMeta(m); err != nil {
		return err
	}
	c.meta = m
	return nil
}

// Close writes what is pending, closes the file and gives the lock back, in that
// order, also when one of them fails. A closed Conversation can still be read, unless
// nothing that was appended to a new one ever got to the disk: then it goes, since an
// empty conversation would only be in the way.
func (c *Conversation) Close() error {
	err := c.Flush()
	err = errors.Join(err, c.file.Close())
	if c.made && c.size == 0 && len(c.pending) > 0 {
		c.store.discard(c.meta.ID)
	}
	return errors.Join(err, c.lock.Close())
}

// scanAll yields the events and the damage of a file; false when the consumer had enough.
func scanAll(path string, sc *scanner, yield func(Event, error) bool) bool {
	for {
		events, problem, err := sc.scan()
		if errors.Is(err, io.EOF) {
			return true
		}
		if err != nil {
			yield(Event{}, fmt.Errorf("read %q: %w", path, err))
			return false
		}
		for _, ev := range events {
			if !yield(ev, nil) {
				return false
			}
		}
		if problem.Damage != 0 && !yield(Event{}, problem) {
			return false
		}
	}
}
