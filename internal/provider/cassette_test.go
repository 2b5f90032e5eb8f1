package provider_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"jp/internal/provider"
)

// cassettes is where the recorded conversations are, relative to this package.
const cassettes = "../../../shared/data/streams/jp"

// cassette is one recorded test: its HTTP exchanges, and what another program
// decoded from the streams among them.
type cassette struct {
	name      string // provider/test
	exchanges []exchange
	recorded  [][]recorded // nil when nothing was recorded beside it
}

type exchange struct {
	path, request, contentType, body string
}

// recorded is an event of the other program.
type recorded struct {
	kind string // Message, Reasoning, Start, ArgumentChunk, Flush, KeepAlive, Finished, metadata
	text string // of metadata: name=value
}

// loadCassettes returns all recordings; the test is skipped without them.
func loadCassettes(t *testing.T) []cassette {
	t.Helper()
	all, err := readCassettes()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Skipf("no recorded streams at %s: the checks on our own fixtures remain", cassettes)
	}
	return all
}

// readCassettes reads them once for all tests; nobody changes them.
var readCassettes = sync.OnceValues(func() ([]cassette, error) {
	files, _ := filepath.Glob(filepath.Join(cassettes, "*", "*.yml"))
	var out []cassette
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		c := cassette{name: filepath.Base(filepath.Dir(file)) + "/" + strings.TrimSuffix(filepath.Base(file), ".yml")}
		for _, doc := range strings.Split("\n"+string(data), "\n---\n") {
			c.exchanges = append(c.exchanges, parseExchange(doc))
		}
		if snap, err := os.ReadFile(strings.TrimSuffix(file, ".yml") + "__raw_events.snap"); err == nil {
			if c.recorded, err = parseRecorded(string(snap)); err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
		}
		out = append(out, c)
	}
	return out, nil
})

// protocol is the language of an exchange's path; "" for others and for what is
// no stream.
func (x exchange) protocol() provider.Protocol {
	switch {
	case !strings.HasPrefix(x.contentType, "text/event-stream"):
		return ""
	case strings.HasSuffix(x.path, "/v1/messages"):
		return provider.Messages
	case strings.HasSuffix(x.path, "/v1/responses"):
		return provider.Responses
	case strings.HasSuffix(x.path, "/chat/completions"):
		return provider.Completions
	}
	return ""
}

// parseExchange reads the YAML subset that the recordings use.
func parseExchange(doc string) exchange {
	var x exchange
	lines := strings.Split(doc, "\n")
	for i := 0; i < len(lines); i++ {
		key, value, _ := strings.Cut(strings.TrimSpace(lines[i]), ": ")
		switch {
		case key == "path":
			x.path = strings.Trim(value, `"`)
		case key == "json_body_str":
			block, next := indented(lines, i+1, 4)
			var b strings.Builder
			for _, l := range block {
				b.WriteString(strings.TrimSpace(l) + " ")
			}
			x.request = b.String()
			i = next - 1
		case key == "- name" && value == "content-type":
			x.contentType = strings.TrimPrefix(strings.TrimSpace(lines[i+1]), "value: ")
		case key == "body":
			block, next := indented(lines, i+1, 4)
			x.body = strings.Join(block, "\n") + "\n"
			i = next - 1
		}
	}
	return x
}

// indented collects the lines of a block scalar.
func indented(lines []string, from, indent int) (block []string, next int) {
	margin := strings.Repeat(" ", indent)
	for next = from; next < len(lines); next++ {
		line, ok := strings.CutPrefix(lines[next], margin)
		if !ok && strings.TrimSpace(lines[next]) != "" {
			break
		}
		block = append(block, line)
	}
	return block, next
}

// parseRecorded reads the debug output of nested lists of events.
func parseRecorded(snap string) ([][]recorded, error) {
	var out [][]recorded
	lines := strings.Split(snap, "\n")
	for i, line := range lines {
		trimmed := strings.TrimSuffix(strings.TrimSpace(line), ",")
		add := func(kind, text string) {
			out[len(out)-1] = append(out[len(out)-1], recorded{kind, text})
		}
		argument := func() string { return rustString(lines[i+1]) }
		switch {
		case line == "    [":
			out = append(out, nil)
		case trimmed == "part: Message(":
			add("Message", argument())
		case trimmed == "part: Reasoning(":
			add("Reasoning", argument())
		case trimmed == "part: Structured(":
			add("Message", argument())
		case trimmed == "Start {":
			id := strings.TrimPrefix(strings.TrimSpace(lines[i+1]), "id: ")
			name := strings.TrimPrefix(strings.TrimSpace(lines[i+2]), "name: ")
			add("Start", rustString(id)+" "+rustString(name))
		case trimmed == "ArgumentChunk(":
			add("ArgumentChunk", argument())
		case trimmed == "Flush {":
			add("Flush", "")
		case trimmed == "KeepAlive":
			add("KeepAlive", "")
		case trimmed == "Finished(":
			add("Finished", strings.TrimSuffix(strings.TrimSpace(lines[i+1]), ","))
		case strings.HasPrefix(trimmed, `"`) && strings.Contains(trimmed, `": String(`):
			name, value, _ := strings.Cut(trimmed, `": String(`)
			add("metadata", strings.Trim(name, `"`)+"="+rustString(strings.TrimSuffix(value, ")")))
		case strings.HasPrefix(trimmed, "part: ") && trimmed != "part: ToolCall(":
			return nil, fmt.Errorf("line %d: unknown part %q", i+1, trimmed)
		}
	}
	return out, nil
}

// rustString reads a string as Rust's Debug writes it; what is none shows up in
// the comparison.
func rustString(literal string) string {
	s := strings.TrimSuffix(strings.TrimSpace(literal), ",")
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return "not a string: " + literal
	}
	s = s[1 : len(s)-1]
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case '0':
			b.WriteByte(0)
		case 'u':
			end := strings.IndexByte(s[i:], '}')
			code, _ := strconv.ParseUint(s[i+2:i+end], 16, 32)
			b.Write(utf8.AppendRune(nil, rune(code)))
			i += end
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// splitEvents cuts a stream behind each blank line.
func splitEvents(body string) []string {
	events := strings.SplitAfter(body, "\n\n")
	if n := len(events); n > 0 && strings.TrimSpace(events[n-1]) == "" {
		events = events[:n-1]
	}
	return events
}
