package vtmodel

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// parseHeader reads what Shot.header wrote. Facts in another order are left to the check
// for normal form.
func (s *Shot) parseHeader(line string) error {
	words := headerWords(line)
	next := func() string {
		if len(words) == 0 {
			return ""
		}
		word := words[0]
		words = words[1:]
		return word
	}
	size := next()
	cols, rows, _ := strings.Cut(size, "x")
	var ok bool
	if s.Cols, s.Rows, ok = atoi2(cols, rows); !ok || clampSize(s.Cols) != s.Cols || clampSize(s.Rows) != s.Rows {
		return fmt.Errorf("size %q is not COLUMNSxROWS", size)
	}
	for len(words) > 0 {
		if err := s.parseFact(next(), next); err != nil {
			return err
		}
	}
	return nil
}

// parseFact reads one fact; next returns the words after its name.
func (s *Shot) parseFact(name string, next func() string) error {
	var err error
	switch name {
	case "at":
		if at := next(); at != "*" {
			s.Timed = true
			s.At, err = time.ParseDuration(at)
		}
	case "frame":
		if frame := next(); frame != "*" {
			s.Frame, err = strconv.Atoi(frame)
		}
	case "cursor":
		text := next()
		col, row, _ := strings.Cut(text, ",")
		var ok bool
		if s.Cursor.Col, s.Cursor.Row, ok = atoi2(col, row); !ok || s.Cursor.Col >= s.Cols || s.Cursor.Row >= s.Rows || s.Cursor.Col < 0 || s.Cursor.Row < 0 {
			return fmt.Errorf("cursor %q is not COLUMN,ROW within %dx%d", text, s.Cols, s.Rows)
		}
	case "hidden":
		s.Hidden = true
	case "alt":
		s.Alt = true
	case "title":
		s.Title, err = strconv.Unquote(next())
	case "bell":
		s.Bells, err = strconv.Atoi(next())
	case "modes":
		text := next()
		var ok bool
		if s.Modes, ok = parseModes(text); !ok {
			return fmt.Errorf("modes %q are unknown or in another order", text)
		}
	case "scrollback":
		s.Scrollback, err = strconv.Atoi(next())
	case "unsteady":
		s.Unsteady = true
	default:
		return fmt.Errorf("%q is no fact of a screen", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// headerWords splits at spaces, except within quotes.
func headerWords(line string) []string {
	var words []string
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		word, err := strconv.QuotedPrefix(line)
		if err != nil {
			word, _, _ = strings.Cut(line, " ")
		}
		words = append(words, word)
		line = line[len(word):]
	}
	return words
}

func atoi2(a, b string) (x, y int, ok bool) {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	return x, y, errX == nil && errY == nil
}
