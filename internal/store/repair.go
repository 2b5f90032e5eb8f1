package store

import (
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	problemsMax = 100  // problems that a Repair lists; the count goes on
	backupsMax  = 1000 // backups of one conversation before repairs stop
)

// Repair is what Open had to do to a conversation. It is data for a warning: the
// caller must show it, since what the model sees may have changed.
type Repair struct {
	Path     string    // the events file
	Backup   string    // the file as it was, empty when nothing was rewritten
	Problems []Problem // the first hundred
	Count    int       // all of them
	Events   int       // events that are there now
	Lost     int64     // bytes of the old file that are in no event
	Newer    int       // events written by a newer version: kept, perhaps not understood
	Meta     error     // why the metadata had to be made anew, nil when it was fine
	Empty    bool      // the events file has no bytes: never used, or lost
	Exposed  bool      // others may read or write the conversation's directory
}

// Clean reports whether there is nothing to tell.
func (r Repair) Clean() bool {
	return r.Count == 0 && r.Newer == 0 && r.Meta == nil && !r.Empty && !r.Exposed
}

func (r *Repair) note(p Problem) {
	if p.Damage == 0 {
		return
	}
	r.Count++
	r.Lost += int64(p.Lost)
	if len(r.Problems) < problemsMax {
		r.Problems = append(r.Problems, p)
	}
}

// survey reads a whole events file and passes on every event that it holds.
func survey(sc *scanner, rep *Repair, keep func(Event) error) error {
	for {
		events, problem, err := sc.scan()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		rep.note(problem)
		for _, ev := range events {
			rep.Events++
			if ev.Version > Schema {
				rep.Newer++
			}
			if err := keep(ev); err != nil {
				return err
			}
		}
	}
}

// repair replaces a damaged events file by one that holds its events, one a line and
// byte for byte, and keeps the old file under another name.
func (s *Store) repair(path string) (backup string, err error) {
	if backup, err = s.backup(path); err != nil {
		return "", fmt.Errorf("back up %q before a repair: %w", path, err)
	}
	src, err := s.fs.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return "", fmt.Errorf("repair %q: %w", path, err)
	}
	err = s.replace(path, func(w io.Writer) error {
		return survey(newScanner(src, s.lineMax), &Repair{}, func(ev Event) error {
			_, err := w.Write(append(ev.Raw, '\n'))
			return err
		})
	})
	return backup, errors.Join(err, src.Close())
}

// backup gives the file a second name, which costs no space, or copies it where the
// file system knows no links. The original stays in place either way: there is no
// moment without an events file.
func (s *Store) backup(path string) (string, error) {
	for i := 1; i <= backupsMax; i++ {
		name := fmt.Sprintf("%s.damaged-%d", path, i)
		if _, err := s.fs.Lstat(name); err == nil {
			continue
		}
		if s.fs.Link(path, name) == nil {
			return name, nil
		}
		return name, s.copyFile(path, name)
	}
	return "", fmt.Errorf("%d backups exist already", backupsMax)
}

func (s *Store) copyFile(from, to string) error {
	src, err := s.fs.OpenFile(from, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	err = s.replace(to, func(w io.Writer) error {
		_, err := io.Copy(w, src)
		return err
	})
	return errors.Join(err, src.Close())
}
