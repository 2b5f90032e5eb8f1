package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"jp/internal/config"
	"jp/internal/lineui"
	"jp/internal/present"
	"jp/internal/provider"
	"jp/internal/store"
)

func (a *app) conversationCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "conversation",
		Aliases: []string{"c"},
		Short:   "List, print and show stored conversations",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return &usageError{
				fmt.Sprintf("%q is not a command of jp conversation", args[0]), "there are ls, print and show",
			}
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.listCommand(), a.printCommand(), a.showCommand())
	return cmd
}

func (a *app) listCommand() *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:   "ls",
		Short: "List conversations, newest first",
		Args:  atMost(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 0 {
				return &usageError{
					fmt.Sprintf("--limit %d: want a number, 0 for all", limit), "see jp conversation ls --help",
				}
			}
			s, err := a.settings(cmd)
			if err != nil {
				return err
			}
			st, err := openStore()
			if err != nil {
				return err
			}
			list, err := st.List(limit)
			if err != nil {
				return err
			}
			if len(list) == 0 {
				a.voice(cmd.ErrOrStderr()).note(errNoConversation.Error())
			}
			return output(writeList(cmd.OutOrStdout(), s.Format == config.JSON, list))
		},
	}
	cmd.Flags().IntVarP(&limit, "limit", "n", 0, "`number` of rows at most, 0 for all")
	return cmd
}

// row is what ls says about a conversation.
type row struct {
	ID      string `json:"id"`
	Updated string `json:"updated"`
	Model   string `json:"model"`
	Title   string `json:"title"`
	Dir     string `json:"dir,omitempty"`
	Bytes   int64  `json:"bytes"`
	Damaged string `json:"damaged,omitempty"`
}

func writeList(w io.Writer, asJSON bool, list []store.Summary) error {
	for _, s := range list {
		r := row{
			ID: s.ID, Updated: s.Updated.UTC().Format(time.RFC3339), Model: provider.Clean(s.Model, 60),
			Title: provider.Clean(s.Title, 80), Dir: present.Text(s.Dir), Bytes: s.Bytes,
		}
		if s.Err != nil {
			r.Damaged = present.Failure(s.Err).Text
		}
		if err := writeRow(w, asJSON, r, s.Updated); err != nil {
			return err
		}
	}
	return nil
}

func writeRow(w io.Writer, asJSON bool, r row, updated time.Time) error {
	if asJSON {
		return lineui.WriteEnvelope(w, "conversation", r)
	}
	title := r.Title
	if r.Damaged != "" {
		title = "(damaged: " + r.Damaged + ")"
	}
	at := updated.Local().Format("2006-01-02 15:04")
	_, err := fmt.Fprintf(w, "%s  %s  %-18s  %s\n", r.ID, at, r.Model, title)
	return err
}

func (a *app) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show [ID]",
		Short: "Show what is stored, event by event",
		Args:  atMost(1, "one conversation"),
		RunE: func(cmd *cobra.Command, args []string) error {
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
			for e, err := range events {
				if err != nil {
					a.voice(cmd.ErrOrStderr()).note(present.Failure(err).Text)
					continue
				}
				if err := writeEvent(cmd.OutOrStdout(), s.Format == config.JSON, e); err != nil {
					return output(err)
				}
			}
			return nil
		},
	}
}

// stored is an event as show gives it in JSON.
type stored struct {
	Seq  uint64          `json:"seq"`
	Time string          `json:"time"`
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

func writeEvent(w io.Writer, asJSON bool, e store.Event) error {
	kind, data := present.Text(string(e.Kind)), present.JSON(e.Data)
	if asJSON {
		at := e.Time.UTC().Format(time.RFC3339Nano)
		return lineui.WriteEnvelope(w, "event", stored{e.Seq, at, kind, data})
	}
	_, err := fmt.Fprintf(w, "%4d  %s  %-12s  %s\n", e.Seq, e.Time.Local().Format("15:04:05.000"), kind, data)
	return err
}

func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}
