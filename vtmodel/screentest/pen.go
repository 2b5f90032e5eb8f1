package screentest

import (
	"bytes"
	"strings"
)

// A pen follows the style that a byte stream leaves behind: which attributes
// are on, not their values, since the laws only ask whether something is.
type pen struct {
	on     attributes
	linked bool
}

type attributes uint16

const (
	intensity attributes = 1 << iota
	italic
	underline
	blink
	reverse
	conceal
	strike
	overline
	foreground
	background
	underlineColor
)

// sgrCodes says what a code switches on or, where off is set, off.
var sgrCodes = map[string]struct {
	attribute attributes
	off       bool
}{
	"1": {intensity, false}, "2": {intensity, false}, "22": {intensity, true},
	"3": {italic, false}, "23": {italic, true},
	"4": {underline, false}, "21": {underline, false}, "24": {underline, true}, "4:0": {underline, true},
	"5": {blink, false}, "6": {blink, false}, "25": {blink, true},
	"7": {reverse, false}, "27": {reverse, true},
	"8": {conceal, false}, "28": {conceal, true},
	"9": {strike, false}, "29": {strike, true},
	"53": {overline, false}, "55": {overline, true},
	"38": {foreground, false}, "39": {foreground, true},
	"48": {background, false}, "49": {background, true},
	"58": {underlineColor, false}, "59": {underlineColor, true},
}

func (p *pen) follow(it item) {
	switch {
	case it.isSGR():
		params, _ := it.csi()
		p.sgr(strings.Split(params, ";"))
	case it.isLink():
		_, target, _ := bytes.Cut(it.bytes[4:], []byte(";"))
		p.linked = len(target) > 0 && target[0] != bel && target[0] != escape
	}
}

func (p *pen) sgr(params []string) {
	for i := 0; i < len(params); i++ {
		code := params[i]
		head, _, isColon := strings.Cut(code, ":")
		switch head {
		case "", "0", "00":
			p.on = 0
			continue
		case "38", "48", "58":
			if !isColon {
				i += colorOperands(params[i+1:])
			}
		}
		set, ok := sgrCodes[strings.TrimLeft(code, "0")]
		if !ok {
			set, ok = sgrCodes[head]
		}
		switch {
		case ok && set.off:
			p.on &^= set.attribute
		case ok:
			p.on |= set.attribute
		case len(head) == 2 && (head[0] == '3' || head[0] == '9'):
			p.on |= foreground
		case len(head) == 2 && head[0] == '4', len(head) == 3 && head[:2] == "10":
			p.on |= background
		}
	}
}

// colorOperands counts the parameters that belong to a 38, 48 or 58.
func colorOperands(params []string) int {
	if len(params) == 0 {
		return 0
	}
	switch params[0] {
	case "5":
		return min(2, len(params))
	case "2":
		return min(4, len(params))
	}
	return 0
}

// isClosed reports whether what comes next would be plain.
func (p *pen) isClosed() bool { return p.on == 0 && !p.linked }
