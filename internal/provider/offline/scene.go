package offline

import (
	"encoding/json"
	"path"
	"slices"
	"strconv"
	"strings"

	"jp/internal/provider"
)

const (
	listTool = "list_files"
	readTool = "read_file"
)

// scene is what a request tells: the question, and what the tools have shown since.
type scene struct {
	question string
	before   int // questions before this one
	canList  bool
	canRead  bool

	lists   []string // directories that list_files was called for
	listing []entry  // of all of them
	more    bool     // a listing says that it is not complete
	problem string   // what the first list_files said instead
	reads   []reading
}

// entry is a line of the listing.
type entry struct {
	path string
	size int64 // -1 when unknown
	dir  bool
	link bool // or anything else that is no plain file
}

// reading is a file that was asked for.
type reading struct {
	path    string
	problem string // what read_file said instead
	binary  bool
	lines   int64 // -1 when unknown
	bytes   int64
	first   int // number of the first line of content
	content []string
}

// look reads a request.
func look(req provider.Request) scene {
	var s scene
	for _, t := range req.Tools {
		s.canList = s.canList || t.Name == listTool
		s.canRead = s.canRead || t.Name == readTool
	}
	calls := map[string]provider.ToolCall{}
	for _, m := range req.Messages {
		for _, p := range m.Parts {
			switch {
			case p.Kind == provider.PartText && m.Role == provider.User:
				s.ask(p.Text)
			case p.ToolCall != nil:
				calls[p.ToolCall.ID] = *p.ToolCall
			case p.ToolResult != nil:
				s.see(calls[p.ToolResult.CallID], *p.ToolResult)
			}
		}
	}
	return s
}

// ask begins a question: what was seen for an earlier one may have changed.
func (s *scene) ask(text string) {
	if s.question != "" {
		s.before++
	}
	fresh := scene{question: strings.TrimSpace(text), before: s.before, canList: s.canList, canRead: s.canRead}
	*s = fresh
}

func (s *scene) see(call provider.ToolCall, res provider.ToolResult) {
	switch call.Name {
	case listTool:
		var args struct{ Path string }
		_ = json.Unmarshal(call.Args, &args)
		s.lists = append(s.lists, args.Path)
		if res.IsError {
			if len(s.lists) == 1 {
				s.problem = res.Text
			}
			return
		}
		list, more := parseListing(res.Text)
		s.listing = append(s.listing, list...)
		s.more = s.more || more
	case readTool:
		var args struct{ Path string }
		_ = json.Unmarshal(call.Args, &args) // a call of ours, or one without a path
		s.reads = append(s.reads, parseReading(args.Path, res))
	}
}

// wasRead reports whether the file was asked for already, with whatever result.
func (s *scene) wasRead(name string) bool {
	return slices.ContainsFunc(s.reads, func(r reading) bool { return r.path == name })
}

// parseListing reads the result of list_files. Lines that it does not know are notes.
func parseListing(text string) (list []entry, more bool) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		name, note, hasNote := strings.Cut(line, "\t")
		switch {
		case !hasNote && strings.HasSuffix(name, "/"), hasNote && strings.HasSuffix(name, "/"):
			list = append(list, entry{path: unquoted(strings.TrimSuffix(name, "/")), size: -1, dir: true})
		case hasNote:
			size, err := strconv.ParseInt(note, 10, 64)
			if err != nil {
				size = -1
			}
			list = append(list, entry{path: unquoted(name), size: size, link: err != nil})
		case strings.HasPrefix(line, "["):
			more = true
		}
	}
	return list, more
}

func unquoted(name string) string {
	if s, err := strconv.Unquote(name); err == nil && strings.HasPrefix(name, `"`) {
		return s
	}
	return name
}

// parseReading reads the result of read_file: a line about the file, an empty line, the
// content. From a tool of another kind it takes everything as content.
func parseReading(name string, res provider.ToolResult) reading {
	r := reading{path: name, lines: -1, bytes: -1, first: 1}
	if res.IsError {
		r.problem = res.Text
		return r
	}
	header, content, ok := strings.Cut(res.Text, "\n\n")
	if !ok && strings.Contains(header, ": binary file, ") {
		r.binary = true
		r.bytes = numberBefore(header, " bytes")
		return r
	}
	if !ok || strings.Contains(header, "\n") {
		header, content = "", res.Text
	}
	r.bytes = numberBefore(header, " bytes")
	r.lines = max(numberBefore(header, " lines,"), numberBefore(header, " line,"))
	if _, of, partial := strings.Cut(header, ": lines "); partial {
		if n, err := strconv.Atoi(of[:max(strings.IndexByte(of, '-'), 0)]); err == nil {
			r.first = n
		}
		_, of, _ = strings.Cut(of, " of ")
		r.lines = numberBefore(of, ",")
	}
	r.content = strings.Split(strings.TrimSuffix(content, "\n"), "\n")
	if content == "" {
		r.content = nil
	}
	return r
}

// numberBefore is the number that ends right before mark; -1 when there is none.
func numberBefore(s, mark string) int64 {
	i := strings.LastIndex(s, mark)
	if i < 0 {
		return -1
	}
	start := i
	for start > 0 && s[start-1] >= '0' && s[start-1] <= '9' {
		start--
	}
	n, err := strconv.ParseInt(s[start:i], 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// files are the plain files of the listing, and dirs the directories.
func (s *scene) files() (list []entry) {
	for _, e := range s.listing {
		if !e.dir && !e.link {
			list = append(list, e)
		}
	}
	return list
}

func (s *scene) dirs() (list []entry) {
	for _, e := range s.listing {
		if e.dir {
			list = append(list, e)
		}
	}
	return list
}

func depth(name string) int { return strings.Count(name, "/") }

func extension(name string) string { return strings.ToLower(path.Ext(name)) }
