package openai

import (
	"encoding/json"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

	"jp/internal/provider"
)

// encodeChat makes the SDK's parameters of a request. The options are what only
// one dialect knows.
func encodeChat(req provider.Request, dialect provider.Dialect) (sdk.ChatCompletionNewParams, []option.RequestOption) {
	params := sdk.ChatCompletionNewParams{
		Model:         req.Model,
		StreamOptions: sdk.ChatCompletionStreamOptionsParam{IncludeUsage: param.NewOpt(true)},
	}
	if req.System != "" {
		params.Messages = append(params.Messages, sdk.SystemMessage(req.System))
	}
	for _, m := range req.Messages {
		params.Messages = append(params.Messages, chatMessages(m, dialect)...)
	}
	for _, t := range req.Tools {
		f := shared.FunctionDefinitionParam{Name: t.Name, Parameters: schema(t.Schema)}
		if t.Description != "" {
			f.Description = param.NewOpt(t.Description)
		}
		params.Tools = append(params.Tools, sdk.ChatCompletionFunctionTool(f))
	}
	if req.MaxTokens > 0 {
		// OpenAI's own name for it; the others mostly know the older one.
		if dialect == provider.Plain {
			params.MaxCompletionTokens = param.NewOpt(int64(req.MaxTokens))
		} else {
			params.MaxTokens = param.NewOpt(int64(req.MaxTokens))
		}
	}
	return params, chatReasoning(&params, req, dialect)
}

// chatReasoning states the reasoning as the dialect has it.
func chatReasoning(params *sdk.ChatCompletionNewParams, req provider.Request, dialect provider.Dialect) []option.RequestOption {
	r := req.Reasoning
	if r.Mode == provider.ReasoningDefault {
		return nil
	}
	on := r.Mode == provider.ReasoningOn
	switch dialect {
	case provider.Template:
		options := []option.RequestOption{option.WithJSONSet("chat_template_kwargs", map[string]any{"enable_thinking": on})}
		if e := effort(r); on && e != "" {
			params.ReasoningEffort = shared.ReasoningEffort(e)
		}
		return options
	case provider.OpenRouter:
		return []option.RequestOption{option.WithJSONSet("reasoning", openRouterReasoning(r))}
	}
	switch {
	case on:
		params.ReasoningEffort = shared.ReasoningEffort(effort(r))
	case dialect == provider.Ollama:
		params.ReasoningEffort = "none"
	case reasons(req.Model):
		params.ReasoningEffort = shared.ReasoningEffort(leastEffort(req.Model))
	}
	return nil
}

func openRouterReasoning(r provider.Reasoning) map[string]any {
	switch {
	case r.Mode == provider.ReasoningOff:
		return map[string]any{"enabled": false}
	case r.BudgetTokens > 0:
		return map[string]any{"max_tokens": r.BudgetTokens}
	case r.Effort != "":
		return map[string]any{"effort": r.Effort}
	}
	return map[string]any{"enabled": true}
}

// chatMessages are a message's parts in the protocol's shape: results are
// messages of their own and come first, since they answer the turn before.
func chatMessages(m provider.Message, dialect provider.Dialect) []sdk.ChatCompletionMessageParamUnion {
	if m.Role == provider.Assistant {
		return assistantMessage(m, dialect)
	}
	var out []sdk.ChatCompletionMessageParamUnion
	var text []string
	for _, p := range m.Parts {
		switch {
		case p.Kind == provider.PartText && p.Text != "":
			text = append(text, p.Text)
		case p.Kind == provider.PartToolResult && p.ToolResult != nil:
			out = append(out, sdk.ToolMessage(resultText(p.ToolResult), p.ToolResult.CallID))
		}
	}
	if len(text) > 0 {
		out = append(out, sdk.UserMessage(strings.Join(text, "\n\n")))
	}
	return out
}

func assistantMessage(m provider.Message, dialect provider.Dialect) []sdk.ChatCompletionMessageParamUnion {
	var msg sdk.ChatCompletionAssistantMessageParam
	var text strings.Builder
	for _, p := range m.Parts {
		switch {
		case p.Kind == provider.PartText:
			text.WriteString(p.Text)
		case p.Kind == provider.PartReasoning && dialect == provider.OpenRouter:
			if details, ok := strings.CutPrefix(p.Signature, sealedOpenRouter); ok && json.Valid([]byte(details)) {
				msg.SetExtraFields(map[string]any{"reasoning_details": json.RawMessage(details)})
			}
		case p.Kind == provider.PartToolCall && p.ToolCall != nil:
			msg.ToolCalls = append(msg.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{
				OfFunction: &sdk.ChatCompletionMessageFunctionToolCallParam{
					ID: p.ToolCall.ID,
					Function: sdk.ChatCompletionMessageFunctionToolCallFunctionParam{
						Name: p.ToolCall.Name, Arguments: argsText(p.ToolCall.Args),
					},
				},
			})
		}
	}
	if text.Len() == 0 && len(msg.ToolCalls) == 0 {
		return nil // Services refuse messages without content.
	}
	if text.Len() > 0 {
		msg.Content.OfString = param.NewOpt(text.String())
	}
	return []sdk.ChatCompletionMessageParamUnion{{OfAssistant: &msg}}
}
