// Package guard stands between an SDK and the network and makes a stream honest.
//
//	w := guard.New(ctx, guard.Options{Provider: "anthropic"}, emit)
//	defer w.Close()
//	stream := service.NewStreaming(w.Context(), params, option.WithMiddleware(w.Do))
//	for stream.Next() { … finished = finished || isTerminal(stream.Current()) … }
//	return w.Verdict(stream.Err(), finished)
//
// # What it does
//
//   - It looks at status, content type and encoding, and turns everything that is
//     not a stream into a [provider.Error] with a bounded, clean quotation.
//   - It frames the event stream by the letter of the specification (CR, LF,
//     CRLF, BOM, comments, fields without colon, unfinished last events) and hands
//     the SDK the plainest form of it, because the SDKs' own scanners do not.
//   - It reports life: connecting, sending, waiting, and a ping for every comment
//     and keep-alive, which the SDKs swallow.
//   - It runs two idle clocks. Any byte resets the first, only events that are no
//     keep-alives reset the second: a service that pings for ever is dead, too.
//   - It bounds events, error bodies and the whole answer.
//
// # Why not http.Client.Timeout, or the SDKs' retries and errors
//
// A deadline for the whole answer kills the long ones; the SDKs have no idle
// limit at all, sleep for as long as a Retry-After says, try again after
// certificate errors, read error bodies without a bound, and report a truncated
// stream as success.
//
// # Limits
//
// It does not know the protocols: whether the terminal event came is the
// decoder's knowledge, and [Watch.Verdict] turns its absence into an error.
package guard
