// Package printer drives the engine: it owns the goroutine, the timer and the
// files that the engine does without.
//
//	p := printer.Open(printer.Setup{})
//	defer p.Close()
//	status := p.Status(engine.Style{Label: engine.Label{Glyph: "⏱", Subject: "Waiting…"}})
//	status.Detail("sending request")
//	p.Println("an answer")          // appears above the status row
//	status.Release()
//
// What producers ask for goes into one bounded queue:
//
//	producers ──▶ queue ──▶ run: drain, Apply as one batch, write, wait ──▶ fds
//	              1 MiB                  ▲
//	                                timer, signals
//
// Same-goroutine order is kept on all channels together. A producer that is too
// fast blocks; transcript is never dropped. Details and window rows are: only the
// latest count. A terminal that is gone blocks nobody.
//
// Handles: Status owns a claim; Updater can only change its detail; Window is a
// writer into its rolling rows; Prompt is a session in which chrome is away; Chrome
// is a view that can not reach standard output.
//
// Everything is safe for use from any goroutine. With in-memory writers a Printer
// runs under testing/synctest on virtual time.
//
// # Limits
//
// A Printer must be closed: its goroutine is not found by the garbage collector.
// A job in the background keeps drawing. A goroutine that holds a Prompt and
// prints more than the queue takes waits for itself.
package printer
