package vtmodel

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// answer sends a sequence to the program: an introducer and its body, ended by ST where it
// is a string. For a string of type OSC the terminator is that of the question.
func (t *Terminal) answer(question string, introducer byte, body string) {
	switch {
	case t.eightBit:
		t.answers.WriteByte(introducer + 0x40)
	default:
		t.answers.Write([]byte{esc, introducer})
	}
	t.answers.WriteString(body)
	switch {
	case introducer == '[':
	case introducer == ']' && t.in.bell:
		t.answers.WriteByte(0x07)
	case t.eightBit:
		t.answers.WriteByte(0x9c)
	default:
		t.answers.Write([]byte{esc, '\\'})
	}
	t.note(EventQuery, question, string(introducer)+body)
}

// ignore records a question that gets no answer.
func (t *Terminal) ignore(question string) { t.note(EventQuery, question, "") }

// answerIf answers unless the body is empty.
func (t *Terminal) answerIf(question string, introducer byte, body string) {
	if body == "" {
		t.ignore(question)
		return
	}
	t.answer(question, introducer, body)
}

// text returns the sequence that is run, without ESC.
func (s *sequence) text() string {
	var b strings.Builder
	b.WriteByte('[')
	if s.prefix != 0 {
		b.WriteByte(s.prefix)
	}
	for i := range s.n {
		switch {
		case i > 0 && s.colon[i]:
			b.WriteByte(':')
		case i > 0:
			b.WriteByte(';')
		}
		if s.value[i] >= 0 {
			b.WriteString(strconv.Itoa(s.value[i]))
		}
	}
	b.Write(s.mid[:s.mids])
	b.WriteByte(s.final)
	return b.String()
}

func (t *Terminal) question() string { return t.in.seq.text() }

func (t *Terminal) answerAttributes() { t.answer(t.question(), '[', t.q.answers.attributes) }

func (t *Terminal) answerIdentity() {
	if t.q.answers.identity {
		t.answer("Z", '[', t.q.answers.attributes)
		return
	}
	t.ignore("Z")
}

func (t *Terminal) answerSecondary(n int) {
	if n == 0 {
		t.answerIf(t.question(), '[', t.q.answers.secondary)
	}
}

func (t *Terminal) answerTertiary(n int) {
	body := t.q.answers.tertiary
	if body != "" {
		body = "!|" + body
	}
	if n == 0 {
		t.answerIf(t.question(), 'P', body)
	}
}

func (t *Terminal) answerVersion(n int) {
	body := t.q.answers.version
	if body != "" {
		body = ">|" + body
	}
	if n == 0 {
		t.answerIf(t.question(), 'P', body)
	}
}

// answerStatus is DSR.
func (t *Terminal) answerStatus(n int) {
	switch n {
	case 5:
		t.answer(t.question(), '[', "0n")
	case 6:
		row, col := t.reportedPosition()
		t.answer(t.question(), '[', fmt.Sprintf("%d;%dR", row, col))
	}
}

// reportedPosition is where CPR says that the cursor is, counted from 1.
func (t *Terminal) reportedPosition() (row, col int) {
	row, col = t.cur.row+1, t.cur.col+1
	if t.cur.pending {
		switch t.q.edgeReport {
		case reportBeyond:
			col++
		case reportNext:
			row, col = min(row+1, t.rows), 1
		}
	}
	if t.modes.has(modeOrigin) {
		switch t.q.originReport {
		case originRelative:
			row -= t.margins.top
			col -= t.margins.left
		case originAlwaysFirst:
			row = 1
		}
	}
	return row, col
}

func (t *Terminal) answerPrivateStatus(n int) {
	body := ""
	switch {
	case n == 6 && t.q.answers.position != "":
		row, col := t.reportedPosition()
		body = fmt.Sprintf(t.q.answers.position, row, col)
	case !t.q.answers.conditions:
	case n == 15:
		body = "?13n" // No printer.
	case n == 25:
		body = "?20n" // Keys are not locked.
	case n == 26:
		body = "?27;1;0;0n" // A North American keyboard.
	case n == 53 || n == 55:
		body = "?50n" // No locator.
	case n == 56:
		body = "?57;1n"
	case n == 75:
		body = "?70n" // Data integrity: no errors.
	}
	t.answerIf(t.question(), '[', body)
}

func (t *Terminal) answerGraphics(s *sequence) {
	body := t.q.answers.graphics
	if body != "" {
		body = fmt.Sprintf(body, s.at(0))
	}
	t.answerIf(t.question(), '[', body)
}

func (t *Terminal) answerModifiers(n int) {
	body := ""
	if t.q.answers.modifiers {
		body = fmt.Sprintf(">%d;0m", n)
	}
	t.answerIf(t.question(), '[', body)
}

// answerMode is DECRQM.
func (t *Terminal) answerMode(s *sequence) {
	a, n := &t.q.answers, s.at(0)
	body := ""
	switch {
	case a.noModes:
	case s.prefix == '?':
		body = fmt.Sprintf("?%d;%d$y", n, t.modeState(n))
	case s.prefix == 0 && a.modesANSI:
		body = fmt.Sprintf("%d;%d$y", n, t.ansiModeState(n))
	}
	t.answerIf(t.question(), '[', body)
}

