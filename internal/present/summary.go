package present

import (
	"fmt"
	"strings"

	"jp/internal/agent"
)

// Started says who answers, for a verbose run.
func (w Words) Started(e agent.TurnStarted) string {
	s := e.Provider + "/" + e.Model
	if e.History > 0 {
		s += fmt.Sprintf(", %s before", plural(int64(e.History), "message"))
	}
	if len(e.Tools) > 0 {
		s += ", tools: " + strings.Join(e.Tools, " ")
	}
	return s
}

// Summary says what a turn took, for a verbose run.
func (w Words) Summary(e agent.TurnEnded) string {
	parts := []string{plural(int64(e.Requests), "request")}
	if e.ToolCalls > 0 {
		parts = append(parts, plural(int64(e.ToolCalls), "tool call"))
	}
	u := e.Usage
	if u.InputTokens > 0 || u.OutputTokens > 0 {
		parts = append(parts, fmt.Sprintf("%s in, %d out", plural(u.InputTokens, "token"), u.OutputTokens))
	}
	return string(e.Reason) + ": " + strings.Join(parts, ", ")
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
