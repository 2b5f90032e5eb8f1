package offline_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jp/internal/provider"
	"jp/internal/provider/offline"
	"jp/internal/tool"
)

// talk is a conversation with the assistant, played as the agent would.
type talk struct {
	tools    *tool.Set
	messages []provider.Message
	calls    []string // "name args"
	thoughts string
}

func newTalk(t *testing.T, files map[string]string) *talk {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		full := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := tool.OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	return &talk{tools: tool.NewSet(ws.Tools()...)}
}

// ask plays a turn to its end and returns the text of the last answer.
func (k *talk) ask(t *testing.T, question string) string {
	t.Helper()
	k.messages = append(k.messages, provider.UserText(question))
	k.calls, k.thoughts = nil, ""
	for range 10 {
		text, calls, stop := k.request(t)
		if stop == provider.StopEnd {
			if len(calls) > 0 {
				t.Errorf("the last answer calls %v", calls)
			}
			return text
		}
		var results []provider.Part
		for _, c := range calls {
			k.calls = append(k.calls, c.Name+" "+string(c.Args))
			out := k.tools.Call(t.Context(), c)
			results = append(results, provider.Part{
				Kind:       provider.PartToolResult,
				ToolResult: &provider.ToolResult{CallID: c.ID, Text: out.Text, IsError: out.IsError},
			})
		}
		k.messages = append(k.messages, provider.Message{Role: provider.User, Parts: results})
	}
	t.Fatal("ten requests and no end")
	return ""
}

func (k *talk) request(t *testing.T) (string, []provider.ToolCall, provider.StopReason) {
	t.Helper()
	var text strings.Builder
	var calls []provider.ToolCall
	var parts []provider.Part
	var stop provider.StopReason
	err := offline.New(offline.Options{}).Stream(t.Context(), provider.Request{Messages: k.messages, Tools: k.tools.Specs()}, func(e provider.Event) {
		switch e.Kind {
		case provider.TextDelta:
			text.WriteString(e.Text)
		case provider.ReasoningDelta:
			k.thoughts += e.Text
		case provider.ToolCallDone:
			calls = append(calls, e.ToolCall)
			parts = append(parts, provider.Part{Kind: provider.PartToolCall, ToolCall: &e.ToolCall})
		case provider.Done:
			stop = e.Stop
		}
	})
	if err != nil || stop == "" {
		t.Fatalf("stream: %v, stop %q", err, stop)
	}
	if text.Len() > 0 {
		parts = slices.Insert(parts, 0, provider.TextPart(text.String()))
	}
	k.messages = append(k.messages, provider.Message{Role: provider.Assistant, Parts: parts})
	return text.String(), calls, stop
}

var project = map[string]string{
	"README.md":        "# Sample\n\nA small project.\n\n## Use\n\nRun it.\n",
	"go.mod":           "module example.com/sample\n\ngo 1.26\n\nrequire (\n\ta.b/c v1.0.0\n\td.e/f v1.0.0 // indirect\n)\n",
	"main.go":          "package main\n\nfunc main() { retry() }\n",
	"retry/backoff.go": "package retry\n\n// Backoff waits.\nfunc Backoff() {}\n\nfunc (t T) Next() {}\n",
	"assets/logo.png":  "\x89PNG\x00\x00",
}

func TestTurn_ListsReadsAndReports(t *testing.T) {
	k := newTalk(t, project)
	got := k.ask(t, "What is in this directory?")
	want := []string{`list_files {"depth":2}`, `read_file {"path":"README.md"}`, `read_file {"path":"go.mod"}`, `read_file {"path":"main.go"}`}
	if !slices.Equal(k.calls, want) {
		t.Errorf("calls = %q, want %q", k.calls, want)
	}
	for _, want := range []string{
		"## What is in this directory\n",
		"- **5 files** and **2 directories** in the first two levels, 249 bytes together\n",
		"- by kind: 2 Go, 1 Go module, 1 Markdown, 1 PNG\n",
		"| `README.md` | 7 | 44 |\n",
		"- `README.md`: its title is “Sample”, with 2 headings; it begins “A small project.”\n",
		"- `go.mod`: Go module `example.com/sample`, Go 1.26, 1 requirement of its own\n",
		"- `main.go`: package `main` with 1 function\n",
		"### How `README.md` begins\n\n```markdown\n# Sample\n",
		"built-in offline assistant", "export ANTHROPIC_API_KEY=",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("answer lacks %q:\n%s", want, got)
		}
	}
	if !strings.Contains(k.thoughts, "README.md comes next") {
		t.Errorf("thoughts = %q", k.thoughts)
	}
}

