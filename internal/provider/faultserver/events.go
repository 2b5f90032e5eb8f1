package faultserver

import (
	"encoding/json"
	"fmt"
	"strings"

	"jp/internal/provider"
)

// Turn is an answer to be written as a stream.
type Turn struct {
	Reasoning string
	Signature string // of the reasoning, raw
	Text      string
	Calls     []provider.ToolCall
	Stop      string // in the protocol's words; "" = what fits
}

// Events writes turn in a protocol, one event per string. The last one is the
// terminal event; what Chat Completions sends after it is in its string, too.
func Events(p provider.Protocol, turn Turn) []string {
	var e encoder
	switch p {
	case provider.Messages:
		e.messages(turn)
	case provider.Responses:
		e.responses(turn)
	default:
		e.chat(turn)
	}
	return e.events
}

// obj is a JSON object.
type obj = map[string]any

type encoder struct{ events []string }

func (e *encoder) add(name string, data obj) {
	if name != "" {
		data["type"] = name
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic("faultserver: " + err.Error())
	}
	event := fmt.Sprintf("data: %s\n\n", text)
	if name != "" {
		event = "event: " + name + "\n" + event
	}
	e.events = append(e.events, event)
}

// pieces splits text as models do: a word at a time.
func pieces(text string) []string { return strings.SplitAfter(text, " ") }

// halves splits arguments in two places, so that the middle is in a string.
func halves(args string) []string {
	if len(args) < 6 {
		return []string{args}
	}
	return []string{args[:3], args[3 : len(args)-2], args[len(args)-2:]}
}

func (e *encoder) messages(t Turn) {
	usage := obj{"input_tokens": 11, "cache_read_input_tokens": 5, "output_tokens": 1}
	e.add("message_start", obj{"message": obj{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": []any{}, "usage": usage,
	}})
	index := 0
	block := func(start obj, deltas ...obj) {
		e.add("content_block_start", obj{"index": index, "content_block": start})
		for _, d := range deltas {
			e.add("content_block_delta", obj{"index": index, "delta": d})
		}
		e.add("content_block_stop", obj{"index": index})
		index++
	}
	if t.Reasoning != "" {
		var deltas []obj
		for _, s := range pieces(t.Reasoning) {
			deltas = append(deltas, obj{"type": "thinking_delta", "thinking": s})
		}
		deltas = append(deltas, obj{"type": "signature_delta", "signature": t.Signature})
		block(obj{"type": "thinking", "thinking": "", "signature": ""}, deltas...)
	}
	if t.Text != "" {
		var deltas []obj
		for _, s := range pieces(t.Text) {
			deltas = append(deltas, obj{"type": "text_delta", "text": s})
		}
		block(obj{"type": "text", "text": ""}, deltas...)
	}
	for _, c := range t.Calls {
		var deltas []obj
		for _, s := range halves(string(c.Args)) {
			deltas = append(deltas, obj{"type": "input_json_delta", "partial_json": s})
		}
		block(obj{"type": "tool_use", "id": c.ID, "name": c.Name, "input": obj{}}, deltas...)
	}
	e.add("message_delta", obj{
		"delta": obj{"stop_reason": t.stop("end_turn", "tool_use")},
		"usage": obj{"output_tokens": 42},
	})
	e.add("message_stop", obj{})
}

func (t Turn) stop(plain, tools string) string {
	switch {
	case t.Stop != "":
		return t.Stop
	case len(t.Calls) > 0:
		return tools
	}
	return plain
}

func (e *encoder) responses(t Turn) {
	e.add("response.created", obj{"response": obj{"id": "resp_1", "status": "in_progress"}})
	index := 0
	item := func(id string, start, end obj, deltas func()) {
		start["id"], end["id"] = id, id
		e.add("response.output_item.added", obj{"output_index": index, "item": start})
		deltas()
		e.add("response.output_item.done", obj{"output_index": index, "item": end})
		index++
	}
	if t.Reasoning != "" {
		item("rs_1", obj{"type": "reasoning", "summary": []any{}}, obj{
			"type": "reasoning", "encrypted_content": t.Signature,
			"summary": []any{obj{"type": "summary_text", "text": t.Reasoning}},
		}, func() {
			for _, s := range pieces(t.Reasoning) {
				e.add("response.reasoning_summary_text.delta", obj{"output_index": index, "summary_index": 0, "delta": s})
			}
		})
	}
	if t.Text != "" {
		content := []any{obj{"type": "output_text", "text": t.Text}}
		item("msg_1", obj{"type": "message", "content": []any{}}, obj{"type": "message", "content": content}, func() {
			for _, s := range pieces(t.Text) {
				e.add("response.output_text.delta", obj{"output_index": index, "content_index": 0, "delta": s})
			}
		})
	}
	for _, c := range t.Calls {
		call := func(status, args string) obj {
			return obj{"type": "function_call", "call_id": c.ID, "name": c.Name, "status": status, "arguments": args}
		}
		item("fc_"+c.ID, call("in_progress", ""), call("completed", string(c.Args)), func() {
			for _, s := range halves(string(c.Args)) {
				e.add("response.function_call_arguments.delta", obj{"output_index": index, "delta": s})
			}
		})
	}
	response := obj{"id": "resp_1", "status": "completed", "usage": obj{
		"input_tokens": 16, "output_tokens": 42, "total_tokens": 58,
		"input_tokens_details": obj{"cached_tokens": 5}, "output_tokens_details": obj{"reasoning_tokens": 7},
	}}
	name := "response.completed"
	if t.Stop != "" {
		name = "response.incomplete"
		response["status"], response["incomplete_details"] = "incomplete", obj{"reason": t.Stop}
	}
	e.add(name, obj{"response": response})
}

func (e *encoder) chat(t Turn) {
	chunk := func(delta obj, finish any) {
		e.add("", obj{
			"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "m",
			"choices": []any{obj{"index": 0, "delta": delta, "finish_reason": finish}},
		})
	}
	chunk(obj{"role": "assistant", "content": ""}, nil)
	if t.Reasoning != "" {
		for _, s := range pieces(t.Reasoning) {
			chunk(obj{"reasoning_content": s}, nil)
		}
	}
	if t.Text != "" {
		for _, s := range pieces(t.Text) {
			chunk(obj{"content": s}, nil)
		}
	}
	for i, c := range t.Calls {
		chunk(obj{"tool_calls": []any{obj{"index": i, "id": c.ID, "type": "function", "function": obj{"name": c.Name, "arguments": ""}}}}, nil)
		for _, s := range halves(string(c.Args)) {
			chunk(obj{"tool_calls": []any{obj{"index": i, "function": obj{"arguments": s}}}}, nil)
		}
	}
	chunk(obj{}, t.stop("stop", "tool_calls"))
	last := len(e.events) - 1
	e.add("", obj{"object": "chat.completion.chunk", "choices": []any{}, "usage": obj{
		"prompt_tokens": 16, "completion_tokens": 42, "total_tokens": 58,
		"prompt_tokens_details": obj{"cached_tokens": 5}, "completion_tokens_details": obj{"reasoning_tokens": 7},
	}})
	e.events[last] += e.events[last+1] + "data: [DONE]\n\n"
	e.events = e.events[:last+1]
}
