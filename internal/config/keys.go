package config

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

const envPrefix = "JP_CFG_"

// Key is one setting.
type Key struct {
	Name    string // dotted; a key without a dot is also a flag
	Default string
	Want    string // for the error message and the documentation
	Help    string
	set     func(s *Settings, value string) error
}

// Env is the variable that sets the key: JP_CFG_ and the name in capitals, with underscores for dots.
func (k Key) Env() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(k.Name, ".", "_"))
}

// Keys is every setting there is. Nobody changes it.
var Keys = []Key{
	{
		"model", "", "provider/model, or a provider", "who answers",
		func(s *Settings, v string) error { s.Model = v; return nil },
	},
	{
		"format", "auto", "auto, text, text-pretty or json", "shape of the output",
		func(s *Settings, v string) error { return oneOf(&s.Format, v, Auto, Text, TextPretty, JSON) },
	},
	{
		"color", "auto", "auto, always or never", "whether colours are used",
		func(s *Settings, v string) error { return oneOf(&s.Color, v, ColorAuto, ColorAlways, ColorNever) },
	},
	{
		"width", "0", "a number of columns, 0 to measure", "columns for what has to fit in a line",
		func(s *Settings, v string) error { return count(&s.Width, v) },
	},
	{
		"style.waiting.delay", "3s", "a duration such as 3s", "silence before the waiting row appears",
		func(s *Settings, v string) error { return duration(&s.WaitingDelay, v, 0) },
	},
	{
		"style.typewriter.text", "3ms", "a duration such as 3ms, 0 for none", "delay of each character of text",
		func(s *Settings, v string) error { return duration(&s.TextDelay, v, 0) },
	},
	{
		"style.typewriter.code", "500us", "a duration such as 500us, 0 for none", "the same inside code",
		func(s *Settings, v string) error { return duration(&s.CodeDelay, v, 0) },
	},
	{
		"style.typewriter.latency", "500ms", "a duration such as 500ms, -1s for no bound", "how far typing may fall behind",
		func(s *Settings, v string) error { return duration(&s.MaxLatency, v, -time.Hour) },
	},
	{
		"offline.pace", "12ms", "a duration such as 12ms, 0 for none", "delay of each word of the offline assistant",
		func(s *Settings, v string) error { return duration(&s.OfflinePace, v, 0) },
	},
	{
		"request.retries", "5", "a number", "attempts after a request that failed for a passing reason",
		func(s *Settings, v string) error { return count(&s.RetriesMax, v) },
	},
}

var errValue = errors.New("value not taken")

func oneOf[T ~string](dst *T, v string, choices ...T) error {
	for _, c := range choices {
		if string(c) == v {
			*dst = c
			return nil
		}
	}
	return errValue
}

// countMax keeps a mistyped number from becoming an allocation.
const countMax = 1_000_000

func count(dst *int, v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 || n > countMax {
		return errValue
	}
	*dst = n
	return nil
}

func duration(dst *time.Duration, v string, least time.Duration) error {
	d, err := time.ParseDuration(v)
	if err != nil || d < least || d > time.Hour {
		return errValue
	}
	*dst = d
	return nil
}

func isKey(env string) bool {
	for _, k := range Keys {
		if k.Env() == env {
			return true
		}
	}
	return false
}

// nearest returns the variable that differs from name in at most a third of its letters, or "".
func nearest(name string) string {
	best, least := "", len(name)/3+1
	for _, k := range Keys {
		if d := distance(strings.TrimPrefix(name, envPrefix), strings.TrimPrefix(k.Env(), envPrefix)); d < least {
			best, least = k.Env(), d
		}
	}
	return best
}

// distance is the number of letters to insert, delete or replace to make a of b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
