package vtmodel_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/hinshun/vt10x"

	"jp/vtmodel"
)

// verdict says how our model of vt10x stands to xterm where vt10x is wrong.
type verdict int

const (
	right verdict = iota // As xterm.
	told                 // Wrong, and Comparable says so.
	known                // Wrong, which only this table says.
)

const filled = "abcdefghijklmnopqrst"

const sixRows = "AAAAAAAAAAAAAAAAAAAA\r\nBBBBBBBBBBBBBBBBBBBB\r\nCCCCCCCCCCCCCCCCCCCC\r\n" +
	"DDDDDDDDDDDDDDDDDDDD\r\nEEEEEEEEEEEEEEEEEEEE\r\nFFFFFFFFFFFFFFFFFFFF"

// quirks pins what vt10x is known to get wrong on 20x6, beside what xterm 398 was seen to
// do. Screens are rows joined by slashes and the cursor's column and row; A{20} is a run.
// The narrower tables of styles, crashes and answers follow below.
var quirks = []struct {
	name, in, vt10x, xterm string
	verdict                verdict
	ours                   string // Where it is neither.
}{
	{"EL keeps the pending wrap", filled + "\x1b[KY", "abcdefghijklmnopqrs/Y @1,1", "abcdefghijklmnopqrsY @19,0", right, ""},
	{"EL 1 keeps the pending wrap", filled + "\x1b[1KY", "/Y @1,1", " {19}Y @19,0", right, ""},
	{"ED keeps the pending wrap", filled + "\x1b[JY", "abcdefghijklmnopqrs/Y @1,1", "abcdefghijklmnopqrsY @19,0", right, ""},
	{"TAB leaves the pending wrap", filled + "\tY", "abcdefghijklmnopqrsY @19,0", "abcdefghijklmnopqrst/Y @1,1", right, ""},
	{"DECRC forgets the pending wrap", filled + "\x1b7\x1b[H\x1b8Y", "abcdefghijklmnopqrsY @19,0", "abcdefghijklmnopqrst/Y @1,1", known, "abcdefghijklmnopqrsY @19,0"},
	{"DCH keeps the pending wrap", filled + "\x1b[PY", "abcdefghijklmnopqrs/Y @1,1", "abcdefghijklmnopqrsY @19,0", right, ""},
	{"ICH keeps the pending wrap", filled + "\x1b[@Y", "abcdefghijklmnopqrs/Y @1,1", "abcdefghijklmnopqrsY @19,0", right, ""},
	{"CJK takes one column", "日本", "日本 @2,0", "日本 @4,0", told, "日本 @2,0"},
	{"CJK fits into the last column", "abcdefghijklmnopqrs日x", "abcdefghijklmnopqrs日/x @1,1", "abcdefghijklmnopqrs/日x @3,1", told, "abcdefghijklmnopqrs日/x @1,1"},
	{"overwriting the first half leaves the second", "日本\rx", "x本 @1,0", "x 本 @1,0", told, "x本 @1,0"},
	{"overwriting the second half leaves the first", "日本\x1b[2Gx", "日x @2,0", " x本 @2,0", told, "日x @2,0"},
	{"erasing half a character", "日本\x1b[2G\x1b[K", "日 @1,0", " @1,0", told, "日 @1,0"},
	{"deleting half a character", "日本ab\r\x1b[P", "本ab @0,0", " 本ab @0,0", told, "本ab @0,0"},
	{"inserting within a character", "日本ab\x1b[2G\x1b[@", "日 本ab @1,0", "   本ab @1,0", told, "日 本ab @1,0"},
	{"CJK in the last column without wrapping", "\x1b[?7labcdefghijklmnopqrs日", "abcdefghijklmnopqrs日 @19,0", "abcdefghijklmnopqrs @19,0", told, "abcdefghijklmnopqrs日 @19,0"},
	{"fullwidth letters take one column", "ＡＢx", "ＡＢx @3,0", "ＡＢx @5,0", told, "ＡＢx @3,0"},
	{"Hangul does not compose", "한x", "한x @4,0", "한x @3,0", told, "한x @4,0"},
	{"emoji take one column", "😀x", "😀x @2,0", "😀x @3,0", told, "😀x @2,0"},
	{"ZWJ takes a column", "👨\u200d👩\u200d👧x", "👨\u200d👩\u200d👧x @6,0", "👨👩👧x @7,0", told, "👨\u200d👩\u200d👧x @6,0"},
	{"VS16 takes a column", "☂\ufe0fx", "☂\ufe0fx @3,0", "☂\ufe0fx @2,0", told, "☂\ufe0fx @3,0"},
	{"BS over half a character", "日\bx", "x @1,0", " x @2,0", told, "x @1,0"},
	{"REP of CJK", "日\x1b[2bx", "日x @2,0", "日日日x @7,0", told, "日日日x @4,0"},
	{"a combining mark takes a column", "e\u0301x", "e\u0301x @3,0", "éx @2,0", told, "e\u0301x @3,0"},
	{"a combining mark wraps", filled + "\u0301", "abcdefghijklmnopqrst/\u0301 @1,1", "abcdefghijklmnopqrst\u0301 @19,0", told, "abcdefghijklmnopqrst/\u0301 @1,1"},
	{"a combining mark after a move", "ab\x1b[1G\u0301x", "\u0301x @2,0", "xb @1,0", told, "\u0301x @2,0"},
	{"ZWSP takes a column", "a\u200bx", "a\u200bx @3,0", "ax @2,0", told, "a\u200bx @3,0"},
	{"ZWNJ takes a column", "a\u200cx", "a\u200cx @3,0", "ax @2,0", told, "a\u200cx @3,0"},
	{"a BOM takes a column", "a\ufeffx", "a\ufeffx @3,0", "ax @2,0", told, "a\ufeffx @3,0"},
	{"an empty first parameter ends parsing", "\x1b[;5Hx", "x @1,0", "    x @5,0", right, ""},
	{"a huge parameter ends parsing", "\x1b[99999999999999999999;99999999999999999999Hx", "x @1,0", "/{5} {19}x @19,5", right, ""},
	{"CUU crosses the margin", "\x1b[3;5r\x1b[4;4H\x1b[9Ax", "   x @4,0", "//   x @4,2", right, ""},
	{"CUD crosses the margin", "\x1b[2;4r\x1b[3;4H\x1b[9Bx", "/{5}   x @4,5", "///   x @4,3", right, ""},
	{"CNL 0 stays", "\x1b[2;4H\x1b[0Ex", "/x @1,1", "//x @1,2", right, ""},
	{"CAN does not end a CSI", "\x1b[3\x18Ax", "x @1,0", "Ax @2,0", right, ""},
	{"SUB does not end a CSI", "\x1b[3\x1aAx", "x @1,0", "␦Ax @3,0", known, "Ax @2,0"},
	{"ED 1 in the second row forgets the first", sixRows + "\x1b[2;5H\x1b[1J", "A{20}/ {5}B{15}/C{20}/D{20}/E{20}/F{20} @4,1", "/ {5}B{15}/C{20}/D{20}/E{20}/F{20} @4,1", right, ""},
	{"ECH 0 erases to the left", sixRows + "\x1b[3;5H\x1b[0X", "A{20}/B{20}/CCC  C{15}/D{20}/E{20}/F{20} @4,2", "A{20}/B{20}/CCCC C{15}/D{20}/E{20}/F{20} @4,2", right, ""},
	{"IL 0 erases the bottom row", sixRows + "\x1b[3;5H\x1b[0LZ", "A{20}/B{20}/CCCCZC{15}/D{20}/E{20} @5,2", "A{20}/B{20}/Z/C{20}/D{20}/E{20} @1,2", right, ""},
	{"IL keeps the column", sixRows + "\x1b[3;5H\x1b[L", "A{20}/B{20}//C{20}/D{20}/E{20} @4,2", "A{20}/B{20}//C{20}/D{20}/E{20} @0,2", right, ""},
	{"DL keeps the column", sixRows + "\x1b[3;5H\x1b[2M", "A{20}/B{20}/E{20}/F{20} @4,2", "A{20}/B{20}/E{20}/F{20} @0,2", right, ""},
	{"DL 0 erases two rows", sixRows + "\x1b[3;5H\x1b[0M", "A{20}///D{20}/E{20}/F{20} @4,2", "A{20}/B{20}/D{20}/E{20}/F{20} @0,2", right, ""},
	{"insert mode overwrites", "abcdef\x1b[3G\x1b[4hXY\x1b[4lZ", "abXYZf @5,0", "abXYZdef @5,0", told, "abXYZf @5,0"},
	{"REP is unknown", "a\x1b[3bx", "ax @2,0", "aaaax @5,0", right, ""},
	{"SD 0 erases the bottom row", sixRows + "\x1b[0T", "A{20}/B{20}/C{20}/D{20}/E{20} @19,5", "A{20}/B{20}/C{20}/D{20}/E{20}/F{20} @19,5", known, "/A{20}/B{20}/C{20}/D{20}/E{20} @19,5"},
	{"IND keeps the pending wrap", sixRows + "\x1bDG", "C{20}/D{20}/E{20}/F{20}//G @1,5", "B{20}/C{20}/D{20}/E{20}/F{20}/ {19}G @19,5", right, ""},
	{"DECSTBM 0;0 is one row", sixRows + "\x1b[0;0r\x1b[6;1H\nG", "A{20}/B{20}/C{20}/D{20}/E{20}/GF{19} @1,5", "B{20}/C{20}/D{20}/E{20}/F{20}/G @1,5", right, ""},
	{"DECSTBM turns inverted margins", sixRows + "\x1b[5;2r\x1b[6;1H\nG", "A{20}/B{20}/C{20}/D{20}/E{20}/GF{19} @1,5", "B{20}/C{20}/D{20}/E{20}/F{20}/G @1,5", right, ""},
	{"DECLRMM is unknown", "\x1b[?69h\x1b[3;6s\x1b[3Gabcdefgh", "  abcdefgh @10,0", "  abcd/  efgh @5,1", told, "  abcdefgh @10,0"},
	{"mode 47 clears when it leaves", "main\x1b[?47h\x1b[HALT\x1b[?47l\x1b[?47h", " @3,0", "ALT @3,0", known, " @3,0"},
	{"a second 1049 saves the cursor again", "main\x1b[?1049hA\x1b[?1049hB\x1b[?1049lx", "main x @6,0", "mainx @5,0", right, ""},
	{"leaving the alternate screen enters it", "main\x1b[?1049lx", "x @1,0", "xain @1,0", right, ""},
	{"SO is ignored", "\x1b)0a\x0elqk\x0fq", "0alqkq @6,0", "a┌─┐q @5,0", told, "alqkq @5,0"},
	{"G1's designator is printed", "\x1b)0x", "0x @2,0", "x @1,0", right, ""},
	{"the designator of UTF-8 is printed", "\x1b%Gx", "Gx @2,0", "x @1,0", right, ""},
	{"S7C1T is printed", "\x1b Fx", "Fx @2,0", "x @1,0", right, ""},
	{"SS3 is ignored", "\x1b+0\x1bOqx", "0qx @3,0", "─x @2,0", told, "qx @2,0"},
	{"controls are drawn as graphics", "\x1b(0\x01q", "\x01─ @2,0", "─ @1,0", right, ""},
	{"CAN does not end a string", "\x1b]2;t\x18x", " @0,0", "x @1,0", right, ""},
	{"SOS is printed", "\x1bXabc\x1b\\x", "abcx @4,0", "x @1,0", right, ""},
	{"ESC k is a title", "\x1bktitle\x1b\\x", "x @1,0", "titlex @6,0", right, ""},
	{"an invalid byte vanishes", "a\xffb", "ab @2,0", "a#b @3,0", known, "a\ufffdb @3,0"},
	{"C1 is printed", "a\u009b2Cb", "a\u009b2Cb @5,0", "a  b @4,0", told, "a2Cb @4,0"},
	{"8-bit C1 vanishes", "a\x9b2Cb", "a2Cb @4,0", "a  b @4,0", known, "a\ufffd2Cb @5,0"},
	{"NEL is printed", "a\u0085b", "a\u0085b @3,0", "a/b @1,1", told, "ab @2,0"},
	{"kitty's push restores the cursor", sixRows + "\x1b[3;3H\x1b7\x1b[5;5H\x1b[>1uZ", "A{20}/B{20}/CCZC{17}/D{20}/E{20}/F{20} @3,2", "A{20}/B{20}/C{20}/D{20}/EEEEZE{15}/F{20} @5,4", right, ""},
	{"kitty's pop restores the cursor", sixRows + "\x1b[3;3H\x1b7\x1b[5;5H\x1b[<uZ", "A{20}/B{20}/CCZC{17}/D{20}/E{20}/F{20} @3,2", "A{20}/B{20}/C{20}/D{20}/EEEEZE{15}/F{20} @5,4", right, ""},
	{"kitty's query restores the cursor", sixRows + "\x1b[3;3H\x1b7\x1b[5;5H\x1b[?uZ", "A{20}/B{20}/CCZC{17}/D{20}/E{20}/F{20} @3,2", "A{20}/B{20}/C{20}/D{20}/EEEEZE{15}/F{20} @5,4", right, ""},
	{"XTSMGRAPHICS scrolls", sixRows + "\x1b[3;3H\x1b7\x1b[5;5H\x1b[?2;1;0SZ", "C{20}/D{20}/E{20}/F{20}/    Z @5,4", "A{20}/B{20}/C{20}/D{20}/EEEEZE{15}/F{20} @5,4", right, ""},
	{"DECCARA sets margins", sixRows + "\x1b[3;3H\x1b7\x1b[5;5H\x1b[1;1;5;5;7$rZ", "ZA{19}/B{20}/C{20}/D{20}/E{20}/F{20} @1,0", "A{20}/B{20}/C{20}/D{20}/EEEEZE{15}/F{20} @5,4", told, "A{20}/B{20}/C{20}/D{20}/EEEEZE{15}/F{20} @5,4"},
	{"XTPUSHCOLORS deletes", sixRows + "\x1b[3;3H\x1b7\x1b[5;5H\x1b[#PZ", "A{20}/B{20}/C{20}/D{20}/EEEEZE{14}/F{20} @5,4", "A{20}/B{20}/C{20}/D{20}/EEEEZE{15}/F{20} @5,4", right, ""},
	{"XTSMTITLE scrolls", sixRows + "\x1b[3;3H\x1b7\x1b[5;5H\x1b[>2TZ", "/A{20}/B{20}/C{20}/DDDDZD{15}/E{20} @5,4", "A{20}/B{20}/C{20}/D{20}/EEEEZE{15}/F{20} @5,4", right, ""},
	{"a private SU scrolls", sixRows + "\x1b[3;3H\x1b7\x1b[5;5H\x1b[=5SZ", "B{20}/C{20}/D{20}/E{20}/FFFFZF{15} @5,4", "A{20}/B{20}/C{20}/D{20}/EEEEZE{15}/F{20} @5,4", right, ""},
	{"RIS clears as many columns as rows", sixRows + "\x1b[2;4r\x1b[?6h\x1bcx", "x {5}A{14}/ {6}B{14}/ {6}C{14}/ {6}D{14}/ {6}E{14}/ {6}F{14} @1,0", "x @1,0", right, ""},
	{"DECSTR is unknown", "\x1b[2;4r\x1b[?6h\x1b[4h\x1b[!p\x1b[3;3Hx", "///  x @3,3", "//  x @3,2", told, "///  x @3,3"},
	{"a region above a wide line erases it", "日本語テスト文字列です\r\nst\r\x1b[A\x1b[Jz", "z @1,0", "日本語テスト文字列で/z @1,1", told, "z @1,0"},
}

