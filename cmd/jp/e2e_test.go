package main

import (
	"os"
	"strings"
	"testing"
)

// TestE2E runs jp against a real inference server over all three protocols, on a terminal that is
// narrower than the lines. It needs a server at JP_E2E_BASE_URL that speaks them, such as
// llama.cpp's; make e2e starts one where it can.
func TestE2E(t *testing.T) {
	base := os.Getenv("JP_E2E_BASE_URL")
	if base == "" {
		t.Skip("JP_E2E_BASE_URL is not set: no real server to talk to")
	}
	base = strings.TrimSuffix(strings.TrimSuffix(base, "/"), "/v1")
	for _, model := range []string{"anthropic/tiny", "openai/tiny", "openai-chat/tiny"} {
		t.Run(strings.ReplaceAll(model, "/", "-"), func(t *testing.T) {
			env := []string{
				"XDG_DATA_HOME=" + t.TempDir(), "ANTHROPIC_BASE_URL=" + base, "OPENAI_BASE_URL=" + base + "/v1",
				"ANTHROPIC_API_KEY=k", "OPENAI_API_KEY=k",
				"JP_CFG_STYLE_WAITING_DELAY=0s", "JP_CFG_STYLE_TYPEWRITER_TEXT=1ms",
			}
			x := start(t, launch{cols: 40, rows: 12, env: env}, "query", "-m", model, "Say something about terminals.")
			x.exit(0)
			shown := withoutNotices(x.text())
			if shown == "" {
				t.Error("nothing was shown")
			}
			if strings.Contains(shown, "Waiting…") {
				t.Errorf("a waiting row is left:\n%s", shown)
			}
			y := start(t, launch{cols: 40, rows: 12, env: env}, "conversation", "print")
			y.exit(0)
			if stored := y.text(); shown != stored {
				t.Errorf("the screen and the store differ:\n%s\nstored:\n%s", shown, stored)
			}
			t.Logf("%d bytes on the screen, %d to the terminal", len(shown), len(x.bytes()))
		})
	}
}

// withoutNotices is screen without the lines that a stored conversation does not print.
func withoutNotices(screen string) string {
	var kept []string
	for line := range strings.SplitSeq(screen, "\n") {
		if !strings.HasPrefix(line, "⚠ ") {
			kept = append(kept, line)
		}
	}
	return strings.TrimRight(strings.Join(kept, "\n"), "\n")
}
