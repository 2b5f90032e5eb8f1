package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWords_FilesAreParagraphs(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a": "from a\n", "b": "from b\r\n\r\n", "bom": "\ufefftext", "latin": "caf\xe9", "empty": ""} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"", ""},
		{"one two", "one two"},
		{"@a", "from a"},
		{"one @a two three @b", "one\n\nfrom a\n\ntwo three\n\nfrom b"},
		{"@@a b@c @", "@a b@c @"},
		{"@bom", "text"},
		{"@latin", "caf\uFFFD"},
	} {
		got, err := words(strings.Fields(c.args))
		if err != nil || got != c.want {
			t.Errorf("%q: got %q, %v, want %q", c.args, got, err, c.want)
		}
	}
}

func TestReadText_RefusesWhatIsNoQuestion(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // "" = taken
	}{
		{"one less", strings.Repeat("x", inputMax-1), ""},
		{"the bound", strings.Repeat("x", inputMax), ""},
		{"one more", strings.Repeat("x", inputMax+1), "read standard input: more than 16 MiB"},
		{"binary", "a\x00b", "read standard input: not a text"},
	} {
		_, err := readText("standard input", strings.NewReader(c.text))
		if got := errorText(err); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestJoin_WhatWasPipedComesFirst(t *testing.T) {
	for _, c := range []struct{ piped, asked, want string }{
		{"", "a", "a"},
		{"\n", "a", "a"},
		{"p", "", "p"},
		{"p", "a", "p\n\na"},
		{"", "", ""},
	} {
		if got := join(c.piped, c.asked); got != c.want {
			t.Errorf("%q and %q: got %q, want %q", c.piped, c.asked, got, c.want)
		}
	}
}

func TestStoreRoot_IsTheNearestWorkspaceOrTheDataDirectory(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(home, "work", ".jp"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(home, "work", "deep", "er"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	for _, c := range []struct{ dir, xdg, want string }{
		{"work/deep/er", "/data", filepath.Join(home, "work/.jp/conversations")},
		{".", "/data", "/data/jp/conversations"},
		{".", "relative", filepath.Join(home, ".local/share/jp/conversations")},
		{".", "", filepath.Join(home, ".local/share/jp/conversations")},
	} {
		t.Chdir(filepath.Join(home, c.dir))
		t.Setenv("XDG_DATA_HOME", c.xdg)
		if got, err := storeRoot(); err != nil || got != c.want {
			t.Errorf("in %s with %q: got %q, %v, want %q", c.dir, c.xdg, got, err, c.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