func TestTurn_ReadsWhatTheQuestionMeans(t *testing.T) {
	tests := []struct {
		name, question string
		reads          []string
		want           string
	}{
		{"file-name", "what does main.go do?", []string{"main.go"}, "## About `main.go`\n"},
		{"path", "explain retry/backoff.go.", []string{"retry/backoff.go"}, "package `retry` with 2 functions, among them `Backoff`, `Next`"},
		{"stem", "How is backoff done?", []string{"retry/backoff.go"}, "retry/backoff.go:3: // Backoff waits.\n"},
		{"directory", "tell me about retry", []string{"retry/backoff.go", "README.md", "go.mod"}, "What I found about retry"},
		{"missing-path", "what is in src/gone.go?", []string{"src/gone.go"}, "`src/gone.go` could not be read: \"src/gone.go\" does not exist."},
		{"binary", "what is logo.png", []string{"assets/logo.png"}, "| `assets/logo.png` | binary | 6 |"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := newTalk(t, project)
			got := k.ask(t, tt.question)
			if !strings.Contains(got, tt.want) {
				t.Errorf("answer lacks %q:\n%s", tt.want, got)
			}
			var reads []string
			for _, c := range k.calls[1:] {
				var args struct{ Path string }
				if err := json.Unmarshal([]byte(strings.TrimPrefix(c, "read_file ")), &args); err != nil {
					t.Fatal(err)
				}
				reads = append(reads, args.Path)
			}
			if !slices.Equal(reads, tt.reads) {
				t.Errorf("reads = %q, want %q", reads, tt.reads)
			}
		})
	}
}

func TestTurn_ListsTheDirectoryThatTheQuestionIsAbout(t *testing.T) {
	k := newTalk(t, map[string]string{
		"README.md": "# X\n", "internal/store/append.go": "package store\n\n// Append writes and syncs.\n", "internal/store/list.go": "package store\n",
		"internal/other/append.go": "package other\n", "a/work/x.go": "package work\n", "a/the/x.go": "package the\n",
	})
	got := k.ask(t, "How does the append in store work?")
	want := []string{`list_files {"depth":2}`, `list_files {"depth":1,"path":"internal/store"}`, `read_file {"path":"internal/store/append.go"}`, `read_file {"path":"internal/store/list.go"}`}
	if !slices.Equal(k.calls, want) {
		t.Errorf("calls = %q, want %q", k.calls, want)
	}
	for _, want := range []string{"internal/store/append.go:3: // Append writes and syncs.\n", "in the first two levels and in `internal/store/`"} {
		if !strings.Contains(got, want) {
			t.Errorf("answer lacks %q:\n%s", want, got)
		}
	}
}

func TestTurn_FollowUpLooksAgain(t *testing.T) {
	k := newTalk(t, project)
	k.ask(t, "What is in this directory?")
	k.ask(t, "and main.go?")
	if want := []string{`list_files {"depth":2}`, `read_file {"path":"main.go"}`}; !slices.Equal(k.calls, want) {
		t.Errorf("calls = %q, want %q", k.calls, want)
	}
	if !strings.Contains(k.thoughts, "It follows 1 earlier question.") {
		t.Errorf("thoughts = %q", k.thoughts)
	}
	ids := map[string]bool{}
	for _, m := range k.messages {
		for _, p := range m.Parts {
			if p.ToolCall != nil && ids[p.ToolCall.ID] {
				t.Errorf("id %q is used twice", p.ToolCall.ID)
			} else if p.ToolCall != nil {
				ids[p.ToolCall.ID] = true
			}
		}
	}
}

func TestTurn_EmptyDirectory(t *testing.T) {
	k := newTalk(t, nil)
	if got := k.ask(t, "What is here?"); !strings.Contains(got, "The directory is empty") || len(k.calls) != 1 {
		t.Errorf("calls %q, answer:\n%s", k.calls, got)
	}
}

func TestTurn_GreetingNeedsNoTools(t *testing.T) {
	for _, hi := range []string{"hi", "Hello!", "hey there"} {
		k := newTalk(t, project)
		if got := k.ask(t, hi); !strings.HasPrefix(got, "Hello.") || len(k.calls) != 0 {
			t.Errorf("%q: calls %q, answer %q", hi, k.calls, got)
		}
	}
	k := newTalk(t, project)
	if k.ask(t, "hello, what is main.go for"); len(k.calls) == 0 {
		t.Error("a question behind a greeting was not looked into")
	}
}

