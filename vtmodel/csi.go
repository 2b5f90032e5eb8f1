package vtmodel

import (
	"slices"
	"strconv"
	"strings"
)

// paramMax is the largest parameter that is passed on; screens are smaller.
const paramMax = 9999

// params are the parameters of a control sequence: each has its subparameters, which
// colons separate. An empty one is 0.
type params [][]int

// parseParams reads the bytes between the introducer and the final one, digits,
// semicolons and colons.
func parseParams(text string) params {
	if text == "" {
		return nil
	}
	var ps params
	for field := range strings.SplitSeq(text, ";") {
		var sub []int
		for digits := range strings.SplitSeq(field, ":") {
			n, err := strconv.Atoi(digits)
			if err != nil && digits != "" {
				n = paramMax // Digits only, so it was too large.
			}
			sub = append(sub, min(n, paramMax))
		}
		ps = append(ps, sub)
	}
	return ps
}

// at returns parameter i, 0 when it is missing.
func (ps params) at(i int) int {
	if i < len(ps) {
		return ps[i][0]
	}
	return 0
}

// count returns parameter 0 for a sequence that counts: 0 means 1, and more than most
// has no further effect.
func (ps params) count(most int) int { return min(max(ps.at(0), 1), most) }

func (ps params) hasColon() bool {
	for _, sub := range ps {
		if len(sub) > 1 {
			return true
		}
	}
	return false
}

func isNoParam(r rune) bool { return r > ';' || r < '0' }

// invisible are sequences with intermediate bytes that change nothing on the screen:
// the cursor's shape, reports, stacks of colors.
var invisible = []string{" q", " t", " u", "$p", "$w", "\"p", "*y", "#P", "#Q", "#R", "#p", "#q", "#{", "#}"}

// controlSequence runs the CSI in v.in.seq. vt10x ignores the private prefix and what
// it cannot parse, so everything is taken apart here and passed on spelled out.
func (v *VT10x) controlSequence(final byte) {
	repeated := v.lastRune
	v.lastRune = 0
	body := string(v.in.seq)
	text := strings.TrimLeft(body, "<=>?")
	prefix := body[:len(body)-len(text)]
	if at := strings.IndexFunc(text, isNoParam); at >= 0 {
		visible := !slices.Contains(invisible, text[at:]+string(rune(final)))
		v.refuse("["+body+string(rune(final)), "vt10x misreads intermediate bytes", visible)
		return
	}
	ps := parseParams(text)
	switch {
	case prefix == "?" && (final == 'h' || final == 'l'):
		for i := range ps {
			v.setPrivateMode(ps.at(i), final == 'h')
		}
	case prefix == "?" && (final == 'J' || final == 'K') && !ps.hasColon():
		v.erase(final, ps) // Selective, but nothing here can be protected.
	case prefix != "":
		v.refuseCSI(final, "vt10x ignores the private prefix")
	case final == 'm':
		v.pen.setStyle(v.pen.now.style.applied(ps))
	case ps.hasColon():
		v.refuseCSI(final, "vt10x stops parsing at a colon")
	case final == 'b':
		v.lastRune = repeated
		v.repeat(ps.at(0))
	default:
		v.plainSequence(final, ps)
	}
}

func (v *VT10x) plainSequence(final byte, ps params) {
	switch final {
	case 'A', 'B', 'E', 'F':
		v.moveRows(final, ps)
	case 'C', 'D', 'G', 'a', 'd', 'e', '`':
		v.csi(final, ps.count(paramMax))
	case 'H', 'f':
		v.csi('H', max(ps.at(0), 1), max(ps.at(1), 1))
	case 'I', 'Z':
		v.csi(final, ps.count(v.cols)) // vt10x counts to any number.
	case '@', 'P', 'X':
		v.cancelWrap()
		v.usePen(v.pen.blank())
		v.csi(final, ps.count(v.cols))
	case 'L', 'M':
		v.insertOrDeleteLines(final, ps)
	case 'J', 'K':
		v.erase(final, ps)
	case 'S', 'T':
		v.scroll(final, ps)
	case 'g':
		v.csi(final, ps.at(0))
	case 'h', 'l':
		for i := range ps {
			v.setMode(ps.at(i), final == 'h')
		}
	case 'r':
		v.setMargins(ps)
	default:
		v.reportOrCursor(final, ps)
	}
}

