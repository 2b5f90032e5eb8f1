package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"
	"time"
)

// View reads a conversation without lock or repair, also while another process writes
// it. Damage comes as a Problem in the place of the event, and reading goes on; any
// other error ends it. The error is ErrNoEvents when the events file is empty or gone.
func (s *Store) View(id string) (Meta, iter.Seq2[Event, error], error) {
	if _, err := s.check(id); err != nil {
		return Meta{}, nil, err
	}
	m, _ := s.readMeta(id) // the id says enough when it is damaged
	path := s.path(id, eventsFile)
	if size, err := s.sizeOf(path); errors.Is(err, os.ErrNotExist) || err == nil && size == 0 {
		return m, nil, fmt.Errorf("read conversation %s: %w", id, ErrNoEvents)
	}
	f, err := s.fs.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return m, nil, fmt.Errorf("read conversation %s: %w", id, err)
	}
	if err := f.Close(); err != nil {
		return m, nil, fmt.Errorf("read conversation %s: %w", id, err)
	}
	return m, func(yield func(Event, error) bool) {
		f, err := s.fs.OpenFile(path, os.O_RDONLY, 0)
		if err != nil {
			yield(Event{}, fmt.Errorf("read conversation %s: %w", id, err))
			return
		}
		more := scanAll(path, newScanner(f, s.lineMax), yield)
		if err := f.Close(); err != nil && more {
			yield(Event{}, err)
		}
	}, nil
}

// Summary is one row of List.
type Summary struct {
	Meta
	Updated time.Time // when the last event was appended, by the file system's clock
	Bytes   int64     // of the events file
	Err     error     // the metadata could not be read, or ErrNoEvents; the rest is still right
}

// List returns the newest conversations first, at most limit of them (0 = all), and
// reads the metadata of those only. A root that does not exist is an empty list.
func (s *Store) List(limit int) ([]Summary, error) {
	ids, err := s.ids()
	if err != nil {
		return nil, err
	}
	var list []Summary
	for _, id := range ids {
		if limit > 0 && len(list) == limit {
			break
		}
		if sum, ok := s.summary(id); ok {
			list = append(list, sum)
		}
	}
	return list, nil
}

// summary is false for what is no conversation: a Create that never got to its metadata, and has no events either.
func (s *Store) summary(id string) (Summary, bool) {
	m, metaErr := s.readMeta(id)
	info, err := s.fs.Lstat(s.path(id, eventsFile))
	if err == nil && info.Size() > 0 {
		return Summary{Meta: m, Updated: info.ModTime(), Bytes: info.Size(), Err: metaErr}, true
	}
	if errors.Is(metaErr, os.ErrNotExist) {
		return Summary{}, false
	}
	sum := Summary{Meta: m, Updated: m.Created, Err: cmp.Or(metaErr, error(ErrNoEvents))}
	if err == nil {
		sum.Updated = info.ModTime()
	}
	return sum, true
}

// Latest is the id of the conversation that was written last; ErrNotFound when there
// is none. One without events counts only where there is no other: List shows it, so it
// must not vanish here.
func (s *Store) Latest() (string, error) {
	ids, err := s.ids()
	if err != nil {
		return "", err
	}
	latest, at := "", time.Time{}
	for _, id := range ids { // newest id first, so that it wins a tie
		info, err := s.fs.Lstat(s.path(id, eventsFile))
		if err == nil && info.Size() > 0 && (latest == "" || info.ModTime().After(at)) {
			latest, at = id, info.ModTime()
		}
	}
	if latest == "" {
		for _, id := range ids {
			if _, ok := s.summary(id); ok {
				return id, nil
			}
		}
		return "", fmt.Errorf("find the last conversation: %w", ErrNotFound)
	}
	return latest, nil
}

// Resolve finds the conversation that short means: a whole id, or its unique
// beginning or end.
func (s *Store) Resolve(short string) (string, error) {
	ids, err := s.ids()
	if err != nil {
		return "", err
	}
	var found []string
	for _, id := range ids {
		if id == short {
			return id, nil
		}
		if short != "" && (strings.HasPrefix(id, short) || strings.HasSuffix(id, short)) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("find conversation %q: %w", short, ErrNotFound)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("find conversation %q: %w: %s and %s", short, ErrAmbiguous, found[0], found[1])
}

// ids are the names of all conversations, newest first.
func (s *Store) ids() ([]string, error) {
	entries, err := s.fs.ReadDir(s.root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list conversations: %w", err)
	}
	var ids []string
	for _, e := range entries {
		if _, ok := idBirth(e.Name()); ok && e.IsDir() {
			ids = append(ids, e.Name())
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(b, a) })
	return ids, nil
}
