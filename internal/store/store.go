package store

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	metaFile   = "meta.json"
	eventsFile = "events.jsonl"
	lockFile   = "lock"
	tempSuffix = ".tmp"

	createTries = 8
)

// ErrNotFound is what errors.Is finds when there is no such conversation.
var ErrNotFound = errors.New("no such conversation")

// ErrAmbiguous is what errors.Is finds when a shortened id fits several.
var ErrAmbiguous = errors.New("fits several conversations")

// ErrTooLong is what errors.Is finds when an event does not fit into a line. It was not taken, so
// later successes do not mean that it is saved.
var ErrTooLong = errors.New("too long for a line")

// ErrNoEvents is what errors.Is finds when a conversation is there and its events are not: it was never used, or they
// were lost.
var ErrNoEvents = errors.New("it has no events: never used, or lost")

// Options configure a Store.
type Options struct {
	Root string           // directory that holds the conversations; made when needed
	Now  func() time.Time // the clock; required
	Rand io.Reader        // for ids; nil = crypto/rand
	FS   FS               // nil = the operating system

	LineMax int // 0 = MaxLine; tests use less
}

// Store finds and makes conversations below one directory. It keeps no state, so it
// may be used from several goroutines if its clock, its randomness and its FS may.
type Store struct {
	root string
	now  func() time.Time
	rand io.Reader
	fs   FS

	lineMax int
}

// New returns a Store. It touches nothing; the root is made by the first Create.
func New(o Options) *Store {
	if o.Root == "" || o.Now == nil {
		panic("store: Options need a root and a clock")
	}
	s := &Store{root: o.Root, now: o.Now, rand: o.Rand, fs: o.FS, lineMax: cmp.Or(o.LineMax, MaxLine)}
	if s.rand == nil {
		s.rand = rand.Reader
	}
	if s.fs == nil {
		s.fs = system{}
	}
	return s
}

// Root is the directory given to New.
func (s *Store) Root() string { return s.root }

func (s *Store) path(id, name string) string { return filepath.Join(s.root, id, name) }

// Create makes a new, empty conversation and opens it. The id, the schema and the
// birth in m are set here. When Create fails half way, it removes what it made; after
// a crash, an empty conversation may be left, which List does not show.
func (s *Store) Create(m Meta) (*Conversation, error) {
	if err := s.fs.MkdirAll(s.root, 0o700); err != nil {
		return nil, fmt.Errorf("create conversation: %w", err)
	}
	m.Schema, m.Created = Schema, s.now().UTC()
	if err := s.claimID(&m); err != nil {
		return nil, fmt.Errorf("create conversation: %w", err)
	}
	c := &Conversation{store: s, meta: m, path: s.path(m.ID, eventsFile), next: 1, made: true}
	if err := c.create(); err != nil {
		s.discard(m.ID)
		return nil, fmt.Errorf("create conversation: %w", err)
	}
	return c, nil
}

// create fills the new directory of c. The metadata comes last: its directory sync
// makes both names durable, and a conversation with metadata has all its files.
func (c *Conversation) create() error {
	s := c.store
	var err error
	if c.lock, err = s.lock(c.meta.ID); err != nil {
		return err
	}
	c.file, err = s.fs.OpenFile(c.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return errors.Join(err, c.lock.Close())
	}
	if err = s.writeMeta(c.meta); err == nil {
		err = s.fs.SyncDir(s.root)
	}
	if err != nil {
		return errors.Join(err, c.file.Close(), c.lock.Close())
	}
	return nil
}

// discard removes a conversation that never came to be. Its id was told to nobody, so
// even the lock can go. What can not be removed stays, and hurts nobody.
func (s *Store) discard(id string) {
	for _, name := range []string{metaFile, eventsFile, lockFile} {
		_ = s.fs.Remove(s.path(id, name))
	}
	_ = s.fs.Remove(filepath.Join(s.root, id))
}

