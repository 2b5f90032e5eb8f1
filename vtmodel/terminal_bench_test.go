//go:build unix

package vtmodel_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"jp/vtmodel"
)

const streamBytes = 20 << 20

// streams are what vtreplay has to be fast with, 20 MB each.
var streams = []struct {
	name string
	make func(b *bytes.Buffer, rng *rand.Rand)
}{
	{"ascii", func(b *bytes.Buffer, rng *rand.Rand) {
		for range 20 + rng.IntN(100) {
			b.WriteByte(byte(' ' + rng.IntN(95)))
		}
		b.WriteString("\r\n")
	}},
	{"sgr", func(b *bytes.Buffer, rng *rand.Rand) {
		for range 40 {
			fmt.Fprintf(b, "\x1b[38;5;%d;48;2;%d;%d;%dm%c", rng.IntN(256), rng.IntN(256), rng.IntN(4), rng.IntN(4), 'a'+rng.IntN(26))
		}
		b.WriteString("\x1b[m\r\n")
	}},
	{"cjk", func(b *bytes.Buffer, rng *rand.Rand) {
		for range 10 + rng.IntN(50) {
			switch rng.IntN(8) {
			case 0:
				b.WriteString("😀")
			case 1:
				b.WriteByte('x')
			default:
				b.WriteRune(rune(0x4e00 + rng.IntN(0x5000)))
			}
		}
		b.WriteString("\r\n")
	}},
	{"margins", func(b *bytes.Buffer, rng *rand.Rand) {
		fmt.Fprintf(b, "\x1b[%d;%dr\x1b[%d;1H", 2+rng.IntN(5), 15+rng.IntN(8), 22)
		for range 10 {
			for range 20 + rng.IntN(60) {
				b.WriteByte(byte(' ' + rng.IntN(95)))
			}
			b.WriteString("\r\n")
		}
	}},
}

func stream(make func(*bytes.Buffer, *rand.Rand)) []byte {
	var b bytes.Buffer
	rng := rand.New(rand.NewPCG(1, 2))
	for b.Len() < streamBytes {
		make(&b, rng)
	}
	return b.Bytes()[:streamBytes]
}

// cpuTime is what the process has used, since other processes make the wall clock useless.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkTerminal(b *testing.B) {
	for _, s := range streams {
		b.Run(s.name, func(b *testing.B) {
			data := stream(s.make)
			term := vtmodel.NewTerminal(vtmodel.XTerm, 80, 24)
			term.KeepScrollback(1000)
			term.Write(data[:1<<20])
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			before, n := cpuTime(b), 0
			for b.Loop() {
				n++
				for rest := data; len(rest) > 0; {
					n := min(len(rest), 64<<10)
					term.Write(rest[:n])
					rest = rest[n:]
				}
			}
			b.ReportMetric(float64(n*len(data))/1e6/(cpuTime(b)-before).Seconds(), "MB/cpu-s")
		})
	}
}

func BenchmarkTerminal_Screen(b *testing.B) {
	term := vtmodel.NewTerminal(vtmodel.XTerm, 80, 24)
	term.Write(stream(streams[0].make)[:1<<20])
	term.Screen()
	b.ReportAllocs()
	for b.Loop() {
		term.Write([]byte("one more row\r\n"))
		term.Screen()
	}
}

func BenchmarkNewTerminal(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		vtmodel.NewTerminal(vtmodel.VTE, 40, 6).Write([]byte("hello\r\n"))
	}
}

// BenchmarkTerminal_Resize reflows a full scrollback.
func BenchmarkTerminal_Resize(b *testing.B) {
	for _, p := range []vtmodel.Profile{vtmodel.XTerm, vtmodel.VTE, vtmodel.Alacritty, vtmodel.XTermJS} {
		b.Run(p.String(), func(b *testing.B) {
			term := vtmodel.NewTerminal(p, 80, 24)
			term.Write(stream(streams[0].make)[:1<<20])
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				term.Resize(60+20*(i%2), 24)
			}
		})
	}
}
