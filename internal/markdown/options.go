package markdown

import "jp/internal/theme"

// Options says what a rendering looks like. The zero Options gives plain text without any escape, never wrapped.
type Options struct {
	// Width is how many columns a row may have; 0 means that rows end where the source's lines end.
	Width int
	// Theme says whether escapes may be used at all, and how many colours. Without Styled there is no escape in the
	// output, links included.
	Theme theme.Theme
	// Light picks colours for a light background.
	Light bool
	// Links says how an address is shown.
	Links Links
	// Markers says whether the source's markers stay in sight.
	Markers Markers
	// Tables says when a table is shown.
	Tables Tables
	// Highlight colours code; nil leaves it plain.
	Highlight Highlighter
	// ASCII keeps glyphs of our own (bullets, rules, bars) to ASCII.
	ASCII bool
	// Tab is how far apart tab stops in code are; 0 is 8. Below 0, tabs stay tabs.
	Tab int
}

// Links says how an address is shown.
type Links uint8

// The ways.
const (
	LinksText Links = iota // "text (address)"
	LinksOSC8              // the text is a hyperlink; addresses that are not safe to open are shown as text
	LinksNone              // the text alone
)

// Markers says whether the source's markers stay in sight.
type Markers uint8

// The ways.
const (
	MarkersHidden  Markers = iota
	MarkersVisible         // the rendering is markdown again
)

// Tables says when a table is shown.
type Tables uint8

// The ways.
const (
	TablesWhole  Tables = iota // at its end, fitted to all its rows
	TablesStream               // row by row, fitted to its first rows
)

// Highlighter colours code. One may serve several renderers, one after the other or at once, when its Start may be called so.
type Highlighter interface {
	// Start begins a block of code in a language, as the fence names it. It returns nil when the language is unknown.
	Start(language string) Lines
}

// Lines colours one block of code, line by line.
type Lines interface {
	// Line appends to dst the spans of the next line, which comes without its line end. The spans cover the line in order.
	// It keeps no reference to line.
	Line(dst []Span, line []byte) []Span
}

// Span is a part of a line of code that looks the same.
type Span struct {
	End  int // offset in the line where it ends
	Kind Kind
}

// Kind is what a part of code is.
type Kind uint8

// The kinds.
const (
	CodePlain Kind = iota
	CodeKeyword
	CodeName // a function, a tag, an attribute
	CodeType
	CodeString
	CodeNumber
	CodeComment
	CodeAdded   // of a diff
	CodeRemoved // of a diff
	codeKinds
)

// Block is what a piece of output belongs to; a typewriter paces prose and code differently.
type Block uint8

// The blocks.
const (
	Prose Block = iota // paragraphs, headings, and what stands between blocks
	Code               // code and HTML, line by line as in the source
	Table
)

// Run is a piece of what one call appended.
type Run struct {
	End   int // offset, counted from what the call was given as dst, where the piece ends
	Block Block
}
