package screentest

import (
	"path/filepath"
	"strings"
	"testing"
)

// Every check fails where it should. None of the scripts takes a screen.
func TestChecks_FailWhenTheyShould(t *testing.T) {
	const head = "# S.\nsize 30x4\nports err=plain\n"
	for _, tc := range []struct{ name, script, want string }{
		{"never", "never \"two\"\nprint \"one\\n\"\nprint \"two\\n\"\n", "frame 2 at 0s shows \"two\""},
		{"never in the scrollback", "never \"one\"\n[pure] print \"one\\n2\\n3\\n4\\n5\\n\"\n", "frame 1 at 0s shows \"one\""},
		{"never before", "claim c \"Row\"\nrelease c\nnever before \"Row\"\n", `frame 1 at 0s, after claim 1 "" "Row" clock=none, shows "Row"`},
		{"always", "print \"one\\n\"\nalways \"one\"\nprint \"2\\n3\\n\"\nalways \"six\"\n", `the screen at 0s does not show "six"`},
		{"allow of nothing", "tick\nallow \"x\"\n", `there is no never or always "x" to end`},
		{"allowed", "never \"x\"\nallow \"x\"\nprint \"x\\n\"\nframes 1\n", ""},
		{"frames", "print \"one\\n\"\nframes 0\n", "1 frames, want 0"},
		{"frames at most", "print \"1\\n\"\nprint \"2\\n\"\nframes <=1\n", "2 frames, want <=1"},
		{"frames at least", "tick\nframes >=1\n", "0 frames, want >=1"},
		{"frames since", "print \"1\\n\"\nframes 1\nframes 0\n", ""},
		{"bytes count", "print \"one\\n\"\nbytes <=4\n", "5 bytes, want <=4"},
		{"bytes there", "print \"one\\n\"\nbytes \"two\"\n", `"two" in one frame is false, want true`},
		{"bytes not there", "print \"one\\n\"\nbytes not \"one\"\n", `"one" in one frame is true, want false`},
		{"acked", "latency off\nsay 1s \"ab\"\nflush f\nacked f\n", "flush f: acknowledged is false, want true"},
		{"not acked", "print \"a\\n\"\nflush f\nacked not f\n", "flush f: acknowledged is true, want false"},
		{"stderr", "print err \"a\\n\"\nstderr \"b\\n\"\n", `err holds "a\n", want "b\n"`},
		{"budget", "budget rows=9 3\n", "2 window rows are granted, want 3"},
		{"cols", "cols 30\n", "rows may be 22 columns wide, want 30"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := outcome(t, head+tc.script, filepath.Join(t.TempDir(), "x.txtar"), false)
			switch {
			case tc.want == "" && err != nil:
				t.Errorf("got %v, want none", err)
			case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("got %v, want …%s…", err, tc.want)
			}
		})
	}
}

func TestSame_FailsWhenTheScreenIsAnother(t *testing.T) {
	script := oneScreen + "same after a\nprint \"b\\n\"\nsame after a\n"
	path := filepath.Join(t.TempDir(), "x.txtar")
	write(t, path, oneGolden)
	err := outcome(t, script, path, false)
	if err == nil || !strings.Contains(err.Error(), `the screen is no longer that of "after a"`) {
		t.Errorf("got %v", err)
	}
}
