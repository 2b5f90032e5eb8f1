package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// metaMax bounds what is read of a metadata file.
const metaMax = 1 << 20

// Meta is what is known about a conversation without reading it. Fields that this
// version does not know are carried along when it is replaced.
type Meta struct {
	Schema  int       `json:"schema"`
	ID      string    `json:"id"`
	Created time.Time `json:"created"`
	Title   string    `json:"title,omitempty"`
	Model   string    `json:"model,omitempty"` // "provider/model" of the first turn
	Dir     string    `json:"dir,omitempty"`   // working directory of the first turn

	unknown map[string]json.RawMessage
}

// metaKnown are the JSON names of Meta's own fields.
var metaKnown = []string{"schema", "id", "created", "title", "model", "dir"}

// plainMeta is Meta without its methods.
type plainMeta Meta

// MarshalJSON writes the known fields and, sorted behind them, the unknown ones.
func (m Meta) MarshalJSON() ([]byte, error) {
	known, err := marshal(plainMeta(m))
	if err != nil || len(m.unknown) == 0 {
		return known, err
	}
	extra, err := marshal(m.unknown)
	if err != nil {
		return nil, err
	}
	known[len(known)-1] = ','
	return append(known, extra[1:]...), nil
}

// UnmarshalJSON reads the known fields and keeps the others.
func (m *Meta) UnmarshalJSON(b []byte) error {
	var p plainMeta
	if err := json.Unmarshal(b, &p); err != nil {
		return err
	}
	if err := json.Unmarshal(b, &p.unknown); err != nil {
		return err
	}
	for _, name := range metaKnown {
		delete(p.unknown, name)
	}
	*m = Meta(p)
	return nil
}

// readMeta never fails for good: a conversation whose metadata is lost is still a
// conversation. The error then says what was wrong, and the id tells the birth.
func (s *Store) readMeta(id string) (Meta, error) {
	born, _ := idBirth(id)
	m := Meta{Schema: Schema, ID: id, Created: born}
	path := s.path(id, metaFile)
	f, err := s.fs.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return m, err
	}
	b, err := io.ReadAll(io.LimitReader(f, metaMax+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return m, fmt.Errorf("read %q: %w", path, err)
	}
	if len(b) > metaMax {
		return m, fmt.Errorf("read %q: more than %d bytes", path, metaMax)
	}
	var got Meta
	if err := json.Unmarshal(b, &got); err != nil {
		return m, fmt.Errorf("read %q: %w", path, err)
	}
	got.ID = id // the directory decides: it may have been copied
	if got.Created.IsZero() {
		got.Created = born
	}
	return got, nil
}

func (s *Store) writeMeta(m Meta) error {
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("encode metadata of %s: %w", m.ID, err)
	}
	return s.replace(s.path(m.ID, metaFile), func(w io.Writer) error {
		_, err := w.Write(append(b, '\n'))
		return err
	})
}

// replace gives path new content or leaves it as it was, whatever happens in
// between. The directory is synced too: without that, the rename may be undone by a
// crash and the name may lead to an empty file.
func (s *Store) replace(path string, write func(io.Writer) error) (err error) {
	temp := path + tempSuffix
	f, err := s.fs.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		// A crash left it; nobody else writes here, since we hold the lock.
		if err = s.fs.Remove(temp); err == nil {
			f, err = s.fs.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		}
	}
	if err != nil {
		return fmt.Errorf("replace %q: %w", path, err)
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = s.fs.Rename(temp, path)
	}
	if err != nil {
		return fmt.Errorf("replace %q: %w", path, errors.Join(err, s.fs.Remove(temp)))
	}
	if err := s.fs.SyncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("replace %q: sync its directory: %w", path, err)
	}
	return nil
}