func TestQuirks_Screens(t *testing.T) {
	for _, q := range quirks {
		t.Run(q.name, func(t *testing.T) {
			raw := vt10x.New(vt10x.WithSize(20, 6))
			raw.Write([]byte(q.in))
			rows := strings.Split(strings.TrimSuffix(raw.String(), "\n"), "\n")
			if got := describe(rows, raw.Cursor().X, raw.Cursor().Y); got != q.vt10x {
				t.Errorf("vt10x alone: got %q, want %q", got, q.vt10x)
			}
			v := vtmodel.NewVT10x(20, 6)
			v.Write([]byte(q.in))
			s := v.Screen()
			want := q.ours
			if q.verdict == right {
				want = q.xterm
			}
			if got := describe(s.Text(), s.Cursor.Col, s.Cursor.Row); got != want {
				t.Errorf("our model: got %q, want %q", got, want)
			}
			if ok, reason := v.Comparable(); ok == (q.verdict == told) {
				t.Errorf("comparable %t (%s), but the verdict is %d", ok, reason, q.verdict)
			}
		})
	}
}

// describe writes a screen as the tables do.
func describe(rows []string, col, row int) string {
	text := make([]string, len(rows))
	for i := range rows {
		text[i] = strings.TrimRight(rows[i], " ")
	}
	joined := strings.TrimRight(strings.Join(text, "/"), "/")
	return fmt.Sprintf("%s @%d,%d", shortenRuns(joined), col, row)
}

