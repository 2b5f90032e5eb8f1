package vtmodel

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// widthOpinion is how many columns a profile gives to text.
type widthOpinion struct {
	softHyphen uint8 // Columns of U+00AD.
	jamo       uint8 // Columns of Hangul vowels and final consonants.
	flags      uint8 // Columns of a regional indicator; 0 is 1.

	unicode6       bool // The tables of 2010, in which most emoji are narrow.
	joinsFlags     bool // Two regional indicators share the columns of one.
	joinsModifiers bool // A skin tone joins the emoji before it.
	clusters       bool // Grapheme clusters are one character.
	selectors      selectors
}

// selectors is what variation selectors do to a width.
type selectors uint8

const (
	selectNone  selectors = iota
	selectEmoji           // VS16 makes a character wide.
	selectBoth            // And VS15 makes it narrow.
)

const (
	zeroWidthJoiner = 0x200d
	textSelector    = 0xfe0e
	emojiSelector   = 0xfe0f
)

func isRegional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }
func isModifier(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// tableRunes is how many runes have their widths in a table; the others are few and
// regular.
const tableRunes = 0x20000

type widthTable [tableRunes]uint8

var (
	widthsToday = sync.OnceValue(func() *widthTable { return makeWidths(widthToday) })
	widthsOf6   = sync.OnceValue(func() *widthTable { return makeWidths(widthOf6) })
)

func makeWidths(of func(rune) uint8) *widthTable {
	t := new(widthTable)
	for r := range rune(tableRunes) {
		t[r] = of(r)
	}
	return t
}

// profileWidths are the tables of the profiles, each made when it is first used.
var profileWidths = func() (tables [len(profileQuirks)]func() *widthTable) {
	for i := range tables {
		tables[i] = sync.OnceValue(func() *widthTable { return profileQuirks[i].width.table() })
	}
	return tables
}()

// table returns the widths of single runes in this opinion.
func (o widthOpinion) table() *widthTable {
	t := widthsToday()
	if o.unicode6 {
		t = widthsOf6()
	}
	own := *t
	own[0xad] = o.softHyphen
	for r := 0x1160; r < 0x1200; r++ {
		own[r] = o.jamo
	}
	for r := 0x1f1e6; r <= 0x1f1ff && !o.unicode6; r++ {
		own[r] = max(o.flags, 1)
	}
	return &own
}

// of returns the columns of a rune.
func (t *widthTable) of(r rune) int {
	switch {
	case r < tableRunes:
		return int(t[r])
	case r < 0x3fffe:
		return 2
	case r >= 0xe0000 && r < 0xe1000:
		return 0
	}
	return 1
}

// widthToday is the width by current tables.
func widthToday(r rune) uint8 {
	switch {
	case r == 0 || r == zeroWidthJoiner || unicode.In(r, unicode.Mn, unicode.Me) || isFormat(r):
		return 0
	case r >= 0xd7b0 && r <= 0xd7ff:
		return 0
	}
	return uint8(narrow.RuneWidth(r))
}

func isFormat(r rune) bool {
	if r == 0xad || r >= 0x600 && r <= 0x605 || r == 0x6dd || r == 0x70f || r == 0x8e2 || r == 0x110bd || r == 0x110cd {
		return false // These show something.
	}
	return unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029
}

// widthOf6 is the width by Markus Kuhn's wcwidth of Unicode 6, which xterm.js has
// built in.
func widthOf6(r rune) uint8 {
	switch {
	case widthToday(r) == 0:
		return 0
	case r >= 0x1100 && (r <= 0x115f || r == 0x2329 || r == 0x232a ||
		r >= 0x2e80 && r <= 0xa4cf && r != 0x303f || r >= 0xac00 && r <= 0xd7a3 ||
		r >= 0xf900 && r <= 0xfaff || r >= 0xfe10 && r <= 0xfe19 || r >= 0xfe30 && r <= 0xfe6f ||
		r >= 0xff00 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6):
		return 2
	}
	return 1
}

// joins reports whether r belongs to the cluster before it rather than being a character
// of its own.
func (o widthOpinion) joins(before string, r rune, clusters bool) bool {
	if clusters || o.clusters {
		if joinsNothing(r) && !strings.HasSuffix(before, string(rune(zeroWidthJoiner))) {
			return false
		}
		return isOneCluster(before + string(r))
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	switch {
	case o.joinsModifiers && isModifier(r):
		return narrow.RuneWidth(last) == 2
	case o.joinsFlags && isRegional(r):
		return isRegional(last) && utf8.RuneCountInString(before) == 1
	}
	return false
}

// joinsNothing is a quick answer for the bulk of East Asian text.
func joinsNothing(r rune) bool {
	return r >= 0x3041 && r < 0x3099 || r >= 0x309b && r < 0xa66f || r >= 0xff00 && r < 0xff9e
}

func isOneCluster(s string) bool {
	it := graphemes.FromString(s)
	return it.Next() && len(it.Value()) == len(s)
}
