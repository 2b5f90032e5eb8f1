//go:build !unix

package store

import "os"

const openNoFollow = 0

func flock(*os.File) error { return errNoLocks }
