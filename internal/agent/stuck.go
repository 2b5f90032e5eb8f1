package agent

import "fmt"

// repeatsMax is how often a model is told that one and the same call fails. Who does not learn from
// it twice will not learn from it fifty times, and each time costs a request.
const repeatsMax = 3

// StuckError ends a turn whose model repeats a call that fails, with the same arguments, request
// after request.
type StuckError struct {
	Tool   string // as the model calls it
	Times  int
	Denied bool   // it fails for want of consent
	Output string // what the model was told
}

func (e *StuckError) Error() string {
	return fmt.Sprintf("the model calls %q again and again, and it fails: %d times", e.Tool, e.Times)
}

// failures counts, for each call, the requests in a row of its own that it failed in.
type failures map[string]int

// note takes the results of one answer's calls, and returns an error when one of them has failed
// too often. Calls that are repeated within an answer count once: the model has not read the result
// in between. Interrupted ones do not count.
func (f failures) note(calls []pendingCall, results []*ToolReturned) error {
	seen := map[string]bool{}
	var stuck error
	for i, res := range results {
		call := calls[i].call
		key := call.Name + "\x00" + string(call.Args)
		switch {
		case res.Interrupted:
		case !res.IsError:
			delete(f, key)
		case !seen[key]:
			seen[key] = true
			f[key]++
			if f[key] >= repeatsMax && stuck == nil {
				stuck = &StuckError{Tool: call.Name, Times: f[key], Denied: res.Denied, Output: res.Output}
			}
		}
	}
	return stuck
}
