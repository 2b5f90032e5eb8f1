package conf

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"strings"
)

//go:embed divergences.txt
var divergencesFile []byte

// Divergence is an accepted difference of one case under one profile.
type Divergence struct {
	Profile, Set, Case string
	// Unreadable says that the recorded answer cannot be held against a Screen at all. It
	// leaves the count of comparable cases; any other divergence stays in it.
	Unreadable bool
	Reason     string
}

// Divergences returns the accepted differences by "profile set/case".
func Divergences() (map[string]Divergence, error) {
	return ParseDivergences("divergences.txt", divergencesFile)
}

// ParseDivergences reads lines of
//
//	profile set/case differs|unreadable reason
//
// Blank lines and lines that begin with "#" are skipped; errors begin with "name:line: ".
func ParseDivergences(name string, data []byte) (map[string]Divergence, error) {
	all := map[string]Divergence{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		fields := strings.Fields(text)
		if len(fields) < 4 || fields[2] != "differs" && fields[2] != "unreadable" {
			return nil, fmt.Errorf("%s:%d: want: profile set/case differs|unreadable reason", name, n)
		}
		set, id, ok := strings.Cut(fields[1], "/")
		key := fields[0] + " " + fields[1]
		if _, double := all[key]; double || !ok {
			return nil, fmt.Errorf("%s:%d: %q is listed twice or has no set", name, n, fields[1])
		}
		all[key] = Divergence{
			Profile: fields[0], Set: set, Case: id,
			Unreadable: fields[2] == "unreadable", Reason: strings.Join(fields[3:], " "),
		}
	}
	return all, lines.Err()
}
