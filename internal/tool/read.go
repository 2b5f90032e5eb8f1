package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"unicode/utf8"
)

const (
	readLines     = 2000
	readBytes     = 64 << 10
	readScanBytes = 32 << 20 // of a file that is read to count its lines
	sniffBytes    = 8 << 10  // looked at to tell text from binary
)

// readFile reads lines of a text file. The first line of its result describes the file:
//
//	README.md: 120 lines, 2048 bytes
//	big.log: lines 1-2000 of 50000, 1234567 bytes
type readFile struct{ w *Workspace }

func (readFile) Name() string   { return "read_file" }
func (readFile) ReadOnly() bool { return true }

func (readFile) Description() string {
	return "Read a text file of the working directory. The first line of the result says how many lines and bytes the file has, an empty line follows, then the content. At most 2000 lines or 64 KiB at once; ask for more by first_line."
}

func (readFile) Schema() json.RawMessage {
	return json.RawMessage(`{
  "type": "object",
  "properties": {
    "path": {"type": "string", "description": "file, relative to the working directory"},
    "first_line": {"type": "integer", "minimum": 1, "description": "where to begin; default 1"},
    "lines": {"type": "integer", "minimum": 1, "maximum": 2000, "description": "how many; default 2000"}
  },
  "required": ["path"],
  "additionalProperties": false
}`)
}

type readArgs struct {
	Path      string `json:"path"`
	FirstLine int    `json:"first_line"`
	Lines     int    `json:"lines"`
}

func (r readFile) Run(ctx context.Context, raw json.RawMessage) (Result, error) {
	var args readArgs
	if err := decodeArgs(raw, &args); err != nil {
		return failed(err.Error()), nil
	}
	if args.Path == "" {
		return failed("bad arguments: path is missing"), nil
	}
	name, err := r.w.local(args.Path)
	if err != nil {
		return failed(err.Error()), nil
	}
	f, err := openAt(r.w.root, name)
	if err != nil {
		return failed(reason(name, err)), nil
	}
	res, err := describe(ctx, f, name, args)
	return res, errors.Join(err, f.Close())
}

func describe(ctx context.Context, f *os.File, name string, args readArgs) (Result, error) {
	info, err := f.Stat()
	if err != nil {
		return failed(reason(name, err)), nil
	}
	switch {
	case info.IsDir():
		return failed(fmt.Sprintf("%q is a directory; list_files lists it", name)), nil
	case !info.Mode().IsRegular():
		return failed(fmt.Sprintf("%q is no regular file", name)), nil
	}
	e := excerpt{first: max(args.FirstLine, 1), most: readLines}
	if args.Lines > 0 {
		e.most = min(args.Lines, readLines)
	}
	if err := e.read(ctx, f); err != nil {
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		return failed(reason(name, err)), nil
	}
	size := max(info.Size(), e.bytes)
	if e.binary {
		return Result{Text: fmt.Sprintf("%s: binary file, %d bytes", quoted(name), size)}, nil
	}
	return Result{Text: e.header(quoted(name), size) + e.text.String()}, nil
}

// excerpt is a range of lines out of a stream, and what was learned on the way.
type excerpt struct {
	first, most int // wanted: first line from 1, number of lines
	text        strings.Builder
	taken       int // lines in text, the last one perhaps cut
	full        bool
	bytes       int64 // read so far
	newlines    int
	partial     bool // the last line has no newline
	unfinished  bool // the stream is longer than readScanBytes
	binary      bool
}

func (e *excerpt) read(ctx context.Context, r io.Reader) error {
	buf := make([]byte, 64<<10)
	for e.bytes < readScanBytes {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := r.Read(buf)
		if e.bytes == 0 && isBinary(buf[:min(n, sniffBytes)]) {
			e.binary, e.bytes = true, int64(n)
			return nil
		}
		e.take(buf[:n])
		e.bytes += int64(n)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	e.unfinished = true
	return nil
}

// take goes through the lines of a piece of the stream.
func (e *excerpt) take(b []byte) {
	for len(b) > 0 {
		part, rest, ended := bytes.Cut(b, []byte("\n"))
		number := e.newlines + 1
		if number >= e.first && number-e.first < e.most && !e.full {
			e.keep(part, ended)
		}
		e.partial = !ended
		if ended {
			e.newlines++
		}
		b = rest
	}
}

func (e *excerpt) keep(part []byte, ended bool) {
	if room := readBytes - e.text.Len(); len(part) >= room {
		part, e.full = part[:room], true
		for i := 1; i < utf8.UTFMax && i <= len(part); i++ {
			if c := part[len(part)-i]; utf8.RuneStart(c) {
				if !utf8.FullRune(part[len(part)-i:]) {
					part = part[:len(part)-i]
				}
				break
			}
		}
		ended = false
	}
	e.text.Write(part)
	e.taken = e.newlines + 1 - e.first + 1
	if ended {
		e.text.WriteByte('\n')
	}
}

func (e *excerpt) lines() int {
	if e.partial {
		return e.newlines + 1
	}
	return e.newlines
}

func (e *excerpt) header(name string, size int64) string {
	total := fmt.Sprint(e.lines())
	if e.unfinished {
		total = "more than " + total
	}
	unit := " lines"
	if total == "1" {
		unit = " line"
	}
	whole := e.first == 1 && e.taken == e.lines() && !e.full && !e.unfinished
	switch {
	case whole:
		return fmt.Sprintf("%s: %s%s, %d bytes\n\n", name, total, unit, size)
	case e.taken == 0:
		return fmt.Sprintf("%s: no line %d, it has %s, %d bytes\n\n", name, e.first, total, size)
	}
	note := ""
	if e.full {
		note = ", the last one cut"
	}
	last := min(e.first+e.taken-1, math.MaxInt32)
	return fmt.Sprintf("%s: lines %d-%d of %s%s, %d bytes\n\n", name, e.first, last, total, note, size)
}

// isBinary judges by NUL bytes and by how much is no UTF-8; a rune cut by the end of
// the sample does not count.
func isBinary(b []byte) bool {
	if bytes.IndexByte(b, 0) >= 0 {
		return true
	}
	bad, total := 0, len(b)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 && len(b) >= utf8.UTFMax {
			bad++
		}
		b = b[n:]
	}
	return bad*10 > total
}
