package lineui

import (
	"strings"
	"time"

	"jp/internal/present"
	"jp/internal/theme"
)

// text shows a piece of a block; the first one opens it. What was waited for is there, and from now
// on the next piece is waited for: a stream that stalls becomes visible after the delay, under the
// unfinished line.
func (u *UI) text(kind block, index int, s string) {
	if !u.shows(kind) {
		return
	}
	if !u.open || u.kind != kind || u.index != index {
		u.endBlock()
		u.open, u.kind, u.index = true, kind, index
		u.prose, u.fence = present.Prose{}, fence{}
		u.layoutOf(kind).begin(kind)
		if u.renders(kind) {
			u.doc = u.newRendered()
		}
	}
	if u.renders(kind) {
		u.render(s)
		return
	}
	u.clean = u.prose.Append(u.clean[:0], s)
	u.buf = u.layoutOf(kind).append(u.buf[:0], string(u.clean))
	if len(u.buf) == 0 {
		return
	}
	u.wait.hide()
	u.write(kind, string(u.buf))
	u.wait.stalled(u.o.Words.Waiting(""))
}

// shows reports whether there is a place for blocks of this kind. Reasoning that could not be told
// from the answer is not shown.
func (u *UI) shows(kind block) bool {
	return kind == answer || u.o.Out.Styled || u.o.Err.Styled
}

// onErr reports whether blocks of this kind go to standard error.
func (u *UI) onErr(kind block) bool { return kind == reasoning && !u.o.Out.Styled }

func (u *UI) layoutOf(kind block) *layout {
	if u.onErr(kind) {
		return u.err
	}
	return u.out
}

// endBlock ends the block that is open, and its line.
func (u *UI) endBlock() {
	if !u.open {
		return
	}
	u.open = false
	if u.renders(u.kind) {
		u.endRendered()
	}
	if end := u.layoutOf(u.kind).end(nil); len(end) > 0 {
		u.write(u.kind, string(end))
	}
}

// write puts s on the channel of kind, typed out and styled.
func (u *UI) write(kind block, s string) {
	switch {
	case kind == answer:
		u.say(s)
	case u.onErr(kind):
		u.p.Chrome().Print(string(aside(u.o.Err, s)))
	default:
		u.p.Say(string(aside(u.o.Out, s)), u.o.TextDelay)
	}
}

// say types an answer out, code faster than text. Pieces of one pace stay together.
func (u *UI) say(s string) {
	if u.o.TextDelay == u.o.CodeDelay {
		u.p.Say(s, u.o.TextDelay)
		return
	}
	start, pace := 0, time.Duration(0)
	for at := 0; at < len(s); {
		n, code := u.fence.next(s[at:])
		next := u.o.TextDelay
		if code {
			next = u.o.CodeDelay
		}
		if next != pace && at > start {
			u.p.Say(s[start:at], pace)
			start = at
		}
		pace = next
		at += n
	}
	u.p.Say(s[start:], pace)
}

// aside styles s line by line, so that no style is open across a line end.
func aside(t theme.Theme, s string) []byte {
	var b []byte
	for line := range strings.Lines(s) {
		text, ended := strings.CutSuffix(line, "\n")
		b = t.Append(b, theme.Aside, text)
		if ended {
			b = append(b, '\n')
		}
	}
	return b
}
