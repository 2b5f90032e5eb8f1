// Package markdown renders markdown for a terminal while it arrives.
//
//	r := markdown.New(markdown.Options{Width: 80, Theme: t, Links: markdown.LinksOSC8})
//	for chunk := range answer {
//		out = r.Append(out[:0], chunk)
//		write(out)
//	}
//	write(r.Close(out[:0]))
//
// What is out stays: the rendering only grows. The bytes of all calls together depend on the document and the options, and
// not on where the chunks were cut; the rendering of a whole document is the same machine fed once. The work is linear in
// the document, whatever the document is.
//
//	chunk ─▶ text.Sanitizer ─▶ blocks ─▶ inline ─▶ layout ─▶ rows
//	          no controls      a line's   what a    where a
//	                           start      word is   word goes
//
// Each stage holds as little as it can: the start of a line until its block is known, 80 bytes of a paragraph as long as it may
// become a heading, an open inline construct for 256 bytes, the word in flight. Tables are held whole, or by some rows.
//
// # Why our own
//
// Libraries parse whole documents: a rendering for each chunk is quadratic, one for each block shows nothing until the
// block ends. goldmark is the referee in tests: the examples of CommonMark have the same text and the same blocks here as
// there, but for a table of deliberate differences in the tests.
//
// # Limits
//
// What can not be known in time is not waited for: a reference to a label that is defined later is text (the definition is then
// shown), a paragraph of more than 80 bytes is no heading, and openers are text when their closer is more than 256 bytes
// away. Images are their description and their address. HTML is shown as it is written. Math is text.
package markdown
