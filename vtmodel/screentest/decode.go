package screentest

import (
	"fmt"
	"strconv"
	"strings"

	"jp/vtmodel"
)

// nasty are texts that programs get wrong: wide, combining and joined characters,
// tabs, escapes whole and torn, line ends of all kinds. They are written as in a script.
var nasty = []string{
	`a`, `word `, `Hello wor`, `ld\n`, `\n`, `\n\n`, `line\n`, `two\nlines\n`, `tab\there\n`, `\r\n`, `50%\r`, `\r`,
	`世界`, `界\n`, `é`, `he\u0301`, `xy\u0301\u0302`, `👩\u200d👧`, `🇩🇪`, `h❤\ufe0f`, `가`, `\u1112\u1161\u11ab`,
	`\e[31mred\e[m`, `\e[1mbold\n`, `\e[m`, `\e[4`, `munder\n`, `\e[44m`, `\e`, `[`, `\e]0;title\a`, `\e]`,
	`\e]8;;https://x.test\e\\link\e]8;;\e\\ `, `\e[2J`, `\e[10;10H`, `\e[?1049h`, `\ec`, `\eP`, `\b`, `\x00`, `\a`,
}

// decoder reads a program out of bytes. When they end it reads zeros.
type decoder struct {
	data      []byte
	cols      int
	rows      int
	wide      bool // widths may change: no text is cropped, and the cursor stays with it
	fixed     bool // sizes may not: vt10x and xterm.js drop a pending wrap then, kitty blank lines above the cursor
	plain     bool // no emoji: xterm.js gives one a single column, ghostty four to a flag
	paced     bool // text is typed out, or there are prompts: where one cuts the other is the engine's choice
	live      []int
	claims    int
	suspended []int
	tokens    int
}

func (d *decoder) next(n int) int {
	if len(d.data) == 0 {
		return 0
	}
	b := d.data[0]
	d.data = d.data[1:]
	return int(b) % n
}

// decode turns bytes into a program. Sizes straddle what is printed: lines are as
// wide as the terminal, one less and one more.
func (m Machine) decode(data []byte) program {
	d := decoder{data: data}
	terminals := m.terminals()
	p := program{terminal: terminals[d.next(len(terminals))]}
	d.paced = d.next(2) == 0
	d.cols, d.rows = 20+d.next(30), 4+d.next(10)
	d.wide = reflows(p.terminal.String()) == rewraps
	d.fixed = p.terminal == vtmodel.CropVT10x || p.terminal == vtmodel.Kitty || p.terminal == vtmodel.XTermJS
	d.plain = p.terminal == vtmodel.XTermJS || p.terminal == vtmodel.Ghostty
	p.size = Size{d.cols, d.rows}
	for len(d.data) > 0 && len(p.lines) < m.steps() {
		p.lines = append(p.lines, d.step())
	}
	p.lines = append(p.lines, "advance 1s", "close")
	return p
}

// step is one line of the program.
func (d *decoder) step() string {
	switch d.next(16) {
	case 0, 1, 2:
		return "print " + d.text()
	case 3:
		return "print err " + d.text()
	case 4:
		if !d.paced {
			return "print " + d.text()
		}
		return fmt.Sprintf("say %dms %s", 1+d.next(20), strings.ReplaceAll(d.text(), `\t`, "-"))
	case 5, 6:
		return d.claim()
	case 7, 8:
		return d.ofClaim("push", d.text())
	case 9:
		return d.ofClaim("detail", d.text())
	case 10:
		return d.release()
	case 11:
		if d.paced {
			return "tick"
		}
		return d.suspend()
	case 12:
		return d.resize()
	case 13:
		d.tokens++
		return []string{"hurry", "drain", "tick", fmt.Sprintf("flush f%d", d.tokens)}[d.next(4)]
	}
	pauses := []int{1, 7, 8, 9, 33, 34, 99, 100, 101, 349, 350, 351, 1200}
	return fmt.Sprintf("advance %dms", pauses[d.next(len(pauses))])
}

// text is a nasty text, or a line that straddles the terminal's width.
func (d *decoder) text() string {
	if n := d.next(len(nasty) + 6); n < len(nasty) {
		if text := nasty[n]; !d.plain || !strings.ContainsFunc(text, isEmoji) {
			return `"` + text + `"`
		}
	}
	line := strings.Repeat("x", d.cols-1+d.next(3))
	return strconv.Quote(line + "\n") // a full row that the cursor is in loses its wrap by a resize
}

func (d *decoder) claim() string {
	if len(d.live) >= 4 {
		return d.release()
	}
	d.claims++
	d.live = append(d.live, d.claims)
	line := fmt.Sprintf("claim c%d %s", d.claims, visibly(d.text()))
	line += []string{"", " clock=elapsed", " clock=countdown for=2s"}[d.next(3)]
	line += []string{"", " delay=300ms"}[d.next(2)]
	line += []string{"", " rows=1", " rows=3", " rows=auto", " rows=2 timer=off"}[d.next(5)]
	return line + []string{"", " shade=236"}[d.next(2)]
}

func (d *decoder) ofClaim(verb, text string) string {
	if len(d.live) == 0 {
		return "print " + text
	}
	return fmt.Sprintf("%s c%d %s", verb, d.live[d.next(len(d.live))], visibly(text))
}

// visibly makes a quoted text begin with something to see: a row that shows nothing is
// no fault, and no mark stands alone.
func visibly(quoted string) string { return `"v` + quoted[1:] }

func isEmoji(r rune) bool { return r >= 0x1f000 || r == '❤' }

func (d *decoder) release() string {
	if len(d.live) == 0 {
		return "tick"
	}
	i := d.next(len(d.live))
	id := d.live[i]
	d.live = append(d.live[:i], d.live[i+1:]...)
	return fmt.Sprintf("release c%d", id)
}

// suspend begins or ends a suspension.
func (d *decoder) suspend() string {
	if n := len(d.suspended); n > 0 && d.next(3) > 0 {
		token := d.suspended[n-1]
		d.suspended = d.suspended[:n-1]
		return fmt.Sprintf("resume p%d", token)
	}
	d.tokens++
	d.suspended = append(d.suspended, d.tokens)
	return fmt.Sprintf("suspend p%d", d.tokens)
}

// resize changes the height, and on a terminal that re-wraps by a column also the
// width: rows of the region leave more than that free, so that none of them can wrap.
func (d *decoder) resize() string {
	if d.fixed {
		return "tick"
	}
	cols := d.cols
	if d.wide {
		cols += d.next(3) - 1
	}
	return fmt.Sprintf("resize %dx%d", cols, max(d.rows-1+d.next(3), 1))
}
