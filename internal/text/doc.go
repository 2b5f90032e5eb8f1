// Package text measures and cuts text in terminal columns.
//
// The unit is the grapheme cluster (UAX 29). Terminals disagree about how wide a
// cluster is: some add up the widths of its code points, some give the cluster
// one width. Width carries both opinions; whoever must be sure that a row fits
// uses Width.Max. Ambiguous characters count as one column.
//
// The package is pure and allocates nothing but what it appends.
package text
