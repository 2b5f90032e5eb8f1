package markdown_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"jp/internal/ansi"
	"jp/internal/highlight"
	"jp/internal/markdown"
	"jp/internal/theme"
)

var update = flag.Bool("markdown.update", false, "write the golden files anew")

func itoa(n int) string { return strconv.Itoa(n) }

// golden is one file: a sentence, a document ("-- source --"), and renderings named by their options, as in
// "-- width=40 styled --".
type golden struct {
	archive *txtar.Archive
	source  string
}

func readGolden(t *testing.T, file string) golden {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil || len(a.Files) == 0 || a.Files[0].Name != "source" {
		t.Fatalf("%s: want a file that begins with source: %v", file, err)
	}
	// In a source, "$" at the end of a line stands for "its blanks stay", ␍ for CR, ⇥ for a tab, ␛ and ␇ for
	// ESC and BEL, ⊛ for U+202E, ⊙ for U+200B.
	source := strings.NewReplacer("$\n", "\n", "␍", "\r", "⇥", "\t", "␛", "\x1b", "␇", "\a", "⊛", "\u202e", "⊙", "\u200b").Replace(string(a.Files[0].Data))
	return golden{archive: a, source: source}
}

// parseOptions reads "width=40 styled osc8".
func parseOptions(t *testing.T, name string) markdown.Options {
	t.Helper()
	var opt markdown.Options
	for word := range strings.FieldsSeq(name) {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "width":
			opt.Width, _ = strconv.Atoi(value)
		case "tab":
			opt.Tab, _ = strconv.Atoi(value)
		case "styled":
			opt.Theme = theme.Theme{Styled: true, Depth: theme.Palette}
		case "16":
			opt.Theme = theme.Theme{Styled: true, Depth: theme.Sixteen}
		case "colourless":
			opt.Theme = theme.Theme{Styled: true}
		case "light":
			opt.Light = true
		case "osc8":
			opt.Links = markdown.LinksOSC8
		case "nolinks":
			opt.Links = markdown.LinksNone
		case "markers":
			opt.Markers = markdown.MarkersVisible
		case "stream":
			opt.Tables = markdown.TablesStream
		case "ascii":
			opt.ASCII = true
		case "code":
			opt.Highlight = highlight.New()
		case "plain":
		default:
			t.Fatalf("unknown option %q", word)
		}
	}
	return opt
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			g := readGolden(t, file)
			for i := range g.archive.Files[1:] {
				f := &g.archive.Files[i+1]
				opt := parseOptions(t, f.Name)
				out := render(g.source, opt)
				checkRows(t, g.source, out, opt)
				got := readable(out)
				if *update {
					f.Data = []byte(got)
					continue
				}
				if got != string(f.Data) {
					t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, f.Data)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(g.archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// readable shows escapes as tags: ‹1;4› for SGR, ‹› for its end, ‹link 1 http://x› and ‹/link›.
func readable(out string) string {
	var b strings.Builder
	var sc ansi.Scanner
	for rest := []byte(out); len(rest) > 0; {
		var tok ansi.Token
		tok, rest = sc.Next(rest)
		switch tok.Kind {
		case ansi.Text:
			b.Write(tok.Text)
		case ansi.Newline:
			b.WriteByte('\n')
		case ansi.Tab:
			b.WriteString("⇥")
		case ansi.SGR:
			fmt.Fprintf(&b, "‹%s›", strings.TrimPrefix(string(tok.Text), "0;"))
		case ansi.Link:
			params, uri, _ := strings.Cut(string(tok.Text), ";")
			if uri == "" {
				b.WriteString("‹/link›")
			} else {
				fmt.Fprintf(&b, "‹link %s %s›", strings.TrimPrefix(params, "id="), uri)
			}
		}
	}
	return b.String()
}