// shortenRuns writes five or more equal runes as one and their number.
func shortenRuns(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i := 0; i < len(runes); {
		n := 1
		for i+n < len(runes) && runes[i+n] == runes[i] {
			n++
		}
		if n >= 5 {
			fmt.Fprintf(&b, "%c{%d}", runes[i], n)
		} else {
			b.WriteString(string(runes[i : i+n]))
		}
		i += n
	}
	return b.String()
}

// vt10x panics or hangs on these. Our model refuses or clamps them: text after them shows.
func TestQuirks_CrashesAreRefused(t *testing.T) {
	tests := []struct {
		name, in string
		panics   bool // vt10x alone panics; otherwise it hangs, which is not tried.
		want     string
	}{
		{"negative ICH", "a\x1b[-1@x", true, "ax @2,0"},
		{"negative DCH", "a\x1b[-1Px", true, "ax @2,0"},
		{"ICH that overflows", "a\x1b[9223372036854775807@x", true, "ax @2,0"},
		{"DCH that overflows", "a\x1b[9223372036854775807Px", true, "ax @2,0"},
		{"CHT without end", "\x1b[9223372036854775807Ix", false, " {19}x @19,0"},
		{"CBT without end", "\x1b[9223372036854775807Zx", false, "x @1,0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.panics && !panics(test.in) {
				t.Error("vt10x alone does not panic any more")
			}
			v := vtmodel.NewVT10x(20, 6)
			v.Write([]byte(test.in))
			s := v.Screen()
			if got := describe(s.Text(), s.Cursor.Col, s.Cursor.Row); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func panics(in string) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	raw := vt10x.New(vt10x.WithSize(20, 6))
	raw.Write([]byte(in))
	return false
}

// Sizes that vt10x cannot have are clamped.
func TestQuirks_SizesAreClamped(t *testing.T) {
	tests := []struct{ cols, rows, wantCols, wantRows int }{
		{0, 0, 1, 1},
		{-1, 5, 1, 5},
		{1, 1, 1, 1},
		{4095, 1, 4095, 1},
		{4096, 1, 4096, 1},
		{4097, 1, 4096, 1},
		{1, 1 << 30, 1, 4096},
	}
	for _, test := range tests {
		made, resized := vtmodel.NewVT10x(test.cols, test.rows), vtmodel.NewVT10x(7, 3)
		resized.Resize(test.cols, test.rows)
		for _, v := range []*vtmodel.VT10x{made, resized} {
			v.Write([]byte("x"))
			if s := v.Screen(); s.Cols != test.wantCols || s.Rows != test.wantRows {
				t.Errorf("%dx%d became %dx%d, want %dx%d", test.cols, test.rows, s.Cols, s.Rows, test.wantCols, test.wantRows)
			}
		}
	}
}

// vt10x merges colors, lacks attributes and misreads colons; our model keeps pens itself.
func TestQuirks_Styles(t *testing.T) {
	tests := []struct{ sgr, want string }{
		{"1;31", "bold red"},
		{"2", "faint"},
		{"3;5;7;8;9;53", "italic blink reverse conceal strike overline"},
		{"1;2;22", "default"},
		{"1;21", "bold underline=double"},
		{"38;2;0;0;1", "#000001"},
		{"38;5;1", "red"},
		{"38;5;236;48;5;255", "236 on 255"},
		{"38:2::1:2:3", "#010203"},
		{"38:2:1:2:3", "#010203"},
		{"38:5:9", "bright-red"},
		{"48:2::255:136:0;1", "bold on #ff8800"},
		{"4:3", "underline=curly"},
		{"4:3;4:0", "default"},
		{"4;58;5;9", "underline underline-color=bright-red"},
		{"4;58:2::1:2:3;59", "underline"},
		{"97;107", "bright-white on bright-white"},
		{"1;", "default"},
		{"38;5", "default"},
		{"38;2;1;2", "default"},
		{"38;2;256;0;0;1", "bold"},
		{"38;5;256;1", "bold"},
		{"1;99999999999999999999", "bold"},
	}
	for _, test := range tests {
		t.Run(test.sgr, func(t *testing.T) {
			v := vtmodel.NewVT10x(4, 1)
			v.Write([]byte("\x1b[" + test.sgr + "mx"))
			if got := v.Screen().Row(0).Cells[0].Style.String(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestQuirks_PrivateSequencesLeaveTheStyleAlone(t *testing.T) {
	for _, in := range []string{"\x1b[>4;1m", "\x1b[?4m", "\x1b[?u", "\x1b[=1;1u", "\x1b[#{"} {
		v := vtmodel.NewVT10x(4, 1)
		v.Write([]byte("\x1b[1m" + in + "x"))
		if got := v.Screen().Row(0).Cells[0].Style.String(); got != "bold" {
			t.Errorf("%q: style %q, want bold", in, got)
		}
		if len(v.Refused()) != 1 || v.Refused()[0].Offset != 4 {
			t.Errorf("%q: refused %v, want one at offset 4", in, v.Refused())
		}
	}
}

// vt10x writes answers while it holds its lock; ours wait outside of it for any time.
func TestQuirks_Answers(t *testing.T) {
	v := vtmodel.NewVT10x(20, 6)
	if got := v.Answers(); got != nil {
		t.Errorf("answers %q before any question", got)
	}
	v.Write(bytes.Repeat([]byte("\x1b[2;3H\x1b[6n\x1b[5n"), 10_000))
	if got, want := string(v.Answers()), strings.Repeat("\x1b[2;3R\x1b[0n", 10_000); got != want {
		t.Errorf("got %d bytes of answers, want %d", len(got), len(want))
	}
	v.Write([]byte("\x1b[c\x1b[?6n\x1b]11;?\a\x1b[18t"))
	if got := v.Answers(); got != nil || len(v.Refused()) != 4 {
		t.Errorf("got answers %q, refused %v; vt10x can answer none of these rightly", got, v.Refused())
	}
}

// vt10x forgets the stops of columns that a resize brings.
func TestQuirks_TabStopsAfterResize(t *testing.T) {
	v := vtmodel.NewVT10x(20, 2)
	v.Resize(10, 2)
	v.Resize(40, 2)
	v.Write([]byte("\t\t\t\tx"))
	if pos, _ := v.Screen().Find("x"); pos.Col != 32 {
		t.Errorf("the fourth stop is column %d, want 32", pos.Col)
	}
}

func TestQuirks_TitlesKeepSemicolonsAndCanBeEmpty(t *testing.T) {
	v := vtmodel.NewVT10x(20, 2)
	for _, test := range []struct{ in, want string }{
		{"\x1b]2;a;b\x1b\\", "a;b"},
		{"\x1b]1;icon\a", "a;b"},
		{"\x1b]0;two\x1b[1m", "a;b"}, // Cut by another sequence.
		{"\x1b]0;new\x01\xff\a", "new\ufffd"},
		{"\x1b]2;" + strings.Repeat("x", 5000) + "\a", "new\ufffd"},
		{"\x1b]2;\a", ""},
	} {
		v.Write([]byte(test.in))
		if got := v.Screen().Title; got != test.want {
			t.Errorf("after %.20q: title %q, want %q", test.in, got, test.want)
		}
	}
	if text := v.Screen().Text()[0]; text != "" {
		t.Errorf("titles were printed: %q", text)
	}
}
