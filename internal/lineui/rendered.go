package lineui

import (
	"time"

	"jp/internal/markdown"
)

// wrapMax is the widest row of rendered text: longer ones are hard to read.
const wrapMax = 80

// rendered is an answer on its way through the markdown renderer. Its rows are whole, so the
// region's unfinished first row is at most one of them.
type rendered struct {
	md      *markdown.Renderer
	started bool
}

// renders reports whether blocks of this kind are drawn as markdown. Text for a file, and
// reasoning, stay as they came.
func (u *UI) renders(kind block) bool { return kind == answer && u.o.Markdown != nil }

// newRendered begins a block.
func (u *UI) newRendered() rendered {
	o := *u.o.Markdown
	o.Width = u.wrapWidth()
	return rendered{md: markdown.New(o)}
}

// wrapWidth is the width of rendered rows now: one column less than the terminal has, so that a row
// that is not yet complete fits above the status row. 0 is as the source has it, where there is no
// terminal.
func (u *UI) wrapWidth() int {
	cols := u.o.Cols
	if cols == 0 {
		cols = u.p.OutCols()
	}
	if cols == 0 {
		return 0
	}
	return max(min(cols-1, wrapMax), 1)
}

// render shows a piece of an answer as far as it is certain.
func (u *UI) render(s string) {
	u.doc.md.SetWidth(u.wrapWidth())
	u.buf = u.doc.md.Append(u.buf[:0], []byte(s))
	u.show(u.buf)
}

// endRendered shows what the renderer still holds.
func (u *UI) endRendered() {
	u.buf = u.doc.md.Close(u.buf[:0])
	u.show(u.buf)
	u.doc = rendered{}
}

// show types rendered bytes out, each run at the pace of its kind.
func (u *UI) show(b []byte) {
	if len(b) == 0 {
		return
	}
	u.wait.hide()
	if !u.doc.started {
		u.doc.started = true
		if u.out.beginRendered() {
			u.p.Say("\n", u.o.TextDelay)
		}
	}
	from := 0
	for _, run := range u.doc.md.Runs() {
		u.p.Say(string(b[from:run.End]), u.paceOf(run.Block))
		from = run.End
	}
	u.out.open = u.doc.md.InLine()
	u.wait.stalled(u.o.Words.Waiting(""))
}

// paceOf is how fast a kind of block is typed. A table comes at once: it is there when it is complete.
func (u *UI) paceOf(b markdown.Block) time.Duration {
	switch b {
	case markdown.Prose:
		return u.o.TextDelay
	case markdown.Code:
		return u.o.CodeDelay
	}
	return 0
}
