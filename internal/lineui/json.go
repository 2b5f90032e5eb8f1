package lineui

import (
	"io"

	"jp/internal/agent"
	"jp/internal/present"
)

// JSON is the sink of the json format. Blocks are written when they are complete, in the order in
// which they began; a stream that ended too early marks its last block as partial. A block is in
// memory until it is complete; the provider's limit on an answer bounds it. One goroutine uses it.
type JSON struct {
	out, err     io.Writer
	words        present.Words
	conversation string
	quiet        bool
	verbose      bool

	prose  present.Prose
	blocks []jsonBlock // of the request that runs
	failed error       // the first write error
}

type jsonBlock struct {
	kind  string
	index int
	text  []byte
	ended bool
}

// JSONOptions say what a JSON sink writes besides the conversation.
type JSONOptions struct {
	Conversation string // id, for the last line; may be empty
	Quiet        bool   // no notices
	Verbose      bool   // also what a run took
}

// NewJSON returns a sink that writes to out what belongs to the conversation, and to err the rest.
func NewJSON(out, err io.Writer, o JSONOptions) *JSON {
	return &JSON{out: out, err: err, conversation: o.Conversation, quiet: o.Quiet, verbose: o.Verbose}
}

// Err is the first error of a write; nothing is written after it.
func (j *JSON) Err() error { return j.failed }

// Event takes one event of the run.
func (j *JSON) Event(e agent.Event) {
	switch e := e.(type) {
	case agent.TurnStarted:
		if j.verbose {
			j.notice(present.Notice{Text: j.words.Started(e)})
		}
	case agent.TextDelta:
		j.add("text", e.Index, e.Text)
	case agent.TextEnded:
		j.end()
	case agent.ReasoningDelta:
		j.add("reasoning", e.Index, e.Text)
	case agent.ReasoningEnded:
		j.end()
	case agent.RequestEnded:
		j.commit(e.Mark != "")
	case agent.RetryScheduled:
		j.notice(present.Notice{Text: j.words.Retry(e) + " " + present.Seconds(e.Wait)})
	case agent.ToolCalled:
		j.write("tool_call", callData{e.ID, present.Text(e.Tool), present.JSON(e.Args)})
	case agent.ToolReturned:
		j.write("tool_result", resultData{e.ID, present.Text(e.Output), e.IsError})
	case agent.Warned:
		j.notice(j.words.Warning(e))
	case agent.TurnEnded:
		j.write("done", doneData{string(e.Reason), j.conversation, e.Usage})
		if j.verbose {
			j.notice(present.Notice{Text: j.words.Summary(e)})
		}
	}
}

// add appends to the block that is open, or opens one.
func (j *JSON) add(kind string, index int, text string) {
	n := len(j.blocks)
	if n == 0 || j.blocks[n-1].ended || j.blocks[n-1].kind != kind || j.blocks[n-1].index != index {
		j.prose = present.Prose{}
		j.blocks = append(j.blocks, jsonBlock{kind: kind, index: index})
		n++
	}
	j.blocks[n-1].text = j.prose.Append(j.blocks[n-1].text, text)
}

func (j *JSON) end() {
	if n := len(j.blocks); n > 0 {
		j.blocks[n-1].ended = true
	}
}

// commit writes the request's blocks.
func (j *JSON) commit(partial bool) {
	for i, b := range j.blocks {
		j.write(b.kind, textData{string(b.text), partial && i == len(j.blocks)-1})
	}
	j.blocks = j.blocks[:0]
}

func (j *JSON) notice(n present.Notice) {
	if !j.quiet && j.failed == nil {
		j.failed = WriteEnvelope(j.err, "notice", noticeData{n.Text, n.Hint})
	}
}

func (j *JSON) write(kind string, data any) {
	if j.failed == nil {
		j.failed = WriteEnvelope(j.out, kind, data)
	}
}
