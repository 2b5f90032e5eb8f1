package store_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"time"

	"jp/internal/store"
)

// errDown is what every call returns after the crash.
var errDown = errors.New("machine is down")

// memFS is a file system that knows what is durable: file bytes after Sync, names
// after SyncDir. At the k-th changing call it fails once, or the machine goes down.
type memFS struct {
	names, durable map[string]*inode
	locked         map[string]bool

	calls  int
	failAt int   // the call that fails, 0 = none
	err    error // what it returns
	crash  bool  // it is the machine's last call
	down   bool

	noLinks bool // like FAT
}

type inode struct {
	dir    bool
	data   []byte
	synced []byte
	mode   fs.FileMode
}

// survival says what a crash leaves of the bytes that were not synced.
type survival int

const (
	survivesAll  survival = iota // the process died, the machine lives
	survivesNone                 // power cut
	survivesHalf                 // power cut in mid-writeback
	survivesNUL                  // power cut after the size was written but not the bytes
)

func newMemFS() *memFS {
	return &memFS{
		names: map[string]*inode{}, durable: map[string]*inode{}, locked: map[string]bool{},
	}
}

// restart is the file system after a crash and a reboot.
func (m *memFS) restart(s survival) *memFS {
	names := m.durable
	if s == survivesAll {
		names = m.names
	}
	n := newMemFS()
	for name, old := range names {
		node := &inode{dir: old.dir, mode: old.mode, data: bytes.Clone(old.data)}
		fresh := max(0, len(old.data)-len(old.synced))
		switch {
		case s == survivesNone:
			node.data = bytes.Clone(old.synced)
		case s == survivesHalf:
			node.data = node.data[:len(node.data)-fresh+fresh/2]
		case s == survivesNUL && fresh > 0:
			copy(node.data[len(node.data)-fresh:], make([]byte, fresh))
		}
		node.synced = bytes.Clone(node.data)
		n.names[name] = node
	}
	n.durable = maps.Clone(n.names)
	return n
}

// change counts a call; do is told how much of it happens.
func (m *memFS) change(do func(whole bool) error) error {
	if m.down {
		return errDown
	}
	m.calls++
	if m.calls != m.failAt {
		return do(true)
	}
	_ = do(false)
	if m.crash {
		m.down = true
		return errDown
	}
	return m.err
}

func (m *memFS) OpenFile(name string, flag int, perm fs.FileMode) (store.File, error) {
	node, ok := m.names[name]
	switch {
	case m.down:
		return nil, errDown
	case ok && flag&os.O_EXCL != 0:
		return nil, fs.ErrExist
	case ok:
		return &memFile{fs: m, node: node}, nil
	case flag&os.O_CREATE == 0:
		return nil, fs.ErrNotExist
	}
	node = &inode{mode: perm}
	err := m.change(func(whole bool) error {
		if whole {
			m.names[name] = node
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &memFile{fs: m, node: node}, nil
}

func (m *memFS) MkdirAll(name string, perm fs.FileMode) error {
	if _, ok := m.names[name]; ok {
		return nil
	}
	return m.Mkdir(name, perm)
}

func (m *memFS) Mkdir(name string, perm fs.FileMode) error {
	if _, ok := m.names[name]; ok {
		return fs.ErrExist
	}
	return m.change(func(whole bool) error {
		if whole {
			node := &inode{dir: true, mode: perm}
			m.names[name] = node
			if strings.Count(name, "/") == 1 {
				m.durable[name] = node // the root is older than the test
			}
		}
		return nil
	})
}

func (m *memFS) Rename(oldName, newName string) error {
	return m.change(func(whole bool) error {
		if whole {
			m.names[newName] = m.names[oldName]
			delete(m.names, oldName)
		}
		return nil
	})
}

func (m *memFS) Link(oldName, newName string) error {
	if _, ok := m.names[newName]; ok {
		return fs.ErrExist
	}
	if m.noLinks {
		return fs.ErrPermission
	}
	return m.change(func(whole bool) error {
		if whole {
			m.names[newName] = m.names[oldName]
		}
		return nil
	})
}

func (m *memFS) Remove(name string) error {
	return m.change(func(whole bool) error {
		if whole {
			delete(m.names, name)
		}
		return nil
	})
}

func (m *memFS) SyncDir(dir string) error {
	return m.change(func(whole bool) error {
		if !whole {
			return nil
		}
		for name := range m.durable {
			if _, ok := m.names[name]; !ok && filepath.Dir(name) == dir {
				delete(m.durable, name)
			}
		}
		for name, node := range m.names {
			if filepath.Dir(name) == dir {
				m.durable[name] = node
			}
		}
		return nil
	})
}

func (m *memFS) Lstat(name string) (fs.FileInfo, error) {
	node, ok := m.names[name]
	switch {
	case m.down:
		return nil, errDown
	case !ok:
		return nil, fs.ErrNotExist
	}
	return memInfo{name: filepath.Base(name), node: node}, nil
}

func (m *memFS) ReadDir(dir string) ([]fs.DirEntry, error) {
	if m.down {
		return nil, errDown
	}
	var list []fs.DirEntry
	for name, node := range m.names {
		if filepath.Dir(name) == dir {
			list = append(list, fs.FileInfoToDirEntry(memInfo{name: filepath.Base(name), node: node}))
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name() < list[j].Name() })
	return list, nil
}

func (m *memFS) Lock(name string, owner []byte) (io.Closer, []byte, error) {
	if m.down {
		return nil, nil, errDown
	}
	if m.locked[name] {
		return nil, []byte(`{"pid":7}`), store.ErrLocked
	}
	m.locked[name] = true
	return unlock(func() { m.locked[name] = false }), nil, nil
}

type unlock func()

func (u unlock) Close() error { u(); return nil }

type memFile struct {
	fs   *memFS
	node *inode
	pos  int
}

func (f *memFile) Read(p []byte) (int, error) {
	if f.fs.down {
		return 0, errDown
	}
	if f.pos >= len(f.node.data) {
		return 0, io.EOF
	}
	n := copy(p, f.node.data[f.pos:])
	f.pos += n
	return n, nil
}

// Write appends, since the store writes new files and append-only ones. Half of a
// failing write arrives.
func (f *memFile) Write(p []byte) (n int, err error) {
	err = f.fs.change(func(whole bool) error {
		n = len(p)
		if !whole {
			n = len(p) / 2
		}
		f.node.data = append(f.node.data, p[:n]...)
		return nil
	})
	return n, err
}

func (f *memFile) Sync() error {
	return f.fs.change(func(whole bool) error {
		if whole {
			f.node.synced = bytes.Clone(f.node.data)
		}
		return nil
	})
}

func (f *memFile) Truncate(size int64) error {
	return f.fs.change(func(whole bool) error {
		if whole {
			f.node.data = f.node.data[:size]
		}
		return nil
	})
}

func (f *memFile) Close() error { return nil }

type memInfo struct {
	name string
	node *inode
}

func (i memInfo) Name() string       { return i.name }
func (i memInfo) Size() int64        { return int64(len(i.node.data)) }
func (i memInfo) ModTime() time.Time { return time.Time{} }
func (i memInfo) IsDir() bool        { return i.node.dir }
func (i memInfo) Sys() any           { return nil }

func (i memInfo) Mode() fs.FileMode {
	if i.node.dir {
		return i.node.mode | fs.ModeDir
	}
	return i.node.mode
}

var errNoSpace error = syscall.ENOSPC
