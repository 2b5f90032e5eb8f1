package recording_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"jp/recording"
)

const (
	head2 = `{"version": 2, "width": 80, "height": 24}` + "\n"
	head3 = `{"version": 3, "term": {"cols": 80, "rows": 24}}` + "\n"
)

// story is a recording in short: "1.5o:text" for each event, and the repairs.
type story struct {
	events  []string
	damages []string
}

func tell(ev recording.Event) string {
	name := string(rune(ev.Kind))
	if ev.Kind == recording.Other {
		name = ev.Code
	}
	if ev.Kind == recording.Resize {
		return fmt.Sprintf("%gr:%dx%d", ev.Time.Seconds(), ev.Cols, ev.Rows)
	}
	return fmt.Sprintf("%g%s:%s", ev.Time.Seconds(), name, ev.Data)
}

func readAll(r io.Reader, o recording.Options) (story, error) {
	var s story
	rd, err := recording.NewReader(r, o)
	if err != nil {
		return s, err
	}
	for ev, err := range rd.Events() {
		if err != nil {
			return s, err
		}
		s.events = append(s.events, tell(ev))
	}
	for _, d := range rd.Damages() {
		s.damages = append(s.damages, d.String())
	}
	return s, nil
}

func TestReader_UsualRecordings(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"v2 times are absolute", head2 + `[0.5, "o", "a"]` + "\n" + `[2, "o", "b"]` + "\n", []string{"0.5o:a", "2o:b"}},
		{"v3 times are relative", head3 + `[0.5, "o", "a"]` + "\n" + `[2, "o", "b"]` + "\n", []string{"0.5o:a", "2.5o:b"}},
		{"v1 delays add up", `{"version":1,"width":80,"height":24,"stdout":[[0.5,"a"],[2,"b"]]}`, []string{"0.5o:a", "2.5o:b"}},
		{"v1 pretty-printed with the size behind", "{\n \"stdout\": [\n  [1, \"a\"],\n  [1, \"b\"]\n ],\n \"height\": 24, \"width\": 80, \"version\": 1\n}\n", []string{"1o:a", "2o:b"}},
		{"every code", head3 + `[1,"i","k"]` + "\n" + `[1,"r","100x30"]` + "\n" + `[1,"m",""]` + "\n" + `[1,"x","3"]`, []string{"1i:k", "2r:100x30", "3m:", "4x:3"}},
		{"an unknown code moves the clock", head3 + `[1,"z","?"]` + "\n" + `[1,"o","a"]`, []string{"1z:?", "2o:a"}},
		{"escapes", head2 + `[0,"o","\u001b[1m\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"]`, []string{"0o:\x1b[1m\"\\/\b\f\n\r\t\u00e9\U0001F600"}},
		{"blank lines and comments", head3 + "\n# note\n" + `[1,"o","a"]` + "\n\n   \n" + `[1,"o","b"]` + "\n\n", []string{"1o:a", "2o:b"}},
		{"carriage returns", strings.ReplaceAll(head2+`[1,"o","a"]`+"\n"+`[2,"o","b"]`+"\n", "\n", "\r\n"), []string{"1o:a", "2o:b"}},
		{"byte order mark", "\xef\xbb\xbf" + head2 + `[1,"o","a"]`, []string{"1o:a"}},
		{"commas behind the events", head2 + `[1,"o","a"],` + "\n" + `[2,"o","b"],` + "\n", []string{"1o:a", "2o:b"}},
		{"one JSON array", `[` + head2 + `,[1,"o","a"],[2,"o","b"]]`, []string{"1o:a", "2o:b"}},
		{"one JSON array, pretty-printed", "[\n  {\n    \"version\": 2,\n    \"width\": 80,\n    \"height\": 24\n  },\n  [\n    1,\n    \"o\",\n    \"a\"\n  ],\n  [\n    2,\n    \"o\",\n    \"b\"\n  ]\n]\n", []string{"1o:a", "2o:b"}},
		{"header over several lines", "{\n\"version\": 2,\n\"width\": 80,\n\"height\": 24\n}\n" + `[1,"o","a"]`, []string{"1o:a"}},
		{"float sides", `{"version": 2, "width": 80.0, "height": 24.0}` + "\n" + `[1,"o","a"]`, []string{"1o:a"}},
		{"exponent", head2 + `[1.5e-03,"o","a"]`, []string{"0.0015o:a"}},
		{
			"resizes in every spelling", head2 + `[1,"r","100X30"]` + "\n" + `[2,"r",[90,20]]` + "\n" + `[3,"r",{"cols":70,"rows":10}]` + "\n" + `[4,"resize","60x9"]` + "\n" + `[5,"size","50x8"]`,
			[]string{"1r:100x30", "2r:90x20", "3r:70x10", "4r:60x9", "5r:50x8"},
		},
		{"exit status as a number", head3 + `[1,"x",2]`, []string{"1x:2"}},
		{"no events", head2, nil},
		{"digits below a nanosecond", head2 + `[1.0000000009999,"o","a"]`, []string{"1o:a"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for name, r := range map[string]io.Reader{
				"whole":        strings.NewReader(tc.text),
				"byte by byte": iotest.OneByteReader(strings.NewReader(tc.text)),
				"halves":       iotest.HalfReader(strings.NewReader(tc.text)),
				"err with n":   iotest.DataErrReader(strings.NewReader(tc.text)),
			} {
				got, err := readAll(r, recording.Options{Strict: true})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if !slices.Equal(got.events, tc.want) {
					t.Errorf("%s: got %q, want %q", name, got.events, tc.want)
				}
			}
		})
	}
}

