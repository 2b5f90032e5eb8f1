package present

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"jp/internal/agent"
	"jp/internal/provider"
)

// callMax bounds the header of a tool call in runes where no width is known.
const callMax = 200

// Call is the header of a tool call in at most cols columns (0 = unknown), with the middle of the
// arguments left out where it does not fit: "▸ read_file(path: …)". It is false when this call is
// not shown.
func (w Words) Call(e agent.ToolTrace, cols int) (string, bool) {
	if e.Presentation == agent.PresentSelf {
		return "", false
	}
	mark := w.pointer() + " "
	room := callMax
	if cols > 0 {
		room = max(cols-utf8.RuneCountInString(mark), 1)
	}
	return mark + agent.Elide(provider.Clean(e.Display, len(e.Display)), room), true
}

// Result is what to say about a tool's result: nothing when it worked, since the model gets it and
// the conversation keeps it.
func (w Words) Result(e agent.ToolReturned) (Notice, bool) {
	switch {
	case e.Presentation == agent.PresentSelf, e.Interrupted:
		return Notice{}, false
	case e.Denied:
		return Notice{Text: name(e.Tool) + " was not run: it needs consent"}, true
	case e.IsError:
		return Notice{Text: fmt.Sprintf("%s failed: %s", name(e.Tool), firstLine(e.Output))}, true
	}
	return Notice{}, false
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return provider.Clean(line, callMax)
}
