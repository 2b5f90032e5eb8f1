package recording

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// format is what the front of a stream looks like.
type format uint8

const (
	formatUnknown format = iota
	formatV1
	formatLines  // v2 or v3, one value a line or so
	formatArray  // the same inside one JSON array
	formatEvents // events without a header
	formatBroken // a first line that is no header, and events behind it
)

// errVersion marks a header that is fine but of another version.
var errVersion = errors.New("version")

// detect decides by the first bytes of the text what a stream is. The error says what it
// is instead of a recording, since "not a recording" alone sends people searching.
func detect(front []byte) (format, error) {
	text := bytes.TrimLeft(front, " \t\r\n\x00")
	switch {
	case len(front) == 0:
		return 0, fmt.Errorf("empty file: %w", ErrNotRecording)
	case len(text) == 0:
		return 0, fmt.Errorf("nothing but blanks: %w", ErrNotRecording)
	}
	var got format
	var err error
	switch text[0] {
	case '{':
		got, err = detectObject(text)
	case '[':
		got, err = detectArray(text)
	default:
		err = fmt.Errorf("%s: %w", foreign(text), ErrNotRecording)
	}
	if err != nil && !errors.Is(err, errVersion) && isEventNext(text) {
		return formatBroken, nil
	}
	return got, err
}

// isEventNext reports whether the second line is an event beyond doubt, so that the first
// one is a damaged header and not something else.
func isEventNext(text []byte) bool {
	_, rest, _ := bytes.Cut(text, []byte{'\n'})
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	var s scanner
	_, got := s.event(line)
	return got == foundAll && len(s.code) == 1 && bytes.IndexByte([]byte("oirmx"), s.code[0]) >= 0
}

func detectObject(text []byte) (format, error) {
	fields, _, _ := members(text)
	has := map[string]bool{}
	version := ""
	for _, f := range fields {
		has[f.key] = true
		if f.key == "version" {
			version = string(f.value)
		}
	}
	switch {
	case version == "1" || version == "" && has["stdout"]:
		return formatV1, nil
	case version == "2" || version == "3" || version == "2.0" || version == "3.0":
		return formatLines, nil
	case isInteger(version):
		return 0, fmt.Errorf("asciicast %w %.20q is not known: %w", errVersion, version, ErrNotRecording)
	case version != "":
		return 0, fmt.Errorf("asciicast version %.20q is not known: %w", version, ErrNotRecording)
	case has["ver"] && has["timing"]:
		return 0, fmt.Errorf("tlog messages are not read: %w", ErrNotRecording)
	case has["width"] && has["height"] || has["term"]:
		return formatLines, nil // a header that lost its version
	}
	return 0, fmt.Errorf("JSON without an asciicast header: %w", ErrNotRecording)
}

func isInteger(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

func detectArray(text []byte) (format, error) {
	inner := bytes.TrimLeft(text[1:], " \t\r\n")
	if len(inner) > 0 && inner[0] == '{' {
		got, err := detectObject(inner)
		if err == nil && got == formatLines {
			return formatArray, nil
		}
		if err == nil {
			err = fmt.Errorf("asciicast version 1 inside an array: %w", ErrNotRecording)
		}
		return 0, err
	}
	var s scanner
	for _, at := range [][]byte{text, inner} {
		if _, got := s.event(at); got == foundAll && len(s.code) == 1 {
			return formatEvents, nil
		}
	}
	return 0, fmt.Errorf("JSON array without asciicast events: %w", ErrNotRecording)
}

// foreign names what a file probably is, for the error.
func foreign(text []byte) string {
	switch {
	case bytes.HasPrefix(text, []byte("Script started on ")):
		return "a typescript of script(1) is not read yet"
	case bytes.HasPrefix(text, []byte("ALiS")):
		return "an ALiS stream is not read"
	case isTTYRec(text):
		return "ttyrec is not read yet"
	case bytes.IndexByte(text, 0x1b) >= 0:
		return "raw terminal output without times is not read yet"
	}
	return "the file starts with neither an asciicast header nor an event"
}

// isTTYRec checks whether a plausible record header stands in front: seconds,
// microseconds, length, each of 4 bytes, little-endian.
func isTTYRec(b []byte) bool {
	if len(b) < 12 {
		return false
	}
	usec := uint32(b[4]) | uint32(b[5])<<8 | uint32(b[6])<<16 | uint32(b[7])<<24
	return usec < 1_000_000 && b[10] == 0 && b[11] == 0 && (b[9] == 0 || b[8] == 0)
}
