// Package text measures and cuts text in terminal columns.
//
// The unit is the grapheme cluster (UAX 29). Terminals disagree about how wide a
// cluster is: some add up the widths of its code points, some give the cluster
// one width. Width carries both opinions; whoever must be sure that a row fits
// uses Width.Max. Ambiguous characters count as one column.
//
// Three more parts stand on that: wrapping and cutting (NextRow, Wrap, AppendTruncated, AppendExpanded), Sanitizer, which makes text that
// nobody vouches for fit to print, and the rules for addresses in links (IsSafeLink, AppendLinkTarget).
//
// # Limits
//
// Rows break at blanks and beside ideographs, not by the whole of UAX 14: no hyphenation, and scripts without blanks other
// than the East Asian ones break only where they must.
//
// The package is pure and allocates nothing but what it appends.
package text
