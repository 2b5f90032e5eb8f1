package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
)

// Damage is what was wrong with a line.
type Damage uint8

// The kinds of damage. Each is a real one: a crash in mid-append, a power cut on a
// file system that delays allocation, two writers, an editor.
const (
	DamageTorn         Damage = iota + 1 // the last line is incomplete and can not be used
	DamageUnterminated                   // the last line is complete but has no newline
	DamageNUL                            // bytes were replaced by NULs
	DamageFused                          // several events on one line
	DamageGarbage                        // part of the line is no event
	DamageDuplicate                      // an exact copy of an earlier event
	DamageTooLong                        // longer than the limit
)

var damageNames = [...]string{
	DamageTorn:         "incomplete last event",
	DamageUnterminated: "last event without a newline",
	DamageNUL:          "NUL bytes",
	DamageFused:        "several events on one line",
	DamageGarbage:      "bytes that are no event",
	DamageDuplicate:    "copy of an earlier event",
	DamageTooLong:      "line too long",
}

func (d Damage) String() string {
	if int(d) < len(damageNames) && damageNames[d] != "" {
		return damageNames[d]
	}
	return fmt.Sprintf("damage %d", uint8(d))
}

// Problem is one damaged line.
type Problem struct {
	Line   int   // from 1
	Offset int64 // of the line's first byte
	Damage Damage
	Lost   int // bytes of the line that are in no event
}

// Error makes a Problem what Events of a View yields at its place. The text follows
// the file:line convention when the caller puts the path and a colon before it.
func (p Problem) Error() string {
	return fmt.Sprintf("%d: %v, %d bytes unusable", p.Line, p.Damage, p.Lost)
}

const (
	salvageTries = 64 // attempts per damaged line; each may read the whole rest
	bom          = "\uFEFF"
)

// scanner reads events and damage from a file, one line at a time, in bounded memory.
type scanner struct {
	r    *bufio.Reader
	max  int // bytes of a line
	buf  []byte
	line int
	off  int64 // of the next line

	seed maphash.Seed
	seen map[uint64]uint64 // seq to hash of the line
	next uint64            // highest seq + 1
}

func newScanner(r io.Reader, lineMax int) *scanner {
	return &scanner{
		r: bufio.NewReaderSize(r, 64<<10), max: lineMax, seed: maphash.MakeSeed(),
		seen: make(map[uint64]uint64), next: 1,
	}
}

// scan returns the events of the next line and what is wrong with it (Damage 0 when
// nothing). Most lines give one event; blank ones none. The error is io.EOF after the
// last line, or a read error.
func (s *scanner) scan() ([]Event, Problem, error) {
	line, size, err := s.readLine()
	if err != nil {
		return nil, Problem{}, err
	}
	s.line++
	p := Problem{Line: s.line, Offset: s.off}
	s.off += size
	if size > int64(len(line)) {
		p.Damage, p.Lost = DamageTooLong, int(size)
		return nil, p, nil
	}
	ended := bytes.HasSuffix(line, []byte("\n"))
	if s.line == 1 {
		line = bytes.TrimPrefix(line, []byte(bom))
	}
	line = bytes.Trim(line, " \t\r\n")
	if len(line) == 0 {
		return nil, p, nil
	}
	events := s.decodeLine(line, ended, &p)
	return s.dropCopies(events, &p), p, nil
}

func (s *scanner) decodeLine(line []byte, ended bool, p *Problem) []Event {
	if ev, ok := decode(line); ok {
		if !ended {
			p.Damage = DamageUnterminated
		}
		return []Event{ev}
	}
	events, lost := salvage(line)
	p.Lost = lost
	switch {
	case lost == 0:
		p.Damage = DamageFused
	case !ended:
		p.Damage = DamageTorn
	case bytes.IndexByte(line, 0) >= 0:
		p.Damage = DamageNUL
	default:
		p.Damage = DamageGarbage
	}
	return events
}

// dropCopies removes events that repeat an earlier one byte for byte. Two different
// events with one number are both kept: numbers are ours, content is the user's.
func (s *scanner) dropCopies(events []Event, p *Problem) []Event {
	kept := events[:0]
	for _, ev := range events {
		h := maphash.Bytes(s.seed, ev.Raw)
		if old, ok := s.seen[ev.Seq]; ok && old == h && ev.Seq != 0 {
			p.Damage = DamageDuplicate
			continue
		}
		s.seen[ev.Seq] = h
		s.next = max(s.next, ev.Seq+1)
		kept = append(kept, ev)
	}
	return kept
}

// readLine returns the next line with its newline, valid until the next call, and its
// size in the file. Of a line that is too long it returns a part; size tells.
func (s *scanner) readLine() (line []byte, size int64, err error) {
	s.buf = s.buf[:0]
	for {
		part, err := s.r.ReadSlice('\n')
		size += int64(len(part))
		if len(s.buf)+len(part) <= s.max {
			s.buf = append(s.buf, part...)
		}
		switch {
		case err == nil, errors.Is(err, io.EOF) && size > 0:
			return s.buf, size, nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		default:
			return nil, 0, err
		}
	}
}

// salvage finds the complete events in a line that is not one, and counts the bytes
// that belong to none.
func salvage(line []byte) (events []Event, lost int) {
	rest := line
	for range salvageTries {
		i := bytes.Index(rest, []byte(eventMark))
		if i < 0 {
			break
		}
		lost += len(bytes.TrimSpace(rest[:i]))
		rest = rest[i:]
		var raw json.RawMessage
		dec := json.NewDecoder(bytes.NewReader(rest))
		if dec.Decode(&raw) == nil {
			if ev, ok := decode(raw); ok {
				events = append(events, ev)
				rest = rest[dec.InputOffset():]
				continue
			}
		}
		lost += len(eventMark)
		rest = rest[len(eventMark):]
	}
	return events, lost + len(bytes.TrimSpace(rest))
}
