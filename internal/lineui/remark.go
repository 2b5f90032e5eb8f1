package lineui

import (
	"slices"
	"strings"

	"jp/engine"
	"jp/internal/agent"
	"jp/internal/present"
	"jp/internal/theme"
)

// called shows the header of a tool call, and waits for the tool.
func (u *UI) called(e agent.ToolCalled) {
	u.wait.hide()
	if header, ok := u.o.Words.Call(e.ToolTrace, u.cols()); ok {
		u.remark(theme.Header, header)
	}
	u.running = append(u.running, e.Tool)
	u.wait.show(u.o.Words.Running(u.running))
}

// returned shows what went wrong, if something did.
func (u *UI) returned(e agent.ToolReturned) {
	if at := slices.Index(u.running, e.Tool); at >= 0 {
		u.running = slices.Delete(u.running, at, at+1)
	}
	if n, ok := u.o.Words.Result(e); ok {
		u.notice(n)
	}
	if len(u.running) == 0 {
		u.wait.hide()
	} else {
		u.wait.show(u.o.Words.Running(u.running))
	}
}

// retry shows the wait before another attempt: as a row that counts down, or as a line where no row
// can be.
func (u *UI) retry(e agent.RetryScheduled) {
	u.endBlock()
	u.wait.countdown(u.o.Words.Retrying(e), e.Wait)
	if !u.wait.visible() {
		u.notice(present.Notice{Text: u.o.Words.Retry(e) + " " + present.Seconds(e.Wait)})
	}
}

// notice says n in a line of its own.
func (u *UI) notice(n present.Notice) { u.remark(theme.Caution, u.o.Words.Line(n)) }

func (u *UI) verbose(s string) {
	if u.o.Verbose {
		u.remark(theme.Plain, s)
	}
}

// Write says lines that come from elsewhere, such as a note of the program: they stand with the
// remarks of the run. p is whole lines.
func (u *UI) Write(p []byte) (int, error) {
	for line := range strings.Lines(string(p)) {
		u.remark(theme.Plain, strings.TrimSuffix(line, "\n"))
	}
	return len(p), u.p.Err()
}

// remark writes a line to standard error.
func (u *UI) remark(role theme.Role, line string) {
	if u.o.Quiet || line == "" {
		return
	}
	u.endBlock()
	u.err.begin(remark)
	b := u.err.append(nil, string(u.o.Err.Append(nil, role, line)))
	u.p.Chrome().Print(string(u.err.end(b)))
}

// cols is the width of standard error, 0 when it is unknown.
func (u *UI) cols() int {
	if u.o.Cols > 0 {
		return u.o.Cols
	}
	if u.p.Terminal().Err != engine.PortScreen {
		return 0
	}
	return u.p.Cols()
}