func TestReader_RecoversAndSaysSo(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
		damage     string // the repairs, joined by "; "
	}{
		{"last line cut in the text", head2 + `[1,"o","a"]` + "\n" + `[2,"o","b`, []string{"1o:a"}, "line 3: incomplete event, ignored"},
		{"last line cut in the number", head2 + `[1,"o","a"]` + "\n" + `[2`, []string{"1o:a"}, "line 3: incomplete event, ignored"},
		{"last line cut in a character", head2 + `[1,"o","a"]` + "\n" + `[2,"o","` + "\xe2\x82", []string{"1o:a"}, "line 3: incomplete event, ignored"},
		{"event cut, recording goes on", head2 + `[1,"o","a` + "\n" + `[2,"o","b"]`, []string{"2o:b"}, "line 2: incomplete event, ignored"},
		{"junk lines", head2 + "lol!\n" + `[1,"o","a"]` + "\n??\n" + `[2,"o","b"]`, []string{"1o:a", "2o:b"}, "line 2: not an event, ignored (2 times)"},
		{"raw control bytes", head2 + "[1,\"o\",\"\x1b[1m\"]", []string{"1o:\x1b[1m"}, "line 2: raw control bytes inside a string, kept"},
		{"trailing comma in the header", `{"version": 2, "width": 80, "height": 24, }` + "\n" + `[1,"o","a"]`, []string{"1o:a"}, "line 1: header is not valid JSON, read leniently"},
		{"header cut", `{"version": 2, "width": 80, "height": 24, "title": "ab` + "\n" + `[1,"o","a"]`, []string{"1o:a"}, "line 1: header is not valid JSON, read leniently"},
		{"header without its start", `idth": 80, "height": 24}` + "\n" + `[1,"o","a"]`, []string{"1o:a"}, "line 1: header is not valid JSON, read leniently; line 1: terminal size is not recorded"},
		{"header with a bad byte", `{"vers` + "\x01" + `ion"8 3, "term": {"cols": 80, "rows": 24}}` + "\n" + `[1,"o","a"]` + "\n" + `[1,"o","b"]`, []string{"1o:a", "2o:b"}, "line 1: header is not valid JSON, read leniently; line 1: terminal size is not recorded"},
		{"header with another word for the version", `{"width": 80, "height": 24, "version": x2}` + "\n" + `[1,"o","a"]`, []string{"1o:a"}, "line 1: header is not valid JSON, read leniently; line 1: header field has a wrong type, ignored"},
		{"zero bytes in front", head2 + "\x00\x00\x00" + `[1,"o","a"]`, []string{"1o:a"}, "line 2: NUL bytes in place of a line, ignored"},
		{"zero bytes at the end", head2 + `[1,"o","a"]` + "\n\x00\x00\x00\x00", []string{"1o:a"}, "line 3: NUL bytes in place of a line, ignored"},
		{"time goes back", head2 + `[2,"o","a"]` + "\n" + `[1,"o","b"]` + "\n" + `[3,"o","c"]`, []string{"2o:a", "2o:b", "3o:c"}, "line 3: time goes back, set to the time of the event before"},
		{"time is negative", head3 + `[-1,"o","a"]` + "\n" + `[1,"o","b"]`, []string{"0o:a", "1o:b"}, "line 2: time goes back, set to the time of the event before"},
		{"time is a string", head2 + `["2.0","o","a"]`, []string{"2o:a"}, "line 2: time is a string, read as a number"},
		{"time is not a number", head2 + `[1,"o","a"]` + "\n" + `[NaN,"o","b"]` + "\n" + `[2,"o","c"]`, []string{"1o:a", "1o:b", "2o:c"}, "line 3: time is not a usable number, set to the time of the event before"},
		{"time is beyond all time", head2 + `[1,"o","a"]` + "\n" + `[1e300,"o","b"]` + "\n" + `[-Infinity,"o","c"]` + "\n" + `[99999999999999999999,"o","d"]`, []string{"1o:a", "1o:b", "1o:c", "1o:d"}, "line 3: time is not a usable number, set to the time of the event before (3 times)"},
		{"intervals add up to too much", head3 + `[3000000000,"o","a"]` + "\n" + `[3000000000,"o","b"]`, []string{"3e+09o:a", "3e+09o:b"}, "line 3: time is not a usable number, set to the time of the event before"},
		{"four elements", head2 + `[1,"o","a",""]`, []string{"1o:a"}, "line 2: event has more than three elements, the others are ignored"},
		{"data is not a string", head3 + `[1,"o",true]` + "\n" + `[1,"o","a"]`, []string{"2o:a"}, "line 2: event data is not a string, event ignored"},
		{"data is missing", head2 + `[1,"o"]` + "\n" + `[2,"o","a"]`, []string{"2o:a"}, "line 2: event data is not a string, event ignored"},
		{"code is not a string", head2 + `[1,5,"a"]` + "\n" + `[2,"o","a"]`, []string{"2o:a"}, "line 2: event code is not a string, event ignored"},
		{"event without anything", head2 + "[]\n[1]\n" + `[2,"o","a"]`, []string{"2o:a"}, "line 2: not an event, ignored (2 times)"},
		{"empty theme", `{"version": 2, "width": 80, "height": 24, "theme": {}}`, nil, "line 1: theme is invalid, ignored"},
		{"impossible resizes", head2 + `[1,"r","-1x0"]` + "\n" + `[1,"r","0x24"]` + "\n" + `[1,"r","10001x1"]` + "\n" + `[1,"r",{"cols":1e300,"rows":1}]` + "\n" + `[1,"r","9999x9999"]`, nil, "line 2: resize to an impossible size, ignored (5 times)"},
		{"no size", `{"version": 2, "width": 0, "height": 0}` + "\n" + `[1,"o","a"]`, []string{"1o:a"}, "line 1: terminal size is not recorded"},
		{"no header", `[1,"o","a"]` + "\n" + `[2,"o","b"]`, []string{"1o:a", "2o:b"}, "line 1: no header, version 2 assumed; line 1: terminal size is not recorded"},
		{"half a surrogate pair", head2 + `[1,"o","\ud83d!"]`, []string{"1o:\uFFFD!"}, "line 2: half of a surrogate pair, replaced by U+FFFD"},
		{"bytes that are no UTF-8", head2 + "[1,\"o\",\"a\xffb\"]", []string{"1o:a\uFFFDb"}, "line 2: bytes that are not UTF-8, replaced by U+FFFD"},
		{"character split over two events", head2 + "[1,\"o\",\"a\xe2\x82\"]\n[2,\"i\",\"k\"]\n[3,\"o\",\"\xacb\"]", []string{"1o:a", "2i:k", "3o:\u20acb"}, "line 4: character split over two events, joined"},
		{"character never finished", head2 + "[1,\"o\",\"a\xe2\x82\"]", []string{"1o:a", "1o:\uFFFD"}, "line 2: bytes that are not UTF-8, replaced by U+FFFD"},
		{"second recording appended", head2 + `[1,"o","a"]` + "\n" + `{"version": 2, "width": 40, "height": 10}` + "\n" + `[0.5,"o","b"]`, []string{"1o:a", "1r:40x10", "1.5o:b"}, "line 3: second header, its recording is appended"},
		{"v3 appended to v2", head2 + `[1,"o","a"]` + "\n" + head3 + `[0.5,"o","b"]` + "\n" + `[0.5,"o","c"]`, []string{"1o:a", "1r:80x24", "1.5o:b", "2o:c"}, "line 3: second header, its recording is appended"},
		{"an object that is no header", head2 + `{"log":"x"}` + "\n" + `[1,"o","a"]`, []string{"1o:a"}, "line 2: not an event, ignored"},
		{"v1 cut", `{"version":1,"width":80,"height":24,"stdout":[[1,"a"],` + "\n" + `[1,"b`, []string{"1o:a"}, "line 2: incomplete event, ignored"},
		{"v1 data is not a string", `{"version":1,"width":80,"height":24,"stdout":[[1,"a"],[1,true],[1,"b"]]}`, []string{"1o:a", "3o:b"}, "line 1: event data is not a string, event ignored"},
		{"v1 delay is a string", `{"version":1,"width":80,"height":24,"stdout":[["1.5","a"]]}`, []string{"1.5o:a"}, "line 1: time is a string, read as a number"},
		{"header fields of wrong types", `{"version": 2, "width": 80, "height": 24, "title": 5, "env": {"A": null, "B": 1}}`, nil, "line 1: header field has a wrong type, ignored (2 times)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for name, r := range map[string]io.Reader{
				"whole":        strings.NewReader(tc.text),
				"byte by byte": iotest.OneByteReader(strings.NewReader(tc.text)),
			} {
				got, err := readAll(r, recording.Options{})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if !slices.Equal(got.events, tc.want) {
					t.Errorf("%s: events: got %q, want %q", name, got.events, tc.want)
				}
				if damage := strings.Join(got.damages, "; "); damage != tc.damage {
					t.Errorf("%s: repairs:\ngot  %s\nwant %s", name, damage, tc.damage)
				}
			}
			if _, err := readAll(strings.NewReader(tc.text), recording.Options{Strict: true}); !errors.Is(err, recording.ErrDamaged) {
				t.Errorf("strict: got error %v, want one that wraps ErrDamaged", err)
			}
		})
	}
}

