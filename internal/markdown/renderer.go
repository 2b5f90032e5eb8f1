package markdown

import (
	"bytes"
	"io"
	"unicode/utf8"

	"jp/internal/text"
)

// Renderer turns one document into rows while it arrives. It is not for concurrent use; every stream has one of its own.
type Renderer struct {
	opt   Options
	lay   layout
	in    inline
	refs  references
	clean text.Sanitizer
	fed   []byte // a chunk, cleaned

	line  []byte // the line whose block is not known yet, from its start
	tried int    // how long it was when it was last looked at
	state lineState

	stack  []container
	plan   []container // what the line under decision opens
	leaf   leaf
	shared int  // how many containers stayed open since the last leaf
	blank  bool // a blank line came since the last leaf
	headed bool // the last leaf was no paragraph and stood outside of lists: the next stands apart
	gapped bool // the leaf has its distance from the one before it

	para    paragraph
	heading heading
	code    code
	html    htmlBlock
	table   table
	bare    container // an item that a blank line ended, which the next one counts on from
	bareAt  int       // how deep it was, plus 1
	titled  bool      // the next line may be the title of the definition before it
	scanned int       // bytes that block decisions looked at, for tests
}

// lineState says what the rest of the line is.
type lineState uint8

const (
	atStart lineState = iota
	inParagraph
	inHeading
	inCode
	inHTML
	inRow
	inNothing // it was told completely by its start
)

// leaf is the kind of the block that takes lines.
type leaf uint8

const (
	leafNone leaf = iota
	leafParagraph
	leafFence
	leafIndented
	leafHTML
	leafTable
)

// New returns a Renderer.
func New(opt Options) *Renderer {
	r := &Renderer{opt: opt}
	r.lay.opt = &r.opt
	r.lay.width = max(opt.Width, 0)
	r.lay.pens = newPens(opt.Theme, opt.Light)
	r.in.lay, r.in.refs = &r.lay, &r.refs
	return r
}

// Append reads the next piece of the document and adds to dst what is certain of its rendering. The piece may be cut anywhere:
// what comes out of all calls together depends on the document alone.
func (r *Renderer) Append(dst, chunk []byte) []byte {
	r.fed = r.clean.Append(r.fed[:0], chunk)
	r.lay.begin(dst)
	r.feed(r.fed)
	return r.lay.end()
}

// Close ends the document: what is open is closed, and the rest of its rendering added to dst. The Renderer is then ready
// for another document.
func (r *Renderer) Close(dst []byte) []byte {
	r.fed = r.clean.Finish(r.fed[:0])
	r.lay.begin(dst)
	r.feed(r.fed)
	r.finish()
	dst = r.lay.end()
	r.reset()
	return dst
}

// Runs says what the bytes that the last call appended belong to. It is valid until the next call.
func (r *Renderer) Runs() []Run { return r.lay.runs }

// InLine reports whether the output so far ends inside a row, which may go on.
func (r *Renderer) InLine() bool { return r.lay.isOpen }

// Held is how many bytes of source were read and not yet shown.
func (r *Renderer) Held() int {
	return len(r.line) + r.in.held() + len(r.lay.word) + len(r.para.hold) + len(r.heading.text) + len(r.code.line) + r.table.bytes + len(r.table.row)
}

// SetWidth changes the width from the next row on; rows that are out stay as they are.
func (r *Renderer) SetWidth(cols int) { r.lay.width = max(cols, 0) }

// Render is the rendering of a whole document.
func Render(dst, source []byte, opt Options) []byte {
	r := New(opt)
	return r.Close(r.Append(dst, source))
}

// Writer renders what is written to it into another writer, a call of Write there for each call here that has something to show.
type Writer struct {
	r   *Renderer
	out io.Writer
	buf []byte
}

// NewWriter returns a Writer. Whoever writes must Close it, since the end of a document shows what was held.
func NewWriter(out io.Writer, opt Options) *Writer { return &Writer{r: New(opt), out: out} }

