//go:build !unix

package tool

import "os"

func openAt(root *os.Root, name string) (*os.File, error) { return root.Open(name) }
