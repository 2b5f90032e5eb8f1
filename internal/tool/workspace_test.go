package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jp/internal/provider"
	"jp/internal/tool"
)

// workspace makes a directory with the given files; a name with a final slash is a
// directory.
func workspace(t *testing.T, files map[string]string) (*tool.Set, string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		full := filepath.Join(dir, name)
		parent := filepath.Dir(full)
		if strings.HasSuffix(name, "/") {
			parent = full
		}
		if err := os.MkdirAll(parent, 0o755); err != nil {
			t.Fatal(err)
		}
		if parent == full {
			continue
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := tool.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	return tool.NewSet(ws.Tools()...), dir
}

func call(t *testing.T, s *tool.Set, name, args string) tool.Outcome {
	t.Helper()
	return s.Call(t.Context(), provider.ToolCall{ID: "1", Name: name, Args: json.RawMessage(args)})
}

func TestListFiles_ShowsNamesAndSizes(t *testing.T) {
	s, dir := workspace(t, map[string]string{
		"README.md": "hello\n", "cmd/jp/main.go": "package main\n", "cmd/x": "", "a/b/c/d": "deep", ".hidden": "h", ".git/HEAD": "ref",
		"odd\tname\n": "1", "empty/": "",
	})
	if err := os.Symlink("README.md", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, args, want string }{
		{
			"default", `{}`,
			"README.md\t6\na/\ncmd/\nempty/\nlink\t(link)\n\"odd\\tname\\n\"\t1\na/b/\ncmd/jp/\ncmd/x\t0\n",
		},
		{"one-level", `{"depth":1}`, "README.md\t6\na/\ncmd/\nempty/\nlink\t(link)\n\"odd\\tname\\n\"\t1\n"},
		{"below", `{"path":"a","depth":8}`, "a/b/\na/b/c/\na/b/c/d\t4\n"},
		{"absolute", `{"path":` + fmt.Sprintf("%q", filepath.Join(dir, "cmd")) + `,"depth":1}`, "cmd/jp/\ncmd/x\t0\n"},
		{"empty", `{"path":"empty"}`, "(empty directory)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := call(t, s, "list_files", tt.args); got.Text != tt.want || got.IsError {
				t.Errorf("got %q, error %v; want %q", got.Text, got.IsError, tt.want)
			}
		})
	}
	got := call(t, s, "list_files", `{"hidden":true,"depth":8}`).Text
	if !strings.Contains(got, ".hidden\t1") || !strings.Contains(got, ".git/\n") || strings.Contains(got, "HEAD") {
		t.Errorf("hidden = %q, want .hidden and .git/, but nothing inside .git", got)
	}
}

func TestListFiles_BoundInThrees(t *testing.T) {
	for _, n := range []int{499, 500, 501} {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("f%03d", i)] = ""
		}
		s, _ := workspace(t, files)
		got := call(t, s, "list_files", `{}`).Text
		if shown := strings.Count(got, "\t0\n"); shown != min(n, 500) {
			t.Errorf("%d files: %d shown", n, shown)
		}
		if told := strings.Contains(got, "[1 or more entries not shown]"); told != (n > 500) {
			t.Errorf("%d files: rest mentioned %v", n, told)
		}
	}
}

func TestListFiles_ABigDirectoryDoesNotHideTheTopLevel(t *testing.T) {
	files := map[string]string{"z.txt": ""}
	for i := range 600 {
		files[fmt.Sprintf("a/f%03d", i)] = ""
	}
	s, _ := workspace(t, files)
	if got := call(t, s, "list_files", `{}`).Text; !strings.HasPrefix(got, "a/\nz.txt\t0\na/f000\t0\n") {
		t.Errorf("got %.60q", got)
	}
}

