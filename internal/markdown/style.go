package markdown

import (
	"jp/internal/ansi"
	"jp/internal/theme"
)

// style is how text looks: what it is, in bits, and the link it belongs to. The zero style is plain text.
type style struct {
	look look
	link uint32 // of layout.links, counted from 1
}

// look is a set of properties. The low bits are independent of each other; code carries its kind in the highest.
type look uint32

const (
	lookStrong look = 1 << iota
	lookEmphasis
	lookStrike
	lookCode
	lookLink
	lookHeading  // any heading
	lookHeading1 // the highest, in addition
	lookMarker   // markers, bars, rules: what frames text
	lookAside    // HTML and definitions
	lookTitle    // the head of a table

	lookKindShift = 24
)

func lookOfKind(k Kind) look { return look(k) << lookKindShift }

// underlined reports whether a blank in this look can be seen.
func (l look) underlined() bool { return l&(lookLink|lookHeading1|lookStrike) != 0 }

// palette holds the colours of one background, from the palette of 256 and for terminals with 16.
type palette struct {
	code, link, heading, marker hue
	kinds                       [codeKinds]hue
}

// hue is one colour in both depths; 0 is the terminal's own.
type hue struct{ wide, narrow uint8 }

var dark = palette{
	code: hue{180, 3}, link: hue{75, 6}, heading: hue{}, marker: hue{244, 8},
	kinds: [codeKinds]hue{
		CodeKeyword: {176, 5}, CodeName: {75, 4}, CodeType: {80, 6}, CodeString: {114, 2}, CodeNumber: {179, 3},
		CodeComment: {244, 8}, CodeAdded: {114, 2}, CodeRemoved: {174, 1},
	},
}

var light = palette{
	code: hue{94, 5}, link: hue{25, 4}, heading: hue{}, marker: hue{242, 8},
	kinds: [codeKinds]hue{
		CodeKeyword: {90, 5}, CodeName: {25, 4}, CodeType: {30, 6}, CodeString: {28, 2}, CodeNumber: {130, 1},
		CodeComment: {242, 8}, CodeAdded: {28, 2}, CodeRemoved: {124, 1},
	},
}

// pens finds the SGR of a look, and remembers it.
type pens struct {
	depth   theme.Depth
	palette *palette
	known   map[look][]byte
}

func newPens(t theme.Theme, isLight bool) pens {
	p := pens{depth: t.Depth, palette: &dark, known: map[look][]byte{}}
	if isLight {
		p.palette = &light
	}
	return p
}

// append adds the SGR that changes any look to l.
func (p *pens) append(dst []byte, l look) []byte {
	seq, ok := p.known[l]
	if !ok {
		pen := p.pen(l)
		seq = pen.Append(nil)
		p.known[l] = seq
	}
	return append(dst, seq...)
}

// pen is the style of l. Bold, italic, underline and faint are no colours: they stay when there are none.
func (p *pens) pen(l look) ansi.Pen {
	var pen ansi.Pen
	set := func(bit look, params string) {
		if l&bit != 0 {
			pen.Apply([]byte(params))
		}
	}
	set(lookStrong|lookHeading|lookTitle, "1")
	set(lookEmphasis, "3")
	set(lookStrike, "9")
	set(lookHeading1|lookLink, "4")
	set(lookMarker|lookAside, "2")
	if p.depth == theme.NoColor {
		set(lookCode, "1")
		return pen
	}
	c := p.palette
	switch {
	case l>>lookKindShift != 0:
		p.color(&pen, c.kinds[l>>lookKindShift])
	case l&lookLink != 0:
		p.color(&pen, c.link)
	case l&lookCode != 0:
		p.color(&pen, c.code)
	}
	return pen
}

func (p *pens) color(pen *ansi.Pen, h hue) {
	switch {
	case h == hue{}:
	case p.depth == theme.Sixteen:
		pen.Foreground = ansi.Palette(h.narrow)
	default:
		pen.Foreground = ansi.Palette(h.wide)
	}
}