func TestTurn_ToolsThatFailOrAreMissing(t *testing.T) {
	t.Run("none", func(t *testing.T) {
		k := newTalk(t, project)
		k.tools = tool.NewSet()
		if got := k.ask(t, "What is here?"); !strings.Contains(got, "No tool to list files was offered") {
			t.Errorf("answer:\n%s", got)
		}
	})
	t.Run("list-only", func(t *testing.T) {
		k := newTalk(t, project)
		k.tools = tool.NewSet(k.tools.Tools()[0])
		if got := k.ask(t, "What is here?"); !strings.Contains(got, "**5 files**") || len(k.calls) != 1 {
			t.Errorf("calls %q, answer:\n%s", k.calls, got)
		}
	})
	t.Run("interrupted", func(t *testing.T) {
		req := provider.Request{Tools: []provider.ToolSpec{{Name: "list_files"}}, Messages: []provider.Message{
			provider.UserText("What is here?"),
			{Role: provider.Assistant, Parts: []provider.Part{{Kind: provider.PartToolCall, ToolCall: &provider.ToolCall{ID: "1", Name: "list_files"}}}},
			{Role: provider.User, Parts: []provider.Part{{Kind: provider.PartToolResult, ToolResult: &provider.ToolResult{CallID: "1", Text: "interrupted: *boom*", IsError: true}}}},
		}}
		if got := collect(t, req); !strings.Contains(got, `I could not list it: interrupted: \*boom\*.`) {
			t.Errorf("answer:\n%s", got)
		}
	})
}

