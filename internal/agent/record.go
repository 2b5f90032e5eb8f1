package agent

import (
	"encoding/json"
	"errors"
	"iter"

	"jp/internal/provider"
	"jp/internal/store"
)

// The kinds of events in a stored conversation, in the order in which a turn writes
// them: the user's message; for each request the blocks of the answer and a response
// that closes them, then the results of the calls; at last the end of the turn.
const (
	KindUser       store.Kind = "user"
	KindReasoning  store.Kind = "reasoning"
	KindText       store.Kind = "text"
	KindToolCall   store.Kind = "tool_call"
	KindToolResult store.Kind = "tool_result"
	KindResponse   store.Kind = "response"
	KindTurnEnd    store.Kind = "turn_end"
)

// Recorder keeps events. A *store.Conversation is one. Append returns nil only when
// the event is safe; after an error the recorder may still have it in memory.
type Recorder interface {
	Append(kind store.Kind, data any) error
}

// The payloads. Their JSON names are a file format.
type (
	userRecord struct {
		Text     string   `json:"text"`
		Provider string   `json:"provider,omitempty"`
		Model    string   `json:"model,omitempty"`
		Tools    []string `json:"tools,omitempty"`
	}
	blockRecord struct {
		Text      string `json:"text"`
		Signature string `json:"signature,omitempty"`
	}
	callRecord struct {
		ID   string `json:"id"`
		Tool string `json:"tool"`
		Args string `json:"args"` // JSON as text: verbatim, and out of the way of grep and repairs
	}
	resultRecord struct {
		ID          string `json:"id"`
		Tool        string `json:"tool"`
		Output      string `json:"output"`
		IsError     bool   `json:"is_error,omitempty"`
		Denied      bool   `json:"denied,omitempty"`
		Interrupted bool   `json:"interrupted,omitempty"`
	}
	responseRecord struct {
		Stop    provider.StopReason `json:"stop,omitempty"`
		Mark    Mark                `json:"mark,omitempty"`
		Error   string              `json:"error,omitempty"`
		Attempt int                 `json:"attempt"`
		Usage   provider.Usage      `json:"usage"`
	}
	turnEndRecord struct {
		TurnEnded
		Error string `json:"error,omitempty"`
	}
)

// reader is what a walk over a stored conversation needs to know. Methods are called
// in the order of the events.
type reader interface {
	user(userRecord)
	reasoning(blockRecord)
	text(blockRecord)
	call(callRecord)
	result(resultRecord)
	response(responseRecord)
	turnEnd(turnEndRecord)
	damaged(error)
}

// walk reads stored events. Kinds that this version does not know are passed over:
// they were written by a newer one. Damage is reported and passed over too; any other
// error ends the walk.
func walk(events iter.Seq2[store.Event, error], r reader) error {
	for ev, err := range events {
		if p, ok := errors.AsType[store.Problem](err); ok {
			r.damaged(p)
			continue
		}
		if err != nil {
			return err
		}
		if err := dispatch(ev, r); err != nil {
			r.damaged(err)
		}
	}
	return nil
}

func dispatch(ev store.Event, r reader) error {
	switch ev.Kind {
	case KindUser:
		return read(ev, r.user)
	case KindReasoning:
		return read(ev, r.reasoning)
	case KindText:
		return read(ev, r.text)
	case KindToolCall:
		return read(ev, r.call)
	case KindToolResult:
		return read(ev, r.result)
	case KindResponse:
		return read(ev, r.response)
	case KindTurnEnd:
		return read(ev, r.turnEnd)
	}
	return nil
}

func read[T any](ev store.Event, use func(T)) error {
	var v T
	if err := json.Unmarshal(ev.Data, &v); err != nil {
		return err
	}
	use(v)
	return nil
}
