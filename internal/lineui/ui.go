package lineui

import (
	"time"

	"jp/internal/agent"
	"jp/internal/markdown"
	"jp/internal/present"
	"jp/internal/theme"
	"jp/printer"
)

// Options say how a run is shown. The zero Options show it plainly.
type Options struct {
	Words present.Words
	// Out and Err are the styles of the two channels. A channel that keeps no escapes has the zero
	// Theme.
	Out, Err theme.Theme
	// Shared says that both channels are the same terminal, so that they share their lines.
	Shared bool
	// Markdown says how answers are drawn; nil leaves them as they came. Its Width is not used: the
	// terminal's is.
	Markdown *markdown.Options
	Cols     int // declared width of standard error; 0 = the terminal's, measured

	WaitingDelay         time.Duration // before a waiting region appears
	TextDelay, CodeDelay time.Duration // of the typewriter, for each cluster; 0 = none

	Quiet   bool // no notices and no tool calls
	Verbose bool // also who answers and what it took
}

// UI is the sink for people. One goroutine uses it, the one that runs the agent.
type UI struct {
	p *printer.Printer
	o Options

	out, err *layout // the same one when the channels share their lines
	prose    present.Prose
	fence    fence
	doc      rendered // of the answer that is open, when answers are drawn
	open     bool     // a block is open
	kind     block
	index    int
	clean    []byte // the piece, without what is no text; reused
	buf      []byte // what is shown of it; reused

	wait    indicator
	running []string // tools at work
}

// New returns a UI that writes through p, which stays the caller's.
func New(p *printer.Printer, o Options) *UI {
	u := &UI{p: p, o: o, out: &layout{}, err: &layout{}}
	if o.Shared {
		u.err = u.out
	}
	u.wait = indicator{p: p, delay: o.WaitingDelay}
	return u
}

// Close ends what is open: the line, the region. The UI can go on afterwards.
func (u *UI) Close() {
	u.endBlock()
	u.wait.hide()
}

// Event takes one event of the run.
func (u *UI) Event(e agent.Event) {
	switch e := e.(type) {
	case agent.TurnStarted:
		u.verbose(u.o.Words.Started(e))
	case agent.RequestStarted:
		u.wait.show(u.o.Words.Waiting(""))
	case agent.PhaseChanged:
		u.wait.detail(u.o.Words.Waiting(e.Phase).Detail)
	case agent.Pinged:
		u.wait.detail(u.o.Words.Waiting(agent.PhaseReceiving).Detail)
	case agent.ReasoningDelta:
		u.text(reasoning, e.Index, e.Text)
	case agent.TextDelta:
		u.text(answer, e.Index, e.Text)
	case agent.ReasoningEnded, agent.TextEnded:
		u.endBlock()
	case agent.ToolCallStarted:
		u.wait.show(u.o.Words.Preparing(e.Tool))
	case agent.RequestEnded:
		u.Close()
	case agent.RetryScheduled:
		u.retry(e)
	case agent.ToolCalled:
		u.called(e)
	case agent.ToolReturned:
		u.returned(e)
	case agent.Warned:
		u.notice(u.o.Words.Warning(e))
	case agent.TurnEnded:
		u.Close()
		u.verbose(u.o.Words.Summary(e))
	case agent.Panicked:
		u.wait.hide()
	}
}
