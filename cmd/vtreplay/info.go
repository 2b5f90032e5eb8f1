package main

import (
	"bufio"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"jp/recording"
)

func (a *app) infoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "info FILE",
		Short: "Tell what is in a recording",
		Long: `info prints what a recording holds: format, size, length, events, frames, markers,
and what had to be repaired to read it.`,
		Example: `  vtreplay info demo.cast
  vtreplay info --strict demo.cast && echo undamaged`,
		Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error { return a.info(args[0]) },
	}
}

func (a *app) info(name string) error {
	a.voice.quiet = true // the repairs are part of the answer here
	t, err := a.load(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(a.out)
	row := func(label, format string, args ...any) {
		fmt.Fprintf(w, "%-10s %s\n", label, printable(fmt.Sprintf(format, args...)))
	}
	h := t.header
	row("format", "asciicast version %d%s", h.Version, packedText(t.packed))
	row("size", "%s%s", t.size, guessText(t.guess))
	row("duration", "%s", seconds(t.duration()))
	row("events", "%s", t.counts())
	row("frames", "%d", len(t.frames))
	row("output", "%d bytes", t.outputBytes())
	if !h.Time.IsZero() {
		row("recorded", "%s", h.Time.UTC().Format(time.RFC3339))
	}
	if h.IdleLimit > 0 {
		row("idle limit", "%s", seconds(h.IdleLimit))
	}
	for _, text := range []struct{ label, value string }{{"title", h.Title}, {"command", h.Command}, {"terminal", h.Term}} {
		if text.value != "" {
			row(text.label, "%s", text.value)
		}
	}
	for _, i := range t.markers() {
		row("marker", "%s %q", seconds(t.events[i].time), t.data(i))
	}
	for _, d := range t.damages {
		row("repair", "%s", d)
	}
	return w.Flush()
}

func packedText(packed []string) string {
	if len(packed) == 0 {
		return ""
	}
	return " in " + strings.Join(packed, " in ")
}

func guessText(guess string) string {
	if guess == "" {
		return ""
	}
	return " (" + guess + ")"
}

// counts is how many events of each kind there are.
func (t *tape) counts() string {
	byKind := map[recording.Kind]int{}
	for i := range t.events {
		byKind[t.events[i].kind]++
	}
	var all []string
	for _, k := range []recording.Kind{recording.Output, recording.Input, recording.Resize, recording.Marker, recording.Exit, recording.Other} {
		if byKind[k] > 0 {
			all = append(all, fmt.Sprintf("%d %s", byKind[k], k))
		}
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}

func (t *tape) outputBytes() int {
	n := 0
	for i := range t.events {
		if t.events[i].kind == recording.Output {
			n += t.events[i].end - t.events[i].start
		}
	}
	return n
}
