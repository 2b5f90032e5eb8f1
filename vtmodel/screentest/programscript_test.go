package screentest

import (
	"strings"
	"testing"
)

func TestProgramScripts(t *testing.T) { RunAll(t, "testdata/programs", "testdata/programs-golden") }

func TestParse_RefusesWhatIsForTheOther(t *testing.T) {
	const engineHead, programHead = "# S.\nsize 40x6\n", "# S.\nsize 40x6\nrun sh\n"
	for _, tc := range []struct{ name, script, want string }{
		{"program verb without a program", engineHead + "grant 1s\n", "x.txtar:3: grant is for programs: begin the script with run; usage: grant DURATION"},
		{"engine verb with a program", programHead + "print \"a\"\n", "x.txtar:4: print is for the engine, and this script runs sh; usage: print"},
		{"engine check with a program", programHead + "frames 1\n", "x.txtar:4: frames is for the engine, and this script runs sh; usage: frames"},
		{"virtual time", programHead + "advance 1s\n", "x.txtar:4: advance is for the engine, and this script runs sh; usage: advance"},
		{"run too late", engineHead + "tick\nrun sh\n", "x.txtar:4: run comes before the first step"},
		{"run nothing", engineHead + "run\n", "x.txtar:3: want the name of a program; usage: run"},
		{"a lie about the size", programHead + "resize 30x5 told 20x5\n", "x.txtar:4: the kernel tells a program its size: write resize COLSxROWS"},
		{"two resizes", programHead + "resize 30x5 confirm\n", "x.txtar:4: the kernel tells a program its size"},
		{"no such key", programHead + "key Ctrl+Enterr\n", `x.txtar:4: no key "Ctrl+Enterr": want one character, or Enter`},
		{"no such signal", programHead + "signal NOPE\n", `x.txtar:4: no signal "NOPE"; usage: signal`},
		{"no such await", programHead + "await godot\n", `x.txtar:4: "godot": want input, frame, raw, echo, text, idle; usage: await`},
		{"no status", programHead + "exit 300\n", `x.txtar:4: "300": want a status from 0 to 255; usage: exit`},
		{"tty what", programHead + "tty\n", `x.txtar:4: want restored; usage: tty restored`},
		{"file of a screen", programHead + "stdout \"a\"\n", `x.txtar:4: out is no file here: say so with ports`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Parse("x.txtar", tc.script)
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("got %v\nwant %s…", err, tc.want)
			}
		})
	}
}
