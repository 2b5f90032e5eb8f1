// Package store keeps conversations on disk so that a crash at any byte costs
// nothing that was acknowledged.
//
//	root/
//	  20261130-061428123-7q3xk/    one conversation; the name sorts by time
//	    meta.json                  replaced atomically
//	    events.jsonl               append only, one JSON object a line
//	    events.jsonl.damaged-1     what a repair found, never deleted by us
//	    lock                       flock target, never removed
//
// The contract is one sentence: when Append returns nil, the event is there after
// any crash, power cut or full disk; when it returns an error, the event is kept in
// memory and goes out, in order, with the next Append or Flush that works.
//
// An event line is {"v":1,"seq":N,"time":T,"kind":K,"data":{…}}. The five bytes
// {"v": occur in a line only at the start of an event, which is what lets a repair
// pull complete events out of a damaged line without ever mistaking something a
// model wrote for one. Lines are never re-encoded, so fields that this version does
// not know survive.
//
// SQLite was rejected: a journal of lines can be read with a pager, survives partial
// damage, and needs no dependency.
//
// # Limits
//
// There is no index: List reads the metadata of the conversations that it returns.
// A line is at most MaxLine bytes. On a system without flock a conversation can not
// be opened for writing. The package reads no clock; the caller brings one.
package store
