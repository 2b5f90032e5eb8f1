package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"jp/internal/store"
)

const (
	workspaceDir     = ".jp"
	conversationsDir = "conversations"
)

// openStore finds the place of the conversations and touches nothing.
func openStore() (*store.Store, error) {
	root, err := storeRoot()
	if err != nil {
		return nil, err
	}
	return store.New(store.Options{Root: root, Now: time.Now}), nil
}

// storeRoot is the nearest .jp directory of a workspace above the current one, else the user's data
// directory.
func storeRoot() (string, error) {
	if dir, err := os.Getwd(); err == nil {
		if found, ok := workspace(dir); ok {
			return filepath.Join(found, conversationsDir), nil
		}
	}
	// A relative XDG path is to be ignored, says the specification.
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "jp", conversationsDir), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		err = fmt.Errorf("find the data directory: %w", err)
		return "", &hintedError{err, "set XDG_DATA_HOME, or run with --no-persist"}
	}
	return filepath.Join(home, ".local", "share", "jp", conversationsDir), nil
}

func workspace(dir string) (string, bool) {
	for {
		path := filepath.Join(dir, workspaceDir)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// errNoConversation is what ls, print and show say about an empty store.
var errNoConversation = errors.New("there is no conversation yet")

// findConversation returns the id that short means; "" is the one written last.
func findConversation(st *store.Store, short string) (string, error) {
	if short != "" {
		return st.Resolve(short)
	}
	id, err := st.Latest()
	if errors.Is(err, store.ErrNotFound) {
		return "", &hintedError{errNoConversation, "jp query starts one"}
	}
	return id, err
}
