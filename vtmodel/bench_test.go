package vtmodel_test

import (
	"bytes"
	"testing"

	"jp/vtmodel"
)

func BenchmarkVT10x_WriteLines(b *testing.B) {
	lines := bytes.Repeat([]byte("a line of quite ordinary text, as long as many\r\n"), 200)
	v := vtmodel.NewVT10x(80, 24)
	v.KeepScrollback(100)
	b.SetBytes(int64(len(lines)))
	b.ReportAllocs()
	for b.Loop() {
		v.Write(lines)
	}
}

func BenchmarkVT10x_WriteStatus(b *testing.B) {
	frame := []byte("\x1b[?2026h\r\x1b[2K\x1b[36m* waiting 9.2s\x1b[m\r\x1b[?2026l")
	v := vtmodel.NewVT10x(40, 6)
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		v.Write(frame)
	}
}

func BenchmarkVT10x_Screen(b *testing.B) {
	v := vtmodel.NewVT10x(40, 6)
	v.Write([]byte("content one\r\n\x1b[36m* waiting 9.2s\x1b[m\r"))
	b.ReportAllocs()
	for b.Loop() {
		v.Screen()
	}
}

func BenchmarkScreen_Hash(b *testing.B) {
	s := screenOf(40, 6, "content one\r\n\x1b[36m* waiting 9.2s\x1b[m\r")
	b.ReportAllocs()
	for b.Loop() {
		s.Hash()
	}
}

func BenchmarkScreen_Equal(b *testing.B) {
	s := screenOf(40, 6, "content one\r\n\x1b[36m* waiting 9.2s\x1b[m\r")
	t := screenOf(40, 6, "content one\r\n\x1b[36m* waiting 9.2s\x1b[m\r")
	b.ReportAllocs()
	for b.Loop() {
		if !s.Equal(t) {
			b.Fatal("differs")
		}
	}
}