func TestNewReader_RefusesWithTheReason(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "f: empty file: not a recording"},
		{"blank", " \n\n", "f: nothing but blanks: not a recording"},
		{"prose", "hello there\n", "f: the file starts with neither an asciicast header nor an event: not a recording"},
		{"raw", "a\x1b[1mb", "f: raw terminal output without times is not read yet: not a recording"},
		{"typescript", "Script started on Mon\nfoo\n", "f: a typescript of script(1) is not read yet: not a recording"},
		{"version of the future", `{"version": 4}`, `f: asciicast version "4" is not known: not a recording`},
		{"version of the future with events", `{"version": 4}` + "\n" + `[1,"o","a"]`, `f: asciicast version "4" is not known: not a recording`},
		{"other JSON", `{"a": 1}`, "f: JSON without an asciicast header: not a recording"},
		{"version 0", `[[1,{"lines":{"0":[]}}]]`, "f: JSON array without asciicast events: not a recording"},
		{"monster", `{"version": 2, "width": 2147483648, "height": 2147483648}`, ""},
		{"big", `{"version": 2, "width": 10001, "height": 1}`, "f: line 1: terminal size 10001x1: beyond the limits"},
		{"many cells", `{"version": 3, "term": {"cols": 4001, "rows": 1000}}`, "f: line 1: terminal size 4001x1000: beyond the limits"},
		{"zstd", "\x28\xb5\x2f\xfd....", "f: zstd data is not unpacked here, use zstd -dc: not a recording"},
		{"gzip of nothing known", "\x1f\x8b\x00", "f: gzip header is damaged: not a recording"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rd, err := recording.NewReader(strings.NewReader(tc.text), recording.Options{Name: "f"})
			if tc.want == "" {
				if err != nil || rd.Header().Cols != 0 {
					t.Fatalf("got %v, want a recording of unknown size", err)
				}
				return
			}
			if err == nil || err.Error() != tc.want {
				t.Errorf("got error  %v\nwant error %s", err, tc.want)
			}
		})
	}
}

