package vtmodel_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"jp/vtmodel"
)

// pieces is the alphabet of the programs that tests run on terminals: whatever is apt to
// break something.
var pieces = []string{
	"a", "bc", "hello world", " ", "  ", "\t", "\r", "\n", "\r\n", "\b", "\a", "\v", "\x0e", "\x0f", "\x18", "\x1a", "\x7f",
	"日", "日本語", "é", "e\u0301", "\u0301", "👍🏽", "👨\u200d👩\u200d👧", "🇯🇵", "🇯", "☂\ufe0f", "☔\ufe0e", "1\ufe0f\u20e3", "한", "\u1112\u1161\u11ab", "\u200b", "\u00ad",
	"\xff", "\xe2\x94", "\xc0\xaf", "\xed\xa0\x80", "\xf0\x9f", "\x9b2C", "\u009b2C", "\u0085",
	"\x1b", "\x1b[", "\x1b]", "\x1bP", "\x1b_", "\x1bX", "\x1b\\", "\x1b7", "\x1b8", "\x1bD", "\x1bE", "\x1bM", "\x1bH", "\x1bc", "\x1b#8", "\x1b6", "\x1b9", "\x1b(0", "\x1b(B", "\x1b)0", "\x1bN", "\x1bO", "\x1b=", "\x1bZ",
	"\x1b[A", "\x1b[3B", "\x1b[2C", "\x1b[9D", "\x1b[E", "\x1b[F", "\x1b[G", "\x1b[5G", "\x1b[H", "\x1b[3;4H", "\x1b[99;99H", "\x1b[d", "\x1b[4d", "\x1b[a", "\x1b[e", "\x1b[I", "\x1b[2Z", "\x1b[g", "\x1b[3g",
	"\x1b[J", "\x1b[1J", "\x1b[2J", "\x1b[3J", "\x1b[K", "\x1b[1K", "\x1b[2K", "\x1b[?J", "\x1b[?2K", "\x1b[X", "\x1b[3X", "\x1b[99X", "\x1b[@", "\x1b[3@", "\x1b[99@", "\x1b[P", "\x1b[2P", "\x1b[99P", "\x1b[L", "\x1b[2L", "\x1b[M", "\x1b[99M",
	"\x1b[S", "\x1b[2S", "\x1b[T", "\x1b[99T", "\x1b[b", "\x1b[5b", "\x1b[300b", "\x1b[2 @", "\x1b[ A", "\x1b['}", "\x1b[2'~",
	"\x1b[r", "\x1b[2;4r", "\x1b[3r", "\x1b[?69h", "\x1b[?69l", "\x1b[2;5s", "\x1b[s", "\x1b[u", "\x1b[?6h", "\x1b[?6l", "\x1b[?7l", "\x1b[?7h", "\x1b[4h", "\x1b[4l", "\x1b[20h", "\x1b[?45h", "\x1b[?3h", "\x1b[?40h",
	"\x1b[?47h", "\x1b[?47l", "\x1b[?1047h", "\x1b[?1047l", "\x1b[?1049h", "\x1b[?1049l", "\x1b[?1048h", "\x1b[?1048l", "\x1b[?2026h", "\x1b[?2026l", "\x1b[?2027h", "\x1b[?2048h", "\x1b[?25l", "\x1b[?s", "\x1b[?1;7r",
	"\x1b[m", "\x1b[1;31m", "\x1b[44m", "\x1b[38;5;200m", "\x1b[48:2::1:2:3m", "\x1b[4:3;58:5:9m", "\x1b[7;9;53m", "\x1b[#{", "\x1b[#}", "\x1b[1\"q", "\x1b[0\"q", "\x1b[!p",
	"\x1b[1;1;3;3$z", "\x1b[65;2;2;4;9$x", "\x1b[1;1;2;4;1;2;3$v", "\x1b[1;1;3;3;1;7$r", "\x1b[1;1;3;3;4$t", "\x1b[1;1;3;5${", "\x1b[2*x",
	"\x1b]0;title\a", "\x1b]8;;http://a.b/\x1b\\", "\x1b]8;;\x1b\\", "\x1b]133;A\a", "\x1b]133;C\a", "\x1b]4;1;?\a", "\x1b]4;1;#f00\a", "\x1b]10;?\a", "\x1b]52;c;aGk=\a", "\x1b]7;file:///x\a", "\x1bktitle\x1b\\",
	"\x1b[5n", "\x1b[6n", "\x1b[c", "\x1b[>c", "\x1b[=c", "\x1b[>q", "\x1b[?2026$p", "\x1b[1;1;1;1;2;2*y", "\x1bP$qm\x1b\\", "\x1bP$qr\x1b\\", "\x1bP+q544e\x1b\\", "\x1b[18t", "\x1b[22t", "\x1b[23t", "\x1b[>1u", "\x1b[<u", "\x1b[?u", "\x1b_Gi=1,a=q;AA\x1b\\",
	"\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;27;28;29;30;31;32;33m",
	"\x1b[99999999999999999999A", "\x1b[;H", "\x1b[3:4H", "\x1b[?", "\x1b[3\x18", "\x1b[>4;1m", "\x1b[?4m", "\x1b[3é4H",
}

