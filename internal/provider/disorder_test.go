package provider_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/internal/provider/guard"
)

// TestDisorder_LawsHold plays programs of random damage to a turn: events
// dropped, doubled, swapped, taken from another place, bytes changed, the whole
// cut. Whatever comes of it, nothing panics, and
//
//   - a success has the terminal event in it, and Done comes exactly then, last;
//   - a complete call has a whole object as its arguments, and began before;
//   - an error is typed, clean and without the key.
func TestDisorder_LawsHold(t *testing.T) {
	const programs = 400
	for _, p := range protocols {
		events := faultserver.Events(p, fullTurn())
		successes := 0
		for seed := range uint64(programs) {
			stream, program := damage(events, seed)
			r := play(t, p, faultserver.Stream(stream...), guard.Limits{})
			if err := checkLaws(t, p, strings.Join(stream, ""), r); err != nil {
				t.Fatalf("%s, seed %d: %v\nprogram: %s\n%s", p, seed, err, program, r)
			}
			if r.err == nil {
				successes++
			}
		}
		if successes < programs/10 || successes > programs*9/10 {
			t.Errorf("%s: %d of %d programs succeed: the damage is not worth much", p, successes, programs)
		}
	}
}

// damage applies one to four random changes and says which.
func damage(events []string, seed uint64) (stream []string, program string) {
	rnd := rand.New(rand.NewPCG(seed, 17))
	stream = append(stream, events...)
	for range 1 + rnd.IntN(4) {
		i, j := rnd.IntN(len(stream)), rnd.IntN(len(stream))
		op := rnd.IntN(7)
		program += fmt.Sprintf("%d(%d,%d) ", op, i, j)
		switch op {
		case 0:
			stream = append(stream[:i:i], stream[i+1:]...)
		case 1:
			stream = append(stream[:i:i], append([]string{stream[j]}, stream[i:]...)...)
		case 2:
			stream[i], stream[j] = stream[j], stream[i]
		case 3:
			b := []byte(stream[i])
			b[rnd.IntN(len(b))] = "\x00\xff\n\r\":{}[]0x,"[rnd.IntN(13)]
			stream[i] = string(b)
		case 4:
			stream[i] = strings.ReplaceAll(stream[i], `"index":0`, fmt.Sprintf(`"index":%d`, rnd.IntN(4)))
		case 5:
			stream[i] = strings.ReplaceAll(stream[i], `"output_index":`, `"output_index":9`)
		case 6:
			if rnd.IntN(3) == 0 {
				stream = stream[:i+1]
			}
		}
		if len(stream) == 0 {
			return stream, program
		}
	}
	return stream, program
}

func checkLaws(t *testing.T, p provider.Protocol, body string, r result) error {
	t.Helper()
	if r.err != nil {
		asError(t, string(p), r.err)
	} else if !isTerminal(p, "\n\n"+body) && !containsTerminal(p, body) {
		return fmt.Errorf("success without the terminal event")
	}
	started := map[string]bool{}
	for i, e := range r.events {
		switch e.Kind {
		case provider.ToolCallStart:
			started[e.ToolCall.ID] = true
		case provider.ToolCallDone:
			if !started[e.ToolCall.ID] || !json.Valid(e.ToolCall.Args) || e.ToolCall.Args[0] != '{' {
				return fmt.Errorf("call %+v with arguments %s", e.ToolCall, e.ToolCall.Args)
			}
		case provider.Done:
			if r.err != nil || i != len(r.events)-1 || e.Stop == "" {
				return fmt.Errorf("done is event %d of %d, stop %q, error %v", i, len(r.events), e.Stop, r.err)
			}
		}
	}
	if r.done != (r.err == nil) {
		return fmt.Errorf("done is %v, error %v", r.done, r.err)
	}
	return nil
}

// containsTerminal looks for the terminal event anywhere; changed bytes may have
// spoilt its first line.
func containsTerminal(p provider.Protocol, body string) bool {
	if p == provider.Responses {
		return strings.Contains(body, `"type":"response.completed"`)
	}
	return isTerminal(p, body)
}