// claimID makes the directory of a new id.
func (s *Store) claimID(m *Meta) error {
	for range createTries {
		id, err := newID(m.Created, s.rand)
		if err != nil {
			return err
		}
		err = s.fs.Mkdir(filepath.Join(s.root, id), 0o700)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		m.ID = id
		return err
	}
	return fmt.Errorf("%d ids in a row were taken", createTries)
}

// Open opens a conversation for writing: it takes the lock, and repairs what a crash
// or somebody else did to the file. A Repair that is not Clean must be shown. The
// error is a LockedError when another process has it, ErrNotFound when it is not
// there; after any other error View can still read it.
func (s *Store) Open(id string) (*Conversation, Repair, error) {
	rep := Repair{Path: s.path(id, eventsFile)}
	var err error
	if rep.Exposed, err = s.check(id); err != nil {
		return nil, rep, err
	}
	lock, err := s.lock(id)
	if err != nil {
		return nil, rep, err
	}
	c, err := s.openLocked(id, &rep)
	if err != nil {
		return nil, rep, errors.Join(err, lock.Close())
	}
	c.lock = lock
	return c, rep, nil
}

func (s *Store) openLocked(id string, rep *Repair) (*Conversation, error) {
	s.sweep(id)
	m, err := s.readMeta(id)
	if m.Schema > Schema {
		return nil, fmt.Errorf("open conversation %s: written by a newer version (schema %d)", id, m.Schema)
	}
	if err != nil {
		rep.Meta = err
		if err := s.writeMeta(m); err != nil {
			return nil, err
		}
	}
	c := &Conversation{store: s, meta: m, path: rep.Path}
	if err := c.openEvents(rep); err != nil {
		return nil, fmt.Errorf("open conversation %s: %w", id, err)
	}
	return c, nil
}

// openEvents surveys the events file, repairs it if needed, and opens it for append.
func (c *Conversation) openEvents(rep *Repair) error {
	fsys := c.store.fs
	f, err := fsys.OpenFile(c.path, os.O_RDONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	sc := newScanner(f, c.store.lineMax)
	err = survey(sc, rep, func(Event) error { return nil })
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("read %q: %w", c.path, err)
	}
	c.size, c.next = sc.off, sc.next
	rep.Empty = sc.off == 0
	if rep.Empty {
		// The file may be new; a synced event in a file without a durable name is lost.
		if err := fsys.SyncDir(filepath.Dir(c.path)); err != nil {
			return err
		}
	}
	if rep.Count > 0 {
		if rep.Backup, err = c.store.repair(c.path); err != nil {
			return err
		}
		if c.size, err = c.store.sizeOf(c.path); err != nil {
			return err
		}
	}
	c.file, err = fsys.OpenFile(c.path, os.O_WRONLY|os.O_APPEND, 0o600)
	return err
}

func (s *Store) sizeOf(path string) (int64, error) {
	info, err := s.fs.Lstat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// check says whether id names a conversation's directory, and whether others than the
// owner may get in. A symbolic link is not followed: it could lead appends anywhere.
func (s *Store) check(id string) (exposed bool, err error) {
	if _, ok := idBirth(id); !ok {
		return false, fmt.Errorf("open conversation %q: %w", id, ErrNotFound)
	}
	info, err := s.fs.Lstat(filepath.Join(s.root, id))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return false, fmt.Errorf("open conversation %q: %w", id, ErrNotFound)
	case err != nil:
		return false, fmt.Errorf("open conversation %q: %w", id, err)
	case !info.IsDir():
		return false, fmt.Errorf("open conversation %q: not a directory", id)
	}
	return info.Mode().Perm()&0o077 != 0, nil
}

// sweep removes what interrupted replacements left. They were never part of the
// conversation, so failing to remove them costs nothing.
func (s *Store) sweep(id string) {
	entries, _ := s.fs.ReadDir(filepath.Join(s.root, id))
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), tempSuffix) {
			_ = s.fs.Remove(s.path(id, e.Name()))
		}
	}
}
