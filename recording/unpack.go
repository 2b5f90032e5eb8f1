package recording

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	peekBytes   = 64 << 10 // what detection looks at
	unpackDepth = 2        // a .gz inside a .zip, but no deeper
	unpackFree  = 64 << 20 // unpacked bytes before the ratio counts
	unpackRatio = 1000
	unpackMax   = 8 << 30
)

// unpack looks through compression and UTF-16 by magic bytes. The returned reader starts
// at the first character of text; packed names what was taken off, outermost first.
func unpack(r io.Reader, ds *damages) (br *bufio.Reader, packed []string, err error) {
	br = bufio.NewReaderSize(r, peekBytes)
	for range unpackDepth {
		name, inner, err := uncompress(br)
		if err != nil {
			return nil, nil, err
		}
		if name == "" {
			break
		}
		packed = append(packed, name)
		br = bufio.NewReaderSize(&unpacked{r: inner.r, src: inner.src, ds: ds}, peekBytes)
	}
	br, wide := untranscode(br, ds)
	if wide {
		packed = append(packed, "utf-16")
	}
	return br, packed, nil
}

type opened struct {
	r   io.Reader
	src *counted
}

// uncompress returns the name of the compression at the front of br and a reader of what
// is inside, or an empty name when there is none.
func uncompress(br *bufio.Reader) (string, opened, error) {
	magic, _ := br.Peek(6)
	src := &counted{r: br}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		gz, err := gzip.NewReader(src)
		if err != nil {
			return "", opened{}, fmt.Errorf("gzip header is damaged: %w", ErrNotRecording)
		}
		return "gzip", opened{gz, src}, nil
	case len(magic) > 3 && bytes.HasPrefix(magic, []byte("BZh")) && magic[3] >= '1' && magic[3] <= '9':
		return "bzip2", opened{bzip2.NewReader(src), src}, nil
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")):
		member, err := openZip(src)
		return "zip", opened{member, src}, err
	case bytes.HasPrefix(magic, []byte("\xfd7zXZ\x00")):
		return "", opened{}, fmt.Errorf("xz data is not unpacked here, use xz -dc: %w", ErrNotRecording)
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return "", opened{}, fmt.Errorf("zstd data is not unpacked here, use zstd -dc: %w", ErrNotRecording)
	}
	return "", opened{}, nil
}

// openZip reads the first member of an archive from its local header, without seeking, so
// that an archive on standard input works. GitHub makes people attach recordings so.
func openZip(r io.Reader) (io.Reader, error) {
	var head [30]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, fmt.Errorf("zip header is cut: %w", ErrNotRecording)
	}
	flags := binary.LittleEndian.Uint16(head[6:])
	method := binary.LittleEndian.Uint16(head[8:])
	size := binary.LittleEndian.Uint32(head[18:])
	skip := int64(binary.LittleEndian.Uint16(head[26:])) + int64(binary.LittleEndian.Uint16(head[28:]))
	if _, err := io.CopyN(io.Discard, r, skip); err != nil {
		return nil, fmt.Errorf("zip header is cut: %w", ErrNotRecording)
	}
	switch {
	case flags&1 != 0:
		return nil, fmt.Errorf("zip member is encrypted: %w", ErrNotRecording)
	case method == 8:
		return flate.NewReader(r), nil
	case method == 0 && flags&8 == 0:
		return io.LimitReader(r, int64(size)), nil
	default:
		return nil, fmt.Errorf("zip method %d is not known: %w", method, ErrNotRecording)
	}
}

// counted counts what a decompressor took, and remembers an error that is not its fault.
type counted struct {
	r   io.Reader
	n   int64
	err error
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}

// unpacked turns the error of a damaged tail into the end of the data and a note, and
// stops data that expands without end.
type unpacked struct {
	r   io.Reader
	src *counted
	n   int64
	ds  *damages
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.n += int64(n)
	if u.n > unpackMax || u.n > unpackFree && u.n > unpackRatio*u.src.n {
		return 0, fmt.Errorf("compressed data expands to more than %d bytes: %w", u.n, ErrLimit)
	}
	if err == nil || err == io.EOF {
		return n, err
	}
	if u.src.err != nil {
		return n, u.src.err
	}
	if errors.Is(err, ErrLimit) {
		return n, err
	}
	u.ds.note(CompressionCut, 0)
	return n, io.EOF
}

// untranscode strips a UTF-8 byte order mark, and converts UTF-16 that has one.
func untranscode(br *bufio.Reader, ds *damages) (*bufio.Reader, bool) {
	mark, _ := br.Peek(3)
	switch {
	case bytes.HasPrefix(mark, utf8BOM):
		_, _ = br.Discard(len(utf8BOM))
		return br, false
	case bytes.HasPrefix(mark, []byte{0xff, 0xfe}):
		_, _ = br.Discard(2)
		ds.note(WrongEncoding, 0)
		return bufio.NewReaderSize(&wideReader{r: br, order: binary.LittleEndian}, peekBytes), true
	case bytes.HasPrefix(mark, []byte{0xfe, 0xff}):
		_, _ = br.Discard(2)
		ds.note(WrongEncoding, 0)
		return bufio.NewReaderSize(&wideReader{r: br, order: binary.BigEndian}, peekBytes), true
	}
	return br, false
}

var utf8BOM = []byte("\xef\xbb\xbf")

// wideReader converts UTF-16 to UTF-8, one code unit after the other.
type wideReader struct {
	r     *bufio.Reader
	order binary.ByteOrder
	ready []byte // converted, not yet handed out
}

func (w *wideReader) Read(p []byte) (int, error) {
	for len(w.ready) < len(p) && len(w.ready) < 4096 {
		unit, err := w.unit()
		if err != nil {
			if len(w.ready) > 0 {
				break
			}
			return 0, err
		}
		char := rune(unit)
		if utf16.IsSurrogate(char) {
			char = utf8.RuneError
			if next, err := w.r.Peek(2); err == nil {
				if both := utf16.DecodeRune(rune(unit), rune(w.order.Uint16(next))); both != utf8.RuneError {
					char = both
					_, _ = w.r.Discard(2)
				}
			}
		}
		w.ready = utf8.AppendRune(w.ready, char)
	}
	n := copy(p, w.ready)
	w.ready = w.ready[:copy(w.ready, w.ready[n:])]
	return n, nil
}

func (w *wideReader) unit() (uint16, error) {
	pair, err := w.r.Peek(2)
	if len(pair) < 2 {
		if err == nil || len(pair) == 1 {
			err = io.EOF // half a unit at the end
		}
		return 0, err
	}
	unit := w.order.Uint16(pair)
	_, _ = w.r.Discard(2)
	return unit, nil
}
