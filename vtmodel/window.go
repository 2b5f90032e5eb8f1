package vtmodel

import "fmt"

// titlesMax bounds the stack of titles.
const titlesMax = 10

// runWindow is XTWINOPS. What would change the window is recorded only, since its size
// belongs to whoever made the terminal.
func (t *Terminal) runWindow(s *sequence) {
	a := &t.q.answers
	body := ""
	switch n := s.at(0); {
	case n == 14 && a.cellWidth > 0:
		body = fmt.Sprintf("4;%d;%dt", t.rows*a.cellHeight, t.cols*a.cellWidth)
	case n == 16 && a.cellWidth > 0:
		body = fmt.Sprintf("6;%d;%dt", a.cellHeight, a.cellWidth)
	case n == 18 && a.sizes:
		body = fmt.Sprintf("8;%d;%dt", t.rows, t.cols)
	case n == 19 && a.title:
		body = fmt.Sprintf("9;%d;%dt", t.rows, t.cols)
	case n == 11 && a.title:
		body = "1t"
	case n == 13 && a.title:
		body = "3;0;0t"
	case n == 20 && a.title:
		t.answer(t.question(), ']', "L"+t.icon)
		return
	case n == 21 && a.title:
		t.answer(t.question(), ']', "l"+t.title)
		return
	case n == 22:
		t.pushTitle()
		return
	case n == 23:
		t.popTitle()
		return
	case n < 11 || n >= 24:
		t.note(EventWindow, t.question(), "")
		return
	}
	t.answerIf(t.question(), '[', body)
}

func (t *Terminal) pushTitle() {
	if len(t.titles) == titlesMax {
		t.titles = t.titles[1:]
	}
	t.titles = append(t.titles, t.title)
}

func (t *Terminal) popTitle() {
	if n := len(t.titles); n > 0 {
		t.title = t.titles[n-1]
		t.titles = t.titles[:n-1]
	}
}

// keyboard is the flags of kitty's keyboard protocol and the stack of earlier ones.
type keyboard struct {
	flags int
	stack []int
}

// keyboardsMax bounds the stack; kitty drops the oldest, too.
const keyboardsMax = 16

const keyboardFlags = 31

func (k *keyboard) push(flags int) {
	if len(k.stack) == keyboardsMax {
		k.stack = k.stack[1:]
	}
	k.stack = append(k.stack, k.flags)
	k.flags = flags & keyboardFlags
}

func (k *keyboard) pop(n int) {
	for ; n > 0 && len(k.stack) > 0; n-- {
		k.flags = k.stack[len(k.stack)-1]
		k.stack = k.stack[:len(k.stack)-1]
	}
	if n > 0 {
		k.flags = 0
	}
}

// change sets the flags, or adds or removes them when how is 2 or 3.
func (k *keyboard) change(flags, how int) {
	flags &= keyboardFlags
	switch how {
	case 1:
		k.flags = flags
	case 2:
		k.flags |= flags
	case 3:
		k.flags &^= flags
	}
}

// keys is the keyboard of the screen that is shown.
func (t *Terminal) keys() *keyboard {
	if t.g == &t.alt {
		return &t.kitty[1]
	}
	return &t.kitty[0]
}

func (t *Terminal) answerKeyboard() {
	body := ""
	if t.q.answers.keyboard {
		body = fmt.Sprintf("?%du", t.keys().flags)
	}
	t.answerIf(t.question(), '[', body)
}
