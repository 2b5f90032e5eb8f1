package present

import (
	"bytes"
	"encoding/json"
)

// JSON takes terminal escapes out of the strings in raw, where no filter behind it would find them.
// What is no JSON is null.
func JSON(raw json.RawMessage) json.RawMessage {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber() // an id of 20 digits stays one
	var v any
	if dec.Decode(&v) != nil {
		return json.RawMessage("null")
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(cleanValue(v)) != nil {
		return json.RawMessage("null")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func cleanValue(v any) any {
	switch v := v.(type) {
	case string:
		return Text(v)
	case []any:
		for i := range v {
			v[i] = cleanValue(v[i])
		}
		return v
	case map[string]any:
		clean := make(map[string]any, len(v))
		for key, value := range v {
			clean[Text(key)] = cleanValue(value)
		}
		return clean
	}
	return v
}
