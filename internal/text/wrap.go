package text

import (
	"unicode/utf8"

	"jp/internal/ansi"
)

// NextRow says how s is laid on a row of cols columns: the first n bytes go on the row, and the blanks after them, skip
// bytes, on none. It breaks at blanks and beside wide characters, inside a word only when the word is wider than a row,
// and always makes progress: a cluster wider than cols is given a row. s is one line without controls. cols below 1 is 1.
func NextRow(s []byte, cols int) (n, skip int) {
	cols = max(cols, 1)
	var w Width
	last := 0 // where the row can end
	for n < len(s) {
		if s[n] == ' ' {
			last = n
			blanks := blankRun(s[n:])
			n += blanks
			w = w.Plus(Width{blanks, blanks})
			continue
		}
		if n > 0 && breaksBefore(s, n) {
			last = n
		}
		size, cw := First(s[n:])
		if w.Plus(cw).Max() <= cols {
			n += size
			w = w.Plus(cw)
			continue
		}
		if last > 0 {
			return trimBlanks(s, last)
		}
		if n == 0 {
			n = size
		}
		return n, blankRun(s[n:])
	}
	return trimBlanks(s, n)
}

// trimBlanks is the row that ends at end, without the blanks around its end.
func trimBlanks(s []byte, end int) (n, skip int) {
	n = end
	for n > 0 && s[n-1] == ' ' {
		n--
	}
	return n, end - n + blankRun(s[end:])
}

func blankRun(s []byte) int {
	n := 0
	for n < len(s) && s[n] == ' ' {
		n++
	}
	return n
}

// breaksBefore reports whether a row may end before s[n:], a cluster that follows another without a blank.
func breaksBefore(s []byte, n int) bool {
	if s[n] < utf8.RuneSelf && s[n-1] < utf8.RuneSelf {
		return s[n-1] == ' '
	}
	before, _ := utf8.DecodeLastRune(s[:n])
	after, _ := utf8.DecodeRune(s[n:])
	return BreaksBetween(before, after)
}

// BreaksBetween reports whether a row may end between two characters that no blank parts: beside an ideograph or a kana,
// but not before what closes and not after what opens (the core of JIS X 4051).
func BreaksBetween(before, after rune) bool {
	if !IsIdeographic(before) && !IsIdeographic(after) {
		return false
	}
	return !closes(after) && !opens(before)
}

// IsIdeographic reports whether r is of a script that is written without blanks and may break anywhere.
func IsIdeographic(r rune) bool {
	switch {
	case r < 0x2e80:
		return false
	case r <= 0x30ff, r >= 0x31f0 && r <= 0x4dbf, r >= 0x4e00 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3:
		return true
	case r >= 0xf900 && r <= 0xfaff, r >= 0xff01 && r <= 0xff60, r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}

func closes(r rune) bool {
	switch r {
	case '、', '。', '，', '．', '：', '；', '！', '？', '）', '］', '｝', '」', '』', '】', '〉', '》', '〕', '・', 'ー', '々', '’', '”',
		')', ']', '}', ',', '.', ':', ';', '!', '?', '…', '%', '％', '"', '\'':
		return true
	case 'ぁ', 'ぃ', 'ぅ', 'ぇ', 'ぉ', 'っ', 'ゃ', 'ゅ', 'ょ', 'ァ', 'ィ', 'ゥ', 'ェ', 'ォ', 'ッ', 'ャ', 'ュ', 'ョ':
		return true
	}
	return false
}

func opens(r rune) bool {
	switch r {
	case '（', '［', '｛', '「', '『', '【', '〈', '《', '〔', '‘', '“', '(', '[', '{', '"', '\'':
		return true
	}
	return false
}

// Wrap adds s in rows of at most cols columns and returns it; newlines in s stay, tabs become blanks, and rows carry no
// trailing blanks. cols 0 leaves s as it is.
func Wrap(dst, s []byte, cols int) []byte {
	var w Wrapper
	return w.Append(dst, s, cols)
}

// Wrapper wraps text that may hold SGR and OSC 8: they cost no columns, are closed at the end of each row and opened again on the
// next, so that no style and no link reaches over a row's edge. The zero Wrapper is ready; it allocates nothing once its
// buffers have grown. Everything else that is no text is taken out.
type Wrapper struct {
	scan  ansi.Scanner
	plain []byte
	marks []styleMark
	links []byte
}

// styleMark says how the text from at on looks.
type styleMark struct {
	at               int
	pen              ansi.Pen
	linkFrom, linkTo int // in links; empty for none
}

// Append adds s in rows of at most cols columns; see Wrap.
func (w *Wrapper) Append(dst, s []byte, cols int) []byte {
	if cols < 1 {
		return append(dst, s...)
	}
	w.scan.Reset()
	w.links = w.links[:0]
	var now styleMark
	w.begin(now)
	for len(s) > 0 {
		var tok ansi.Token
		tok, s = w.scan.Next(s)
		switch tok.Kind {
		case ansi.Text:
			w.plain = append(w.plain, tok.Text...)
		case ansi.Tab:
			for n := 8 - Of(w.plain).Max()%8; n > 0; n-- {
				w.plain = append(w.plain, ' ')
			}
		case ansi.Newline:
			dst = append(w.rows(dst, cols), '\n')
			w.begin(now)
		case ansi.SGR:
			now.pen.Apply(tok.Text)
			w.mark(now)
		case ansi.Link:
			now.linkFrom = len(w.links)
			if len(tok.Text) > 1 {
				w.links = append(w.links, tok.Text...)
			}
			now.linkTo = len(w.links)
			w.mark(now)
		}
	}
	return w.rows(dst, cols)
}

func (w *Wrapper) begin(now styleMark) {
	w.plain, w.marks = w.plain[:0], w.marks[:0]
	w.mark(now)
}

func (w *Wrapper) mark(m styleMark) {
	m.at = len(w.plain)
	if n := len(w.marks); n > 0 && w.marks[n-1].at == m.at {
		w.marks[n-1] = m
		return
	}
	w.marks = append(w.marks, m)
}

// rows adds the line that was collected.
func (w *Wrapper) rows(dst []byte, cols int) []byte {
	next := 0
	for at := 0; ; {
		n, skip := NextRow(w.plain[at:], cols)
		dst, next = w.row(dst, at, at+n, next)
		at += n + skip
		if at >= len(w.plain) {
			return dst
		}
		dst = append(dst, '\n')
	}
}

// row adds plain[from:to] in its styles; next is the first mark that is not yet in force.
func (w *Wrapper) row(dst []byte, from, to, next int) ([]byte, int) {
	var pen ansi.Pen
	linked := false
	for from < to {
		for next < len(w.marks) && w.marks[next].at <= from {
			next++
		}
		end := to
		if next < len(w.marks) {
			end = min(end, w.marks[next].at)
		}
		m := w.marks[next-1]
		if linked {
			dst = append(dst, ansi.CloseLink...)
		}
		if m.pen != pen {
			dst = m.pen.Append(dst)
			pen = m.pen
		}
		if linked = m.linkTo > m.linkFrom; linked {
			dst = ansi.AppendLink(dst, w.links[m.linkFrom:m.linkTo])
		}
		dst = append(dst, w.plain[from:end]...)
		from = end
	}
	if linked {
		dst = append(dst, ansi.CloseLink...)
	}
	if !pen.IsDefault() {
		dst = append(dst, ansi.ResetStyle...)
	}
	return dst, next
}
