package main

import (
	"strconv"

	"jp/internal/ansi"
	"jp/vtmodel"
)

// styles turns the styles of a model into SGR sequences and remembers them: a screen has
// few different ones. The memory is bounded, since a recording may have millions.
type styles struct {
	sgr   map[vtmodel.Style][]byte
	slots map[vtmodel.Color]int
}

const stylesMax = 4096

func newStyles() *styles {
	s := &styles{sgr: map[vtmodel.Style][]byte{}, slots: map[vtmodel.Color]int{}}
	for n := range 256 {
		s.slots[vtmodel.Palette(uint8(n))] = n
	}
	return s
}

// append adds the SGR that brings a terminal in any state to style.
func (s *styles) append(dst []byte, style vtmodel.Style) []byte {
	params, ok := s.sgr[style]
	if !ok {
		if len(s.sgr) >= stylesMax {
			clear(s.sgr)
		}
		params = s.params(style)
		s.sgr[style] = params
	}
	return ansi.AppendSGR(dst, params)
}

var attrParams = [...]struct {
	attr  vtmodel.Attrs
	param string
}{
	{vtmodel.Bold, ";1"},
	{vtmodel.Faint, ";2"},
	{vtmodel.Italic, ";3"},
	{vtmodel.Blink, ";5"},
	{vtmodel.Reverse, ";7"},
	{vtmodel.Conceal, ";8"},
	{vtmodel.Strike, ";9"},
	{vtmodel.Overline, ";53"},
}

func (s *styles) params(style vtmodel.Style) []byte {
	p := []byte{'0'}
	for _, a := range attrParams {
		if style.Attrs&a.attr != 0 {
			p = append(p, a.param...)
		}
	}
	switch style.Underline {
	case vtmodel.NoUnderline:
	case vtmodel.SingleUnderline:
		p = append(p, ";4"...)
	default:
		p = append(p, ";4:"...)
		p = strconv.AppendInt(p, int64(style.Underline), 10)
	}
	p = s.color(p, style.FG, 30)
	p = s.color(p, style.BG, 40)
	return s.color(p, style.UnderlineColor, 50)
}

// color adds a color; base is 30 for the text, 40 for the ground, 50 for the underline,
// which has no short form.
func (s *styles) color(p []byte, c vtmodel.Color, base int) []byte {
	if c == 0 {
		return p
	}
	p = append(p, ';')
	slot, isSlot := s.slots[c]
	switch {
	case isSlot && slot < 8 && base < 50:
		return strconv.AppendInt(p, int64(base+slot), 10)
	case isSlot && slot < 16 && base < 50:
		return strconv.AppendInt(p, int64(base+60+slot-8), 10)
	case isSlot:
		p = strconv.AppendInt(p, int64(base+8), 10)
		p = append(p, ";5;"...)
		return strconv.AppendInt(p, int64(slot), 10)
	}
	var rgb uint64
	if name := c.String(); len(name) == 7 {
		rgb, _ = strconv.ParseUint(name[1:], 16, 32) // "#rrggbb", checked by its length
	}
	p = strconv.AppendInt(p, int64(base+8), 10)
	p = append(p, ";2"...)
	for _, shift := range [...]int{16, 8, 0} {
		p = append(p, ';')
		p = strconv.AppendUint(p, rgb>>shift&0xff, 10)
	}
	return p
}