func (v *VT10x) reportOrCursor(final byte, ps params) {
	switch {
	case final == 'n' && (ps.at(0) == 5 || ps.at(0) == 6):
		v.csi(final, ps.at(0))
	case final == 's' && len(ps) == 0:
		v.saveCursor()
	case final == 'u' && len(ps) == 0:
		v.restoreCursor()
	default:
		v.refuseCSI(final, "vt10x does not know it")
	}
}

// moveRows is CUU, CUD, CPL and CNL, which stop at the margin that is in their way.
func (v *VT10x) moveRows(final byte, ps params) {
	y, n := v.term.Cursor().Y, ps.count(v.rows)
	switch up := final == 'A' || final == 'F'; {
	case up && y >= v.top:
		n = min(n, y-v.top)
	case !up && y <= v.bottom:
		n = min(n, v.bottom-y)
	}
	if n > 0 {
		v.csi(final, n)
		return
	}
	v.cancelWrap()
	if final == 'E' || final == 'F' {
		v.feed([]byte{'\r'})
	}
}

// erase is ED and EL. On the screen's second row, vt10x forgets the first one.
func (v *VT10x) erase(final byte, ps params) {
	what := ps.at(0)
	if final == 'J' && what == 3 {
		v.scrollback = nil
		return
	}
	if what > 2 {
		v.refuseCSI(final, "unknown parameter")
		return
	}
	v.cancelWrap()
	v.usePen(v.pen.blank())
	if final == 'J' && what == 1 && v.term.Cursor().Y == 1 && v.top == 0 {
		v.csi('A', 1)
		v.csi('K', 2)
		v.csi('B', 1)
	}
	v.csi(final, what)
}

// insertOrDeleteLines is IL and DL, which go to the first column.
func (v *VT10x) insertOrDeleteLines(final byte, ps params) {
	y := v.term.Cursor().Y
	if y < v.top || y > v.bottom {
		return
	}
	v.usePen(v.pen.blank())
	v.csi(final, ps.count(v.rows))
	v.feed([]byte{'\r'})
}

// scroll is SU and SD. With more parameters, T tracks the mouse.
func (v *VT10x) scroll(final byte, ps params) {
	if len(ps) > 1 {
		v.refuseCSI(final, "vt10x scrolls")
		return
	}
	n := ps.count(v.rows)
	if final == 'S' {
		v.captureScroll(n)
	}
	v.usePen(v.pen.blank())
	v.csi(final, n)
}

// setMargins is DECSTBM. Margins the wrong way round are ignored; vt10x turns them.
func (v *VT10x) setMargins(ps params) {
	top, bottom := max(ps.at(0), 1), ps.at(1)
	if bottom == 0 || bottom > v.rows {
		bottom = v.rows
	}
	if top >= bottom {
		return
	}
	v.top, v.bottom = top-1, bottom-1
	v.csi('r', top, bottom)
}

func (v *VT10x) setMode(n int, on bool) {
	switch n {
	case 4:
		if on {
			v.refuse("[4h", "vt10x overwrites in insert mode", true)
		}
		v.mode(0, n, on)
	case 20:
		v.mode(0, n, on)
	}
}

// privateModes are those that vt10x does not know but a screen tells.
var privateModes = map[int]Modes{
	2004: BracketedPaste, 2026: SyncUpdate, 2027: GraphemeClusters, 2031: ColorSchemeReports, 2048: ResizeReports,
}

func (v *VT10x) setPrivateMode(n int, on bool) {
	switch n {
	case 1, 5, 6, 7, 9, 25, 1000, 1002, 1003, 1004, 1006:
		v.mode('?', n, on)
	case 47, 1047, 1049:
		v.setAlt(n, on)
	case 1048:
		if on {
			v.saveCursor()
		} else {
			v.restoreCursor()
		}
	case 69:
		v.refuse("[?69", "vt10x has no left and right margins", true)
	default:
		v.extra &^= privateModes[n]
		if on {
			v.extra |= privateModes[n]
		}
	}
}

// setAlt switches screens. vt10x would enter the alternate screen when it is told to
// leave it on the main one, and save the cursor again when told twice.
func (v *VT10x) setAlt(n int, on bool) {
	v.usePen(v.pen.blank())
	switch {
	case on == v.alt():
		if n == 1049 && on {
			v.csi('J', 2)
		} else if n == 1049 {
			v.restoreCursor()
		}
	case n == 1049 && on:
		v.saveCursor()
		v.mode('?', 1047, true)
		v.csi('J', 2)
	case n == 1049:
		v.mode('?', 1047, false)
		v.restoreCursor()
	default:
		v.mode('?', n, on)
	}
}
