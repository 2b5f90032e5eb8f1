package main

import (
	"encoding/json"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"jp/internal/provider"
	"jp/internal/provider/faultserver"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"jp": main, "leader": leader})
}

// The contract of the command line, as scripts. In them,
//
//	exits N jp …     runs jp and wants that exit status (128 and the number for a death by signal)
//	serve NAME       starts a model service that behaves so (see services), and points anthropic and openai to it
//	plain FILE…      wants neither ESC nor CR in the files, which may be stdout and stderr
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_DATA_HOME", env.WorkDir+"/data")
			env.Setenv("TERM", "xterm-256color")
			env.Setenv("JP_CFG_REQUEST_RETRIES", "0")
			env.Setenv("JP_CFG_OFFLINE_PACE", "0")
			env.Setenv("NO_PROXY", "*")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"serve": serve,
			"plain": plain,
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		ts.Fatalf("%v", err)
	}
	if got := statusOfExit(err); got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func plain(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := ts.ReadFile(name)
		if at := strings.IndexAny(text, "\x1b\r"); (at >= 0) != neg {
			ts.Fatalf("%s: ESC or CR at %d (-1 = none): %q", name, at, text)
		}
	}
}

// turn is what the services say when they work.
var turn = faultserver.Turn{Reasoning: "Let me think.", Text: "The sky is blue.\n\nReally.\n"}

// services are replies by protocol.
var services = map[string]func(p provider.Protocol) faultserver.Reply{
	"fine": func(p provider.Protocol) faultserver.Reply { return faultserver.Stream(faultserver.Events(p, turn)...) },
	"escapes": func(p provider.Protocol) faultserver.Reply {
		return faultserver.Stream(faultserver.Events(p, faultserver.Turn{Text: "a\x1b[31mb\x1b]0;t\x07c\rd\r\ne\tf"})...)
	},
	"deceit": func(p provider.Protocol) faultserver.Reply {
		return faultserver.Stream(faultserver.Events(p, faultserver.Turn{Text: "a\u202eb\u200bc\ufeffd\u2066"})...)
	},
	"cut": func(p provider.Protocol) faultserver.Reply {
		events := faultserver.Events(p, turn)
		return faultserver.Stream(events[:len(events)-1]...)
	},
	"early": func(p provider.Protocol) faultserver.Reply {
		return faultserver.Stream(faultserver.Events(p, turn)[:1]...)
	},
	"html": func(provider.Protocol) faultserver.Reply {
		r := faultserver.Stream("<html><title>Log in to the \x1b[2Jwireless network</title></html>")
		r.Header = map[string]string{"Content-Type": "text/html"}
		return r
	},
	"malformed": func(provider.Protocol) faultserver.Reply {
		return faultserver.Stream("event: message_start\ndata: {\"type\": nonsense\n\n")
	},
	"refused": func(provider.Protocol) faultserver.Reply {
		return faultserver.Fail(401, `{"error":{"type":"authentication_error","message":"invalid x-api-key"}}`)
	},
	"nomodel": func(provider.Protocol) faultserver.Reply {
		return faultserver.Fail(404, `{"type":"error","error":{"type":"not_found_error","code":"model_not_found","message":"model: nope"}}`)
	},
	"limited": func(provider.Protocol) faultserver.Reply {
		return faultserver.Fail(429, `{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}`)
	},
	"later": func(provider.Protocol) faultserver.Reply {
		return faultserver.Fail(429, `{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}`, "Retry-After", "3600")
	},
	"broken": func(p provider.Protocol) faultserver.Reply {
		return faultserver.Stream(faultserver.Events(p, turn)[:1]...).Then(faultserver.Reset())
	},
	"stuck": func(p provider.Protocol) faultserver.Reply {
		call := provider.ToolCall{ID: "c1", Name: "nope", Args: json.RawMessage(`{}`)}
		return faultserver.Stream(faultserver.Events(p, faultserver.Turn{Calls: []provider.ToolCall{call}})...)
	},
	"busy": func(provider.Protocol) faultserver.Reply {
		return faultserver.Fail(529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)
	},
}

func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 || services[args[0]] == nil {
		ts.Fatalf("usage: serve SERVICE")
	}
	for name, protocol := range map[string]provider.Protocol{
		"ANTHROPIC": provider.Messages, "OPENAI": provider.Responses, "OPENAI_CHAT": provider.Completions,
	} {
		s := faultserver.New(services[args[0]](protocol))
		ts.Defer(s.Close)
		ts.Setenv(name+"_BASE_URL", s.URL)
		ts.Setenv(name+"_API_KEY", "sk-canary-0123456789")
	}
}
