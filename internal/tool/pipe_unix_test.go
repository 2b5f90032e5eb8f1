//go:build unix

package tool_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestReadFile_ANamedPipeDoesNotHang(t *testing.T) {
	s, dir := workspace(t, nil)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := call(t, s, "read_file", `{"path":"pipe"}`); !got.IsError || !strings.Contains(got.Text, "no regular file") {
		t.Errorf("pipe = %q", got.Text)
	}
	if got := call(t, s, "list_files", `{}`); got.Text != "pipe\t(special)\n" {
		t.Errorf("list = %q", got.Text)
	}
}