func TestReader_StrictNamesFileAndLine(t *testing.T) {
	_, err := readAll(strings.NewReader(head2+"lol!\n"), recording.Options{Name: "demo.cast", Strict: true})
	if want := "demo.cast:2: not an event, ignored: the recording is damaged"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestReader_ReturnsTheErrorOfTheSource(t *testing.T) {
	broken := errors.New("disk on fire")
	r := io.MultiReader(strings.NewReader(head2+`[1,"o","a"]`+"\n"), iotest.ErrReader(broken))
	got, err := readAll(r, recording.Options{Name: "f"})
	if !errors.Is(err, broken) {
		t.Fatalf("got error %v, want %v", err, broken)
	}
	if len(got.events) != 1 {
		t.Errorf("got %d events before the error, want 1", len(got.events))
	}
}

func TestReader_BoundsTheLine(t *testing.T) {
	const limit = 1024
	line := func(n int) string { // an event line of n bytes
		return `[1,"o","` + strings.Repeat("x", n-10) + `"]`
	}
	for _, tc := range []struct {
		n    int
		want int
	}{{limit - 2, 2}, {limit - 1, 2}, {limit, 1}, {limit + 1, 1}, {100 * limit, 1}} {
		text := head2 + line(tc.n) + "\n" + `[2,"o","end"]` + "\n"
		got, err := readAll(strings.NewReader(text), recording.Options{MaxEvent: limit})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.events) != tc.want || got.events[len(got.events)-1] != "2o:end" {
			t.Errorf("line of %d bytes: got %d events, want %d with the last one readable", tc.n, len(got.events), tc.want)
		}
		if tc.want == 1 && !slices.Equal(got.damages, []string{"line 2: event is too long, ignored"}) {
			t.Errorf("line of %d bytes: got repairs %q", tc.n, got.damages)
		}
	}
}

