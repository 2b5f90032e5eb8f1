package foreign

import (
	"jp/vtmodel/screentest"
	"os/exec"
	"testing"
)

var size = screentest.Size{Cols: 40, Rows: 6}

func TestBash_AsksForASecret(t *testing.T) {
	const script = `read -p 'User: ' user; read -s -p 'Password: ' secret; echo; echo "$user, ${#secret} characters"`
	p := screentest.Start(t, screentest.Program("bash", "-c", script), size)
	p.AwaitInput().Type("ada\n")
	p.AwaitEcho(false).AwaitInput().Golden("asks for the password")
	p.Type("lovelace\n").AwaitExit(0).Golden("never shows it")
	p.TTYRestored()
}

func TestBash_IsStoppedByCtrlC(t *testing.T) {
	p := screentest.Start(t, screentest.Program("bash", "-c", `trap 'echo bye; exit 3' INT; read -p 'Wait: '`), size)
	p.AwaitInput().Key("Ctrl+C").AwaitExit(3).Golden("says bye")
	p.TTYRestored()
}

func TestPython_FollowsTheSize(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed: its program is not tested")
	}
	p := screentest.Start(t, screentest.Program("python3", "-q", "rule.py"), size)
	p.AwaitInput().Golden("as wide as the terminal")
	p.Resize(20, 6).AwaitText("20 columns").AwaitInput().Golden("narrower")
	p.Key("q").AwaitExit(0)
	p.TTYRestored()
}
