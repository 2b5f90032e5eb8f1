// Package tidy holds the rules that are checked by a test and not by a reviewer: who may import whom, who may read a
// clock, where escape bytes may be written. It has no code of its own, only tests.
//
// The rules' text is in ARCHITECTURE.md, between the tidy comments, and is read from there: the page can not go stale.
// Each rule has a seeded offence that it must find, so that a rule which checks nothing fails too.
//
// # Limits
//
// The rules read syntax, not types: a clock that is reached through a variable of type func is not seen.
package tidy
