// Package bench measures what a program on the printer costs end to end: a child
// process draws on a real pty, and its bytes, writes, CPU time and allocations are
// counted per item. Every run also holds the transcript: each line whole, once, in
// order, nothing of the region left.
//
//	make bench
//
// The workloads are those that the peers were measured with: w1 persistent lines
// under a one-row status, w2 rows pushed into a window of eight, w4 persistent
// lines above that window, idle a region that only ticks. "burst" queues
// everything at once, "alone" waits after each item until it is on the terminal.
// The package has benchmarks only.
package bench
