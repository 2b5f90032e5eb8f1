package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"jp/internal/provider"
)

// OutputMax bounds a result, whatever the tool: its beginning and its end are kept.
const OutputMax = 128 << 10

// Set is the tools of a run in the order in which they are offered. It is immutable
// and safe for concurrent use.
type Set struct {
	tools []Tool
	gate  Gate
}

// Gate decides about a call that can change something. It is asked for every call that
// is not read-only, with exactly the arguments that will be used. When it denies, the
// reason goes to the model.
type Gate func(ctx context.Context, t Tool, args json.RawMessage) (allowed bool, reason string)

// NewSet returns a set whose gate denies everything. Two tools of one name are a bug of
// the caller.
func NewSet(tools ...Tool) *Set {
	seen := make(map[string]bool, len(tools))
	for _, t := range tools {
		if seen[t.Name()] {
			panic(fmt.Sprintf("tool: two tools are called %q", t.Name()))
		}
		seen[t.Name()] = true
	}
	return &Set{tools: tools}
}

// WithGate returns a set of the same tools whose changing calls are decided by g.
func (s *Set) WithGate(g Gate) *Set { return &Set{tools: s.tools, gate: g} }

// Tools are the set's tools; the slice is the set's own.
func (s *Set) Tools() []Tool {
	if s == nil {
		return nil
	}
	return s.tools
}

// Names are the tools' names in order.
func (s *Set) Names() []string {
	var names []string
	for _, t := range s.Tools() {
		names = append(names, t.Name())
	}
	return names
}

// Specs is how the tools are offered to a model.
func (s *Set) Specs() []provider.ToolSpec {
	var specs []provider.ToolSpec
	for _, t := range s.Tools() {
		specs = append(specs, provider.ToolSpec{Name: t.Name(), Description: t.Description(), Schema: t.Schema()})
	}
	return specs
}

// ReadOnly reports whether name is a tool of the set that changes nothing.
func (s *Set) ReadOnly(name string) bool {
	t := s.find(name)
	return t != nil && t.ReadOnly()
}

func (s *Set) find(name string) Tool {
	for _, t := range s.Tools() {
		if t.Name() == name {
			return t
		}
	}
	return nil
}

// Outcome is the end of a call.
type Outcome struct {
	Result
	Denied bool // it did not run: consent is missing
}

// Call runs one call, or says in the result why not. It works on a nil Set, which has
// no tools.
func (s *Set) Call(ctx context.Context, call provider.ToolCall) (out Outcome) {
	t := s.find(call.Name)
	if t == nil {
		return Outcome{Result: failed(s.unknown(call.Name))}
	}
	if !isObject(call.Args) {
		return Outcome{Result: failed("the arguments are not one complete JSON object; the tool was not run")}
	}
	if err := ctx.Err(); err != nil {
		return Outcome{Result: failed("not run: " + err.Error())}
	}
	// A tool or a gate that panics has failed; the run and its terminal have not.
	defer func() {
		if p := recover(); p != nil {
			out = Outcome{Result: failed(fmt.Sprintf("%s broke: %v", call.Name, p))}
		}
	}()
	if !t.ReadOnly() {
		if reason, ok := s.allow(ctx, t, call.Args); !ok {
			return Outcome{Result: failed("not run, permission denied: " + reason), Denied: true}
		}
	}
	return Outcome{Result: run(ctx, t, call.Args)}
}

func (s *Set) allow(ctx context.Context, t Tool, args json.RawMessage) (reason string, ok bool) {
	if s.gate == nil {
		return "this tool can change something, and nobody is there to allow it", false
	}
	ok, reason = s.gate(ctx, t, bytes.Clone(args))
	return reason, ok
}

func (s *Set) unknown(name string) string {
	if len(s.Tools()) == 0 {
		return fmt.Sprintf("there is no tool %q; there are no tools at all", name)
	}
	return fmt.Sprintf("there is no tool %q; the tools are: %s", name, strings.Join(s.Names(), ", "))
}

// run keeps a tool's failure inside its result.
func run(ctx context.Context, t Tool, args json.RawMessage) Result {
	res, err := t.Run(ctx, args)
	if err != nil {
		return failed(err.Error())
	}
	res.Text = bound(res.Text)
	return res
}

// bound keeps the first and the last part of a long text, cut between runes, and says
// how much is missing. Bytes that are no UTF-8 become U+FFFD: results travel as JSON.
func bound(s string) string {
	if len(s) > OutputMax {
		head, tail := OutputMax*3/4, len(s)-OutputMax/4
		for head > 0 && !utf8.RuneStart(s[head]) {
			head--
		}
		for tail < len(s) && !utf8.RuneStart(s[tail]) {
			tail++
		}
		s = fmt.Sprintf("%s\n[%d bytes left out]\n%s", s[:head], tail-head, s[tail:])
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

func isObject(args json.RawMessage) bool {
	args = bytes.TrimSpace(args)
	return len(args) > 0 && args[0] == '{' && json.Valid(args)
}

// decodeArgs fills v and tells the model what it may pass when it passed something
// else. A field that nobody reads would be a misunderstanding, so it is refused.
func decodeArgs(args json.RawMessage, v any) error {
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("bad arguments: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}
