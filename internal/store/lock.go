package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// ErrLocked is what errors.Is finds when another process, or another Conversation of
// this one, has the conversation open for writing.
var ErrLocked = errors.New("locked")

// LockedError says who has the lock, as far as they left a note. The caller decides
// whether to wait and try again; a lock never becomes stale, because the kernel drops
// it with its process.
type LockedError struct {
	ID    string
	PID   int       // 0 when unknown
	Since time.Time // zero when unknown
}

// Error names the conversation and, if known, the process.
func (e *LockedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("conversation %s is in use by another process", e.ID)
	}
	return fmt.Sprintf("conversation %s is in use by process %d", e.ID, e.PID)
}

// Is makes errors.Is(err, ErrLocked) true.
func (e *LockedError) Is(target error) bool { return target == ErrLocked }

// owner is the note in a lock file.
type owner struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

func (s *Store) lock(id string) (io.Closer, error) {
	note, err := json.Marshal(owner{PID: os.Getpid(), Since: s.now().UTC()})
	if err != nil {
		return nil, fmt.Errorf("lock conversation %s: %w", id, err)
	}
	path := s.path(id, lockFile)
	lock, holder, err := s.fs.Lock(path, note)
	if errors.Is(err, ErrLocked) {
		var o owner
		_ = json.Unmarshal(holder, &o) // no note, no name
		return nil, &LockedError{ID: id, PID: o.PID, Since: o.Since}
	}
	if err != nil {
		return nil, fmt.Errorf("lock %q: %w", path, err)
	}
	return lock, nil
}