// Write renders p. It never keeps p.
func (w *Writer) Write(p []byte) (int, error) {
	w.buf = w.r.Append(w.buf[:0], p)
	if err := w.flush(); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close ends the document. It does not close the writer behind it.
func (w *Writer) Close() error {
	w.buf = w.r.Close(w.buf[:0])
	return w.flush()
}

func (w *Writer) flush() error {
	if len(w.buf) == 0 {
		return nil
	}
	_, err := w.out.Write(w.buf)
	return err
}

func (r *Renderer) reset() {
	width := r.lay.width
	r.stack, r.plan, r.line = r.stack[:0], r.plan[:0], r.line[:0]
	r.tried, r.state, r.leaf, r.shared, r.scanned, r.in.work = 0, atStart, leafNone, 0, 0, 0
	r.blank, r.headed, r.gapped, r.titled, r.bareAt = false, false, false, false, 0
	r.refs.reset()
	l := &r.lay
	l.prefix, l.word, l.marks = l.prefix[:0], l.word[:0], l.marks[:0]
	l.isOpen, l.hasText, l.wroteRows, l.blank, l.kind = false, false, false, false, Prose
	l.linkBase, l.links, l.linkEnds = 0, l.links[:0], l.linkEnds[:0]
	l.width = width
}

// feed reads clean text.
func (r *Renderer) feed(b []byte) {
	for len(b) > 0 {
		if r.state == atStart {
			b = r.startOfLine(b)
			continue
		}
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			r.content(b)
			return
		}
		r.content(b[:i])
		r.endLine()
		b = b[i+1:]
	}
}

// lineMax is how much of a line may be needed to tell its block. A longer one that is not told is text.
const lineMax = 1024

// startOfLine reads from b until the block of the line is told, and returns the rest of b.
func (r *Renderer) startOfLine(b []byte) []byte {
	have := len(r.line)
	n := min(len(b), max(32, 2*have)-have, lineMax-have)
	for n < len(b) && !utf8.RuneStart(b[n]) {
		n++
	}
	i := bytes.IndexByte(b[:n], '\n')
	isComplete := i >= 0
	if isComplete {
		n = i
	}
	r.line = append(r.line, b[:n]...)
	b = b[n:]
	if isComplete {
		b = b[1:]
	}
	size := len(r.line)
	if !isComplete && len(b) == 0 && size > 16 && size < r.tried+r.tried/4 && size < lineMax {
		return nil
	}
	r.tried = size
	at, ok := r.begin(isComplete, size >= lineMax)
	if !ok {
		return b
	}
	r.tried = 0
	rest := r.line[at:]
	r.line = r.line[:0]
	r.content(rest)
	if isComplete {
		r.endLine()
	}
	return b
}

// content takes a piece of the line whose block is known.
func (r *Renderer) content(b []byte) {
	if len(b) == 0 {
		return
	}
	switch r.state {
	case inParagraph:
		r.paragraphText(b)
	case inHeading:
		r.headingText(b)
	case inCode:
		r.codeText(b)
	case inHTML:
		r.htmlText(b)
	case inRow:
		r.rowText(b)
	}
}

func (r *Renderer) endLine() {
	switch r.state {
	case inParagraph:
		if !r.para.isHeld {
			r.in.endLine()
		}
	case inHeading:
		r.endHeading()
	case inCode:
		r.endCodeLine()
	case inHTML:
		r.endHTMLLine()
	case inRow:
		r.endRow()
	}
	r.state = atStart
}

// finish ends the document.
func (r *Renderer) finish() {
	switch {
	case r.state != atStart:
		r.endLine()
	case len(r.line) > 0:
		at, _ := r.begin(true, false)
		rest := r.line[at:]
		r.line = r.line[:0]
		r.content(rest)
		r.endLine()
	}
	r.closeLeaf()
	r.pop(0)
	r.lay.finishRow()
	r.lay.setBlock(Prose)
	r.lay.set(style{})
}
