package engine

import (
	"unicode/utf8"

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
	pen   ansi.Pen // what the next text should look like, background apart
	asked ansi.Pen // the pen that style was last asked for, if it was
	set   ansi.Pen // what that made of it, with the background: the bytes have set this
	begun bool     // style was asked at all
	full  bool     // the row is cut: what follows is ignored
	scan  ansi.Scanner
	clock []byte // scratch: the clock's digits
}

// begin empties r and gives it room for cap columns on a background.
func (w *rowWriter) begin(r *row, cap int, shade ansi.Color) {
	r.bytes = r.bytes[:0]
	r.width = text.Width{}
	r.styled = false
	w.row, w.cap, w.shade = r, cap, shade
	w.pen, w.set, w.full = ansi.Pen{}, ansi.Pen{}, false
	w.begun = false
	w.scan.Reset()
}

// style brings the row's bytes to the pen that the next text has. It is put off
// until there is text, so that equal rows have equal bytes.
func (w *rowWriter) style() {
	if w.begun && w.pen == w.asked {
		return
	}
	w.asked, w.begun = w.pen, true
	pen := w.pen.WithoutConceal().OnBackground(w.shade)
	if pen == w.set {
		return
	}
	w.row.bytes = pen.Append(w.row.bytes)
	w.row.styled = true
	w.set = pen
}

// visible adds text without controls and escapes, leaving out characters that hide
// or reorder what stands beside them: the row is chrome, and must read as it is.
func (w *rowWriter) visible(s []byte) {
	from := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(s[i:])
		if text.Deceives(r) {
			w.plain(s[from:i])
			from = i + size
		}
		i += size
	}
	w.plain(s[from:])
}

// plain adds text as it is.
func (w *rowWriter) plain(s []byte) {
	if w.full {
		return
	}
	n, width := text.Take(s, w.cap-w.row.width.Max())
	if n > 0 {
		w.style()
	}
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
			w.visible(tok.Text)
		case ansi.Tab:
			w.plain(blanks(tabStop(w.row.width.Cells) - w.row.width.Cells))
		case ansi.SGR:
			w.pen.Apply(tok.Text)
		case ansi.Newline, ansi.CarriageReturn, ansi.Link, ansi.End:
		}
	}
}

// end pads a shaded row to its cap, closes styling and stamps the version.
func (w *rowWriter) end(version uint64) {
	if !w.shade.IsDefault() {
		w.pen, w.full = ansi.Pen{}, false
		for w.row.width.Max() < w.cap {
			w.plain(blanks(w.cap - w.row.width.Max()))
		}
	}
	if w.set != (ansi.Pen{}) {
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
