package agent_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"jp/internal/agent"
	"jp/internal/provider/offline"
	"jp/internal/tool"
)

// The built-in assistant looks into a directory. A sink sees the facts; the words are
// its own.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "workspace")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.WriteFile(filepath.Join(dir, "notes.md"), []byte("# Notes\n\nBuy bread.\n"), 0o600); err != nil {
		panic(err)
	}
	ws, err := tool.OpenWorkspace(dir)
	if err != nil {
		panic(err)
	}
	defer func() { _ = ws.Close() }()

	out, err := agent.Run(context.Background(), agent.Config{
		Provider: offline.New(offline.Options{}),
		Model:    offline.Model,
		Tools:    tool.NewSet(ws.Tools()...),
		Sleep:    func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Sink: func(e agent.Event) {
			switch e := e.(type) {
			case agent.ToolCalled:
				fmt.Println("call:", e.Short)
			case agent.ToolReturned:
				fmt.Printf("result: %q\n", e.Output)
			case agent.TurnEnded:
				fmt.Println("ended:", e.Reason, "after", e.Requests, "requests")
			}
		},
	}, "what do my notes say about bread?")
	if err != nil {
		panic(err)
	}
	fmt.Println(len(out.Messages), "messages")
	// Output:
	// call: list_files(depth: 2)
	// result: "notes.md\t20\n"
	// call: read_file(path: "notes.md")
	// result: "notes.md: 3 lines, 20 bytes\n\n# Notes\n\nBuy bread.\n"
	// ended: completed after 3 requests
	// 6 messages
}