func TestReadFile_DescribesAndQuotes(t *testing.T) {
	ten := strings.Repeat("line\n", 10)
	s, _ := workspace(t, map[string]string{
		"ten": ten, "tail": "a\nb", "one": "a\n", "empty": "", "crlf": "a\r\nb\r\n",
		"nul": "a\x00b", "latin": strings.Repeat("\xe4", 100), "utf8": "Grüße, 世界\n", "dir/": "",
	})
	tests := []struct {
		name, args, want string
		isError          bool
	}{
		{"whole", `{"path":"ten"}`, "ten: 10 lines, 50 bytes\n\n" + ten, false},
		{"no-final-newline", `{"path":"tail"}`, "tail: 2 lines, 3 bytes\n\na\nb", false},
		{"one-line", `{"path":"one"}`, "one: 1 line, 2 bytes\n\na\n", false},
		{"empty", `{"path":"empty"}`, "empty: 0 lines, 0 bytes\n\n", false},
		{"crlf-verbatim", `{"path":"crlf"}`, "crlf: 2 lines, 6 bytes\n\na\r\nb\r\n", false},
		{"utf8", `{"path":"./utf8"}`, "utf8: 1 line, 16 bytes\n\nGrüße, 世界\n", false},
		{"range", `{"path":"ten","first_line":9,"lines":1}`, "ten: lines 9-9 of 10, 50 bytes\n\nline\n", false},
		{"range-to-the-end", `{"path":"ten","first_line":10,"lines":5}`, "ten: lines 10-10 of 10, 50 bytes\n\nline\n", false},
		{"range-behind-the-end", `{"path":"ten","first_line":11}`, "ten: no line 11, it has 10, 50 bytes\n\n", false},
		{"binary", `{"path":"nul"}`, "nul: binary file, 3 bytes", false},
		{"not-utf8", `{"path":"latin"}`, "latin: binary file, 100 bytes", false},
		{"directory", `{"path":"dir"}`, `"dir" is a directory; list_files lists it`, true},
		{"missing", `{"path":"nope"}`, `"nope" does not exist`, true},
		{"no-path", `{}`, "bad arguments: path is missing", true},
		{"unknown-field", `{"path":"ten","mode":"x"}`, `bad arguments: unknown field "mode"`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := call(t, s, "read_file", tt.args)
			if got.Text != tt.want || got.IsError != tt.isError {
				t.Errorf("got %q, error %v; want %q, %v", got.Text, got.IsError, tt.want, tt.isError)
			}
		})
	}
}

func TestReadFile_LineBoundInThrees(t *testing.T) {
	for _, n := range []int{1999, 2000, 2001} {
		s, _ := workspace(t, map[string]string{"f": strings.Repeat("x\n", n)})
		got := call(t, s, "read_file", `{"path":"f"}`).Text
		header, body, _ := strings.Cut(got, "\n\n")
		if lines := strings.Count(body, "\n"); lines != min(n, 2000) {
			t.Errorf("%d lines: %d returned", n, lines)
		}
		if partial := strings.Contains(header, "lines 1-2000 of 2001"); partial != (n > 2000) {
			t.Errorf("%d lines: header %q", n, header)
		}
	}
}

func TestReadFile_ByteBoundKeepsRunesWhole(t *testing.T) {
	for pad := range 4 {
		s, _ := workspace(t, map[string]string{"f": strings.Repeat("x", pad) + strings.Repeat("世", 40_000)})
		got := call(t, s, "read_file", `{"path":"f"}`).Text
		header, body, _ := strings.Cut(got, "\n\n")
		if !strings.Contains(header, "the last one cut") || len(body) > 64<<10 || len(body) < 64<<10-4 {
			t.Errorf("pad %d: header %q, %d bytes", pad, header, len(body))
		}
		if strings.ContainsRune(body, '\uFFFD') {
			t.Errorf("pad %d: a rune was cut", pad)
		}
	}
}

func TestFiles_NothingOutsideCanBeReached(t *testing.T) {
	s, dir := workspace(t, map[string]string{"in": "inside\n", "sub/": ""})
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"abs": outside, "rel": "../" + filepath.Base(filepath.Dir(outside)), "up": "..", "in2": "in"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{outside, "../x", "..", "sub/../../x", "abs", "rel/secret", "up/x", dir + "2/x", "/", "a\x00b"} {
		args, _ := json.Marshal(map[string]string{"path": path})
		for _, name := range s.Names() {
			if got := call(t, s, name, string(args)); !got.IsError || strings.Contains(got.Text, "secret\n") {
				t.Errorf("%s %q = %q, want a refusal", name, path, got.Text)
			}
		}
	}
	if got := call(t, s, "read_file", `{"path":"in2"}`); got.IsError || !strings.Contains(got.Text, "inside") {
		t.Errorf("link inside = %q", got.Text)
	}
}

func TestFiles_CancelledCallsDoNotRun(t *testing.T) {
	s, _ := workspace(t, map[string]string{"f": "x"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := s.Call(ctx, provider.ToolCall{Name: "read_file", Args: json.RawMessage(`{"path":"f"}`)})
	if !got.IsError || !strings.Contains(got.Text, "canceled") {
		t.Errorf("got %q", got.Text)
	}
}
