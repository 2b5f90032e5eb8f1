package screentest

import (
	"testing"

	"jp/vtmodel"
)

func TestKeyBytes(t *testing.T) {
	for _, tc := range []struct {
		key   string
		modes vtmodel.Modes
		want  string
	}{
		{"a", 0, "a"},
		{"世", 0, "世"},
		{"+", 0, "+"},
		{"Ctrl++", 0, ""},
		{"Enter", 0, "\r"},
		{"Escape", 0, "\x1b"},
		{"Backspace", 0, "\x7f"},
		{"Ctrl+C", 0, "\x03"},
		{"Ctrl+c", 0, "\x03"},
		{"Ctrl+Space", 0, "\x00"},
		{"Ctrl+[", 0, "\x1b"},
		{"Ctrl+1", 0, ""},
		{"Ctrl+世", 0, ""},
		{"Alt+x", 0, "\x1bx"},
		{"Alt+Enter", 0, "\x1b\r"},
		{"Ctrl+Alt+x", 0, "\x1b\x18"},
		{"Shift+a", 0, "A"},
		{"Shift+Tab", 0, "\x1b[Z"},
		{"Up", 0, "\x1b[A"},
		{"Up", vtmodel.AppCursor, "\x1bOA"},
		{"Shift+Up", vtmodel.AppCursor, "\x1b[1;2A"},
		{"Ctrl+Right", 0, "\x1b[1;5C"},
		{"Home", 0, "\x1b[H"},
		{"Delete", 0, "\x1b[3~"},
		{"Alt+PageUp", 0, "\x1b[5;3~"},
		{"F1", 0, "\x1bOP"},
		{"F5", 0, "\x1b[15~"},
		{"Shift+F12", 0, "\x1b[24;2~"},
		{"", 0, ""},
		{"Entr", 0, ""},
	} {
		got, err := keyBytes(tc.key, tc.modes)
		if got != tc.want || (err != nil) != (tc.want == "") {
			t.Errorf("%s: got %q, %v, want %q", tc.key, got, err, tc.want)
		}
	}
}

func TestPasteBytes(t *testing.T) {
	if got, want := pasteBytes("a\r\nb\nc", 0), "a\rb\rc"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := pasteBytes("a", vtmodel.BracketedPaste), "\x1b[200~a\x1b[201~"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
