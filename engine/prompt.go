package engine

import "slices"

// suspend writes what came before, takes chrome away and leaves the cursor on a
// fresh line.
func (e *Engine) suspend(token uint32) {
	e.suspended = append(e.suspended, token)
	if len(e.suspended) > 1 {
		return
	}
	e.compose()
	if e.screen.midline() {
		e.screen.newline()
		e.compose()
	}
	if e.paint.look != (look{}) {
		e.openScreen(true)
		e.setLook(look{}) // the prompt is not in the transcript's colours
	}
	e.prompted = false
}

// resume ends one suspension; the order in which nested ones end does not matter.
func (e *Engine) resume(c Resume) {
	i := slices.Index(e.suspended, c.Token)
	if i < 0 {
		return
	}
	e.suspended = slices.Delete(e.suspended, i, i+1)
	e.prompted = e.prompted && !c.Fresh
	if len(e.suspended) > 0 {
		return
	}
	e.freshLine()
	e.paint.touchNow()
	e.lane.due = max(e.lane.due, e.now) // what was held is typed from here on
	e.runLane()
}

// prompt passes a prompt's bytes to the terminal as they are.
func (e *Engine) prompt(s []byte) {
	e.compose()
	e.out.open(TTY)
	e.out.add(Prompt, s)
	e.prompted = s[len(s)-1] != '\n'
}

// freshLine leaves the line in which a prompt's text ended.
func (e *Engine) freshLine() {
	if e.prompted {
		e.prompted = false
		e.out.open(TTY)
		e.out.addString(Control, "\r\n")
	}
}
