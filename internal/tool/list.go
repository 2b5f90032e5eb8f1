package tool

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

const (
	listEntries    = 500    // entries of one result
	listDirEntries = 10_000 // entries read of one directory
	listDepth      = 2      // when the call does not say
	listDepthMax   = 8
)

// listFiles lists a directory and what is below it.
//
//	cmd/
//	cmd/jp/
//	README.md	2048
//	link	(link)
type listFiles struct{ w *Workspace }

func (listFiles) Name() string   { return "list_files" }
func (listFiles) ReadOnly() bool { return true }

func (listFiles) Description() string {
	return "List files of the working directory, one a line: directories end in a slash, files are followed by a tab and their size in bytes. Hidden entries are left out unless asked for; .git is never entered."
}

func (listFiles) Schema() json.RawMessage {
	return json.RawMessage(`{
  "type": "object",
  "properties": {
    "path": {"type": "string", "description": "directory, relative to the working directory; default ."},
    "depth": {"type": "integer", "minimum": 1, "maximum": 8, "description": "levels of directories; default 2"},
    "hidden": {"type": "boolean", "description": "also entries that begin with a point"}
  },
  "additionalProperties": false
}`)
}

type listArgs struct {
	Path   string `json:"path"`
	Depth  int    `json:"depth"`
	Hidden bool   `json:"hidden"`
}

func (l listFiles) Run(ctx context.Context, raw json.RawMessage) (Result, error) {
	var args listArgs
	if err := decodeArgs(raw, &args); err != nil {
		return failed(err.Error()), nil
	}
	dir, err := l.w.local(cmp.Or(args.Path, "."))
	if err != nil {
		return failed(err.Error()), nil
	}
	depth := min(max(cmp.Or(args.Depth, listDepth), 1), listDepthMax)
	ls := lister{w: l.w, hidden: args.Hidden}
	if err := ls.walk(ctx, dir, depth); err != nil {
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		return failed(reason(dir, err)), nil
	}
	return Result{Text: ls.text()}, nil
}

// lister collects lines, level by level: what is near the top is never crowded out by
// one big directory. A directory below the first that can not be read is a line, not a
// failure.
type lister struct {
	w      *Workspace
	hidden bool
	lines  []string
	more   int      // entries beyond listEntries, of the directories that were read
	below  []string // directories of the next level
}

func (l *lister) walk(ctx context.Context, top string, depth int) error {
	if err := l.dir(top); err != nil {
		return err
	}
	for ; depth > 1 && len(l.below) > 0; depth-- {
		level := l.below
		l.below = nil
		for _, dir := range level {
			if err := ctx.Err(); err != nil {
				return err
			}
			if len(l.lines) == listEntries {
				return nil
			}
			if err := l.dir(dir); err != nil {
				l.add(quoted(dir) + "/\t(" + causeOf(err) + ")")
			}
		}
	}
	return nil
}

func (l *lister) dir(dir string) error {
	entries, cut, err := l.read(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !l.hidden && strings.HasPrefix(e.Name(), ".") {
			continue
		}
		name := path.Join(dir, e.Name())
		l.add(line(name, e))
		if e.IsDir() && e.Name() != ".git" {
			l.below = append(l.below, name)
		}
	}
	if cut {
		l.add(fmt.Sprintf("[only the first %d entries of %s were read]", listDirEntries, quoted(dir)))
	}
	return nil
}

func (l *lister) add(line string) {
	if len(l.lines) < listEntries {
		l.lines = append(l.lines, line)
		return
	}
	l.more++
}

// read returns a directory's entries by name, files and directories mixed.
func (l *lister) read(dir string) (entries []fs.DirEntry, cut bool, err error) {
	f, err := openAt(l.w.root, dir)
	if err != nil {
		return nil, false, err
	}
	entries, err = f.ReadDir(listDirEntries)
	if errors.Is(err, io.EOF) {
		err = nil // an empty directory, for a bounded read
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, len(entries) == listDirEntries, errors.Join(err, f.Close())
}

func (l *lister) text() string {
	if len(l.lines) == 0 {
		return "(empty directory)"
	}
	text := strings.Join(l.lines, "\n") + "\n"
	if l.more > 0 {
		text += fmt.Sprintf("[%d or more entries not shown]\n", l.more)
	}
	return text
}

func line(name string, e fs.DirEntry) string {
	switch {
	case e.IsDir():
		return quoted(name) + "/"
	case e.Type()&fs.ModeSymlink != 0:
		return quoted(name) + "\t(link)"
	case !e.Type().IsRegular():
		return quoted(name) + "\t(special)"
	}
	info, err := e.Info()
	if err != nil {
		return quoted(name) + "\t(" + causeOf(err) + ")"
	}
	return quoted(name) + "\t" + strconv.FormatInt(info.Size(), 10)
}

// quoted keeps a name on one line and apart from its size: names with control
// characters, tabs or bytes that are no UTF-8 are written as Go strings.
func quoted(name string) string {
	for _, r := range name {
		if !strconv.IsPrint(r) && r != '\u200d' || r == '\uFFFD' {
			return strconv.Quote(name)
		}
	}
	return name
}

func causeOf(err error) string {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = pe.Err
	}
	return err.Error()
}
