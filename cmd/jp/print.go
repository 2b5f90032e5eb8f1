package main

import (
	"github.com/spf13/cobra"

	"jp/internal/agent"
)

func (a *app) printCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "print [ID]",
		Short: "Print a conversation as it was on standard output",
		Args:  atMost(1, "one conversation"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			st, err := openStore()
			if err != nil {
				return err
			}
			id, err := findConversation(st, first(args))
			if err != nil {
				return err
			}
			_, events, err := st.View(id)
			if err != nil {
				return err
			}
			s.TextDelay, s.CodeDelay = 0, 0 // what is read again is not typed again
			sess, err := a.openSession(s)
			if err != nil {
				return err
			}
			defer func() { err = sess.close(err) }()
			sink, finish := sess.sink(id)
			err = agent.Replay(events, sink)
			return also(err, finish())
		},
	}
}
