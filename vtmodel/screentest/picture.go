package screentest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"jp/vtmodel"
)

// The measures of a picture, in SVG's units.
const (
	cellWidth  = 8
	cellHeight = 17
	baseline   = 13
	pictureGap = 24
)

// A drawn cell is what a picture shows in one column.
type drawnCell struct {
	text string
	look vtmodel.Look
	cols int // 0 behind a wide one
}

// pictureOf draws two shots side by side as an SVG, and a frame around each run of
// cells that differ. It needs no font but the viewer's monospaced one: every cluster
// has its own place. The same shots give the same bytes.
func pictureOf(want, got vtmodel.Shot) []byte {
	cols, rows := max(want.Cols, got.Cols), max(len(want.Lines), len(got.Lines))
	width, height := cols*cellWidth, rows*cellHeight
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="monospace" font-size="13">`+"\n",
		2*width+3*pictureGap, height+2*pictureGap)
	b.WriteString(`<rect width="100%" height="100%" fill="#888888"/>` + "\n")
	wantCells, gotCells := cellsOf(want), cellsOf(got)
	for i, side := range []struct {
		name  string
		shot  vtmodel.Shot
		cells [][]drawnCell
	}{{"want", want, wantCells}, {"got", got, gotCells}} {
		left := pictureGap + i*(width+pictureGap)
		fmt.Fprintf(&b, `<g transform="translate(%d,%d)">`+"\n", left, pictureGap)
		fmt.Fprintf(&b, `<text y="-6" fill="#000000">%s %dx%d</text>`+"\n", side.name, side.shot.Cols, side.shot.Rows)
		fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", side.shot.Cols*cellWidth, len(side.shot.Lines)*cellHeight)
		for row, cells := range side.cells {
			drawRow(&b, row, cells)
		}
		if !side.shot.Hidden {
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#0000ff"/>`+"\n",
				side.shot.Cursor.Col*cellWidth, side.shot.Cursor.Row*cellHeight, cellWidth, cellHeight)
		}
		drawDifferences(&b, wantCells, gotCells, cols)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// cellsOf lays the rows of a shot out in columns.
func cellsOf(s vtmodel.Shot) [][]drawnCell {
	rows := make([][]drawnCell, len(s.Lines))
	for i, line := range s.Lines {
		cells := make([]drawnCell, s.Cols)
		col := 0
		for _, r := range line.Text {
			if col >= s.Cols {
				break
			}
			cell := drawnCell{text: string(r), cols: max(widestOpinion(string(r)), 1)}
			if n := slices.IndexFunc(line.Notes, func(n vtmodel.Note) bool { return n.Col == col }); n >= 0 {
				cell = drawnCell{text: line.Notes[n].Cluster, cols: max(line.Notes[n].Width, 1)}
			}
			cells[col] = cell
			col += cell.cols
		}
		for col := range cells {
			if col < len(line.Looks) {
				cells[col].look = line.Looks[col]
			}
		}
		rows[i] = cells
	}
	return rows
}

// drawRow draws backgrounds first, since a cluster may be wider than its cell.
func drawRow(b *bytes.Buffer, row int, cells []drawnCell) {
	for col := 0; col < len(cells); {
		_, back := colorsOf(cells[col].look.Style)
		end := col + 1
		for end < len(cells) {
			if _, next := colorsOf(cells[end].look.Style); next != back {
				break
			}
			end++
		}
		if back != paper {
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", col*cellWidth, row*cellHeight, (end-col)*cellWidth, cellHeight, back)
		}
		col = end
	}
	for col, c := range cells {
		if strings.TrimSpace(c.text) == "" {
			continue
		}
		front, _ := colorsOf(c.look.Style)
		fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s"%s>`, col*cellWidth, row*cellHeight+baseline, front, fontOf(c.look.Style))
		_ = xml.EscapeText(b, []byte(visibleText(c.text)))
		b.WriteString("</text>\n")
	}
}

// visibleText keeps what no picture can show from breaking the file.
func visibleText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == del || r == utf8.RuneError {
			return '□'
		}
		return r
	}, s)
}

func fontOf(s vtmodel.Style) string {
	var b strings.Builder
	if s.Attrs&vtmodel.Bold != 0 {
		b.WriteString(` font-weight="bold"`)
	}
	if s.Attrs&vtmodel.Italic != 0 {
		b.WriteString(` font-style="italic"`)
	}
	if s.Attrs&vtmodel.Faint != 0 {
		b.WriteString(` opacity="0.6"`)
	}
	var lines []string
	if s.Underline != vtmodel.NoUnderline {
		lines = append(lines, "underline")
	}
	if s.Attrs&vtmodel.Strike != 0 {
		lines = append(lines, "line-through")
	}
	if len(lines) > 0 {
		fmt.Fprintf(&b, ` text-decoration="%s"`, strings.Join(lines, " "))
	}
	return b.String()
}

// drawDifferences frames each run of cells that are not the same.
func drawDifferences(b *bytes.Buffer, want, got [][]drawnCell, cols int) {
	at := func(rows [][]drawnCell, row, col int) drawnCell {
		if row >= len(rows) || col >= len(rows[row]) {
			return drawnCell{cols: -1}
		}
		c := rows[row][col]
		if c.text == "" {
			c.text, c.cols = " ", 1
		}
		return c
	}
	for row := range max(len(want), len(got)) {
		for col := 0; col < cols; col++ {
			start := col
			for col < cols && at(want, row, col) != at(got, row, col) {
				col += max(at(want, row, col).cols, at(got, row, col).cols, 1)
			}
			if col = min(col, cols); col > start {
				fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#ff0000" stroke-width="2"/>`+"\n",
					start*cellWidth, row*cellHeight, (col-start)*cellWidth, cellHeight)
			}
		}
	}
}

// The colours of a terminal that has not been told any.
const (
	ink   = "#000000"
	paper = "#ffffff"
)

func colorsOf(s vtmodel.Style) (front, back string) {
	front, back = colorText(s.FG, ink), colorText(s.BG, paper)
	if s.Attrs&vtmodel.Reverse != 0 {
		front, back = back, front
	}
	if s.Attrs&vtmodel.Conceal != 0 {
		front = back
	}
	return front, back
}

// sixteen are the first colours of xterm's palette.
var sixteen = [...]string{
	"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
	"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
}

// palette are all slots, to find out which one a colour is.
var palette = func() (all [256]vtmodel.Color) {
	for i := range all {
		all[i] = vtmodel.Palette(uint8(i))
	}
	return all
}()

// colorText is a colour as SVG names it, in xterm's palette.
func colorText(c vtmodel.Color, none string) string {
	if text := c.String(); strings.HasPrefix(text, "#") {
		return text
	}
	n := slices.IndexFunc(palette[:], func(slot vtmodel.Color) bool { return slot == c })
	switch {
	case n < 0:
		return none
	case n < 16:
		return sixteen[n]
	case n >= 232:
		v := 8 + 10*(n-232)
		return fmt.Sprintf("#%02x%02x%02x", v, v, v)
	}
	level := func(i int) int {
		if i == 0 {
			return 0
		}
		return 55 + 40*i
	}
	i := n - 16
	return fmt.Sprintf("#%02x%02x%02x", level(i/36), level(i/6%6), level(i%6))
}
