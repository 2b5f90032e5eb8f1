// Package highlight colours code for internal/markdown, with the lexers of chroma.
//
//	opt.Highlight = highlight.New()
//
// A lexer keeps its state from line to line, so that a line costs the same wherever in its block it stands. chroma has no
// way in for that: the state is caught by a rule of our own when a block begins, and is then given a line at a time.
//
// The rules of the languages are chroma's files, in lexers/ with their licence; each is read when it is first needed. chroma's own package of
// lexers is not used, since it reads all of 280 at the start of the program: 17 ms and 31,000 allocations.
//
// # Limits
//
// A rule that must see several lines at once sees one. Comments between /* and */ are given a state of their own for that reason; other constructs
// that chroma matches whole are coloured by their parts. Lines of more than 500 bytes stay plain.
package highlight
