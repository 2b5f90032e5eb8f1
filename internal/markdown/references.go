package markdown

import (
	"bytes"
	"strings"
)

// references holds where labels lead, and which labels were sought in vain: a definition that comes too late is shown.
type references struct {
	known  map[string][]byte
	missed map[string]bool
}

const (
	referencesMax = 4096
	missedMax     = 256
	labelMax      = 256
)

func (r *references) reset() {
	clear(r.known)
	clear(r.missed)
}

// find returns the address of a label.
func (r *references) find(label []byte) ([]byte, bool) {
	if len(r.known) == 0 || len(label) > labelMax {
		return nil, false
	}
	dest, ok := r.known[foldLabel(label)]
	return dest, ok
}

// miss remembers a label that leads nowhere so far.
func (r *references) miss(label []byte) {
	if len(r.missed) >= missedMax || len(label) > labelMax || len(bytes.TrimSpace(label)) == 0 {
		return
	}
	if r.missed == nil {
		r.missed = map[string]bool{}
	}
	r.missed[foldLabel(label)] = true
}

// define sets where a label leads, once, and reports whether it is a label that was used before.
func (r *references) define(label, dest []byte) (isLate bool) {
	key := foldLabel(label)
	if _, ok := r.known[key]; !ok && len(r.known) < referencesMax {
		if r.known == nil {
			r.known = map[string][]byte{}
		}
		r.known[key] = bytes.Clone(dest)
	}
	return r.missed[key]
}

// foldLabel is the form in which labels are compared.
func foldLabel(label []byte) string {
	s := strings.ToLower(strings.ToUpper(strings.Join(strings.Fields(string(label)), " ")))
	return strings.ReplaceAll(s, "ß", "ss")
}

// definition reads "[label]: address "title"", a whole line. titled says that the title is there.
func definition(line []byte) (label, dest []byte, titled, ok bool) {
	n, label, got := labelTail(line)
	if got != readYes || n >= len(line) || line[n] != ':' || len(bytes.TrimSpace(label)) == 0 || n > labelMax {
		return nil, nil, false, false
	}
	rest := append(bytes.TrimRight(line[n+1:], " \t"), '\n')
	i := skipSpace(rest, 0)
	if i == len(rest) {
		return nil, nil, false, false
	}
	dest, end, got := linkDest(rest, i)
	if got != readYes || end == i {
		return nil, nil, false, false
	}
	j := skipSpace(rest, end)
	if j == len(rest) {
		return label, dest, false, true
	}
	if j == end {
		return nil, nil, false, false
	}
	j, got = linkTitle(rest, j)
	if got != readYes || skipSpace(rest, j) != len(rest) {
		return nil, nil, false, false
	}
	return label, dest, true, true
}

// isTitle reports whether a line is nothing but the title of the definition before it.
func isTitle(line []byte) bool {
	line = bytes.TrimSpace(line)
	if len(line) < 2 {
		return false
	}
	end, got := linkTitle(line, 0)
	return got == readYes && end == len(line)
}
