package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
	"jp/internal/provider/guard"
)

// differences are the recordings where we want something else than what was
// recorded, each with its reason. A row that is not needed any more fails.
var differences = map[string]string{
	"anthropic/test_request_chaining": "the recording program asks again at the token limit and merges four answers into one; " +
		"that is the agent's business here, so each stream ends with its own stop reason",
	"openrouter/x-ai_test_sub_provider_event_metadata": "the recording program drops encrypted reasoning that comes with the finish reason; " +
		"we keep it, since the model wants it back",
}

// joined are the providers whose recorded fragments are compared joined, with
// the reason.
var joined = map[string]string{
	"llamacpp": "the recording program looks for thinking tags in the text and cuts it anew",
}

// TestRecorded_SameAnswer decodes every recorded stream of our protocols through
// a local server and compares with what another program recorded:
//
//   - each fragment of text, reasoning and arguments, in order (empty ones aside)
//   - each tool call's id and name, and that its arguments end complete
//   - how it finished
//   - the number of keep-alives (of Messages; comments are not recorded)
//   - thinking signatures and encrypted reasoning
//
// Usage and comments are not in the recordings; they are compared with what a
// second, simple reader finds in the stream.
func TestRecorded_SameAnswer(t *testing.T) {
	var compared, streams int
	skipped := map[string]int{}
	used := map[string]bool{}
	for _, c := range loadCassettes(t) {
		var got []result
		for _, x := range c.exchanges {
			p := x.protocol()
			if p == "" {
				skipped[fmt.Sprintf("%s %s", strings.SplitN(c.name, "/", 2)[0], kindOf(x))]++
				continue
			}
			streams++
			r := replay(t, p, faultserver.Stream(x.body))
			if r.err != nil {
				t.Errorf("%s: %v", c.name, r.err)
			}
			if want := usageIn(x.body); r.usage != want {
				t.Errorf("%s: usage %+v, the stream says %+v", c.name, r.usage, want)
			}
			if want := pingsIn(x.body); r.pings != want {
				t.Errorf("%s: %d pings, the stream has %d", c.name, r.pings, want)
			}
			got = append(got, r)
		}
		if len(got) == 0 || c.recorded == nil {
			continue
		}
		compared++
		if got, want := recordedPings(c), sumPings(got); strings.HasPrefix(c.name, "anthropic/") && got != want {
			t.Errorf("%s: recorded %d keep-alives, got %d", c.name, got, want)
		}
		var mine, theirs [][]string
		join := joined[strings.SplitN(c.name, "/", 2)[0]] != ""
		for _, r := range got {
			mine = append(mine, mergeable(ours(r), join))
		}
		for _, events := range c.recorded {
			theirs = append(theirs, mergeable(expected(events), join))
		}
		if d := cmp.Diff(theirs, mine); d != "" {
			if differences[c.name] != "" {
				used[c.name] = true
				continue
			}
			t.Errorf("%s (-recorded +got):\n%s", c.name, d)
		}
	}
	for name, reason := range differences {
		if !used[name] {
			t.Errorf("%s is like the recording now; the row %q can go", name, reason)
		}
	}
	t.Logf("compared %d recordings, %d streams; %d listed differences", compared, streams, len(differences))
	for _, kind := range slices.Sorted(maps.Keys(skipped)) {
		t.Logf("skipped %d exchanges: %s", skipped[kind], kind)
	}
	if compared < 60 {
		t.Errorf("only %d recordings were compared", compared)
	}
}

func recordedPings(c cassette) (n int) {
	for _, e := range slices.Concat(c.recorded...) {
		if e.kind == "KeepAlive" {
			n++
		}
	}
	return n
}

func sumPings(results []result) (n int) {
	for _, r := range results {
		n += r.pings
	}
	return n
}

func kindOf(x exchange) string {
	switch {
	case strings.Contains(x.path, "/api/chat"), strings.Contains(x.path, "streamGenerate"):
		return "in another protocol (" + x.path[:min(len(x.path), 12)] + "…)"
	}
	return "that is no stream (" + x.path + ")"
}

// replay streams one reply over a real connection.
func replay(t *testing.T, p provider.Protocol, reply faultserver.Reply) result {
	t.Helper()
	s := faultserver.New(reply)
	defer s.Close()
	client := guard.NewClient(nil)
	defer client.CloseIdleConnections()
	return runContext(t.Context(), openWith(p, provider.Plain, s.URL, guard.Limits{}, client), question())
}

// ours is a result in the words of the recording.
func ours(r result) []string {
	lines := slices.Clone(r.fragments)
	for _, c := range r.calls {
		lines = append(lines, "complete "+c.ID+" "+c.Name+" "+string(c.Args))
	}
	for _, e := range r.events {
		lines = append(lines, unseal(e.Signature)...)
	}
	return append(lines, "finished "+string(r.stop))
}

