// Package lineui shows a run on the lines of a terminal, a pipe or a file. It is an [agent.Sink]:
// the agent reports, present finds the words, a printer writes.
//
//	ui := lineui.New(p, lineui.Options{…})
//	out, err := agent.Run(ctx, agent.Config{Sink: ui.Event, …}, question)
//	ui.Close()
//
// What goes where:
//
//	                  stdout                          stderr
//	answer            as it is, typed out             –
//	reasoning         faint, if stdout has styles     faint, if only stderr has; else it is not shown
//	tool calls        –                               one line each
//	notices           –                               one line each
//	waiting           –                               a region, erased when there is something to show
//
// Blocks are separated by one blank line, and what was written always ends with one newline,
// however the model ends its text. In the json format ([NewJSON]) there are no blocks but one
// object a line.
//
// # Limits
//
// Markdown is written verbatim.
package lineui
