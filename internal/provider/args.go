package provider

import (
	"bytes"
	"encoding/json"
	"iter"
	"maps"
	"slices"
)

// ObjectArgs checks the arguments of a tool call as they were collected from a
// stream: true if they are one complete JSON object. Nothing at all stands for
// the empty object, which is how services send calls without arguments; whether
// nothing arrived because there is nothing is for the decoder to know.
func ObjectArgs(raw []byte) (json.RawMessage, bool) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return json.RawMessage("{}"), true
	}
	if raw[0] != '{' || !json.Valid(raw) {
		return nil, false
	}
	return json.RawMessage(bytes.Clone(raw)), true
}

// SortedKeys goes through the keys of m in order, also while entries are
// deleted. Decoders keep open blocks in maps, and events must not come in a
// map's order.
func SortedKeys[V any](m map[int]V) iter.Seq[int] {
	return slices.Values(slices.Sorted(maps.Keys(m)))
}
