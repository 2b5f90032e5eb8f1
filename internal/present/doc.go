// Package present turns what the agent reports into words. Every user interface takes its wording
// from here, so two of them can not drift apart.
//
// It knows no terminal: rows, colours and widths are the interfaces' business. What comes from
// outside has been through [Prose] or [provider.Clean] when it leaves here.
//
// # Limits
//
// Markdown is passed on as it is.
package present
