package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unicode/utf8"
)

// inputMax bounds what is read of standard input, and of each file.
const inputMax = 16 << 20

// words makes a question of the arguments: words are joined by blanks, @FILE stands for the file's
// content as a paragraph of its own, and @@ at the start of a word is a plain @.
func words(args []string) (string, error) {
	var paragraphs []string
	var line []string
	flush := func() {
		if len(line) > 0 {
			paragraphs = append(paragraphs, strings.Join(line, " "))
		}
		line = nil
	}
	for _, arg := range args {
		name, isFile := strings.CutPrefix(arg, "@")
		if !isFile || strings.HasPrefix(name, "@") || name == "" {
			line = append(line, plainWord(arg))
			continue
		}
		content, err := readFile(name)
		if err != nil {
			return "", &usageError{err.Error(), hintOf(err)} // another word would have been right
		}
		flush()
		paragraphs = append(paragraphs, content)
	}
	flush()
	return strings.Join(paragraphs, "\n\n"), nil
}

func readFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", &hintedError{fmt.Errorf("read %q: %w", name, cause(err)), fileHint(err)}
	}
	defer f.Close()
	return readText(fmt.Sprintf("%q", name), f)
}

// readText reads all of r as text; name is what to call it in an error.
func readText(name string, r io.Reader) (string, error) {
	b, err := io.ReadAll(io.LimitReader(r, inputMax+1))
	if err != nil {
		return "", &hintedError{fmt.Errorf("read %s: %w", name, cause(err)), fileHint(err)}
	}
	if len(b) > inputMax {
		err := fmt.Errorf("read %s: more than %d MiB", name, inputMax>>20)
		return "", &hintedError{err, "send a part of it"}
	}
	if bytes.IndexByte(b, 0) >= 0 {
		err := fmt.Errorf("read %s: not a text", name)
		return "", &hintedError{err, "only text can be part of a question"}
	}
	text := string(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")))
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return strings.TrimRight(text, "\r\n"), nil
}

// join puts what was piped in before what was asked.
func join(piped, asked string) string {
	switch {
	case strings.TrimSpace(piped) == "":
		return asked
	case strings.TrimSpace(asked) == "":
		return piped
	}
	return piped + "\n\n" + asked
}

// cause is err without the path and the operation, which the caller has said already.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

func fileHint(err error) string {
	switch {
	case errors.Is(err, syscall.EISDIR):
		return "name a file in it"
	case errors.Is(err, fs.ErrPermission):
		return "make it readable"
	case errors.Is(err, fs.ErrNotExist):
		return "a word that begins with @ names a file; write @@ for a plain @"
	}
	return "send the text some other way"
}

// plainWord undoes the doubled @.
func plainWord(arg string) string {
	if strings.HasPrefix(arg, "@@") {
		return arg[1:]
	}
	return arg
}