// collect returns the text of one request's answer.
func collect(t *testing.T, req provider.Request) string {
	t.Helper()
	var b strings.Builder
	err := offline.New(offline.Options{}).Stream(t.Context(), req, func(e provider.Event) {
		if e.Kind == provider.TextDelta {
			b.WriteString(e.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTurn_HostileContentStaysQuoted(t *testing.T) {
	k := newTalk(t, map[string]string{
		"README.md": "# A `b` | *c* [d](e)\n\n````\nnot the end\n````\n<script>\n" + strings.Repeat("x", 100_000) + "\n",
		"a|b`c.md":  "x\n", "new\nline.md": "y\n",
	})
	got := k.ask(t, "What is here?")
	for _, want := range []string{
		"its title is “A \\`b\\` \\| \\*c\\* \\[d\\](e)”", // inline markup is escaped
		"\n`````markdown\n", "\n````\nnot the end\n", "\n`````\n\n", // the fence is longer than any inside
		"| a\\|b\\`c.md |", "`new\uFFFDline.md`",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("answer lacks %q:\n%s", want, got)
		}
	}
	for line := range strings.Lines(got) {
		if len(line) > 1000 {
			t.Errorf("line of %d bytes", len(line))
		}
	}
}

func TestTurn_PrivateFilesAreNotRead(t *testing.T) {
	k := newTalk(t, map[string]string{"secrets.md": "x", "api-token.txt": "x", "prod.env": "x", "a.md": "x"})
	k.ask(t, "show secrets.md and prod.env and dir/secrets.md")
	if want := []string{`list_files {"depth":2}`, `read_file {"path":"a.md"}`}; !slices.Equal(k.calls, want) {
		t.Errorf("calls = %q", k.calls)
	}
}

func TestStream_IsDeterministic(t *testing.T) {
	k := newTalk(t, project)
	first := k.ask(t, "What is in this directory?")
	for range 5 {
		again := &talk{tools: k.tools}
		if got := again.ask(t, "What is in this directory?"); got != first {
			t.Fatalf("second answer differs:\n%s", got)
		}
	}
}

func TestStream_EventsAreThoseOfAProvider(t *testing.T) {
	k := newTalk(t, project)
	var kinds []string
	var longest int
	var out int64
	err := offline.New(offline.Options{}).Stream(t.Context(), provider.Request{
		Model: offline.Model, Messages: []provider.Message{provider.UserText("What is here?")}, Tools: k.tools.Specs(),
	}, func(e provider.Event) {
		if len(kinds) == 0 || kinds[len(kinds)-1] != e.Kind.String() {
			kinds = append(kinds, e.Kind.String())
		}
		longest = max(longest, len(e.Text))
		if e.Kind == provider.UsageUpdate {
			out = e.Usage.OutputTokens
			if e.Usage.InputTokens == 0 {
				t.Error("no input tokens")
			}
		}
	})
	want := "connecting sending waiting usage reasoning reasoning done text tool call start tool call delta tool call done usage done"
	if got := strings.Join(kinds, " "); err != nil || got != want {
		t.Errorf("kinds = %s, %v; want %s", got, err, want)
	}
	if longest > 30 || out == 0 {
		t.Errorf("longest piece %d bytes, %d output tokens", longest, out)
	}
}

func TestStream_ReasoningCanBeOff(t *testing.T) {
	err := offline.New(offline.Options{}).Stream(t.Context(), provider.Request{
		Messages: []provider.Message{provider.UserText("hi")}, Reasoning: provider.Reasoning{Mode: provider.ReasoningOff},
	}, func(e provider.Event) {
		if e.Kind == provider.ReasoningDelta {
			t.Errorf("reasoning %q", e.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestStream_TokenLimitEndsIt(t *testing.T) {
	var stop provider.StopReason
	bytes := 0
	err := offline.New(offline.Options{}).Stream(t.Context(), provider.Request{
		Messages: []provider.Message{provider.UserText("hi")}, MaxTokens: 20,
	}, func(e provider.Event) {
		bytes += len(e.Text)
		if e.Kind == provider.Done {
			stop = e.Stop
		}
	})
	if err != nil || stop != provider.StopLength || bytes > 80 || bytes < 60 {
		t.Errorf("stop %q after %d bytes, %v", stop, bytes, err)
	}
}

func TestStream_UnknownModel(t *testing.T) {
	err := offline.New(offline.Options{}).Stream(t.Context(), provider.Request{Model: "gpt"}, func(provider.Event) {})
	if e, ok := errors.AsType[*provider.Error](err); !ok || e.Kind != provider.UnknownModel || e.Hint == "" {
		t.Errorf("error = %v", err)
	}
}

func TestStream_PaceAndCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		start := time.Now()
		var at []time.Duration
		p := offline.New(offline.Options{First: time.Second, Delay: 100 * time.Millisecond})
		err := p.Stream(ctx, provider.Request{Messages: []provider.Message{provider.UserText("hi")}}, func(e provider.Event) {
			if e.IsContent() {
				at = append(at, time.Since(start))
			}
		})
		if !errors.Is(err, context.DeadlineExceeded) || len(at) != 10 && len(at) != 11 {
			t.Fatalf("error %v after %d pieces, want about ten", err, len(at))
		}
		for i, d := range at {
			if want := time.Second + time.Duration(i)*100*time.Millisecond; d != want {
				t.Errorf("piece %d at %v, want %v", i, d, want)
			}
		}
	})
}

func TestStream_SurvivesAnyMessages(t *testing.T) {
	specs := []provider.ToolSpec{{Name: "list_files"}, {Name: "read_file"}}
	call := func(name, args string) provider.Part {
		return provider.Part{Kind: provider.PartToolCall, ToolCall: &provider.ToolCall{ID: "1", Name: name, Args: json.RawMessage(args)}}
	}
	result := func(text string) provider.Part {
		return provider.Part{Kind: provider.PartToolResult, ToolResult: &provider.ToolResult{CallID: "1", Text: text}}
	}
	texts := []string{
		"", "\n", "\t", "a\t", "\t9", "x\tx", "[note]", "a/\n", "\"\\x\"\t1", "f.go\t12\nlink\t(link)", strings.Repeat("f.go\t1\n", 600),
		": lines ", "f: lines -", "f: lines 3-4 of 9, 7 bytes\n\nx\ny", "f: binary file, 9 bytes", "f: 99999999999999999999 lines, 1 bytes\n\n", "no header at all",
	}
	for _, question := range []string{"", " ", "?", "???/..x", "a/b.c", strings.Repeat("long question\n", 500), "\xff\xfe", "what about f.go"} {
		for _, name := range []string{"list_files", "read_file", "other"} {
			for i, text := range texts {
				messages := []provider.Message{
					provider.UserText(question),
					{Role: provider.Assistant, Parts: []provider.Part{call(name, `{"path":`+fmt.Sprint(i)+`}`)}},
					{Role: provider.User, Parts: []provider.Part{result(text)}},
				}
				collect(t, provider.Request{Messages: messages, Tools: specs})
			}
		}
	}
	collect(t, provider.Request{})
}
