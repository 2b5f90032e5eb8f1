package lineui

import (
	"bytes"
	"encoding/json"
	"io"
)

// EnvelopeVersion is the v of every line in the json format. Fields may be added under one version;
// a field that changes its meaning or goes away needs another.
const EnvelopeVersion = 1

// Envelope is a line of the json format, of every command and on both channels.
type Envelope struct {
	V    int    `json:"v"`
	Type string `json:"type"`
	Data any    `json:"data"`
}

// WriteEnvelope writes one line with one Write. It escapes nothing that JSON does not ask for, so
// text stays readable; callers have taken terminal escapes out of it before, since inside JSON
// nobody would find them.
func WriteEnvelope(w io.Writer, kind string, data any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(Envelope{EnvelopeVersion, kind, data}); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// The data of the envelopes that a run gives.
type (
	textData struct {
		Text    string `json:"text"`
		Partial bool   `json:"partial,omitempty"`
	}
	callData struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	}
	resultData struct {
		CallID  string `json:"call_id"`
		Text    string `json:"text"`
		IsError bool   `json:"is_error"`
	}
	doneData struct {
		Stop         string `json:"stop"`
		Conversation string `json:"conversation,omitempty"`
		Usage        any    `json:"usage"`
	}
	noticeData struct {
		Message string `json:"message"`
		Hint    string `json:"hint,omitempty"`
	}
)
