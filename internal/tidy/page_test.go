package tidy_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// page is what ARCHITECTURE.md says.
type page struct {
	imports []importRow
	rules   []ruleRow
}

type importRow struct {
	pkg        string // "a", or "a/*" for everything below a
	may, never []string
}

type ruleRow struct {
	name   string
	except []string
}

func loadPage(t *testing.T) page {
	t.Helper()
	text, err := os.ReadFile(root + "/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	p, err := parsePage(string(text))
	if err != nil {
		t.Fatalf("ARCHITECTURE.md: %v", err)
	}
	return p
}

func parsePage(text string) (page, error) {
	var p page
	rows, err := table(text, "tidy:imports")
	if err != nil {
		return p, err
	}
	for _, row := range rows {
		p.imports = append(p.imports, importRow{pkg: row[0], may: names(row[1]), never: names(row[2])})
	}
	rows, err = table(text, "tidy:rules")
	if err != nil {
		return p, err
	}
	for _, row := range rows {
		p.rules = append(p.rules, ruleRow{name: row[0], except: names(row[2])})
	}
	return p, nil
}

// table returns the body rows of the three-column table between the comments called mark.
func table(text, mark string) ([][3]string, error) {
	_, rest, ok := strings.Cut(text, "<!-- "+mark+" -->\n")
	body, _, closed := strings.Cut(rest, "<!-- /"+mark+" -->")
	if !ok || !closed {
		return nil, fmt.Errorf("no table between the %s comments", mark)
	}
	lines := strings.Split(strings.TrimSpace(body), "\n")
	if len(lines) < 3 {
		return nil, fmt.Errorf("the table %s is empty", mark)
	}
	var rows [][3]string
	for _, line := range lines[2:] {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		if len(cells) != 3 {
			return nil, fmt.Errorf("table %s: %d columns, want 3: %s", mark, len(cells), line)
		}
		rows = append(rows, [3]string{strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])})
	}
	return rows, nil
}

// names splits "a, b (why)"; a dash is nothing, and a reason in brackets is for people.
func names(cell string) []string {
	var list []string
	for name := range strings.SplitSeq(cell, ",") {
		name, _, _ = strings.Cut(strings.TrimSpace(name), " (")
		if name != "" && name != "–" {
			list = append(list, name)
		}
	}
	return list
}

func TestNames_LeavesReasonsOut(t *testing.T) {
	got := names("printer, internal/tty (joined by Close), cmd")
	if want := []string{"printer", "internal/tty", "cmd"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := names("–"); len(got) != 0 {
		t.Errorf("a dash: got %q, want nothing", got)
	}
}

func TestPage_RefusesABrokenTable(t *testing.T) {
	for name, text := range map[string]string{
		"no comments":    "| a | b | c |\n",
		"not closed":     "<!-- tidy:imports -->\n| a | b | c |\n|---|---|---|\n| x | – | – |\n",
		"no rows":        "<!-- tidy:imports -->\n| a | b | c |\n|---|---|---|\n<!-- /tidy:imports -->\n",
		"missing column": "<!-- tidy:imports -->\n| a | b | c |\n|---|---|---|\n| x | – |\n<!-- /tidy:imports -->\n",
	} {
		t.Run(name, func(t *testing.T) {
			if p, err := parsePage(text); err == nil {
				t.Errorf("parsePage accepted it: %+v", p)
			}
		})
	}
}
