package screentest

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"jp/engine"
	"jp/vtmodel"
)

// The demo on its own clock: only what does not move is looked at.
func TestRunning_OwnClock(t *testing.T) {
	p := Start(t, Own("demo"), Size{60, 10}, As(vtmodel.Kitty))
	p.AwaitInput()
	if got := p.Screen().Text()[:2]; got[0] != "loaded 3 files" || got[1] != "Name?" {
		t.Errorf("got %q", got)
	}
	p.Type("Ada\n").AwaitText("====").Signal(syscall.SIGINT).AwaitExit(130).TTYRestored()
}

// repeatEnv is how often the demo must give the same history.
const repeatEnv = "SCREENTEST_REPEAT"

// However busy the machine is, a program with a granted clock has one history.
func TestRunning_OneHistoryUnderLoad(t *testing.T) {
	runs := 5
	if text := os.Getenv(repeatEnv); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s=%q: want a number", repeatEnv, text)
		}
		runs = n
	}
	var done atomic.Bool
	defer done.Store(true)
	for range 8 {
		go func() {
			for !done.Load() {
			}
		}()
	}
	histories := map[string]int{}
	for i := range runs {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			histories[historyOfDemo(t)]++
		})
	}
	if len(histories) != 1 {
		for h, n := range histories {
			t.Errorf("%d of %d runs gave\n%s", n, runs, h)
		}
	}
	t.Logf("%d runs, %d histories", runs, len(histories))
}

func historyOfDemo(t *testing.T) string {
	var h strings.Builder
	p := Start(t, Own("demo"), Size{60, 10}, Granted())
	look := func() { fmt.Fprintf(&h, "%v\n", p.Screen()) }
	look()
	for range 6 {
		p.Grant(100 * time.Millisecond)
		look()
	}
	p.AwaitInput()
	look()
	p.Type("Ada\n").AwaitFrame()
	look()
	p.Resize(40, 8).AwaitFrame()
	look()
	p.Key("Ctrl+C").AwaitExit(130)
	look()
	h.Write(p.session.written())
	return h.String()
}

func TestRunning_Bash(t *testing.T) {
	p := Start(t, Program("bash", "--norc", "--noprofile", "--noediting", "-i"), Size{40, 6}, Env("PS1=$ "))
	p.AwaitInput().Golden("prompt")
	p.Type("echo h''i; read -sp 'Secret: ' x\n").AwaitEcho(false).Golden("asks")
	p.Type("abc\n").AwaitEcho(true).AwaitInput().Golden("answered")
	p.Type("cat\n").AwaitInput().Key("Ctrl+C").AwaitInput()
	p.Type("exit 3\n").AwaitExit(3).TTYRestored()
}

func TestRunning_BashWithReadline(t *testing.T) {
	if err := exec.Command("bash", "--norc", "-ic", "bind -v").Run(); err != nil {
		t.Skip("bash has no readline here: ", err)
	}
	p := Start(t, Program("bash", "--norc", "--noprofile", "-i"), Size{40, 6}, Env("PS1=$ ", "INPUTRC=/dev/null"))
	p.AwaitRaw().AwaitInput().Type("echo one").AwaitInput().Key("Left").Key("Left").Key("Left").Type("s").AwaitInput()
	if got := p.Screen().Row(0).Text(); got != "$ echo sone" {
		t.Errorf("got %q", got)
	}
	p.Key("Ctrl+A").Key("Ctrl+K").Type("exit\n").AwaitExit(0)
}

func TestRunning_KeysInRawMode(t *testing.T) {
	p := Start(t, Own("rawkeys"), Size{40, 12})
	p.AwaitRaw().AwaitInput()
	for _, key := range []string{"Up", "Ctrl+C", "Alt+x", "F5", "Shift+Left", "é"} {
		p.Key(key).AwaitInput()
	}
	p.Paste("a\nb").AwaitInput().Golden("keys")
	p.Key("q").AwaitExit(0).TTYRestored()
}

func TestRunning_OutputToAFile(t *testing.T) {
	p := Start(t, Program("sh", "-c", "test -t 1 || echo file; echo tty >&2"), Size{40, 6}, ToFile(engine.Out))
	p.AwaitExit(0)
	if got := p.Output(engine.Out); got != "file\n" {
		t.Errorf("stdout: %q", got)
	}
	if got := p.Screen().Row(0).Text(); got != "tty" {
		t.Errorf("terminal: %q", got)
	}
}

func TestRunning_AnswersOfTheTerminal(t *testing.T) {
	const ask = `stty -echo -icanon min 1; printf '\033[6n'; x=$(dd bs=1 count=6 2>/dev/null | tr '\033' E); stty echo icanon; printf '<%s>' "$x"`
	p := Start(t, Program("sh", "-c", ask), Size{40, 6})
	p.AwaitExit(0)
	if got := p.Screen().Row(0).Text(); got != "<E[1;1R>" {
		t.Errorf("got %q", got)
	}
}

func TestRunning_NamesWhatIsNotRestored(t *testing.T) {
	p := Start(t, Own("untidy"), Size{40, 6})
	p.AwaitExit(0)
	err := p.session.notRestored()
	if err == nil {
		t.Fatal("nothing is left behind")
	}
	for _, want := range []string{"-echo", "-icanon", "O_NONBLOCK", "the cursor is hidden", "the alternate screen is shown", "bracketed-paste", "bold red", "margins 1 to 4", `an open link to "http://a.example"`, "character set", "cursor shape 5"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
}

func TestRunning_StopAndContinue(t *testing.T) {
	p := Start(t, Program("cat"), Size{20, 4})
	p.AwaitInput().Key("Ctrl+Z").AwaitText("^Z").Signal(syscall.SIGCONT).AwaitInput()
	p.Type("a\n").AwaitInput().Golden("continued")
	p.Key("Ctrl+D").AwaitExit(0).TTYRestored()
}

// Thousands of bytes pass both ways, and nobody waits for the other for ever.
func TestRunning_LongInput(t *testing.T) {
	p := Start(t, Program("sh", "-c", "stty -echo; echo ready; wc -c"), Size{20, 4})
	p.AwaitEcho(false).AwaitText("ready")
	for range 40 {
		p.Type(strings.Repeat("x", 999) + "\n")
	}
	p.AwaitInput().Key("Ctrl+D").AwaitText("40000").AwaitExit(0)
}
