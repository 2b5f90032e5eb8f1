package openai

import (
	"encoding/json"
	"strings"
)

// The prefixes that mark what [provider.Part.Signature] holds.
const (
	sealedResponses  = "openai:"     // a reasoning item's id and encrypted content, as JSON
	sealedOpenRouter = "openrouter:" // reasoning_details, as a JSON array
)

// seal is what a Responses service needs to take a reasoning item back.
type seal struct {
	ID      string `json:"id"`
	Content string `json:"encrypted_content"`
}

// sealReasoning packs a seal; without encrypted content there is nothing that a
// stateless request could send back.
func sealReasoning(id, content string) string {
	if content == "" {
		return ""
	}
	data, err := json.Marshal(seal{ID: id, Content: content})
	if err != nil {
		return ""
	}
	return sealedResponses + string(data)
}

func openSeal(signature string) (seal, bool) {
	data, ok := strings.CutPrefix(signature, sealedResponses)
	var s seal
	if !ok || json.Unmarshal([]byte(data), &s) != nil || s.Content == "" {
		return seal{}, false
	}
	return s, true
}
