package printer_test

import (
	"context"
	"fmt"
	"os"

	"jp/engine"
	"jp/printer"
)

// Where standard output is a file, chrome is inert and the bytes are exactly what
// was printed. Nothing in the calls differs.
func Example() {
	p := printer.New(printer.Options{
		Out:      os.Stdout,
		Terminal: printer.Terminal{Out: engine.PortPlain},
	})
	defer p.Close()

	status := p.Status(engine.Style{Label: engine.Label{Glyph: "⏱", Subject: "Waiting…", Clock: engine.ClockElapsed}})
	status.Detail("sending request")
	p.Println("an answer")
	status.Release()

	_, err := p.Prompt(context.Background())
	fmt.Fprintln(p.Stdout(), "prompt:", err)
	// Output:
	// an answer
	// prompt: no terminal to ask on
}
