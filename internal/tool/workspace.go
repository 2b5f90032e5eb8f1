package tool

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Workspace is the directory that the file tools work on. Its tools can not leave it:
// links may lead anywhere inside, nowhere else.
type Workspace struct {
	root *os.Root
	dir  string // absolute, to understand absolute paths of a model
}

// OpenWorkspace opens dir. The directory is held open, so that renaming or replacing it
// later does not redirect the tools.
func OpenWorkspace(dir string) (*Workspace, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open workspace %q: %w", dir, err)
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fmt.Errorf("open workspace: %w", err)
	}
	return &Workspace{root: root, dir: abs}, nil
}

// Close makes the workspace's tools fail.
func (w *Workspace) Close() error { return w.root.Close() }

// Tools are the built-in tools on the workspace.
func (w *Workspace) Tools() []Tool { return []Tool{listFiles{w}, readFile{w}} }

// local turns what a model calls a path into a name inside the root. An absolute path
// is understood when it leads into the workspace.
func (w *Workspace) local(name string) (string, error) {
	if strings.ContainsRune(name, 0) {
		return "", errors.New("the path contains a NUL byte")
	}
	if filepath.IsAbs(name) {
		rel, err := filepath.Rel(w.dir, name)
		if err != nil {
			return "", fmt.Errorf("%q is outside the workspace", name)
		}
		name = rel
	}
	name = path.Clean(filepath.ToSlash(name))
	if name == ".." || strings.HasPrefix(name, "../") {
		return "", fmt.Errorf("%q is outside the workspace", name)
	}
	return name, nil
}

// reason is an error of the file system without our absolute paths, for the model.
func reason(name string, err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("%q does not exist", name)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Sprintf("%q: permission denied", name)
	}
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Sprintf("%q: %v", name, pe.Err)
	}
	return fmt.Sprintf("%q: %v", name, err)
}