// unseal takes a signature apart as the recording program names the parts.
func unseal(signature string) []string {
	scheme, rest, _ := strings.Cut(signature, ":")
	switch scheme {
	case "anthropic":
		return []string{"signature " + rest}
	case "openai":
		var sealed struct {
			Content string `json:"encrypted_content"`
		}
		if json.Unmarshal([]byte(rest), &sealed) == nil {
			return []string{"sealed " + sealed.Content}
		}
	case "openrouter":
		var lines []string
		var details []struct{ Data, Signature string }
		if json.Unmarshal([]byte(rest), &details) == nil {
			for _, d := range details {
				if d.Data != "" {
					lines = append(lines, "sealed "+d.Data)
				}
				if d.Signature != "" {
					lines = append(lines, "signature "+d.Signature)
				}
			}
		}
		return lines
	}
	return nil
}

// mergeable joins the fragments of each kind that follow each other.
func mergeable(lines []string, join bool) []string {
	if !join {
		return lines
	}
	var out []string
	for _, line := range lines {
		kind, text, _ := strings.Cut(line, " ")
		last := len(out) - 1
		if (kind == "text" || kind == "reasoning") && last >= 0 && strings.HasPrefix(out[last], kind+" ") {
			out[last] += text
			continue
		}
		out = append(out, line)
	}
	return out
}

// expected is what a recording wants to see in [ours].
func expected(events []recorded) []string {
	var lines, calls, seals []string
	var current, args string
	finished := ""
	endCall := func() {
		if current != "" {
			if args == "" {
				args = "{}"
			}
			calls = append(calls, "complete "+current+" "+args)
		}
		current, args = "", ""
	}
	for _, e := range events {
		switch e.kind {
		case "Message", "Reasoning":
			if e.text != "" {
				lines = append(lines, map[string]string{"Message": "text ", "Reasoning": "reasoning "}[e.kind]+e.text)
			}
		case "Start":
			endCall()
			current = e.text
			lines = append(lines, "call "+e.text)
		case "ArgumentChunk":
			args += e.text
			if e.text != "" {
				lines = append(lines, "args "+e.text)
			}
		case "Finished":
			finished = e.text
		case "metadata":
			name, value, _ := strings.Cut(e.text, "=")
			switch {
			case value == "":
			case name == "anthropic_thinking_signature":
				seals = append(seals, "signature "+value)
			case name == "openai_encrypted_content":
				seals = append(seals, "sealed "+value)
			}
		}
	}
	endCall()
	lines = append(lines, calls...)
	lines = append(lines, seals...)
	stop := map[string]provider.StopReason{"Completed": provider.StopEnd, "MaxTokens": provider.StopLength}[finished]
	if stop == provider.StopEnd && len(calls) > 0 {
		stop = provider.StopTools // The recording program does not tell them apart.
	}
	return append(lines, "finished "+string(stop))
}

// pingsIn counts comments and keep-alives.
func pingsIn(body string) int {
	n := 0
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, ":") || line == "event: ping\n" {
			n++
		}
	}
	return n
}

// usageIn finds the last numbers of a stream by itself, for all protocols.
func usageIn(body string) provider.Usage {
	type counts struct {
		Input      int64 `json:"input_tokens"`
		Output     int64 `json:"output_tokens"`
		CacheRead  int64 `json:"cache_read_input_tokens"`
		CacheWrite int64 `json:"cache_creation_input_tokens"`
		Prompt     int64 `json:"prompt_tokens"`
		Completion int64 `json:"completion_tokens"`
		InDetails  struct {
			Cached  int64 `json:"cached_tokens"`
			Written int64 `json:"cache_write_tokens"`
		} `json:"input_tokens_details"`
		OutDetails struct {
			Reasoning int64 `json:"reasoning_tokens"`
			Thinking  int64 `json:"thinking_tokens"`
		} `json:"output_tokens_details"`
		PromptDetails struct {
			Cached int64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		CompletionDetails struct {
			Reasoning int64 `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	}
	var last provider.Usage
	for line := range strings.Lines(body) {
		data, ok := strings.CutPrefix(line, "data: ")
		var doc struct {
			Usage    *counts `json:"usage"`
			Message  struct{ Usage *counts }
			Response struct{ Usage *counts }
		}
		if !ok || json.Unmarshal([]byte(data), &doc) != nil {
			continue
		}
		for _, u := range []*counts{doc.Usage, doc.Message.Usage, doc.Response.Usage} {
			if u == nil {
				continue
			}
			last = provider.Usage{
				InputTokens:      max(last.InputTokens, u.Input+u.CacheRead+u.CacheWrite+u.Prompt),
				OutputTokens:     max(last.OutputTokens, u.Output+u.Completion),
				ReasoningTokens:  max(last.ReasoningTokens, u.OutDetails.Reasoning+u.OutDetails.Thinking+u.CompletionDetails.Reasoning),
				CacheReadTokens:  max(last.CacheReadTokens, u.CacheRead+u.InDetails.Cached+u.PromptDetails.Cached),
				CacheWriteTokens: max(last.CacheWriteTokens, u.CacheWrite+u.InDetails.Written),
			}
		}
	}
	return last
}
