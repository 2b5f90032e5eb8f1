package main

import (
	"context"
	"io"
	"os"
	"strings"
	"time"

	"jp/engine"
	"jp/internal/config"
	"jp/internal/highlight"
	"jp/internal/lineui"
	"jp/internal/markdown"
	"jp/internal/present"
	"jp/internal/theme"
	"jp/internal/tty"
	"jp/printer"
)

// session is the part of a run during which a printer owns the terminal. Everything that is said
// meanwhile goes through it.
type session struct {
	app      *app
	settings config.Settings
	choices  theme.Choices
	words    present.Words
	p        *printer.Printer
	ui       *lineui.UI // what people see; nobody feeds it in the json format
	rec      *recorder
	unwatch  func()          // ends the watch for signals
	ctx      context.Context // ends with a signal, and when the output is gone
}

// openSession takes the terminal.
func (a *app) openSession(s config.Settings) (*session, error) {
	sess := &session{
		app: a, settings: s,
		choices: theme.ReadChoices(string(s.Color), os.LookupEnv),
		words:   present.Words{ASCII: !hasUnicode(os.LookupEnv)},
	}
	if a.record != "" {
		rec, err := newRecorder(a.record)
		if err != nil {
			return nil, err
		}
		sess.rec = rec
	}
	sess.p = printer.Open(sess.rec.on(sess.setup()))
	sess.ui = lineui.New(sess.p, sess.look())
	sess.ctx, sess.unwatch = breakOn(sess.p.Context(), breakHooks{
		first: func() { sess.p.GiveUp(slowMax) },
		warn:  func(why string) { a.voice(sess.p.Stderr()).note(why) },
	})
	return sess, nil
}

// slowMax is how long a slow screen may take after the first signal for what waits already. Then
// the rest is dropped: it is in the conversation, and nobody waits for a terminal after Ctrl-C.
const slowMax = 1200 * time.Millisecond

func (s *session) setup() printer.Setup {
	setup := printer.Setup{Silent: s.app.quiet, MaxLatency: s.settings.MaxLatency}
	switch s.settings.Format {
	case config.Auto:
		switch {
		case s.choices.Forced():
			setup.Format = printer.FormatPretty
		case s.choices.Term == "", s.choices.Term == "dumb":
			setup.Format = printer.FormatText // such a terminal shows escapes as they are
		}
	case config.Text:
		setup.Format = printer.FormatText
	case config.TextPretty:
		setup.Format = printer.FormatPretty
	case config.JSON:
		setup.Format = printer.FormatJSON
	}
	return setup
}

// close writes everything, gives the terminal back, and returns the error that decides about the
// exit: err, or one that came up now.
func (s *session) close(err error) error {
	err = also(err, output(s.p.Close()))
	s.unwatch()
	status, _ := statusOf(err)
	return also(err, s.rec.close(status))
}

// voice speaks through the printer, in lines of their own.
func (s *session) voice() voice {
	if s.isJSON() {
		return s.app.voice(s.p.Stderr())
	}
	return s.app.voice(s.ui)
}

func (s *session) isJSON() bool { return s.settings.Format == config.JSON }

// look is how a run is shown on this terminal.
func (s *session) look() lineui.Options {
	t := s.p.Terminal()
	o := lineui.Options{
		Words:        s.words,
		Out:          theme.For(s.choices, keepsEscapes(t.Out)),
		Err:          theme.For(s.choices, keepsEscapes(t.Err)),
		Shared:       t.Out == engine.PortScreen && t.Err == engine.PortScreen,
		Cols:         s.settings.Width,
		WaitingDelay: s.settings.WaitingDelay,
		TextDelay:    s.settings.TextDelay,
		CodeDelay:    s.settings.CodeDelay,
		Quiet:        s.app.quiet,
		Verbose:      s.app.verbose > 0,
	}
	if keepsEscapes(t.Out) {
		o.Markdown = &markdown.Options{Theme: o.Out, ASCII: s.words.ASCII, Highlight: highlight.New()}
	}
	return o
}

func keepsEscapes(p engine.Port) bool { return p == engine.PortScreen || p == engine.PortRaw }

// inputDelay is the silence before a region says that standard input is read.
const inputDelay = time.Second

// readInput reads what was piped in; "" when standard input is a terminal. A signal ends the wait,
// and the process with it, so the reading goroutine that it leaves behind does not live on.
func (s *session) readInput(stdin *os.File) (string, error) {
	if kind := tty.Inspect(stdin).Kind; kind == tty.KindTerminal || kind == tty.KindNone {
		return "", nil
	}
	row := s.words.Reading()
	status := s.p.Status(engine.Style{
		Delay: inputDelay,
		Label: engine.Label{Glyph: row.Glyph, Subject: row.Subject, Clock: engine.ClockElapsed},
	})
	defer status.Release()
	type result struct {
		text string
		err  error
	}
	read := make(chan result, 1)
	printer.Go(func() {
		text, err := readText("standard input", io.Reader(stdin))
		read <- result{text, err}
	})
	select {
	case r := <-read:
		return r.text, r.err
	case <-s.ctx.Done():
		return "", output(context.Cause(s.ctx))
	}
}

// hasUnicode reports whether glyphs outside ASCII can be shown: unless the locale or the Linux
// console says no.
func hasUnicode(lookup theme.Lookup) bool {
	if term, _ := lookup("TERM"); term == "linux" {
		return false
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, _ := lookup(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}
