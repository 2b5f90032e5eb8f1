// Package tool is what a model may do on this machine: the Tool interface, the
// built-in tools, and the one place through which every call has to go.
//
//	ws, err := tool.OpenWorkspace(".")
//	set := tool.NewSet(ws.Tools()...)
//	out := set.Call(ctx, call) // never fails, never panics, always gives a result
//
// # What is never run
//
// An unknown tool, a call whose arguments are not one complete JSON object, and a call
// of a tool that can change something, unless a Gate allowed exactly that call. Each of
// them gives an error result, which the model reads.
//
// # Limits
//
// Files are reached through os.Root: no path, link or race leads out of the workspace.
// Results are bounded in bytes and entries, and say what they leave out.
package tool
