// Package faultserver is a model service that misbehaves on purpose, for tests.
//
//	s := faultserver.New(faultserver.Stream(faultserver.Events(provider.Messages, turn)[:3]...))
//	defer s.Close()
//	// A provider with base URL s.URL sees three events and a clean end: a cut stream.
//
// A [Reply] is a status, headers and steps: send bytes, pause, stall, break the
// connection. [Events] writes a turn in each of the protocols, so that one table
// of faults covers them all. [Server] plays replies over a real connection;
// [Transport] plays them in memory, for tests under a fake clock.
//
// # Limits
//
// It does not check requests, it records them. It is no part of the programs.
package faultserver
