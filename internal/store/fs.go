package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// FS is the part of a file system that the store uses. It is an interface so that a
// test can fail or crash at the k-th call, for every k; the zero Options use the
// operating system. Implementations need not be safe for concurrent use.
type FS interface {
	// OpenFile refuses to follow a symbolic link in the last element of name.
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	MkdirAll(name string, perm fs.FileMode) error
	Mkdir(name string, perm fs.FileMode) error
	Rename(oldName, newName string) error
	Link(oldName, newName string) error
	Remove(name string) error
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	// SyncDir makes the names in a directory durable.
	SyncDir(name string) error
	// Lock takes the exclusive lock on name, creating the file and never waiting,
	// and leaves owner in it. When somebody else has it, the error is ErrLocked and
	// holder is what they left.
	Lock(name string, owner []byte) (lock io.Closer, holder []byte, err error)
}

// File is an open file of an FS.
type File interface {
	io.Reader
	io.Writer
	io.Closer
	Sync() error
	Truncate(size int64) error
}

// errNoLocks says that the platform can not give the promise the store needs.
var errNoLocks = errors.New("file locks are not supported here")

// system is the FS of the operating system.
type system struct{}

func (system) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, flag|openNoFollow, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (system) MkdirAll(name string, perm fs.FileMode) error { return os.MkdirAll(name, perm) }
func (system) Mkdir(name string, perm fs.FileMode) error    { return os.Mkdir(name, perm) }
func (system) Rename(oldName, newName string) error         { return os.Rename(oldName, newName) }
func (system) Link(oldName, newName string) error           { return os.Link(oldName, newName) }
func (system) Remove(name string) error                     { return os.Remove(name) }
func (system) Lstat(name string) (fs.FileInfo, error)       { return os.Lstat(name) }
func (system) ReadDir(name string) ([]fs.DirEntry, error)   { return os.ReadDir(name) }

func (system) SyncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func (system) Lock(name string, owner []byte) (io.Closer, []byte, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|openNoFollow, 0o600)
	if err != nil {
		return nil, nil, err
	}
	if err := flock(f); err != nil {
		holder, _ := io.ReadAll(io.LimitReader(f, 4096))
		return nil, holder, errors.Join(err, f.Close())
	}
	// The text is a courtesy to whoever waits; the lock holds without it, also on a
	// full disk.
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt(owner, 0)
	}
	return f, nil, nil
}
