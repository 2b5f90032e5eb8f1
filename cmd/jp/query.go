package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jp/internal/agent"
	"jp/internal/config"
	"jp/internal/lineui"
	"jp/internal/present"
	"jp/internal/provider"
	"jp/internal/store"
	"jp/internal/tool"
	"jp/internal/tty"
)

func (a *app) queryCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "query [TEXT…]",
		Aliases: []string{"q"},
		Short:   "Ask a question and stream the answer",
		Long: `query sends TEXT to a model and streams the answer to standard output.

What is piped in comes before TEXT. A word that begins with @ is the name of a
file whose content is meant; write @@ for a plain @. Words behind -- are never
taken for flags.`,
		Example: `  jp query "why is the sky blue"
  git diff | jp query write a commit message
  jp query explain @main.go`,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			asked, err := words(args)
			if err != nil {
				return err
			}
			if strings.TrimSpace(asked) == "" && tty.Inspect(os.Stdin).IsTerminal() {
				return &usageError{"there is no question", `jp query "TEXT", or pipe it in`}
			}
			who, err := chooseRespondent(s)
			if err != nil {
				return err
			}
			return a.ask(s, who, asked, os.Stdin)
		},
	}
}

// ask runs one turn from the question to the exit.
func (a *app) ask(s config.Settings, who respondent, asked string, stdin *os.File) (err error) {
	sess, err := a.openSession(s)
	if err != nil {
		return err
	}
	defer func() { err = sess.close(err) }()
	piped, err := sess.readInput(stdin)
	if err != nil {
		return err
	}
	question := join(piped, asked)
	if strings.TrimSpace(question) == "" {
		return &usageError{"there is no question: standard input is empty", `jp query "TEXT", or pipe it in`}
	}
	if who.note != "" {
		sess.voice().note(who.note) // not before a mistake in the call, which it has nothing to do with
	}
	return sess.turn(who, question)
}

// turn asks the question, shows what comes, and stores it.
func (s *session) turn(who respondent, question string) (err error) {
	cfg := agent.Config{
		Provider: who.provider,
		Model:    who.model,
		Backoff:  provider.Backoff{Attempts: s.settings.RetriesMax + 1},
		Sleep:    sleep,
		Jitter:   rand.Float64,
	}
	tools, err := toolsFor(who)
	if err != nil {
		return err
	}
	if tools != nil {
		cfg.Tools = tool.NewSet(tools.Tools()...)
		defer tools.Close()
	}
	conversation := ""
	if !s.app.noPersist {
		conv, err := startConversation(who, question)
		if err != nil {
			return err
		}
		defer func() { err = also(err, conv.Close()) }()
		cfg.Recorder, conversation = conv, conv.ID()
	}
	sink, finish := s.sink(conversation)
	cfg.Sink = sink
	out, runErr := agent.Run(s.ctx, cfg, question)
	shown := finish()
	return also(s.outcome(out, runErr, conversation), shown)
}

// sink is where a run's events go, and what ends it and says whether they got there.
func (s *session) sink(conversation string) (agent.Sink, func() error) {
	if s.isJSON() {
		j := lineui.NewJSON(s.p.Stdout(), s.p.Stderr(), lineui.JSONOptions{
			Conversation: conversation, Quiet: s.app.quiet, Verbose: s.app.verbose > 0,
		})
		return j.Event, func() error { return output(also(j.Err(), s.p.Flush())) }
	}
	return s.ui.Event, func() error {
		s.ui.Close()
		s.p.Drain()
		return output(s.p.Flush())
	}
}

// outcome is the error for how the turn ended, and says what is left of it.
func (s *session) outcome(out agent.Outcome, err error, conversation string) error {
	if e, ok := errors.AsType[*signaled](context.Cause(s.ctx)); ok && e.signal == tty.HangUp {
		return e // nobody is there to read a word
	}
	if s.app.verbose > 0 && conversation != "" {
		s.voice().note("conversation " + conversation)
	}
	left := present.Left{Received: out.Received, Saved: out.Saved, Conversation: conversation}
	if out.Reason == agent.ReasonInterrupted {
		if is[*signaled](context.Cause(s.ctx)) {
			left.Unseen = s.p.GaveUp()
			s.voice().note(s.words.Interrupted(left).Text)
		}
		return output(context.Cause(s.ctx))
	}
	if e, ok := errors.AsType[*agent.StuckError](err); ok && e.Denied {
		return errDenied
	}
	if err != nil {
		return withHint(err, s.words.Kept(left))
	}
	if out.Denied > 0 {
		return errDenied
	}
	return nil
}

// errDenied is the outcome of a turn in which a tool needed consent.
var errDenied = errors.New("a tool needed consent and nobody could give it")

// toolsFor offers the file tools to the offline assistant only: what it reads stays on this
// machine. Others get them when there is somebody to ask for consent. The workspace is nil when
// there are none.
func toolsFor(who respondent) (*tool.Workspace, error) {
	if who.provider.Name() != "offline" {
		return nil, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		err = fmt.Errorf("find the current directory: %w", err)
		return nil, &hintedError{err, "go to a directory that exists"}
	}
	return tool.OpenWorkspace(dir)
}

func startConversation(who respondent, question string) (*store.Conversation, error) {
	st, err := openStore()
	if err != nil {
		return nil, err
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // only a note in the metadata
	}
	conv, err := st.Create(store.Meta{
		Title: provider.Clean(question, titleMax), Model: who.provider.Name() + "/" + who.model, Dir: dir,
	})
	if err != nil && hintOf(err) == "" {
		err = withHint(err, "run with --no-persist to ask without storing")
	}
	return conv, err
}

// titleMax bounds a conversation's title in runes.
const titleMax = 80

// sleep waits for d or until ctx is done.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
