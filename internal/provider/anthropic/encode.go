package anthropic

import (
	"encoding/json"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/param"

	"jp/internal/provider"
)

// The API requires a limit; this one is accepted by every current model.
const defaultMaxTokens = 32000

// minBudget is the least thinking budget the API accepts.
const minBudget = 1024

// encode makes the SDK's parameters of a request. The options are what is better
// not said through the parameters.
func encode(req provider.Request) (sdk.MessageNewParams, []option.RequestOption) {
	params := sdk.MessageNewParams{
		Model:     sdk.Model(req.Model),
		MaxTokens: int64(req.MaxTokens),
		Messages:  messages(req.Messages),
		// One moving breakpoint at the end of the conversation: the next turn
		// reads what this one wrote.
		CacheControl: sdk.NewCacheControlEphemeralParam(),
	}
	if params.MaxTokens <= 0 {
		params.MaxTokens = defaultMaxTokens
	}
	if req.System != "" {
		params.System = []sdk.TextBlockParam{{Text: req.System}}
	}
	for _, t := range req.Tools {
		tool := &sdk.ToolParam{Name: t.Name, InputSchema: schema(t.Schema)}
		if t.Description != "" {
			tool.Description = param.NewOpt(t.Description)
		}
		params.Tools = append(params.Tools, sdk.ToolUnionParam{OfTool: tool})
	}
	return params, thinking(&params, req)
}

func schema(raw json.RawMessage) sdk.ToolInputSchemaParam {
	if len(raw) == 0 {
		return sdk.ToolInputSchemaParam{Properties: map[string]any{}}
	}
	return param.Override[sdk.ToolInputSchemaParam](raw)
}

// thinking states the reasoning. A stated budget, and models that know nothing
// else, get the fixed form; the others think as much as they find right, led by
// the effort.
func thinking(params *sdk.MessageNewParams, req provider.Request) []option.RequestOption {
	r := req.Reasoning
	switch {
	case r.Mode == provider.ReasoningOff:
		off := sdk.NewThinkingConfigDisabledParam()
		params.Thinking.OfDisabled = &off
	case r.Mode == provider.ReasoningDefault:
	case r.BudgetTokens > 0 || needsBudget(req.Model):
		budget := int64(r.BudgetTokens)
		if budget == 0 {
			budget = budgetOf(r.Effort, params.MaxTokens)
		}
		budget = max(budget, minBudget)
		if params.MaxTokens <= budget {
			params.MaxTokens = budget + 4096 // The limit includes the thinking.
		}
		// Through the parameters the SDK would warn on stderr, which is not its
		// place to write to.
		return []option.RequestOption{option.WithJSONSet("thinking", map[string]any{
			"type": "enabled", "budget_tokens": budget, "display": "summarized",
		})}
	default:
		params.Thinking.OfAdaptive = &sdk.ThinkingConfigAdaptiveParam{
			Display: sdk.ThinkingConfigAdaptiveDisplaySummarized,
		}
		params.OutputConfig.Effort = sdk.OutputConfigEffort(effortOf(r.Effort))
	}
	return nil
}

// needsBudget reports whether a model is from before adaptive thinking. New
// names are taken for new models.
func needsBudget(model string) bool {
	for _, old := range []string{"claude-3", "claude-opus-4-0", "claude-opus-4-1", "claude-opus-4-2", "claude-opus-4-5", "claude-sonnet-4-0", "claude-sonnet-4-2", "claude-sonnet-4-5", "claude-haiku-4-5"} {
		if strings.HasPrefix(model, old) {
			return true
		}
	}
	return false
}

// effortOf maps the efforts of the other protocols to this one's.
func effortOf(effort string) string {
	switch effort {
	case "minimal", "none":
		return "low"
	}
	return effort
}

// budgetOf is a share of the answer's limit.
func budgetOf(effort string, maxTokens int64) int64 {
	switch effort {
	case "minimal", "none":
		return minBudget
	case "low":
		return maxTokens / 5
	case "high", "xhigh", "max":
		return maxTokens * 4 / 5
	}
	return maxTokens / 2
}

func messages(list []provider.Message) []sdk.MessageParam {
	var out []sdk.MessageParam
	for _, m := range list {
		blocks := make([]sdk.ContentBlockParamUnion, 0, len(m.Parts))
		for _, p := range m.Parts {
			if b, ok := part(p); ok {
				blocks = append(blocks, b)
			}
		}
		if len(blocks) == 0 {
			continue // The API refuses messages without content.
		}
		if m.Role == provider.Assistant {
			out = append(out, sdk.NewAssistantMessage(blocks...))
		} else {
			out = append(out, sdk.NewUserMessage(blocks...))
		}
	}
	return out
}

// part is a block of the request; false for what the API would refuse: empty
// texts, and reasoning that it did not sign itself.
func part(p provider.Part) (sdk.ContentBlockParamUnion, bool) {
	switch p.Kind {
	case provider.PartText:
		return sdk.NewTextBlock(p.Text), strings.TrimSpace(p.Text) != ""
	case provider.PartReasoning:
		if data, ok := strings.CutPrefix(p.Signature, redacted); ok {
			return sdk.NewRedactedThinkingBlock(data), true
		}
		signature, ok := strings.CutPrefix(p.Signature, signed)
		return sdk.NewThinkingBlock(signature, p.Text), ok
	case provider.PartToolCall:
		if p.ToolCall == nil {
			break
		}
		args := p.ToolCall.Args
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		return sdk.NewToolUseBlock(p.ToolCall.ID, args, p.ToolCall.Name), true
	case provider.PartToolResult:
		if p.ToolResult == nil {
			break
		}
		if p.ToolResult.Text == "" {
			b := sdk.ToolResultBlockParam{ToolUseID: p.ToolResult.CallID, IsError: param.NewOpt(p.ToolResult.IsError)}
			return sdk.ContentBlockParamUnion{OfToolResult: &b}, true
		}
		return sdk.NewToolResultBlock(p.ToolResult.CallID, p.ToolResult.Text, p.ToolResult.IsError), true
	}
	return sdk.ContentBlockParamUnion{}, false
}
