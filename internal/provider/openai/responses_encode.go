package openai

import (
	"encoding/json"
	"strings"

	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"

	"jp/internal/provider"
)

// encodeResponses makes the SDK's parameters of a request.
func encodeResponses(req provider.Request) responses.ResponseNewParams {
	params := responses.ResponseNewParams{
		Model: req.Model,
		Store: param.NewOpt(false),
	}
	if req.System != "" {
		params.Instructions = param.NewOpt(req.System)
	}
	if req.MaxTokens > 0 {
		params.MaxOutputTokens = param.NewOpt(int64(req.MaxTokens))
	}
	thinks := reasons(req.Model)
	for _, m := range req.Messages {
		params.Input.OfInputItemList = append(params.Input.OfInputItemList, inputItems(m, thinks)...)
	}
	for _, t := range req.Tools {
		tool := responses.ToolParamOfFunction(t.Name, schema(t.Schema), false)
		if t.Description != "" {
			tool.OfFunction.Description = param.NewOpt(t.Description)
		}
		params.Tools = append(params.Tools, tool)
	}
	if thinks {
		params.Include = []responses.ResponseIncludable{responses.ResponseIncludableReasoningEncryptedContent}
		params.Reasoning = reasoning(req)
	}
	return params
}

// schema is a JSON schema as the map that the SDK wants.
func schema(raw json.RawMessage) map[string]any {
	var m map[string]any
	if json.Unmarshal(raw, &m) != nil || m == nil {
		return map[string]any{"type": "object", "properties": map[string]any{}}
	}
	return m
}

// reasons reports whether a model accepts reasoning parameters and items. The
// families that do not are closed; new names are taken for new models.
func reasons(model string) bool {
	for _, old := range []string{"gpt-3", "gpt-4", "chatgpt", "davinci", "babbage"} {
		if strings.HasPrefix(model, old) {
			return false
		}
	}
	return true
}

func reasoning(req provider.Request) shared.ReasoningParam {
	r := req.Reasoning
	switch r.Mode {
	case provider.ReasoningOff:
		return shared.ReasoningParam{Effort: shared.ReasoningEffort(leastEffort(req.Model))}
	case provider.ReasoningOn:
		return shared.ReasoningParam{
			Effort:  shared.ReasoningEffort(effort(r)),
			Summary: shared.ReasoningSummaryAuto,
		}
	}
	return shared.ReasoningParam{}
}

// effort is the stated one, or one for the budget, or none.
func effort(r provider.Reasoning) string {
	switch {
	case r.Effort != "":
		return r.Effort
	case r.BudgetTokens <= 0:
		return ""
	case r.BudgetTokens <= 2048:
		return "low"
	case r.BudgetTokens <= 16384:
		return "medium"
	}
	return "high"
}

// leastEffort is the nearest to "off" that a model accepts.
func leastEffort(model string) string {
	switch {
	case strings.HasPrefix(model, "o1"), strings.HasPrefix(model, "o3"), strings.HasPrefix(model, "o4"):
		return "low"
	case model == "gpt-5", strings.HasPrefix(model, "gpt-5-"):
		return "minimal"
	}
	return "none"
}

// inputItems are a message's parts as items of their own. Reasoning goes back
// only to a model that reasons, and only sealed.
func inputItems(m provider.Message, thinks bool) []responses.ResponseInputItemUnionParam {
	role := responses.EasyInputMessageRoleUser
	if m.Role == provider.Assistant {
		role = responses.EasyInputMessageRoleAssistant
	}
	var items []responses.ResponseInputItemUnionParam
	for _, p := range m.Parts {
		switch {
		case p.Kind == provider.PartText && p.Text != "":
			items = append(items, responses.ResponseInputItemParamOfMessage(p.Text, role))
		case p.Kind == provider.PartReasoning && thinks:
			if s, ok := openSeal(p.Signature); ok {
				items = append(items, reasoningItem(s, p.Text))
			}
		case p.Kind == provider.PartToolCall && p.ToolCall != nil:
			items = append(items, responses.ResponseInputItemParamOfFunctionCall(
				argsText(p.ToolCall.Args), p.ToolCall.ID, p.ToolCall.Name))
		case p.Kind == provider.PartToolResult && p.ToolResult != nil:
			item := responses.ResponseInputItemParamOfFunctionCallOutput(resultText(p.ToolResult))
			item.OfFunctionCallOutput.CallID = param.NewOpt(p.ToolResult.CallID)
			items = append(items, item)
		}
	}
	return items
}

func reasoningItem(s seal, text string) responses.ResponseInputItemUnionParam {
	summary := []responses.ResponseReasoningItemSummaryParam{}
	if text != "" {
		summary = append(summary, responses.ResponseReasoningItemSummaryParam{Text: text})
	}
	item := responses.ResponseInputItemParamOfReasoning(s.ID, summary)
	item.OfReasoning.EncryptedContent = param.NewOpt(s.Content)
	return item
}

func argsText(args json.RawMessage) string {
	if len(args) == 0 {
		return "{}"
	}
	return string(args)
}

// resultText marks an error, for which the protocol has no field.
func resultText(r *provider.ToolResult) string {
	if r.IsError {
		return "error: " + r.Text
	}
	return r.Text
}