// action is something that a program does to a terminal: it writes, or the size changes.
type action struct {
	text       string
	cols, rows int
}

// decodeActions makes a program of any bytes.
func decodeActions(data []byte) []action {
	var steps []action
	for len(data) > 0 && len(steps) < 400 {
		op := int(data[0])
		data = data[1:]
		switch {
		case op < len(pieces):
			steps = append(steps, action{text: pieces[op]})
		case op < 250 || len(data) < 2:
			n := min(len(data), 3)
			steps = append(steps, action{text: string(data[:n])})
			data = data[n:]
		default:
			steps = append(steps, action{cols: 1 + int(data[0])%24, rows: 1 + int(data[1])%9})
			data = data[2:]
		}
	}
	return steps
}

// runActions runs a program with its text cut into chunks, and checks the terminal after
// every step.
func runActions(p vtmodel.Profile, steps []action, chunk func(text string) []string) (*vtmodel.Terminal, error) {
	term := vtmodel.NewTerminal(p, 20, 6)
	term.KeepScrollback(40)
	for i, s := range steps {
		if s.cols > 0 {
			term.Resize(s.cols, s.rows)
		}
		for _, text := range chunk(s.text) {
			term.Write([]byte(text))
		}
		if err := term.Verify(); err != nil {
			return nil, fmt.Errorf("%s: step %d %q: %w\nprogram: %s", p, i, s.text, err, steps[:i+1])
		}
	}
	return term, nil
}

func whole(text string) []string { return []string{text} }

func bytewise(text string) []string {
	chunks := make([]string, len(text))
	for i := range len(text) {
		chunks[i] = text[i : i+1]
	}
	return chunks
}

func checkActions(p vtmodel.Profile, steps []action) error {
	a, err := runActions(p, steps, whole)
	if err != nil {
		return err
	}
	b, err := runActions(p, steps, bytewise)
	if err != nil {
		return err
	}
	if !a.Screen().Equal(b.Screen()) {
		return fmt.Errorf("%s: bytewise writes differ:\n%s\nprogram: %s", p, vtmodel.FirstDifference(a.Screen(), b.Screen()), steps)
	}
	if x, y := a.Answers(), b.Answers(); !bytes.Equal(x, y) {
		return fmt.Errorf("%s: bytewise writes are answered %q, want %q\nprogram: %s", p, y, x, steps)
	}
	if x, y := fmt.Sprint(a.Events()), fmt.Sprint(b.Events()); x != y {
		return fmt.Errorf("%s: bytewise writes cause the events %s, want %s\nprogram: %s", p, y, x, steps)
	}
	return nil
}

// TestTerminal_KeepsInvariantsOnRandomPrograms prints the seed and the program of what it
// finds.
func TestTerminal_KeepsInvariantsOnRandomPrograms(t *testing.T) {
	t.Parallel()
	const seeds = 60
	for _, p := range vtmodel.Profiles() {
		for seed := range uint64(seeds) {
			rng := rand.New(rand.NewPCG(seed, uint64(p)))
			data := make([]byte, 60)
			for i := range data {
				data[i] = byte(rng.UintN(256))
			}
			if err := checkActions(p, decodeActions(data)); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

func FuzzTerminal(f *testing.F) {
	for i := range pieces {
		f.Add(uint8(i), []byte{byte(i), 255, 3, 2, byte(i), 17, byte(i)})
	}
	f.Fuzz(func(t *testing.T, profile uint8, data []byte) {
		profiles := vtmodel.Profiles()
		if err := checkActions(profiles[int(profile)%len(profiles)], decodeActions(data)); err != nil {
			t.Fatal(err)
		}
	})
}

// String writes an action as decodeActions had it.
func (a action) String() string {
	if a.cols > 0 {
		return fmt.Sprintf("resize(%d,%d)", a.cols, a.rows)
	}
	return fmt.Sprintf("%q", a.text)
}
