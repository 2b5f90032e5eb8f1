package main

import (
	"slices"
	"testing"
)

func TestKeyReader(t *testing.T) {
	for _, tc := range []struct {
		name, typed string
		want        []key
	}{
		{"letters", " .,][+-=gGq", []key{keyPause, keyStep, keyStepBack, keyNextMarker, keyPrevMarker, keyFaster, keySlower, keyNormal, keyStart, keyEnd, keyQuit}},
		{"tenths", "09", []key{keyTenth0, keyTenth0 + 9}},
		{"control", "\x03\x1a", []key{keyInterrupt, keySuspend}},
		{"arrows", "\x1b[C\x1b[D\x1b[A\x1b[B", []key{keyForward, keyBack, keyFaster, keySlower}},
		{"arrows in application mode", "\x1bOC\x1bOD", []key{keyForward, keyBack}},
		{"shifted arrows", "\x1b[1;2C\x1b[1;2D", []key{keyForwardFar, keyBackFar}},
		{"home and end", "\x1b[H\x1b[F\x1b[1~\x1b[4~", []key{keyStart, keyEnd, keyStart, keyEnd}},
		{"an unknown sequence is nothing as a whole", "\x1b[200~\x1b[5~\x1b[<0;1;1M.", []key{keyStep}},
		{"a very long one too", "\x1b[" + string(make([]byte, 5000)) + "~.", []key{keyStep}},
		{"escape and then a key", "\x1bq", []key{keyQuit}},
		{"two escapes", "\x1b\x1b[C", []key{keyForward}},
		{"Ctrl-C within a sequence", "\x1b[1;\x03", []key{keyInterrupt}},
		{"letters without a meaning", "xyz\r\n", nil},
	} {
		for _, size := range []int{len(tc.typed), 1, 2} {
			var r keyReader
			var got []key
			for part := range slices.Chunk([]byte(tc.typed), size) {
				r.read(part, func(k key) { got = append(got, k) })
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("%s, %d bytes at a time: got %v, want %v", tc.name, size, got, tc.want)
			}
		}
	}
}
