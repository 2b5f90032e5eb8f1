// Package offline is the assistant that is always there: no key, no network, no model.
// It looks at the working directory with the tools it is offered, reads a few files
// that fit the question, and reports what it saw in markdown. It does not understand
// anything and says so.
//
//	p := offline.New(offline.Options{Delay: 12 * time.Millisecond})
//
// Like any other provider it holds no state: what it does next follows from the
// request alone. In a turn it goes through these steps, one request each:
//
//	question ─▶ list_files (once or twice) ─▶ read_file (up to three) ─▶ answer
//
// A tool that is missing or fails shortens the way; the answer then says what could
// not be seen. The same directory and the same question give the same answer, which
// makes it a fixture for tests and demonstrations as well.
//
// # Limits
//
// It reads English and file names. What it quotes from files is verbatim and hostile,
// as any model's output is.
package offline
