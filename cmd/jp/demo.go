package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
)

// demoQuestion makes the offline assistant use its tools, reason, and explain with a table and code.
const demoQuestion = "What is in this directory?"

// demoWaiting is how long a demonstration is silent before its waiting row appears.
const demoWaiting = 300 * time.Millisecond

func (a *app) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Show everything on this directory, without key and network",
		Long: `demo asks the built-in offline assistant about the current directory. It really
looks: it lists and reads files, reasons, and explains. Nothing is stored and
nothing is sent anywhere.`,
		Args: atMost(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			// A demonstration shows its waiting row early.
			s.WaitingDelay = min(s.WaitingDelay, demoWaiting)
			s.Model = "offline"
			who, err := chooseRespondent(s)
			if err != nil {
				return err
			}
			a.noPersist = true
			null, err := os.Open(os.DevNull)
			if err != nil {
				return err
			}
			defer null.Close()
			return a.ask(s, who, demoQuestion, null)
		},
	}
}
