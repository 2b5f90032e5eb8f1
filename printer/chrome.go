package printer

import "jp/engine"

// Chrome is a view of a printer that can not reach standard output, for code that
// renders commentary: what it prints can never end up in somebody's data. It may
// be copied.
type Chrome struct{ p *Printer }

// Chrome is the view that can not reach standard output.
func (p *Printer) Chrome() Chrome { return Chrome{p} }

// Print adds text to the transcript of standard error.
func (c Chrome) Print(text string) { c.p.queue.print(engine.Err, text, "", 0) }

// Println adds a line to the transcript of standard error.
func (c Chrome) Println(line string) { c.p.queue.print(engine.Err, line, "\n", 0) }

// Write is Printer.Stderr.
func (c Chrome) Write(b []byte) (int, error) { return writer{c.p.queue, engine.Err}.Write(b) }

// Status is Printer.Status.
func (c Chrome) Status(style engine.Style) *Status { return c.p.Status(style) }
