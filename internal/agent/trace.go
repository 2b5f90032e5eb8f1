package agent

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"jp/internal/provider"
	"jp/internal/tool"
)

// shortRunes is the length of ToolTrace.Short.
const shortRunes = 100

// newTrace decides how a call is shown.
func newTrace(call *provider.ToolCall, tools *tool.Set) ToolTrace {
	display := call.Name + "(" + arguments(call.Args) + ")"
	return ToolTrace{
		ID: call.ID, Tool: call.Name, Args: call.Args,
		Display: display, Short: Elide(display, shortRunes),
		Presentation: PresentCommand, ReadOnly: tools.ReadOnly(call.Name),
	}
}

// arguments writes an object as "key: value, key: value" in the model's order, on one
// line. Values are compact JSON, so a line break in them is an escape. Keys come from
// the model too: one that is not a plain word is quoted.
func arguments(args json.RawMessage) string {
	dec := json.NewDecoder(bytes.NewReader(args))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return string(bytes.TrimSpace(args))
	}
	var pairs []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			break
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			break
		}
		name, _ := key.(string) // keys of an object are strings
		pairs = append(pairs, word(name)+": "+compact(value))
	}
	return strings.Join(pairs, ", ")
}

func word(s string) string {
	plain := s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if plain {
		return s
	}
	return strconv.Quote(s)
}

func compact(value json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, value) != nil {
		return string(value)
	}
	return b.String()
}

// Elide shortens s to at most the given number of runes by leaving out its middle: of
// a command the end says as much as the beginning. Surfaces that measured their width
// call it themselves, and thereby cut at the same place.
func Elide(s string, runes int) string {
	if runes < 0 || utf8.RuneCountInString(s) <= runes {
		return s
	}
	if runes <= 1 {
		return "…"[:len("…")*runes]
	}
	r := []rune(s)
	head := runes / 2
	tail := runes - 1 - head
	return string(slices.Concat(r[:head], []rune("…"), r[len(r)-tail:]))
}
