package recording_test

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"jp/recording"
)

// pieces is what a fuzz program is made of: whole and broken parts of recordings. Raw bytes
// would hardly ever get past the header.
var pieces = []string{
	head2, head3, `{"version":1,"width":8,"height":2,"stdout":[`, `{`, `}`, `[`, `]`, `,`, "\n", "\r\n", " ", `"`,
	`[1,"o","a"]`, `[0.5, "o", "b"]` + "\n", `[-1,"o","c"]`, `[1e400,"o","d"]`, `[NaN,"o","e"]`, `["2","o","f"]`,
	`[1,"r","8x2"]`, `[1,"r",[8,2]]`, `[1,"r",{"cols":8,"rows":2}]`, `[1,"r","-1x0"]`, `[1,"m",""]`, `[1,"x",3]`,
	`[1,"z",{"a":[]}]`, `[1,"o","`, `\u00`, `\ud83d`, `\ude00`, `\`, "\x1b", "\x00\x00", "\xe2", "\x82", "\xac", "\xff",
	"\xef\xbb\xbf", "#", "null", "true", `1`, `.`, `99999999999`, `"width":`, `"term":{"cols":0,"rows":3}`, `[1,"a"]`,
}

// FuzzReader holds the reader to its promises: no panic, no hang, valid text, times that
// never go back, and the same events however the bytes arrive.
func FuzzReader(f *testing.F) {
	f.Add([]byte{0, 12, 8, 13})
	f.Add([]byte{1, 12, 8, 25, 32, 8, 13, 33, 34})
	f.Add([]byte{2, 45, 7, 45, 6, 4})
	f.Add([]byte{5, 0, 7, 12, 7, 18, 6})
	f.Add([]byte{40, 5, 3, 43, 4, 8, 29, 27, 28, 8, 36, 0})
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 4096 {
			t.Skip("programs are short")
		}
		var text []byte
		for _, p := range program {
			text = append(text, pieces[int(p)%len(pieces)]...)
		}
		whole := check(t, bytes.NewReader(text))
		if single := check(t, iotest.OneByteReader(bytes.NewReader(text))); single != whole {
			t.Errorf("%q:\nwhole        %s\nbyte by byte %s", text, whole, single)
		}
	})
}

func check(t *testing.T, r io.Reader) string {
	t.Helper()
	rd, err := recording.NewReader(r, recording.Options{Name: "f", MaxEvent: 4096})
	if err != nil {
		return err.Error()
	}
	story := ""
	var last recording.Event
	for ev, err := range rd.Events() {
		if err != nil {
			return story + err.Error()
		}
		if ev.Time < last.Time {
			t.Errorf("time %v after %v", ev.Time, last.Time)
		}
		if !utf8.Valid(ev.Data) {
			t.Errorf("data is not UTF-8: %q", ev.Data)
		}
		if ev.Kind == recording.Resize && (ev.Cols <= 0 || ev.Rows <= 0 || ev.Cols > recording.MaxSide || ev.Rows > recording.MaxSide) {
			t.Errorf("resize to %dx%d", ev.Cols, ev.Rows)
		}
		last = ev
		story += tell(ev) + "\n"
	}
	return story
}
