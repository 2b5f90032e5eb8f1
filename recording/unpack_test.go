package recording_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"jp/recording"
)

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReader_LooksThroughCompression(t *testing.T) {
	text := head2 + `[1,"o","a"]` + "\n"
	rest := `[2,"o","b"]` + "\n"
	var archive bytes.Buffer
	zw := zip.NewWriter(&archive)
	member, err := zw.Create("demo.cast")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(member, text+rest); err != nil {
		t.Fatal(err)
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	for name, packed := range map[string][]byte{
		"gzip":                  gzipped(t, text+rest),
		"gzip of two members":   append(gzipped(t, text), gzipped(t, rest)...),
		"gzip inside gzip":      gzipped(t, string(gzipped(t, text+rest))),
		"zip":                   archive.Bytes(),
		"gzip with a BOM":       gzipped(t, "\xef\xbb\xbf"+text+rest),
		"no compression at all": []byte(text + rest),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := readAll(bytes.NewReader(packed), recording.Options{Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			if want := []string{"1o:a", "2o:b"}; !slices.Equal(got.events, want) {
				t.Errorf("got %q, want %q", got.events, want)
			}
		})
	}
}

func TestReader_UsesWhatACutArchiveStillHolds(t *testing.T) {
	var text strings.Builder
	text.WriteString(head2)
	for i := range 5000 {
		text.WriteString(`[` + strings.Repeat("1", i%5+1) + `,"o","some text that is long enough"]` + "\n")
	}
	packed := gzipped(t, text.String())
	got, err := readAll(bytes.NewReader(packed[:len(packed)/2]), recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.events) < 100 {
		t.Errorf("got %d events, want hundreds", len(got.events))
	}
	if len(got.damages) == 0 || got.damages[0] != recording.CompressionCut.String() {
		t.Errorf("got repairs %q, want the cut named first", got.damages)
	}
}

func TestReader_StopsAtABomb(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, head2); err != nil {
		t.Fatal(err)
	}
	comment := append(bytes.Repeat([]byte{'#'}, 1<<20), '\n')
	for range 80 {
		if _, err := w.Write(comment); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := readAll(&b, recording.Options{Name: "bomb"}); !errors.Is(err, recording.ErrLimit) {
		t.Errorf("got %v, want an error that wraps ErrLimit", err)
	}
}

func TestReader_ConvertsUTF16(t *testing.T) {
	text := head2 + `[1,"o","é` + "\U0001F600" + `"]` + "\n"
	for name, order := range map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian} {
		var wide []byte
		for _, unit := range append([]uint16{0xfeff}, utf16.Encode([]rune(text))...) {
			wide = order.AppendUint16(wide, unit)
		}
		got, err := readAll(bytes.NewReader(wide), recording.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := []string{"1o:é\U0001F600"}; !slices.Equal(got.events, want) {
			t.Errorf("%s: got %q, want %q", name, got.events, want)
		}
	}
}
