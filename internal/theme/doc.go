// Package theme decides how much colour there is, and what each kind of text looks like.
//
//	t := theme.For(theme.ReadChoices("auto", os.LookupEnv), styled)
//	line = t.Append(line, theme.Aside, "thinking about it")
//
// The decision table for colour, first row that fits:
//
//	channel keeps no escapes         nothing, not even bold
//	--color never                    no colour
//	--color always                   colour
//	NO_COLOR not empty               no colour
//	FORCE_COLOR=0                    no colour
//	FORCE_COLOR, CLICOLOR_FORCE      colour, unless empty or 0
//	CLICOLOR=0                       no colour
//	TERM unset or dumb               no colour
//	otherwise                        colour
//
// "No colour" keeps bold, faint and underline: they are no colours, and the words never depend on either. How many colours
// there are is read from COLORTERM and TERM.
//
// # Limits
//
// The terminal's background is never asked for, since the answer could mix with what the user types. So only styles that
// can be read on dark and light are used.
package theme