// TestReader_TakesNoLongerThanTheFile holds that hostile files of a few megabytes do not
// make the reader look at the same bytes again and again: it would take hours.
func TestReader_TakesNoLongerThanTheFile(t *testing.T) {
	const n = 200_000
	for name, text := range map[string]string{
		"a header of blank lines":     `{"version": 2, "width": 80, "height": 24,` + strings.Repeat("\n", n) + "}",
		"a header of many lines":      `{"version": 2, "width": 80, "height": 24` + strings.Repeat(",\n\"x\":{}", n) + "}",
		"headers that never end":      head2 + strings.Repeat(`{"version": 2, "width": 80,`+"\n", n),
		"events that never end":       head2 + strings.Repeat(`[1,"o","a`+"\n", n),
		"events over too many lines":  head2 + strings.Repeat("[1,\n"+strings.Repeat("1,\n", 40), n/40),
		"brackets":                    head2 + strings.Repeat("[", n),
		"brackets on lines":           head2 + strings.Repeat("[\n", n),
		"objects in one line":         head2 + strings.Repeat(`{"version":2,"width":80,"height":24},`, n/10),
		"odd events in one line":      head2 + strings.Repeat(`[1,"o",true],`, n),
		"zero bytes":                  head2 + strings.Repeat("\x00", n) + strings.Repeat("\x00\n", n),
		"byte order marks":            head2 + strings.Repeat("\xef\xbb\xbf", n),
		"version 1 without an end":    `{"version":1,"width":80,"height":24,"stdout":` + strings.Repeat("[", n),
		"version 1 of strange events": `{"version":1,"width":80,"height":24,"stdout":[` + strings.Repeat(`["x",{}],`, n/4) + "]}",
		"an array of blanks":          "[" + head2 + strings.Repeat(" \n", n) + "]",
	} {
		start := time.Now()
		_, _ = readAll(strings.NewReader(text), recording.Options{}) // whatever it says
		took := time.Since(start)
		if took > 20*time.Second {
			t.Errorf("%s: %d bytes took %v", name, len(text), took)
		}
	}
}

