package offline

import (
	"fmt"
	"strings"

	"jp/internal/provider"
)

// step is what the assistant does with one request: think, say, and either call a tool
// or be done.
type step struct {
	thoughts string
	text     string
	tool     string // empty = the answer is complete
	args     map[string]any
}

// decide finds the next step of a turn.
func decide(req provider.Request) step {
	s := look(req)
	switch {
	case isSmallTalk(s.question) && len(s.lists) == 0:
		return step{thoughts: "That is no question about files, so I need no tools.\n", text: smallTalk(s)}
	case !s.canList:
		return step{thoughts: "I have no tool to list files with, so there is nothing that I can look at.\n", text: s.blind()}
	case len(s.lists) == 0:
		return step{
			thoughts: s.firstThoughts(), text: "I will look at the working directory first.\n\n",
			tool: listTool, args: map[string]any{"depth": 2},
		}
	case s.problem != "" || len(s.listing) == 0 && len(namedPaths(s.question)) == 0:
		return step{thoughts: "There is nothing to read, so I can only say that.\n", text: s.answer()}
	}
	if dir := s.deeper(); dir != "" && len(s.reads) == 0 {
		return step{
			thoughts: s.deeperThoughts(dir), tool: listTool, args: map[string]any{"path": dir, "depth": 1},
		}
	}
	if s.canRead && len(s.reads) < picksMax {
		for _, c := range s.picks() {
			if !s.wasRead(c.path) {
				return step{thoughts: s.readThoughts(c), tool: readTool, args: map[string]any{"path": c.path}}
			}
		}
	}
	return step{thoughts: s.lastThoughts(), text: s.answer()}
}

func (s *scene) firstThoughts() string {
	var b strings.Builder
	if s.question == "" {
		b.WriteString("There is no question, so I describe what is here.\n")
	} else {
		fmt.Fprintf(&b, "The question is: %s\n", firstLine(s.question))
	}
	if s.before > 0 {
		fmt.Fprintf(&b, "It follows %s. Files may have changed since, so I look again.\n", count(s.before, "earlier question"))
	}
	if terms := s.terms(); len(terms) > 0 {
		fmt.Fprintf(&b, "Words to look for: %s.\n", strings.Join(terms, ", "))
	}
	b.WriteString("I know nothing about this directory yet. Two levels of it should be enough to choose what to read.\n")
	return b.String()
}

func (s *scene) deeperThoughts(dir string) string {
	return fmt.Sprintf("The listing has %s, but not what is in %s, which the question seems to be about.\nI look there too.\n",
		count(len(s.listing), "entry"), dir)
}

func (s *scene) readThoughts(c choice) string {
	var b strings.Builder
	if len(s.reads) == 0 {
		fmt.Fprintf(&b, "The listing has %s and %s.\n", count(len(s.files()), "file"), count(len(s.dirs()), "directory"))
		fmt.Fprintf(&b, "I may read up to %d of them.\n", picksMax)
	} else {
		fmt.Fprintf(&b, "%s\n", s.reads[len(s.reads)-1].summary())
	}
	fmt.Fprintf(&b, "%s comes next: %s.\n", c.path, c.reason)
	return b.String()
}

func (s *scene) lastThoughts() string {
	var b strings.Builder
	if len(s.reads) > 0 {
		fmt.Fprintf(&b, "%s\n", s.reads[len(s.reads)-1].summary())
	}
	fmt.Fprintf(&b, "That is enough: %s listed, %s read.\n", count(len(s.listing), "entry"), count(len(s.reads), "file"))
	if terms := s.terms(); len(terms) > 0 {
		fmt.Fprintf(&b, "Lines with %s found: %s.\n", strings.Join(terms, ", "), grouped(int64(len(s.matches()))))
	}
	b.WriteString("I report numbers and quote lines; I do not guess.\n")
	return b.String()
}

// summary is a sentence about a file that was read.
func (r reading) summary() string {
	switch {
	case r.problem != "":
		return fmt.Sprintf("%s could not be read: %s.", r.path, firstLine(r.problem))
	case r.binary:
		return fmt.Sprintf("%s is binary.", r.path)
	case r.lines < 0:
		return fmt.Sprintf("%s is read.", r.path)
	}
	return fmt.Sprintf("%s has %s.", r.path, count(r.lines, "line"))
}

// isSmallTalk reports whether the whole message is a greeting or thanks.
func isSmallTalk(question string) bool {
	words := fields(strings.ToLower(question))
	if len(words) == 0 || len(words) > 3 {
		return false
	}
	switch strings.Trim(words[0], ".") {
	case "hi", "hello", "hey", "thanks", "thx", "ping", "test", "moin", "servus":
	default:
		return false
	}
	for _, w := range words[1:] {
		switch strings.Trim(w, ".") {
		case "there", "you", "jp", "a", "lot", "all", "world", "again":
		default:
			return false
		}
	}
	return true
}

// firstLine is the beginning of a text that is only mentioned.
func firstLine(s string) string {
	line, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	line = strings.TrimSpace(line)
	if r := []rune(line); len(r) > 120 {
		return string(r[:120]) + "…"
	}
	if more {
		return line + " …"
	}
	return line
}
