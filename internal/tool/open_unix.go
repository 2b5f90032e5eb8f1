//go:build unix

package tool

import (
	"os"
	"syscall"
)

// openAt opens without waiting: a named pipe in the workspace must not hang a run.
func openAt(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