func TestReader_HeaderOfVersion3(t *testing.T) {
	text := `{"version":3,"term":{"cols":100,"rows":30,"type":"xterm","version":"XTerm(1)","theme":{"fg":"#ffffff","bg":"#000000","palette":"` +
		strings.TrimSuffix(strings.Repeat("#112233:", 8), ":") + `"}},"timestamp":1700000000,"idle_time_limit":1.5,"command":"make","title":"t","env":{"SHELL":"/bin/sh"},"tags":["a","b"],"future":{"x":1}}`
	rd, err := recording.NewReader(strings.NewReader(text), recording.Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	h := rd.Header()
	got := fmt.Sprintln(h.Version, h.Cols, h.Rows, h.Term, h.TermVersion, h.Time.Unix(), h.IdleLimit, h.Command, h.Title, h.Env, h.Tags, len(h.Theme.Palette), string(h.Extra["future"]))
	if want := `3 100 30 xterm XTerm(1) 1700000000 1.5s make t map[SHELL:/bin/sh] [a b] 8 {"x":1}` + "\n"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestReader_DataIsReusedAndCloneIsNot(t *testing.T) {
	rd, err := recording.NewReader(strings.NewReader(head2+`[1,"o","aaa"]`+"\n"+`[2,"o","bbb"]`), recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ev, _ := rd.Next()
	kept := ev.Clone()
	if _, err := rd.Next(); err != nil {
		t.Fatal(err)
	}
	if string(kept.Data) != "aaa" {
		t.Errorf("clone: got %q, want aaa", kept.Data)
	}
	if _, err := rd.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("behind the end: got %v, want EOF", err)
	}
	if _, err := rd.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("behind the end again: got %v, want EOF", err)
	}
}

func TestEvent_Status(t *testing.T) {
	for _, tc := range []struct {
		ev     recording.Event
		status int
		ok     bool
	}{
		{recording.Event{Kind: recording.Exit, Data: []byte("3")}, 3, true},
		{recording.Event{Kind: recording.Exit, Data: []byte("killed")}, 0, false},
		{recording.Event{Kind: recording.Output, Data: []byte("3")}, 0, false},
	} {
		if status, ok := tc.ev.Status(); status != tc.status || ok != tc.ok {
			t.Errorf("%s %q: got %d %t, want %d %t", tc.ev.Kind, tc.ev.Data, status, ok, tc.status, tc.ok)
		}
	}
}

func BenchmarkReader(b *testing.B) {
	var text bytes.Buffer
	text.WriteString(head2)
	for i := range 20_000 {
		fmt.Fprintf(&text, "[%d.%06d, \"o\", \"\\u001b[1;%dHline of text \\u001b[0m and the rest of it, as usual in a session\\r\\n\"]\n", i/1000, i%1000*1000, i%80)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		rd, err := recording.NewReader(bytes.NewReader(text.Bytes()), recording.Options{Strict: true})
		if err != nil {
			b.Fatal(err)
		}
		var last time.Duration
		for ev, err := range rd.Events() {
			if err != nil {
				b.Fatal(err)
			}
			last = ev.Time
		}
		if last == 0 {
			b.Fatal("no events")
		}
	}
}
