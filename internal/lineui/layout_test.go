package lineui

import "testing"

// A program of blocks, each given whole and byte by byte, must give the same text.
func TestLayout(t *testing.T) {
	type piece struct {
		block block
		text  string
	}
	for _, c := range []struct {
		name   string
		pieces []piece
		want   string
	}{
		{"nothing", nil, ""},
		{"no newline", []piece{{answer, "a"}}, "a\n"},
		{"one newline", []piece{{answer, "a\n"}}, "a\n"},
		{"many newlines", []piece{{answer, "a\n\n\n"}}, "a\n"},
		{"newlines in front", []piece{{answer, "\n\na"}}, "a\n"},
		{"newlines only", []piece{{answer, "\n\n"}}, ""},
		{"blank lines inside", []piece{{answer, "a\n\n\nb"}}, "a\n\n\nb\n"},
		{"two answers", []piece{{answer, "a"}, {answer, "b"}}, "a\n\nb\n"},
		{"reasoning and answer", []piece{{reasoning, "a\n\n"}, {answer, "\nb"}}, "a\n\nb\n"},
		{"remarks stand together", []piece{{remark, "a\n"}, {remark, "b\n"}}, "a\nb\n"},
		{"remark between answers", []piece{{answer, "a"}, {remark, "r"}, {answer, "b"}}, "a\n\nr\n\nb\n"},
		{"empty block between", []piece{{answer, "a"}, {reasoning, "\n"}, {answer, "b"}}, "a\n\nb\n"},
		{"empty block first", []piece{{reasoning, ""}, {answer, "b"}}, "b\n"},
		{"empty block between remarks", []piece{{remark, "a"}, {answer, ""}, {remark, "b"}}, "a\nb\n"},
		{"indented", []piece{{answer, "\n  a"}}, "  a\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var whole, bytewise layout
			var gotWhole, gotBytewise []byte
			for _, p := range c.pieces {
				whole.begin(p.block)
				gotWhole = whole.end(whole.append(gotWhole, p.text))
				bytewise.begin(p.block)
				for i := range len(p.text) {
					gotBytewise = bytewise.append(gotBytewise, p.text[i:i+1])
				}
				gotBytewise = bytewise.end(gotBytewise)
			}
			if string(gotWhole) != c.want {
				t.Errorf("whole: got %q, want %q", gotWhole, c.want)
			}
			if string(gotBytewise) != c.want {
				t.Errorf("byte by byte: got %q, want %q", gotBytewise, c.want)
			}
		})
	}
}