func (t *Terminal) modeState(n int) int {
	a := &t.q.answers
	known := privateMode(n) != 0
	switch n {
	case 2026:
		if !t.isSet(n) {
			return a.sync
		}
	case 2027, 2031, 2048:
		known = a.newModes
	case 3, 47, 1047, 1048, 1049:
		known = true
	case 69:
		known = !t.q.noMargins
	default:
		known = known || a.fixedModes && isIdleMode(n)
	}
	switch {
	case !known:
		return 0
	case t.isSet(n):
		return 1
	}
	return 2
}

func (t *Terminal) ansiModeState(n int) int {
	switch {
	case n == 4 && t.modes.has(modeInsert), n == 20 && t.modes.has(modeNewline):
		return 1
	case n == 4, n == 20:
		return 2
	case !t.q.answers.fixedModes:
		return 0
	case n == 2, n == 12:
		return 2
	case n == 1, n == 5, n == 7, n == 10, n == 11, n >= 13 && n <= 19:
		return 4 // Permanently reset.
	}
	return 0
}

// answerSetting is DECRQSS.
func (t *Terminal) answerSetting(what string) {
	body := ""
	switch what {
	case "m":
		body = renditionOf(t.pen.look.style())
		if !t.q.answers.settingsZero {
			body = strings.ReplaceAll(body, ":2::", ":2:")
			body = strings.TrimPrefix(strings.TrimPrefix(body, "0"), ";")
		}
	case "r":
		body = fmt.Sprintf("%d;%d", t.margins.top+1, t.margins.bottom+1)
	case "s":
		body = fmt.Sprintf("%d;%d", t.margins.left+1, t.margins.right+1)
	case " q":
		body = strconv.Itoa(max(t.shape, 1))
	case "\"q":
		body = "0"
		if t.pen.protected {
			body = "1"
		}
	case "\"p":
		body = "64;1"
	case "*x":
		body = "1"
		if t.modes.has(modeRectangle) {
			body = "2"
		}
	case "t", "*|":
		body = strconv.Itoa(t.rows)
	case "$|":
		body = strconv.Itoa(t.cols)
	default:
		if t.q.answers.settings {
			t.answer("P$q"+what, 'P', "0$r")
		}
		return
	}
	if !t.q.answers.settings {
		t.ignore("P$q" + what)
		return
	}
	t.answer("P$q"+what, 'P', "1$r"+body+what)
}

// answerCapability is XTGETTCAP. Only the terminal's name and its colors are known.
func (t *Terminal) answerCapability(names string) {
	if !t.q.answers.capabilities {
		t.ignore("P+q" + names)
		return
	}
	for name := range strings.SplitSeq(names, ";") {
		known := map[string]string{"TN": "xterm", "name": "xterm", "Co": "256", "colors": "256", "RGB": "8"}
		text, err := hex.DecodeString(name)
		value, ok := known[string(text)]
		if err != nil || !ok {
			t.answer("P+q"+name, 'P', "0+r"+name)
			return
		}
		t.answer("P+q"+name, 'P', "1+r"+name+"="+strings.ToUpper(hex.EncodeToString([]byte(value))))
	}
}

// answerChecksum is DECRQCRA, as xterm computes it.
func (t *Terminal) answerChecksum(s *sequence) {
	if !t.q.answers.checksums {
		t.ignore(t.question())
		return
	}
	sum := 0
	if a, ok := t.area(s, 2); ok {
		for y := a.top; y <= a.bottom; y++ {
			for _, c := range t.g.rows[y].cells[a.left : a.right+1] {
				sum += t.checksumOf(c)
			}
		}
	}
	t.answer(t.question(), 'P', fmt.Sprintf("%d!~%04X", s.at(0), -sum&0xffff))
}

func (t *Terminal) checksumOf(c cell) int {
	sum := 0
	for _, r := range t.cellText(c) {
		sum += int(r)
	}
	if c.isErased() {
		sum = ' '
	}
	k := t.looks.looks[c>>lookShift]
	for _, w := range [...]struct {
		on     bool
		weight int
	}{
		{c&cellProtected != 0, 0x04},
		{k.attrs&Conceal != 0, 0x08},
		{k.underline != 0, 0x10},
		{k.attrs&Reverse != 0, 0x20},
		{k.attrs&Blink != 0, 0x40},
		{k.attrs&Bold != 0, 0x80},
	} {
		if w.on {
			sum += w.weight
		}
	}
	return sum
}

// answerResize is the report of mode 2048.
func (t *Terminal) answerResize() {
	if !t.q.answers.newModes {
		return
	}
	a := &t.q.answers
	t.answer("mode 2048", '[', fmt.Sprintf("48;%d;%d;%d;%dt", t.rows, t.cols, t.rows*a.cellHeight, t.cols*a.cellWidth))
}
