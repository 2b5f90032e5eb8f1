package engine

import (
	"jp/internal/ansi"
	"jp/internal/text"
)

// row is one row of the region as bytes for the terminal: text with its SGR,
// closed, never wider than the cap it was made for under either opinion on width.
type row struct {
	bytes []byte
	width text.Width
	// version changes whenever the bytes do: rows of one version are equal.
	version uint64
	// styled says that bytes hold escapes, so that a column is not a byte run.
	styled bool
}

// rowWriter fills a row. It belongs to the engine, so that its buffers are reused.
type rowWriter struct {
	row   *row
	cap   int
	shade ansi.Color
	pen   ansi.Pen
	full  bool // the row is cut: what follows is ignored
	scan  ansi.Scanner
	clock []byte // scratch: the clock's digits
}

// begin empties r and gives it room for cap columns on a background.
func (w *rowWriter) begin(r *row, cap int, shade ansi.Color) {
	r.bytes = r.bytes[:0]
	r.width = text.Width{}
	r.styled = false
	w.row, w.cap, w.shade = r, cap, shade
	w.pen, w.full = ansi.Pen{}, false
	w.scan.Reset()
	if !shade.IsDefault() {
		w.setPen(ansi.Pen{})
	}
}

// setPen makes the next text look like p.
func (w *rowWriter) setPen(p ansi.Pen) {
	w.pen = p.WithoutConceal()
	w.row.bytes = w.pen.OnBackground(w.shade).Append(w.row.bytes)
	w.row.styled = true
}

// plain adds text without controls and escapes.
func (w *rowWriter) plain(s []byte) {
	if w.full {
		return
	}
	n, width := text.Take(s, w.cap-w.row.width.Max())
	w.row.bytes = append(w.row.bytes, s[:n]...)
	w.row.width = w.row.width.Plus(width)
	w.full = n < len(s)
}

// markup adds text with SGR. Other escapes and controls are dropped, tabs become
// blanks up to the next multiple of 8, links are dropped with their address.
func (w *rowWriter) markup(s []byte) {
	for len(s) > 0 && !w.full {
		var tok ansi.Token
		tok, s = w.scan.Next(s)
		switch tok.Kind {
		case ansi.Text:
			w.plain(tok.Text)
		case ansi.Tab:
			w.plain(blanks(tabStop(w.row.width.Cells) - w.row.width.Cells))
		case ansi.SGR:
			w.pen.Apply(tok.Text)
			w.setPen(w.pen)
		case ansi.Newline, ansi.CarriageReturn, ansi.Link, ansi.End:
		}
	}
}

// end pads a shaded row to its cap, closes styling and stamps the version.
func (w *rowWriter) end(version uint64) {
	if !w.shade.IsDefault() {
		if w.pen != (ansi.Pen{}) {
			w.setPen(ansi.Pen{})
		}
		for n := w.cap - w.row.width.Max(); n > 0; {
			b := blanks(n)
			w.row.bytes = append(w.row.bytes, b...)
			w.row.width = w.row.width.Plus(text.Width{Cells: len(b), Runes: len(b)})
			n -= len(b)
		}
	}
	if w.row.styled {
		w.row.bytes = append(w.row.bytes, ansi.ResetStyle...)
	}
	w.row.version = version
}

// trim takes blanks off the end of a row whose pen does not mark them: where
// nothing was drawn they show nothing.
func (r *row) trim() {
	for n := len(r.bytes); n > 0 && r.bytes[n-1] == ' '; n-- {
		r.bytes = r.bytes[:n-1]
		r.width = text.Width{Cells: r.width.Cells - 1, Runes: r.width.Runes - 1}
	}
}

const blankRun = "                                                                "

var blankBytes = []byte(blankRun)

// blanks returns up to 64 spaces; it must not be written to.
func blanks(n int) []byte { return blankBytes[:min(max(n, 0), len(blankRun))] }

// tabStop is the first tab stop right of col.
func tabStop(col int) int { return (col/8 + 1) * 8 }
